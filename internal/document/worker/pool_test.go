package worker

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

type kept struct{ units []parsed.Unit }

func (k *kept) Unit(u parsed.Unit) error { k.units = append(k.units, u); return nil }
func (k *kept) Progress(int, int)        {}

func TestFirst(t *testing.T) {
	p := New(Options{Tools: FindTools(filepath.Join(os.TempDir(), "wenqu-test-pdfium"), "")})
	defer p.Close()
	for _, name := range []string{"contract.pdf", "contract.docx", "contract.doc", "contract.rtf", "water.xls", "contract.pdf"} {
		k := &kept{}
		sum, err := p.Parse(t.Context(), filepath.Join("../parse/testdata", name), parse.Options{Name: name}, k)
		w := 0
		if len(p.idle) > 0 {
			w = p.idle[0].cmd.Process.Pid
		}
		t.Log(name, sum, err, len(k.units), w, resident(w, 0)>>20)
	}
}
