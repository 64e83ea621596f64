package office

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/ole"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
)

// FuzzEncryptionInfo opens packages with arbitrary descriptions of their encryption.
func FuzzEncryptionInfo(f *testing.F) {
	for _, name := range []string{"password.docx", "password-sha1.docx", "password-aes256.xlsx"} {
		data := string(parsetest.Sample(f, name))
		d, err := ole.Open(strings.NewReader(data), int64(len(data)))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(d.Stream("EncryptionInfo")))
	}
	f.Add("\x04\x00\x04\x00\x40\x00\x00\x00<encryption><keyData/><keyEncryptors><keyEncryptor><encryptedKey spinCount='2000000000' encryptedKeyValue='AAAA'/></keyEncryptor></keyEncryptors></encryption>")
	f.Add("\x03\x00\x02\x00\x24\x00\x00\x00\xff\xff\xff\xff")
	f.Fuzz(func(t *testing.T, info string) {
		open, err := openers([]byte(info + "\x00\x00\x00\x00\x00\x00\x00\x00"))
		if err != nil {
			return
		}
		if m := spinsOf(info); m > 200_000 {
			t.Skip("it only takes time")
		}
		_, err = open(t.Context(), wide("wenqu"), make([]byte, 100))
		if _, ours := parse.CodeOf(err); err != nil && !ours {
			t.Error(err)
		}
	})
}

// spinsOf returns the number of hash rounds stated in a description of the encryption.
func spinsOf(info string) int {
	_, after, _ := strings.Cut(info, `spinCount="`)
	number, _, _ := strings.Cut(after, `"`)
	return parse.Atoi(number)
}

// TestEndlessHashing checks that a document is refused if hashing its password would take very long,
// or if its encryption is not supported.
func TestEndlessHashing(t *testing.T) {
	t.Parallel()
	data := string(parsetest.Sample(t, "password-sha1.docx"))
	d, err := ole.Open(strings.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	info := string(d.Stream("EncryptionInfo"))
	for from, to := range map[string]string{`spinCount="100000"`: `spinCount="2000000000"`, `keyBits="256"`: `keyBits="4096"`, `cipherAlgorithm="AES"`: `cipherAlgorithm="DES"`, `hashAlgorithm="SHA1"`: `hashAlgorithm="X"`, `blockSize="16"`: `blockSize="0"`} {
		if _, err := openers([]byte(strings.Replace(info, from, to, 1))); err == nil {
			t.Errorf("%s was taken", to)
		}
	}
}
