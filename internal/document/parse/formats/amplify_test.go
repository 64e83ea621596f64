package formats

import (
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// book returns a workbook of one sheet. The function cells sets its cells.
func book(t *testing.T, cells func(set func(cell string, value any))) []byte {
	t.Helper()
	f := excelize.NewFile()
	cells(func(cell string, value any) {
		if err := f.SetCellValue("Sheet1", cell, value); err != nil {
			t.Fatal(err)
		}
	})
	b, err := f.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// stored returns the approximate number of bytes that units take.
func stored(units []parsed.Unit) int {
	n := 0
	for _, u := range units {
		n += 200
		for _, b := range u.Blocks {
			n += 50 + 2*len(b.Text)
			for _, row := range b.Rows {
				n += 3 * len(row)
			}
		}
	}
	return n
}

// TestAmplification reads small files that expand to much text. The size of a file limits the
// amount of text read from it.
func TestAmplification(t *testing.T) {
	t.Parallel()
	far := func(step int) func(set func(string, any)) {
		return func(set func(string, any)) {
			for i := range 100 {
				set("A"+strconv.Itoa(1+i*step), 1)
				set("XFD"+strconv.Itoa(1+i*step), 2)
			}
		}
	}
	same := func(set func(string, any)) {
		for i := range 100 {
			set("A"+strconv.Itoa(1+i), strings.Repeat("渠", 30_000))
		}
	}
	for name, tt := range map[string]struct {
		file string
		data []byte
		most int
	}{
		"far cells":                 {"a.xlsx", book(t, far(1)), 400_000},
		"far cells with gaps":       {"a.xlsx", book(t, far(3)), 500_000},
		"one text a thousand times": {"a.xlsx", book(t, same), 8_000_000},
		"merged cells":              {"a.html", []byte("<table>" + strings.Repeat("<tr><td colspan=256 rowspan=256>a</td><td>b</td></tr>", 1200) + "</table>"), 500_000},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := parse.Options{Name: tt.file}
			sum, units, err := parseBytes(t, tt.data, o)
			if err != nil {
				t.Fatal(err)
			}
			parsetest.Sound(t, sum, units, err, o)
			if got := stored(units); got > tt.most {
				t.Errorf("%d bytes become %d runes, %d bytes", len(tt.data), sum.Chars, got)
			}
		})
	}
}

// An ordinary sheet with some empty cells keeps the columns of all cells.
func TestEmptyCellsKeepPlaces(t *testing.T) {
	t.Parallel()
	_, units, err := parseBytes(t, []byte("a,b,c,d\n1,,,4\n,,3,\n"), parse.Options{Name: "a.csv"})
	if err != nil || units[0].Blocks[0].Text != "a\tb\tc\td\n1\t\t\t4\n\t\t3" {
		t.Errorf("%v %+v", err, units)
	}
}
