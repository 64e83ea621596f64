package xls

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
)

// graphBOF returns the header of a chart of Microsoft Graph.
func graphBOF() []byte { return rec(recBOF, 0x80, 0x06, 0x05, 0, 0, 0, 0xcd, 0x07) }

// TestFarGraphCells reads a chart with two cells a row, in the first and in the 65,535th
// column. They must not become millions of cells.
func TestFarGraphCells(t *testing.T) {
	t.Parallel()
	b := graphBOF()
	for row := range uint16(4_000) {
		cell := binary.LittleEndian.AppendUint16(nil, row)
		b = append(b, rec(recGraphLabel, append(cell, 0, 0, 0, 0, 0, 1, 0, 'a')...)...)
		b = append(b, rec(recGraphLabel, append(binary.LittleEndian.AppendUint16(nil, row), 0xfe, 0xff, 0, 0, 0, 1, 0, 'b')...)...)
	}
	k := &parsetest.Sink{}
	c := parse.NewCollector(t.Context(), k, parse.Options{})
	w := &workbook{ctx: t.Context(), c: c, r: newRecords(b)}
	if err := w.read(""); err != nil {
		t.Fatal(err)
	}
	cells := 0
	for _, u := range k.Units {
		for _, block := range u.Blocks {
			for _, row := range block.Rows {
				cells += len(row)
			}
		}
	}
	if cells == 0 || cells > parse.MaxTableCells {
		t.Errorf("%d cells", cells)
	}
}

// FuzzGraph reads charts of Microsoft Graph.
func FuzzGraph(f *testing.F) {
	f.Add(bytes.Join([][]byte{
		graphBOF(), rec(recFormat, 164, 0, 3, 0, 0, '0', '.', '0'), rec(recSeriesText, 0, 0, 2, 0, 'a', 'b'),
		rec(recGraphLabel, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0x20, 0x6e), rec(recGraphNumber, 1, 0, 1, 0, 0, 164, 0, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f), rec(recEOF),
	}, nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		parsetest.Collect(t, func(c *parse.Collector) error {
			return (&workbook{ctx: t.Context(), c: c, r: newRecords(b)}).graph()
		})
	})
}
