package parse

import (
	"bytes"
	"os"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

func TestDbg(t *testing.T) {
	data, _ := os.ReadFile(os.Getenv("PDF"))
	in := &input{ReaderAt: bytes.NewReader(data), size: int64(len(data)), Options: Options{Tools: tools(t)}}
	d, err := openPDF(in)
	if err != nil {
		t.Skip(err)
	}
	p := d.page(0)
	for _, r := range p.rules {
		t.Logf("%v %.1f", r.flat, r.Box)
	}
	t.Log(len(p.rules), len(grids(p.rules)))
	for _, g := range grids(p.rules) {
		t.Logf("grid %.1f xs %.1f ys %.1f", g.Box, g.xs, g.ys)
	}
}

func TestDbg2(t *testing.T) {
	r := []rule{{parsed.Box{X0: 0, Y0: 0, X1: 1, Y1: 20}, false}, {parsed.Box{X0: 0, Y0: 0, X1: 100, Y1: 1}, true}, {parsed.Box{X0: 50, Y0: 0, X1: 51, Y1: 20}, false}, {parsed.Box{X0: 99, Y0: 0, X1: 100, Y1: 20}, false}, {parsed.Box{X0: 0, Y0: 20, X1: 100, Y1: 20}, true}}
	t.Log(meet(r[0].Box, r[1].Box), distinct([]float64{0, 50, 99}), grids(r))
}
