package ole

import (
	"bytes"
	"crypto/md5"  //nolint:gosec // required by the file formats
	"crypto/rc4"  //nolint:gosec // required by the format
	"crypto/sha1" //nolint:gosec // required by the format
	"encoding/binary"
	"unicode/utf16"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
)

// Excel tries DefaultPassword, and PowerPoint tries SlidesPassword, without asking. If a file
// has a password only for changes, it is encrypted with one of these two passwords.
const (
	DefaultPassword = "VelvetSweatshop"
	SlidesPassword  = "/01Hannes Ruescher/01"
)

// Key decrypts the streams of an old Office file. Each block of a stream has its own
// key.
type Key struct {
	of func(block uint32) []byte
}

// NewKey reads the encryption header and derives the key from `password` or `byDefault`. The
// header begins with the two numbers of its version. If no password is right, NewKey fails with
// Encrypted if `password` is empty, and with WrongPassword otherwise.
func NewKey(header []byte, password, byDefault string) (*Key, error) {
	if len(header) < 4 {
		return nil, parse.Failf(parse.Broken, "no header of encryption")
	}
	major, minor := binary.LittleEndian.Uint16(header), binary.LittleEndian.Uint16(header[2:])
	var verifier, hash []byte
	var derive func(password string) *Key
	sum := func(b []byte) []byte { s := md5.Sum(b); return s[:] } //nolint:gosec // required by the format
	switch {
	case major == 1 && minor == 1 && len(header) >= 52:
		salt := header[4:20]
		verifier, hash = header[20:36], header[36:52]
		derive = func(password string) *Key { return &Key{md5Keys(password, salt)} }
	case major >= 2 && major <= 4 && minor == 2 && len(header) >= 12:
		size := int64(binary.LittleEndian.Uint32(header[8:]))
		if size < 20 || 12+size+60 > int64(len(header)) {
			return nil, parse.Failf(parse.Broken, "a header of encryption of %d bytes", size)
		}
		bits := int(binary.LittleEndian.Uint32(header[12+16:]))
		if bits == 0 {
			bits = 40
		}
		if alg := binary.LittleEndian.Uint32(header[12+8:]); alg != 0x6801 && alg != 0 || bits < 40 || bits > 128 || bits%8 != 0 {
			return nil, parse.Failf(parse.Broken, "an unknown encryption: %#x, %d bits", alg, bits)
		}
		rest := header[12+size:]
		salt := rest[4:20]
		verifier, hash = rest[20:36], rest[40:60]
		sum = func(b []byte) []byte { s := sha1.Sum(b); return s[:] } //nolint:gosec // required by the format
		derive = func(password string) *Key { return &Key{sha1Keys(password, salt, bits/8)} }
	default:
		return nil, parse.Failf(parse.Broken, "an unknown encryption: version %d.%d", major, minor)
	}
	for _, p := range []string{password, byDefault} {
		if p == "" {
			continue
		}
		k := derive(parse.Cut(p, maxPassword))
		both := append(bytes.Clone(verifier), hash...)
		k.Block(0).XORKeyStream(both, both)
		if bytes.Equal(sum(both[:16]), both[16:]) {
			return k, nil
		}
	}
	if password == "" {
		return nil, parse.Fail(parse.Encrypted, nil)
	}
	return nil, parse.Failf(parse.WrongPassword, "RC4")
}

// maxPassword is the maximum number of characters of a password. Longer passwords are cut.
// Office accepts at most 255.
const maxPassword = 256

// md5Keys returns the key derivation of Office 97 and 2000.
func md5Keys(password string, salt []byte) func(uint32) []byte {
	h := md5.Sum(wide(password)) //nolint:gosec // required by the format
	var all []byte
	for range 16 {
		all = append(append(all, h[:5]...), salt...)
	}
	h = md5.Sum(all) //nolint:gosec // required by the format
	return func(block uint32) []byte {
		k := md5.Sum(binary.LittleEndian.AppendUint32(bytes.Clone(h[:5]), block)) //nolint:gosec // required by the format
		return k[:]
	}
}

// sha1Keys returns the key derivation of Office 2002 and 2003 for keys of n bytes. The
// shortest keys are padded with zeros.
func sha1Keys(password string, salt []byte, n int) func(uint32) []byte {
	h := sha1.Sum(append(bytes.Clone(salt), wide(password)...)) //nolint:gosec // required by the format
	return func(block uint32) []byte {
		k := sha1.Sum(binary.LittleEndian.AppendUint32(bytes.Clone(h[:]), block)) //nolint:gosec // required by the format
		if n == 5 {
			return append(bytes.Clone(k[:5]), make([]byte, 11)...)
		}
		return bytes.Clone(k[:n])
	}
}

// wide returns s in UTF-16. Passwords are hashed in this form.
func wide(s string) []byte {
	var out []byte
	for _, u := range utf16.Encode([]rune(s)) {
		out = binary.LittleEndian.AppendUint16(out, u)
	}
	return out
}

// Block returns the cipher for a block, at the block's beginning.
func (k *Key) Block(n uint32) *rc4.Cipher {
	c, err := rc4.NewCipher(k.of(n)) //nolint:gosec // required by the format
	if err != nil {
		panic(err) // all keys have 5 to 16 bytes
	}
	return c
}

// Stream returns a decrypter for a stream. size is the number of bytes in a block.
func (k *Key) Stream(size int) *Decrypter { return &Decrypter{key: k, size: size} }

// Decrypter decrypts a stream in one pass from beginning to end.
type Decrypter struct {
	key   *Key
	size  int
	at    int
	block *rc4.Cipher
}

// Next decrypts the next bytes of the stream in place.
func (d *Decrypter) Next(b []byte) {
	for len(b) > 0 {
		if d.at%d.size == 0 {
			d.block = d.key.Block(uint32(d.at / d.size))
		}
		n := min(len(b), d.size-d.at%d.size)
		d.block.XORKeyStream(b[:n], b[:n])
		b, d.at = b[n:], d.at+n
	}
}

// Skip skips n bytes that are not encrypted but advance the key stream.
func (d *Decrypter) Skip(n int) {
	var waste [256]byte
	for n > 0 {
		m := min(n, len(waste))
		d.Next(waste[:m])
		n -= m
	}
}
