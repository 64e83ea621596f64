package ole

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
)

// readMain reads a document of Word 6 or 95 that consists of the given main stream.
func readMain(t *testing.T, main []byte) (string, error) {
	t.Helper()
	d := &wordBinary{main: main}
	pieces, err := d.open95()
	if err != nil {
		return "", err
	}
	k := &parsetest.Sink{}
	c := parse.NewCollector(t.Context(), k, parse.Options{})
	if err := d.read(t.Context(), pieces, d.paragraphs95(), c); err != nil {
		return "", err
	}
	if err := c.Flush(); err != nil || len(k.Units) == 0 {
		return "", err
	}
	return k.Units[0].Text(), nil
}

// TestWord95WithoutLanguage reads two documents with English as the stated language. Chinese text is
// recognised in the first document. Accented letters are kept in the second document.
func TestWord95WithoutLanguage(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"gbk95.doc": "水位观测报告", "fast6.doc": "Café Müller"} {
		b := bytes.Clone(stream(t, name))
		binary.LittleEndian.PutUint16(b[6:], 0x0409)
		if got, err := readMain(t, b); err != nil || !strings.Contains(got, want) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// TestLockedWord95 checks that an encrypted file is reported as unsupported and not as
// damaged.
func TestLockedWord95(t *testing.T) {
	t.Parallel()
	b := bytes.Clone(stream(t, "gbk95.doc"))
	b[11] |= 1
	if _, err := readMain(t, b); codeOf(err) != parse.Unsupported {
		t.Error(err)
	}
}

// TestBuiltInOnly checks that LibreOffice is not used for two kinds of files. It would misread files of
// Word 6 and 95, and it would ask for the password of an encrypted file.
func TestBuiltInOnly(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"gbk95.doc": true, "fast6.doc": true, "password.doc": true, "password.ppt.gz": true, "contract.doc": false, "deck.ppt.gz": false, "contract.docx": false} {
		data := parsetest.Sample(t, name)
		if got := BuiltInOnly(&parse.Input{ReaderAt: bytes.NewReader(data), Size: int64(len(data))}); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestUnknownWord reads a version that is not supported.
func TestUnknownWord(t *testing.T) {
	t.Parallel()
	data := bytes.Clone(parsetest.Sample(t, "gbk95.doc"))
	at := bytes.Index(data, stream(t, "gbk95.doc")[:32])
	data[at], data[at+1] = 0x99, 0xa6
	err := ReadDoc(t.Context(), &parse.Input{ReaderAt: bytes.NewReader(data), Size: int64(len(data))}, parse.NewCollector(t.Context(), &parsetest.Sink{}, parse.Options{}))
	if codeOf(err) != parse.Unsupported {
		t.Error(err)
	}
}

func codeOf(err error) parse.Code { c, _ := parse.CodeOf(err); return c }
