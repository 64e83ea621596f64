package pdf

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
	"github.com/wenqu-ai/wenqu/internal/document/parse/pdf/pdftest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// read reads a file of pdftest, and gives its pages and what is said of it.
func read(t testing.TB, data []byte, recognise parse.Recogniser) ([]parsed.Unit, parsed.Summary) {
	t.Helper()
	in := &parse.Input{ReaderAt: bytes.NewReader(data), Size: int64(len(data)), Ext: "pdf", Options: parse.Options{
		Tools: parse.Tools{Cache: filepath.Join(os.TempDir(), "wenqu-test-pdfium")}, Recognise: recognise,
	}}
	k := &parsetest.Sink{}
	ctx := context.WithoutCancel(t.Context())
	c := parse.NewCollector(ctx, k, parse.Options{})
	if err := Read(ctx, in, c); err != nil {
		t.Fatal(err)
	}
	return k.Units, c.Summary()
}

// text is the text of a file of one page.
func text(t testing.TB, data []byte) string {
	t.Helper()
	units, _ := read(t, data, nil)
	return units[0].Text()
}

// letterByLetter draws each character of a text on its own, in the first font.
func letterByLetter(s string, step float64, code func(r rune) string) string {
	var b strings.Builder
	x := 100.0
	for _, r := range s {
		fmt.Fprintf(&b, "BT /F1 12 Tf 1 0 0 1 %.1f 700 Tm %s Tj ET\n", x, code(r))
		x += step
	}
	return b.String()
}

// TestStrangeText reads text that programs draw in ways of their own.
func TestStrangeText(t *testing.T) {
	t.Parallel()
	chinese := pdftest.Unicode(pdftest.Rest, true)
	f1 := fmt.Sprintf("/F1 %d 0 R", pdftest.Rest)
	one := func(r rune) string { return pdftest.Codes(string(r)) }
	cyrillic := "/F1 << /Type /Font /Subtype /TrueType /BaseFont /SchoolBook /FirstChar 192 /LastChar 194 /Widths [700 700 700] /Encoding << /Type /Encoding /Differences [192 /afii10017 /afii10018 /afii10019] >> >>"
	for name, tt := range map[string]struct {
		page pdftest.Page
		want string
	}{
		"a negative size, mirrored": {pdftest.Page{Fonts: f1, Objects: chinese, Content: "BT /F1 -12 Tf -100 Tz 1 0 0 -1 100 700 Tm " + pdftest.Codes("甲方委托乙方 hello") + " Tj ET"}, "甲方委托乙方 hello"},
		"a negative size, turned":   {pdftest.Page{Fonts: f1, Objects: chinese, Content: "BT /F1 -12 Tf -1 0 0 -1 100 700 Tm " + pdftest.Codes("甲方委托乙方") + " Tj ET"}, "甲方委托乙方"},
		"a font that is elsewhere":  {pdftest.Page{Fonts: f1, Objects: chinese, Content: letterByLetter("甲方谢谢乙方", 12, one)}, "甲方谢谢乙方"},
		"in a form": {pdftest.Page{Fonts: f1, Content: "/X Do", Dict: "/Resources << /XObject << /X 10 0 R >> >>", Objects: append(chinese,
			pdftest.Stream("/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 6 0 R >> >>", letterByLetter("东渠清淤", 12, one)))}, "东渠清淤"},
		"Cyrillic elsewhere": {pdftest.Page{Fonts: cyrillic, Content: letterByLetter("\u00c0\u00c1\u00c2", 9, func(r rune) string { return fmt.Sprintf("<%02X>", r) })}, "АБВ"},
		"narrow letters":     {pdftest.Page{Fonts: "/F1 " + pdftest.Helvetica, Content: "BT /F1 12 Tf 50 Tz 1 0 0 1 100 300 Tm (collection allowed parallel) Tj ET"}, "collection allowed parallel"},
		"each on its own":    {pdftest.Page{Fonts: "/F1 " + pdftest.Helvetica, Content: letterByLetter("llll", 2.7, func(r rune) string { return "(" + string(r) + ")" })}, "llll"},
		"drawn twice for weight": {pdftest.Page{Fonts: f1, Objects: chinese, Content: "BT /F1 12 Tf 1 0 0 1 100 700 Tm " + pdftest.Codes("谢谢惠顾 all") + " Tj 1 0 0 1 101 700 Tm " + pdftest.Codes("谢谢惠顾 all") + " Tj ET"},
			"谢谢惠顾 all"},
	} {
		if got := text(t, tt.page.Bytes()); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}
