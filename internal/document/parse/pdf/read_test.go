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

// read reads a PDF and returns its pages and its summary.
func read(t testing.TB, data []byte, recognise parse.Recogniser) ([]parsed.Unit, parsed.Summary) {
	t.Helper()
	in := &parse.Input{ReaderAt: bytes.NewReader(data), Size: int64(len(data)), Ext: "pdf", Options: parse.Options{
		Tools: cacheForTests(), Recognise: recognise,
	}}
	k := &parsetest.Sink{}
	ctx := context.WithoutCancel(t.Context())
	c := parse.NewCollector(ctx, k, parse.Options{})
	if err := Read(ctx, in, c); err != nil {
		t.Fatal(err)
	}
	return k.Units, c.Summary()
}

// cacheForTests keeps the compiled PDFium between tests.
func cacheForTests() parse.Tools {
	return parse.Tools{Cache: filepath.Join(os.TempDir(), "wenqu-test-pdfium")}
}

// text returns the text of a PDF of one page.
func text(t testing.TB, data []byte) string {
	t.Helper()
	units, _ := read(t, data, nil)
	return units[0].Text()
}

// letterByLetter draws each character of a text separately, in the first font.
func letterByLetter(s string, step float64, code func(r rune) string) string {
	var b strings.Builder
	x := 100.0
	for _, r := range s {
		fmt.Fprintf(&b, "BT /F1 12 Tf 1 0 0 1 %.1f 700 Tm %s Tj ET\n", x, code(r))
		x += step
	}
	return b.String()
}

// TestStrangeText reads text drawn in unusual ways.
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
		"Cyrillic elsewhere":        {pdftest.Page{Fonts: cyrillic, Content: letterByLetter("\u00c0\u00c1\u00c2", 9, func(r rune) string { return fmt.Sprintf("<%02X>", r) })}, "АБВ"},
		"narrow letters":            {pdftest.Page{Fonts: "/F1 " + pdftest.Helvetica, Content: "BT /F1 12 Tf 50 Tz 1 0 0 1 100 300 Tm (collection allowed parallel) Tj ET"}, "collection allowed parallel"},
		"accents as TeX draws them": {pdftest.Page{Fonts: "/F1 " + pdftest.Helvetica, Content: `BT /F1 12 Tf 1 0 0 1 100 300 Tm [(tre) -83 (\264) 416 (s) -83 (\264) 416 (c i accio) -83 (\264) 416 (n)] TJ ET`}, "treść i accioń"},
		"narrow spaces":             {pdftest.Page{Fonts: "/F1 " + pdftest.Helvetica, Content: "BT /F1 12 Tf 1 0 0 1 100 300 Tm [(It provides,) -145 (basic) -145 (support) -145 (f) 20 (or)] TJ ET"}, "It provides, basic support for"},
		"letters spaced out":        {pdftest.Page{Fonts: "/F1 " + pdftest.Helvetica, Content: "BT /F1 12 Tf 1.8 Tc 1 0 0 1 100 300 Tm (CHAPTER) Tj ET"}, "CHAPTER"},
		"slanted, and nothing else": {pdftest.Page{Fonts: "/F1 " + pdftest.Helvetica, Content: "BT /F1 12 Tf 0.4226 0.9063 -0.9063 0.4226 100 300 Tm [(This) -336 (is) -326 (some) -328 (text)] TJ ET"}, "This is some text"},
		"each on its own":           {pdftest.Page{Fonts: "/F1 " + pdftest.Helvetica, Content: letterByLetter("llll", 2.7, func(r rune) string { return "(" + string(r) + ")" })}, "llll"},
		"a text in place of a narrow glyph": {pdftest.Page{Fonts: f1 + " /F2 " + pdftest.Helvetica, Objects: chinese, Content: "BT /F1 12 Tf 1 0 0 1 100 700 Tm " + pdftest.Codes("居民用") +
			" Tj ET /Span << /ActualText <FEFF6237> >> BDC BT /F2 12 Tf 1 0 0 1 136 700 Tm (l) Tj ET EMC BT /F1 12 Tf 1 0 0 1 148 700 Tm " + pdftest.Codes("水量") + " Tj ET"}, "居民用户水量"},
		"drawn twice for weight": {pdftest.Page{Fonts: f1, Objects: chinese, Content: "BT /F1 12 Tf 1 0 0 1 100 700 Tm " + pdftest.Codes("谢谢惠顾 all") + " Tj 1 0 0 1 101 700 Tm " + pdftest.Codes("谢谢惠顾 all") + " Tj ET"},
			"谢谢惠顾 all"},
	} {
		if got := text(t, tt.page.Bytes()); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// form returns a PDF of one page with the given content. `annotations` are the dictionaries of its
// widgets and other annotations; a test may add the parent of a widget to them.
func form(content string, annotations ...string) []byte {
	p := pdftest.Page{Fonts: "/F1 " + pdftest.Helvetica, Content: content, Objects: annotations}
	var refs, fields strings.Builder
	for i, a := range annotations {
		fmt.Fprintf(&refs, "%d 0 R ", pdftest.Rest+i)
		if strings.Contains(a, "/Widget") {
			fmt.Fprintf(&fields, "%d 0 R ", pdftest.Rest+i)
		}
	}
	p.Dict = "/Annots [" + refs.String() + "]"
	p.Catalog = "/AcroForm << /NeedAppearances true /DA (/Helv 0 Tf 0 g) /Fields [" + fields.String() + "] >>"
	return p.Bytes()
}

// TestFilledForm checks that the values of a filled form are read at the places of the
// fields.
func TestFilledForm(t *testing.T) {
	t.Parallel()
	widget := func(rest string) string { return "<< /Type /Annot /Subtype /Widget " + rest + " >>" }
	label := func(y int, s string) string { return fmt.Sprintf("BT /F1 12 Tf 1 0 0 1 100 %d Tm (%s) Tj ET\n", y, s) }
	content := label(700, "Name:") + label(660, "City:") + label(620, "Consent") + label(580, "Secret:") + label(540, "Remarks:") + label(460, "Colour:")
	data := form(content,
		widget("/FT /Tx /T (name) /V <FEFF738B5C0F660E> /Rect [140 696 300 712]"),
		widget("/FT /Ch /Ff 131072 /T (city) /Opt [[(bj) <FEFF53174EAC>] [(sh) <FEFF4E0A6D77>]] /V (sh) /Rect [140 656 300 672]"),
		widget("/FT /Btn /T (yes) /V /On /AS /On /AP << /N << /On 4 0 R /Off 4 0 R >> >> /Rect [80 618 94 632]"),
		widget("/FT /Btn /T (no) /V /Off /AS /Off /AP << /N << /On 4 0 R /Off 4 0 R >> >> /Rect [180 618 194 632]"),
		widget("/FT /Tx /Ff 8192 /T (pin) /V (1234) /Rect [140 576 300 592]"),
		widget("/FT /Tx /Ff 4096 /T (more) /V (first line of it\\rsecond line) /Rect [160 524 300 556]"),
		widget("/FT /Tx /T (colour) /F 2 /V (hidden) /Rect [160 456 300 472]"),
		"<< /Type /Annot /Subtype /FreeText /Contents <FEFF8BF7572876D67AE0> /Rect [100 400 300 420] /DA (/Helv 12 Tf) >>",
		"<< /Type /Annot /Subtype /Highlight /Contents (Check this amount.) /Rect [100 700 130 712] /QuadPoints [100 712 130 712 100 700 130 700] >>",
		"<< /Type /Annot /Subtype /Link /Rect [100 300 200 320] >>",
	)
	units, _ := read(t, data, nil)
	got := units[0].Text()
	for _, want := range []string{"Name:王小明", "City: 上海", "☑ Consent ☐", "first line of it", "second line", "\nCheck this amount."} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
	for _, no := range []string{"1234", "hidden", "北京"} {
		if strings.Contains(got, no) {
			t.Errorf("%q is in %q", no, got)
		}
	}
	// A file with only a field value is not empty.
	if got := text(t, form("", widget("/FT /Tx /T (a) /V (only this) /Rect [140 696 300 712]"))); got != "only this" {
		t.Errorf("%q", got)
	}
	// The value of a parent field is placed at its widget.
	if got := text(t, form("", widget("/Parent 7 0 R /Rect [140 696 300 712]"), "<< /FT /Tx /T (a) /V (of its parent) /Kids [6 0 R] >>")); got != "of its parent" {
		t.Errorf("%q", got)
	}
}

// TestNotes checks that comments on a page are separate from its text.
func TestNotes(t *testing.T) {
	t.Parallel()
	units, _ := read(t, form("BT /F1 12 Tf 1 0 0 1 100 700 Tm (The text.) Tj ET",
		"<< /Type /Annot /Subtype /Text /Contents (A note.) /Rect [300 700 320 720] >>",
		"<< /Type /Annot /Subtype /Popup /Contents (A note.) /Rect [300 700 320 720] >>"), nil)
	if b := units[0].Blocks; len(b) != 2 || b[1].Kind != parsed.Note || b[1].Text != "A note." {
		t.Errorf("%+v", units[0].Blocks)
	}
}

// TestFontsAreKept checks that fonts stay loaded when a page is closed.
func TestFontsAreKept(t *testing.T) {
	t.Parallel()
	d, err := openPDF(inputOf(parsetest.Sample(t, "report.pdf")), changes{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	fonts := map[uint64]bool{}
	for range 3 {
		p := d.page(0)
		if len(p.fonts) == 0 {
			t.Fatal("the page has no font")
		}
		for handle := range p.fonts {
			fonts[handle] = true
			if d.kept[handle] == 0 {
				t.Errorf("the font %d is not kept", handle)
			}
		}
	}
	if len(fonts) != len(d.kept) {
		t.Errorf("%d fonts were loaded, %d are kept", len(fonts), len(d.kept))
	}
	d.release()
	if len(d.kept) != 0 || d.err != nil {
		t.Errorf("%d fonts are kept after their release: %v", len(d.kept), d.err)
	}
	if p := d.page(0); len(p.glyphs) == 0 {
		t.Error("no text after the release")
	}
}
