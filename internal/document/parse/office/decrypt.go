package office

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"  //nolint:gosec // required by the encryption of the documents
	"crypto/sha1" //nolint:gosec // required by the format
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"encoding/xml"
	"hash"
	"unicode/utf16"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/ole"
)

// maxEncrypted is the maximum size of an encrypted Office file, in bytes. It is limited
// because decryption is done in memory.
const maxEncrypted = 120 << 20

// maxSpins is the maximum number of accepted hash rounds: a hundred times the number used by
// Office. maxPassword is the maximum length of a password, a little more than the limit of Office.
const (
	maxSpins    = 10_000_000
	maxPassword = 256
)

// decrypt returns the decrypted package of a document, opened with the given password or
// with the default password of Excel.
func decrypt(ctx context.Context, in *parse.Input) ([]byte, error) {
	if in.Size > maxEncrypted {
		return nil, parse.Failf(parse.TooLarge, "an encrypted document of %d bytes", in.Size)
	}
	f, err := ole.Open(in, in.Size)
	if err != nil {
		return nil, err
	}
	info, data := f.Stream("EncryptionInfo"), f.Stream("EncryptedPackage")
	if len(info) < 8 || len(data) < 8 {
		return nil, parse.Failf(parse.Broken, "no encrypted package")
	}
	open, err := openers(info)
	if err != nil {
		return nil, err
	}
	for _, password := range []string{in.Password, ole.DefaultPassword} {
		if password == "" {
			continue
		}
		plain, err := open(ctx, wide(parse.Cut(password, maxPassword)), data[8:])
		if err != nil {
			return nil, err
		}
		if plain != nil {
			return plain[:min(uint64(len(plain)), binary.LittleEndian.Uint64(data))], nil
		}
	}
	if in.Password == "" {
		return nil, parse.Fail(parse.Encrypted, nil)
	}
	return nil, parse.Failf(parse.WrongPassword, "it opens no package")
}

// opener decrypts a package. It returns nil for a wrong password.
type opener func(ctx context.Context, password, data []byte) ([]byte, error)

// openers returns the opener for the version of the encryption.
func openers(info []byte) (opener, error) {
	major, minor := binary.LittleEndian.Uint16(info), binary.LittleEndian.Uint16(info[2:])
	switch {
	case major == 4 && minor == 4:
		return newAgile(info[8:])
	case major >= 2 && major <= 4 && minor == 2:
		return newStandard(info)
	}
	return nil, parse.Failf(parse.Unsupported, "encryption %d.%d", major, minor)
}

// wide returns s in UTF-16. Passwords are hashed in this form.
func wide(s string) []byte {
	var out []byte
	for _, u := range utf16.Encode([]rune(s)) {
		out = binary.LittleEndian.AppendUint16(out, u)
	}
	return out
}

// spin hashes a password with the salt. It then hashes the result n more times.
func spin(ctx context.Context, newHash func() hash.Hash, salt, password []byte, n int) ([]byte, error) {
	h := newHash()
	h.Write(salt)
	h.Write(password)
	sum := h.Sum(nil)
	var count [4]byte
	for i := range n {
		if i&0xffff == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		binary.LittleEndian.PutUint32(count[:], uint32(i))
		h.Reset()
		h.Write(count[:])
		h.Write(sum)
		sum = h.Sum(sum[:0])
	}
	return sum, nil
}

// newStandard returns the opener for the encryption of Office 2007: AES in ECB mode and
// SHA-1.
func newStandard(info []byte) (opener, error) {
	size := int64(0)
	if len(info) >= 12 {
		size = int64(binary.LittleEndian.Uint32(info[8:]))
	}
	if size < 20 || 12+size+72 > int64(len(info)) {
		return nil, parse.Failf(parse.Broken, "a header of encryption of %d bytes", size)
	}
	bits := binary.LittleEndian.Uint32(info[12+16:])
	rest := info[12+size:]
	if bits != 128 && bits != 192 && bits != 256 {
		return nil, parse.Failf(parse.Broken, "a key of %d bits", bits)
	}
	return func(ctx context.Context, password, data []byte) ([]byte, error) {
		sum, err := spin(ctx, sha1.New, rest[4:20], password, 50_000)
		if err != nil {
			return nil, err
		}
		last := sha1.Sum(append(sum, 0, 0, 0, 0)) //nolint:gosec // required by the format
		block, err := aes.NewCipher(twice(last[:])[:bits/8])
		if err != nil {
			return nil, err
		}
		verifier := sha1.Sum(single(block, rest[20:36])) //nolint:gosec // required by the format
		if !bytes.Equal(verifier[:], single(block, rest[40:72])[:len(verifier)]) {
			return nil, nil
		}
		return single(block, data), nil
	}, nil
}

// twice is the last step of a key derivation. It hashes `sum` in two ways and joins both hashes to 40
// bytes, because a key may be longer than one hash of 20 bytes.
func twice(sum []byte) []byte {
	var out []byte
	for _, fill := range []byte{0x36, 0x5c} {
		b := bytes.Repeat([]byte{fill}, 64)
		for i, c := range sum {
			b[i] ^= c
		}
		h := sha1.Sum(b) //nolint:gosec // required by the format
		out = append(out, h[:]...)
	}
	return out
}

// single decrypts data in ECB mode: each block separately.
func single(block cipher.Block, data []byte) []byte {
	out := make([]byte, len(data)&^15)
	for i := 0; i < len(out); i += 16 {
		block.Decrypt(out[i:], data[i:])
	}
	return out
}

// agile is the description of the encryption used by Office since 2010.
type agile struct {
	Data agileKey `xml:"keyData"`
	Keys []struct {
		Key agileKey `xml:"encryptedKey"`
	} `xml:"keyEncryptors>keyEncryptor"`
}

type agileKey struct {
	Spins    int    `xml:"spinCount,attr"`
	Block    int    `xml:"blockSize,attr"`
	Bits     int    `xml:"keyBits,attr"`
	Cipher   string `xml:"cipherAlgorithm,attr"`
	Chaining string `xml:"cipherChaining,attr"`
	Hash     string `xml:"hashAlgorithm,attr"`
	Salt     base64 `xml:"saltValue,attr"`
	Input    base64 `xml:"encryptedVerifierHashInput,attr"`
	Value    base64 `xml:"encryptedVerifierHashValue,attr"`
	Key      base64 `xml:"encryptedKeyValue,attr"`
}

// hashes are the hash functions by the names used in documents.
var hashes = map[string]func() hash.Hash{
	"MD5": md5.New, "SHA1": sha1.New, "SHA-1": sha1.New, "SHA256": sha256.New, "SHA-256": sha256.New,
	"SHA384": sha512.New384, "SHA-384": sha512.New384, "SHA512": sha512.New, "SHA-512": sha512.New,
}

// segment is the number of bytes of a package that are encrypted together.
const segment = 4096

func newAgile(info []byte) (opener, error) {
	var a agile
	if err := xml.Unmarshal(info[:min(len(info), 64<<10)], &a); err != nil {
		return nil, parse.Fail(parse.Broken, err)
	}
	at := -1
	for i, k := range a.Keys {
		if len(k.Key.Key) > 0 && at < 0 {
			at = i
		}
	}
	if at < 0 {
		return nil, parse.Failf(parse.Unsupported, "no key for a password")
	}
	k := a.Keys[at].Key
	for _, k := range []agileKey{a.Data, k} {
		if hashes[k.Hash] == nil || k.Cipher != "AES" || k.Chaining != "ChainingModeCBC" || k.Block != aes.BlockSize || k.Bits != 128 && k.Bits != 192 && k.Bits != 256 || k.Spins < 0 || k.Spins > maxSpins || len(k.Salt) == 0 {
			return nil, parse.Failf(parse.Unsupported, "encryption with %.20s %d %.40s %.20s, %d times", k.Cipher, k.Bits, k.Chaining, k.Hash, k.Spins)
		}
	}
	return func(ctx context.Context, password, data []byte) ([]byte, error) {
		sum, err := spin(ctx, hashes[k.Hash], k.Salt, password, k.Spins)
		if err != nil {
			return nil, err
		}
		open := func(use string, b []byte) []byte {
			return k.chained(k.fit(k.sum(sum, []byte(use)), k.Bits/8), k.fit(k.Salt, k.Block), b)
		}
		input, value := open("\xfe\xa7\xd2\x76\x3b\x4b\x9e\x79", k.Input), open("\xd7\xaa\x0f\x6d\x30\x61\x34\x4e", k.Value)
		want := k.sum(input[:min(len(input), len(k.Salt))])
		if len(value) < len(want) || !bytes.Equal(value[:len(want)], want) {
			return nil, nil
		}
		key := open("\x14\x6e\x0b\xe7\xab\xac\xd0\xd6", k.Key)
		if len(key) < a.Data.Bits/8 {
			return nil, parse.Failf(parse.Broken, "a key of %d bytes", len(key))
		}
		out := make([]byte, 0, len(data))
		for i := 0; i*segment < len(data); i++ {
			iv := a.Data.fit(a.Data.sum(a.Data.Salt, binary.LittleEndian.AppendUint32(nil, uint32(i))), a.Data.Block)
			out = append(out, a.Data.chained(key[:a.Data.Bits/8], iv, data[i*segment:min(len(data), (i+1)*segment)])...)
		}
		return out, nil
	}, nil
}

// sum returns the hash of all parts together.
func (k agileKey) sum(parts ...[]byte) []byte {
	h := hashes[k.Hash]()
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(nil)
}

// fit truncates or pads b to n bytes. A hash, for example, is padded if it is shorter than a key.
func (agileKey) fit(b []byte, n int) []byte {
	out := bytes.Clone(b[:min(len(b), n)])
	return append(out, bytes.Repeat([]byte{0x36}, n-len(out))...)
}

// chained decrypts whole blocks in CBC mode.
func (agileKey) chained(key, iv, data []byte) []byte {
	block, err := aes.NewCipher(key)
	if err != nil {
		panic(err) // all keys have 16, 24 or 32 bytes
	}
	out := make([]byte, len(data)&^(aes.BlockSize-1))
	cipher.NewCBCDecrypter(block, iv).CryptBlocks(out, data[:len(out)])
	return out
}
