package formats

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

const paragraphXML = `<w:p><w:r><w:t>` + "水" + `</w:t></w:r></w:p>`

func TestArchivesAreBounded(t *testing.T) {
	t.Parallel()
	spaces := strings.Repeat(" ", 1<<20)
	many := []any{"word/document.xml", `<w:document/>`, 1}
	for i := range parse.MaxEntries {
		many = append(many, fmt.Sprintf("x/%d", i), "", 1)
	}
	laughs := `<!DOCTYPE l [<!ENTITY a "水水水水水水水水水水">` + `<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>`
	tests := []struct {
		name, file string
		data       []byte
		want       parse.Code
	}{
		{"the same part twice", "a.docx", parsetest.Zip(t, "word/document.xml", "<w:document>"+paragraphXML, 1, "word/document.xml", spaces, 40), ""},
		{"a bomb of spaces", "a.docx", parsetest.Zip(t, "word/document.xml", spaces, 40), parse.TooLarge},
		{"a bomb in styles", "a.docx", parsetest.Zip(t, "word/styles.xml", "<a/>"+spaces, 40, "word/document.xml", paragraphXML, 1), ""},
		{"a bomb in a chart", "a.pptx", parsetest.Zip(t, "ppt/presentation.xml", `<p:sldId r:id="a"/>`, 1, "ppt/_rels/presentation.xml.rels", `<Relationship Id="a" Target="s.xml"/>`, 1, "ppt/s.xml", `<p:sp><a:p><a:t>水</a:t></a:p></p:sp><p:graphicFrame><c:chart r:id="c"/></p:graphicFrame>`, 1, "ppt/_rels/s.xml.rels", `<Relationship Id="c" Target="c.xml"/>`, 1, "ppt/c.xml", `<c:ser>`+spaces, 40), ""},
		{"a bomb in a header", "a.docx", parsetest.Zip(t, "word/document.xml", paragraphXML, 1, "word/_rels/document.xml.rels", `<Relationships>`+strings.Repeat(`<Relationship Id="a" Type="x/header" Target="h.xml"/>`, 10_000)+`</Relationships>`, 1, "word/h.xml", spaces, 40), ""},
		{"the same header ten thousand times", "a.docx", parsetest.Zip(t, "word/document.xml", paragraphXML, 1, "word/_rels/document.xml.rels", `<Relationships>`+strings.Repeat(`<Relationship Id="a" Type="x/footer" Target="h.xml"/>`, 10_000)+`</Relationships>`, 1, "word/h.xml", paragraphXML, 1_000), ""},
		{"a bomb of a sheet", "a.xlsx", parsetest.Zip(t, "xl/workbook.xml", "<workbook/>", 1, "xl/worksheets/sheet1.xml", spaces, 40), parse.TooLarge},
		{"a bomb of a slide", "a.pptx", parsetest.Zip(t, "ppt/presentation.xml", spaces, 40), parse.TooLarge},
		{"a bomb of a book", "a.epub", parsetest.Zip(t, "mimetype", "application/epub+zip", 1, "META-INF/container.xml", spaces, 40), parse.TooLarge},
		{"too many entries", "a.docx", parsetest.Zip(t, many...), ""},
		{"entities", "a.docx", parsetest.Zip(t, "word/document.xml", laughs+"<w:document><w:p><w:t>&c;</w:t></w:p></w:document>", 1), parse.Broken},
		{"external entities", "a.docx", parsetest.Zip(t, "word/document.xml", `<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:p><w:r><w:t>&x;</w:t></w:r></w:p>`, 1), parse.Broken},
		{"entities of a book", "a.epub", parsetest.Zip(t, "mimetype", "application/epub+zip", 1, "META-INF/container.xml", laughs+`<rootfile full-path="a"/>`, 1), parse.Broken},
		{"depth", "a.docx", parsetest.Zip(t, "word/document.xml", "<w:p>", 100_000), parse.Broken},
		{"depth of a slide", "a.pptx", parsetest.Zip(t, "ppt/presentation.xml", "<p:sldId>", 100_000), parse.Broken},
		{"another archive", "a.zip", parsetest.Zip(t, "a.docx", "PK", 1), parse.Unsupported},
		{"an archive that calls itself a document", "a.docx", parsetest.Zip(t, "evil.exe", "MZ", 1), parse.Broken},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			sum, units, err := parseBytes(t, tt.data, parse.Options{Name: tt.file})
			parsetest.Sound(t, sum, units, err, parse.Options{})
			if code, _ := parse.CodeOf(err); code != tt.want && tt.want != "" || err == nil && tt.want != "" {
				t.Errorf("%v, want %s", err, tt.want)
			}
			if tt.want == "" && err == nil && !strings.Contains(units[0].Text(), "水") {
				t.Error(units)
			}
		})
	}
}

func TestNamesLeadNowhere(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"word/document.xml": "word/document.xml", "/word/./document.xml": "word/document.xml", `word\document.xml`: "word/document.xml",
		"../../etc/passwd": "etc/passwd", "a/../../b": "b", "": "", "..": "", "a\x00b": "",
	} {
		if got := archive.PartName(name); got != want {
			t.Errorf("partName(%q) = %q, want %q", name, got, want)
		}
	}
}

// TestDeepPages reads deeply nested HTML, Markdown and JSON. HTML and JSON of any depth are
// accepted.
func TestDeepPages(t *testing.T) {
	t.Parallel()
	for _, open := range []string{"<div>", "<table><tr><td>", "<ul><li>", "<blockquote>", "<b>", "<svg>", "<pre>", "<select>"} {
		data := strings.Repeat(open, 50_000) + "水渠"
		sum, units, err := parseBytes(t, []byte("<html><body>开头"+data), parse.Options{Name: "a.html"})
		parsetest.Sound(t, sum, units, err, parse.Options{})
		if err != nil || !strings.Contains(units[0].Text(), "开头") {
			t.Errorf("%s: %v", open, err)
		}
	}
	for _, md := range []string{strings.Repeat("> ", 5_000) + "水", strings.Repeat("- ", 5_000) + "水", strings.Repeat("[", 20_000) + "水", strings.Repeat("*a **a ", 5_000), "|" + strings.Repeat("a|", 5_000) + "\n|" + strings.Repeat("-|", 5_000)} {
		sum, units, err := parseBytes(t, []byte(md), parse.Options{Name: "a.md"})
		parsetest.Sound(t, sum, units, err, parse.Options{})
	}
	deep := strings.Repeat(`[`, 200_000) + strings.Repeat(`]`, 200_000)
	sum, units, err := parseBytes(t, []byte(deep), parse.Options{Name: "a.json"})
	parsetest.Sound(t, sum, units, err, parse.Options{})
	if err != nil {
		t.Error(err)
	}
}

// TestLimits reads samples of many formats with low limits: the content within the limits is read,
// and a warning states that the rest was dropped.
func TestLimits(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"report.pdf", "contract.docx", "contract.doc", "deck.pptx", "contract.rtf", "contract.odt", "deck.ppt.gz", "deck.odp", "water.xlsx", "water.xls", "water.ods", "book.epub", "page.html", "notes.md", "gbk.txt", "gbk.csv", "data.json", "main.go"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := parsetest.Sample(t, name)
			o := parse.Options{Name: strings.TrimSuffix(name, ".gz"), MaxChars: 20, Tools: tools(t)}
			sum, units, err := parseBytes(t, data, o)
			parsetest.Sound(t, sum, units, err, o)
			if err != nil || !slices.Contains(sum.Warnings, parsed.Truncated) {
				t.Errorf("%d runes: %v %v", sum.Chars, sum.Warnings, err)
			}
		})
	}
	long := []byte(strings.Repeat("水渠\n\n", 100_000))
	sum, units, err := parseBytes(t, long, parse.Options{Name: "a.txt", MaxPages: 3})
	if err != nil || len(units) != 3 || !slices.Contains(sum.Warnings, parsed.Truncated) {
		t.Error(len(units), sum, err)
	}
}

// pdfOf returns a PDF made of the given objects.
func pdfOf(objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.5\n")
	var at []int
	for i, o := range objects {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, n := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return b.Bytes()
}

const pdfFont = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"

func contents(s string) string { return fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(s), s) }

// pdfForm returns a PDF of one page with annotations. Each annotation may also be a form
// field.
func pdfForm(annotations string, objects ...string) []byte {
	text := "<</Length 36>>stream\nBT /F 12 Tf 72 700 Td (water) Tj ET \nendstream"
	return pdfOf(append([]string{
		"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields " + annotations[:min(len(annotations), 5_000)] + "]>>>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]" + pdfFont + "/Contents 4 0 R/Annots " + annotations + ">>", text,
	}, objects...)...)
}

// pdfFonts returns a PDF of one page. Each letter has its own font. The fonts do not map their
// codes to characters.
func pdfFonts(n int) []byte {
	var fonts, text strings.Builder
	for i := range n {
		fmt.Fprintf(&fonts, "/F%d<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 0/LastChar 255/CharProcs<<>>/Encoding<</Differences[0/g%d]>>>>", i, i)
		fmt.Fprintf(&text, "BT /F%d 10 Tf %d %d Td <%02X> Tj ET\n", i, 20+i%50*10, 800-i/50*10, 1+i%255)
	}
	page := "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<<" + fonts.String() + ">>>>/Contents 4 0 R>>"
	return pdfOf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", page, contents(text.String()))
}

// manyWords returns n different words.
func manyWords(n int) string {
	var b strings.Builder
	for i := range n {
		for j := i + 1; j > 0; j /= 26 {
			b.WriteByte(byte('a' + j%26))
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// manyPages returns a PDF of n pages with the same text.
func manyPages(n int) []byte {
	var kids strings.Builder
	objects := []string{"<</Type/Catalog/Pages 2 0 R>>", "", contents("BT /F 12 Tf 72 700 Td (The water level was three metres.) Tj ET")}
	for i := range n {
		fmt.Fprintf(&kids, "%d 0 R ", i+4)
		objects = append(objects, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]"+pdfFont+"/Contents 3 0 R>>")
	}
	objects[1] = fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", kids.String(), n)
	return pdfOf(objects...)
}

func TestManyPages(t *testing.T) {
	t.Parallel()
	o := parse.Options{MaxPages: 300, Tools: tools(t)}
	sum, units, err := parseBytes(t, manyPages(12_000), o)
	if err != nil || len(units) != 300 || sum.Units != 12_000 || !slices.Contains(sum.Warnings, parsed.Truncated) {
		t.Errorf("%d units of %d, %v, %v", len(units), sum.Units, sum.Warnings, err)
	}
}

func TestHostilePDF(t *testing.T) {
	t.Parallel()
	page := "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]" + pdfFont + "/Contents 4 0 R>>"
	text := contents("BT /F 12 Tf 72 700 Td (water) Tj ET")
	tests := map[string][]byte{
		"pages that hold themselves":      pdfOf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[2 0 R 3 0 R]/Count 2>>", page, text),
		"a page count out of all measure": pdfOf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 2000000000>>", page, text),
		"a page of no size":               pdfOf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", strings.Replace(page, "595 842", "0 0", 1), text),
		"a page of endless size":          pdfOf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", strings.Replace(page, "595 842", "1e30 1e30", 1), text),
		"a form that draws itself":        pdfOf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", strings.Replace(page, "/Font", "/XObject<</X 5 0 R>>/Font", 1), contents("/X Do BT /F 12 Tf 72 700 Td (water) Tj ET"), "<</Type/XObject/Subtype/Form/BBox[0 0 99 99]/Resources<</XObject<</X 5 0 R>>>>/Length 5>>stream\n/X Do\nendstream"),
		"bookmarks in a circle":           pdfOf("<</Type/Catalog/Pages 2 0 R/Outlines 5 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", page, text, "<</First 6 0 R/Last 6 0 R>>", "<</Title(a)/Dest[3 0 R/Fit]/Next 7 0 R/First 6 0 R>>", "<</Title(b)/Dest[3 0 R/Fit]/Next 6 0 R>>"),
		"letters without end":             pdfOf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", page, contents("BT /F 1 Tf 0 700 Td ("+strings.Repeat("water ", 60_000)+") Tj ET")),
		"a field that is its own parent":  pdfForm("[5 0 R]", "<</Type/Annot/Subtype/Widget/FT/Tx/Parent 5 0 R/Kids[5 0 R]/Rect[100 600 300 620]>>"),
		"parents in a circle":             pdfForm("[5 0 R]", "<</Subtype/Widget/Parent 6 0 R/Rect[100 600 300 620]>>", "<</FT/Tx/V(water)/Parent 7 0 R/Kids[5 0 R]>>", "<</Parent 6 0 R/Kids[6 0 R]>>"),
		"the same note without end":       pdfForm("["+strings.Repeat("5 0 R ", 50_000)+"]", "<</Subtype/FreeText/Contents("+strings.Repeat("water ", 2_000)+")/Rect[100 600 300 620]>>"),
		"a box of no size":                pdfForm("[5 0 R]", "<</Subtype/FreeText/Contents("+strings.Repeat("water ", 20_000)+")/Rect[100 600 100 600]>>"),
		"a box of endless size":           pdfForm("[5 0 R]", "<</Subtype/FreeText/Contents(water)/Rect[-1e30 -1e30 1e30 1e30]>>"),
		"options without end":             pdfForm("[5 0 R]", "<</Subtype/Widget/FT/Ch/Ff 2097152/V["+strings.Repeat("(a)", 20_000)+"]/Opt["+strings.Repeat("(a)", 20_000)+"]/Rect[100 600 300 620]>>"),
		"fonts without end":               pdfFonts(3_000),
		"words without end":               pdfOf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", page, contents("BT /F 1 Tf 0 700 Td ("+manyWords(50_000)+") Tj ET")),
		"lines without end":               pdfOf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", page, contents("BT /F 12 Tf 72 700 Td (water) Tj ET "+strings.Repeat("0 0 m 500 500 l S 0 10 m 500 10 l S 10 0 m 10 500 l S\n", 10_000))),
	}
	for name, data := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sum, units, err := parseBytes(t, data, parse.Options{Name: "a.pdf"})
			parsetest.Sound(t, sum, units, err, parse.Options{})
			if code, _ := parse.CodeOf(err); err != nil && code != parse.Broken && code != parse.Empty && code != parse.Garbled {
				t.Error(err)
			}
		})
	}
}

// TestHugePicture reads a small file with very many pixels. The file is refused as too large,
// without a call to Recognise.
func TestHugePicture(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 10, 10))); err != nil {
		t.Fatal(err)
	}
	data := b.Bytes()
	copy(data[16:], []byte{0, 0, 0x7f, 0xff, 0, 0, 0x7f, 0xff}) // the header states 32,767 × 32,767 pixels
	binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
	asked := false
	_, _, err := parseBytes(t, data, parse.Options{Name: "a.png", Recognise: func(context.Context, []byte) (string, error) { asked = true; return "x", nil }})
	if code, _ := parse.CodeOf(err); asked || code != parse.TooLarge {
		t.Error(asked, err)
	}
}

func TestPasswords(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		password string
		want     parse.Code
	}{{"", parse.Encrypted}, {"wrong", parse.WrongPassword}, {strings.Repeat("x", 100_000), parse.WrongPassword}, {"wenqu", ""}} {
		for _, name := range []string{"password.pdf", "password.xlsx", "password-aes256.xlsx", "password.docx", "password-sha1.docx", "password.xls", "password.doc", "password.ppt.gz"} {
			_, units, err := parseBytes(t, parsetest.Sample(t, name), parse.Options{Name: strings.TrimSuffix(name, ".gz"), Password: tt.password})
			if code, _ := parse.CodeOf(err); code != tt.want || tt.want == "" && len(units) == 0 {
				t.Errorf("%s with %.10q: %v", name, tt.password, err)
			}
		}
	}
}

func TestSinkEndsParsing(t *testing.T) {
	t.Parallel()
	mine := errors.New("the disk is full")
	for _, name := range []string{"report.pdf", "contract.docx", "water.xlsx", "page.html", "gbk.csv", "deck.pptx", "book.epub"} {
		data := parsetest.Sample(t, name)
		_, err := Parse(t.Context(), bytes.NewReader(data), int64(len(data)), parse.Options{Name: name, Tools: tools(t)}, failing{mine})
		if !errors.Is(err, mine) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(mine)
	for _, name := range []string{"report.pdf", "contract.docx", "water.xlsx", "page.html", "gbk.csv"} {
		data := parsetest.Sample(t, name)
		_, err := Parse(ctx, bytes.NewReader(data), int64(len(data)), parse.Options{Name: name, Tools: tools(t)}, &parsetest.Sink{})
		if !errors.Is(err, mine) {
			t.Errorf("%s after its end: %v", name, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Unit(parsed.Unit) error { return f.err }
func (f failing) Progress(int, int)      {}
