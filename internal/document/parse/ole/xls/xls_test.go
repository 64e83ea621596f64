package xls

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/ole"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

func rec(kind uint16, body ...byte) []byte {
	b := binary.LittleEndian.AppendUint16(nil, kind)
	return append(binary.LittleEndian.AppendUint16(b, uint16(len(body))), body...) //nolint:gosec // bodies in tests are short
}

// TestSharedStringsInPieces reads tables of strings. Some tables are split at record ends, for example
// inside a string, between parts with different widths, or before a string's characters.
func TestSharedStringsInPieces(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		pieces [][]byte
		want   []string
	}{
		"whole":        {[][]byte{{9, 9, 9, 9, 9, 9, 9, 9, 2, 0, 0, 'a', 'b', 1, 0, 1, 0x20, 0x6e}}, []string{"ab", "渠"}},
		"inside":       {[][]byte{{0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 'a', 'b'}, {0, 'c', 'd'}}, []string{"abcd"}},
		"grows wide":   {[][]byte{{0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 'a', 'b'}, {1, 0x20, 0x6e}}, []string{"ab渠"}},
		"before":       {[][]byte{{0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1}, {0, 'a', 'b'}, {}}, []string{"ab"}},
		"rich":         {[][]byte{{0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 8, 2, 0, 'a', 1, 1, 1}, {1, 2, 2, 2, 2, 1, 0, 0, 'z'}}, []string{"a", "z"}},
		"with reading": {[][]byte{{0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 4, 3, 0, 0, 0, 'a', 7, 7, 7, 1, 0, 0, 'b'}}, []string{"a", "b"}},
		"lies":         {[][]byte{{0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0, 'a'}}, []string{"a"}},
		"endless":      {[][]byte{{0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0x0c, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 'a'}}, []string{"a"}},
	} {
		got := sharedStrings(pieces{tt.pieces[0], tt.pieces[1:]})
		if strings.Join(got, "|") != strings.Join(tt.want, "|") {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

func TestRK(t *testing.T) {
	t.Parallel()
	whole := func(n int32) uint32 { return uint32(n)<<2 | 2 } //nolint:gosec // the encoding of an integer
	for v, want := range map[uint32]float64{whole(7): 7, whole(-7): -7, whole(1234) | 1: 12.34, whole(-150) | 1: -1.5, uint32(math.Float64bits(2.5) >> 32): 2.5, uint32(math.Float64bits(250)>>32) | 1: 2.5} {
		if got := rk(v); got != want {
			t.Errorf("rk(%#x) = %v, want %v", v, got, want)
		}
	}
}

// TestXOR checks that newXORKey accepts a password with the stored key and hash. newXORKey refuses
// another password and a changed hash.
func TestXOR(t *testing.T) {
	t.Parallel()
	key, hash := int(xorKeyOf([]byte("VelvetSweatshop"))), int(xorHash([]byte("VelvetSweatshop")))
	if _, err := newXORKey(key, hash, "", ole.DefaultPassword); err != nil {
		t.Error(err)
	}
	if _, err := newXORKey(key, hash, "x"); code(err) != parse.WrongPassword {
		t.Error(err)
	}
	if _, err := newXORKey(key, hash^1, "", ole.DefaultPassword); code(err) != parse.Encrypted {
		t.Error(err)
	}
}

func code(err error) parse.Code { c, _ := parse.CodeOf(err); return c }

// read reads b as the stream of a workbook.
func read(t *testing.T, b []byte) {
	t.Helper()
	parsetest.Collect(t, func(c *parse.Collector) error {
		return (&workbook{ctx: t.Context(), c: c, r: newRecords(b)}).read("")
	})
}

// FuzzStream reads the records of arbitrary workbooks.
func FuzzStream(f *testing.F) {
	for _, name := range []string{"water.xls", "notes.xls", "gbk95.xls", "password.xls"} {
		data := string(parsetest.Sample(f, name))
		d, err := ole.Open(strings.NewReader(data), int64(len(data)))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(append(d.Stream("Workbook"), d.Stream("Book")...))
	}
	bof := rec(recBOF, 0, 6, 5, 0)
	sheet := rec(recBoundSheet, 0, 0, 0, 0, 0, 0, 1, 0, 'a') // a sheet with the offset of the global records
	f.Add(append(append(append([]byte{}, bof...), sheet...), rec(recEOF)...))
	f.Add(append(append([]byte{}, bof...), rec(recSST, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 1)...))
	f.Add(append(append([]byte{}, bof...), rec(recFilePass, 1, 0, 1, 0, 1, 0)...))
	deep := append([]byte{}, bof...)
	for range 1_000 { // continuations of records, and workbooks inside workbooks
		deep = append(append(deep, rec(recContinue, 0)...), bof...)
	}
	f.Add(deep)
	f.Fuzz(func(t *testing.T, b []byte) { read(t, b) })
}

// TestManySheetsOfOne lists many sheets that refer to the same records. The sheets are read only up
// to the limit for records.
func TestManySheetsOfOne(t *testing.T) {
	t.Parallel()
	cells := append(rec(recBOF, 0, 6, 0x10, 0), strings.Repeat(string(rec(recNumber, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f)), 50_000)...)
	list := strings.Repeat(string(rec(recBoundSheet, 0, 0, 0, 0, 0, 0, 1, 0, 'a')), 5_000)
	b := append(rec(recBOF, 0, 6, 5, 0), list...)
	at := uint32(len(b) + 4) //nolint:gosec // b is short
	for i := range 5_000 {
		binary.LittleEndian.PutUint32(b[8+i*13+4:], at)
	}
	k := &parsetest.Sink{}
	w := &workbook{ctx: t.Context(), c: parse.NewCollector(t.Context(), k, parse.Options{}), r: newRecords(append(append(b, rec(recEOF)...), cells...))}
	if err := w.read(""); err != nil || len(k.Units) == 0 || len(k.Units) > 20 || !slices.Contains(w.c.Sum.Warnings, parsed.Truncated) {
		t.Errorf("%d of 5,000 sheets, %v, %v", len(k.Units), w.c.Sum.Warnings, err)
	}
}
