package odf

import (
	"bytes"
	"compress/flate"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/pbkdf2"
	"crypto/sha1" //nolint:gosec // required by the encryption of the documents
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"io"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
)

// maxHashed is the maximum number of password hashing rounds for all parts of a document
// together. maxPlain is the maximum number of bytes read from an encrypted part. It is limited because
// the part is decrypted in memory.
const (
	maxHashed = 20_000_000
	maxPlain  = 120 << 20
)

// keys describe how the parts of a document are encrypted.
type keys struct {
	of       map[string]partKey
	password string
	hashed   int
}

// partKey describes how one part is encrypted.
type partKey struct {
	cipher, start, derive string // names of the algorithms
	salt, vector          []byte
	spins, size           int
	sum                   []byte // checksum of the first kilobyte of the decrypted part
}

// readKeys reads how the parts are encrypted, and checks the password by decrypting the content.
func readKeys(ctx context.Context, a *archive.Archive, password string) (keys, error) {
	k := keys{of: map[string]partKey{}, password: password}
	r, err := a.Open("META-INF/manifest.xml")
	if err != nil {
		return k, nil //nolint:nilerr // a document without a manifest has no encrypted parts
	}
	defer r.Close()
	name := ""
	var cur partKey
	_ = archive.DecodeXML(ctx, r, func(t xml.Token) error { // a damaged manifest is used as far as it can be read
		switch t := t.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "file-entry":
				name, cur = archive.PartName(archive.Attr(t, "full-path")), partKey{}
			case "encryption-data":
				cur.sum = decode(archive.Attr(t, "checksum"))
			case "algorithm":
				cur.cipher, cur.vector = last(archive.Attr(t, "algorithm-name")), decode(archive.Attr(t, "initialisation-vector"))
			case "key-derivation":
				cur.derive, cur.salt = last(archive.Attr(t, "key-derivation-name")), decode(archive.Attr(t, "salt"))
				cur.spins, cur.size = parse.Atoi(archive.Attr(t, "iteration-count")), parse.Atoi(archive.Attr(t, "key-size"))
			case "start-key-generation":
				cur.start = last(archive.Attr(t, "start-key-generation-name"))
			}
		case xml.EndElement:
			if t.Name.Local == "file-entry" && cur.cipher != "" && len(k.of) < parse.MaxEntries {
				k.of[name] = cur
			}
		}
		return nil
	})
	content, locked := k.of["content.xml"]
	switch {
	case !locked:
		k.of = nil
		return k, nil
	case password == "":
		return k, parse.Fail(parse.Encrypted, nil)
	}
	_, err = k.open(a, "content.xml", content)
	return k, err
}

// last returns the part of a name after its last separator, in lower case; the name may be a URL.
func last(name string) string {
	return strings.ToLower(name[strings.LastIndexAny(name, "#/:")+1:])
}

func decode(s string) []byte {
	b, _ := base64.StdEncoding.DecodeString(s) // an invalid value leads to a wrong key
	return b
}

// open decrypts a part.
func (k *keys) open(a *archive.Archive, name string, p partKey) (io.ReadCloser, error) {
	if p.cipher != "aes256-cbc" || p.derive != "pbkdf2" || p.start != "sha256" && p.start != "" && p.start != "sha1" {
		return nil, parse.Failf(parse.Unsupported, "encryption with %.40s %.40s %.40s", p.cipher, p.derive, p.start)
	}
	if k.hashed += p.spins; p.spins < 1 || k.hashed > maxHashed || p.size != 32 && p.size != 0 || len(p.vector) != aes.BlockSize {
		return nil, parse.Failf(parse.Broken, "a password that is hashed %d times for %d bytes", p.spins, p.size)
	}
	r, err := a.Open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, maxPlain))
	if err != nil {
		return nil, err
	}
	start := sha256.New()
	if p.start != "sha256" {
		start = sha1.New() //nolint:gosec // required by the format
	}
	start.Write([]byte(k.password))
	key, err := pbkdf2.Key(sha1.New, string(start.Sum(nil)), p.salt, p.spins, 32)
	if err != nil {
		return nil, parse.Fail(parse.Broken, err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	data = data[:len(data)&^(aes.BlockSize-1)]
	cipher.NewCBCDecrypter(block, p.vector).CryptBlocks(data, data)
	if n := len(data); n > 0 {
		if pad := int(data[n-1]); pad >= 1 && pad <= aes.BlockSize {
			data = data[:n-pad]
		}
	}
	first := sha256.Sum256(data[:min(len(data), 1024)])
	if !bytes.Equal(first[:], p.sum) {
		return nil, parse.Failf(parse.WrongPassword, "it does not open %q", name)
	}
	return &inflated{flate.NewReader(bytes.NewReader(data)), int64(len(data)), 0}, nil
}

// inflated unpacks a part within the limits for one entry of an archive.
type inflated struct {
	io.ReadCloser
	packed, n int64
}

func (f *inflated) Read(b []byte) (int, error) {
	n, err := f.ReadCloser.Read(b)
	if f.n += int64(n); f.n > parse.MaxPart || f.n > parse.FreeRatio && f.n/max(f.packed, 1) > parse.MaxRatio {
		return n, parse.Failf(parse.TooLarge, "unpacks to %d times its size", f.n/max(f.packed, 1))
	}
	return n, err
}
