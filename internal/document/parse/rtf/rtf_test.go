package rtf

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

func read(t testing.TB, s string) (string, []parsed.Warning) {
	t.Helper()
	k := &parsetest.Sink{}
	c := parse.NewCollector(t.Context(), k, parse.Options{})
	if err := Read(t.Context(), &parse.Input{ReaderAt: strings.NewReader(s), Size: int64(len(s))}, c); err != nil {
		t.Fatal(err)
	}
	if err := c.Flush(); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, u := range k.Units {
		for _, block := range u.Blocks {
			fmt.Fprintf(&b, "%s:%s|", block.Kind, block.Text)
		}
	}
	return b.String(), c.Sum.Warnings
}

// Fonts without a code page of their own take no room in the table of code pages.
func TestManyFonts(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range maxFonts {
		fmt.Fprintf(&b, `{\f%d x;}`, i)
	}
	got, _ := read(t, fmt.Sprintf(`{\rtf1\ansi{\fonttbl%s{\f%d\fcharset134 y;}}\f%[2]d\'c7\'fe\par}`, b.String(), maxFonts))
	if got != "paragraph:渠|" {
		t.Errorf("%s", got)
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ in, want string }{
		"code pages":            {`{\rtf1\ansi\ansicpg936{\fonttbl{\f0\fcharset134 x;}{\f1\fcharset136 y;}{\f3\fcharset238 z;}}\f0\'c7\'fe\f1\'b4\'eb\f3\'e9\par}`, "paragraph:渠渠é|"},
		"a letter as a half":    {`{\rtf1\ansi\ansicpg936 \'81A\'c7\'fe}`, "paragraph:丄渠|"},
		"numbers":               {`{\rtf1\ansi\uc1\u28192?\u-10179?\u-8704?\uc2\u27700\'cb\'ae\par}`, "paragraph:渠😀水|"},
		"numbers in a group":    {`{\rtf1{\uc0\u28192 a}\u27700 ?b}`, "paragraph:渠a水b|"},
		"both ways":             {`{\rtf1{\upr{a}{\*\ud{\u28192 ?}}}b}`, "paragraph:渠b|"},
		"what is left out":      {`{\rtf1{\*\generator x;}{\colortbl;\red0;}{\info{\author me}{\title 合同}}{\pict\wmetafile8 0102}a{\v b}{\deleted c}\bin3 }{}d}`, "paragraph:ad|"},
		"fields":                {`{\rtf1{\field{\*\fldinst HYPERLINK "http://x"}{\fldrslt link}} end}`, "paragraph:link end|"},
		"a field in a code":     {`{\rtf1 a{\field{\*\fldinst IF {\field{\*\fldinst PAGE}{\fldrslt 3}} > 1}{\fldrslt b}}c}`, "paragraph:abc|"},
		"a field in a note":     {`{\rtf1 a{\footnote see {\field{\*\fldinst PAGE}{\fldrslt 3}} there}b\par}`, "paragraph:ab|note:see 3 there|"},
		"both ways in a note":   {`{\rtf1 a{\footnote x{\upr{a}{\*\ud{\u28192 ?}}}y}b\par}`, "paragraph:ab|note:x渠y|"},
		"an object in a note":   {`{\rtf1 a{\footnote x{\object{\*\objdata 01}{\result z}}y}b\par}`, "paragraph:ab|note:xzy|"},
		"a note":                {`{\rtf1 text{\footnote \pard note \par more}.\par next}`, "paragraph:text.|note:note more|paragraph:next|"},
		"a comment":             {`{\rtf1 text{\*\atnid A}{\*\atnauthor B}{\*\annotation\pard why?}.\par}`, "paragraph:text.|note:why?|"},
		"headings":              {`{\rtf1{\stylesheet{\s0 Normal;}{\s1 heading 1;}{\s15 Title;}}\s1 A\par\pard\s15 B\par\pard\outlinelevel2 C\par\pard D\par}`, "heading:A|heading:B|heading:C|paragraph:D|"},
		"lists":                 {`{\rtf1\pard{\listtext 1.\tab}\ls1 a\par{\listtext\'b7\tab}\ls1\ilvl1 b\par}`, "list:1. a|list:b|"},
		"a table":               {`{\rtf1\trowd\cellx1\cellx2\pard\intbl a\cell b\par c\cell\row\trowd\pard\intbl d\cell e\cell\row\pard after\par}`, "table:a\tb c\nd\te|paragraph:after|"},
		"a table in a table":    {`{\rtf1\pard\intbl\itap2 x\nestcell y\nestcell{\*\nesttableprops\trowd\nestrow}{\nonesttables\par}\pard\intbl a\cell b\cell\row}`, "table:x y a\tb|"},
		"a frame":               {`{\rtf1\pard\intbl only\cell\row\pard after\par}`, "paragraph:only|paragraph:after|"},
		"a text box":            {`{\rtf1 before{\shp{\*\shpinst{\sp{\sn x}{\sv 1}}{\shptxt\pard box\par}}} after\par}`, "paragraph:box|paragraph:before after|"},
		"margins":               {`{\rtf1{\header\pard top\par}{\footer\pard bottom\par}body\par}`, "paragraph:body|note:top|note:bottom|"},
		"marks":                 {`{\rtf1 a\~b\_c\-d\emdash e\{\}\\}`, `paragraph:a b-cd—e{}\|`},
		"without its end":       {`{\rtf1 a{\b b`, "paragraph:ab|"},
		"more ends than groups": {`{\rtf1 a}}}}b`, "paragraph:ab|"},
	} {
		if got, _ := read(t, tt.in); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// TestLongCell checks that a cell of more than maxText bytes keeps its beginning.
func TestLongCell(t *testing.T) {
	t.Parallel()
	for name, paragraphs := range map[string]string{
		"one paragraph":  strings.Repeat("x", maxText+9),
		"two paragraphs": strings.Repeat("x", maxText-9) + `\par ` + strings.Repeat("x", 99),
	} {
		got, _ := read(t, `{\rtf1\trowd\cellx1\cellx2\pard\intbl `+paragraphs+`\cell b\cell\row\pard after\par}`)
		// The line break between two paragraphs counts as a byte of the cell.
		if n := strings.Count(got, "x"); n < maxText-1 || n > maxText || !strings.Contains(got, "b") || !strings.Contains(got, "after") {
			t.Errorf("%s: %d bytes are left", name, n)
		}
	}
}

// TestObjects checks that embedded objects, including controls, give the warning about objects and not
// the warning about scripts. Pictures must give no warning.
func TestObjects(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{\rtf1 a{\object\objemb{\*\objclass Excel.Sheet.8}{\*\objdata 0105}{\result b}} c}`: "paragraph:ab c|[objects]",
		`{\rtf1 a{\object\objocx{\*\objdata 0105}{\result{\pict\wmetafile8 01}}} c}`:         "paragraph:a c|[objects]",
		`{\rtf1 a{\pict\wmetafile8 01} c}`:                                                   "paragraph:a c|[]",
	} {
		if text, warnings := read(t, in); fmt.Sprint(text, warnings) != want {
			t.Errorf("%s: %q %v, want %s", in, text, warnings, want)
		}
	}
}

// TestDeepGroups reads very deeply nested groups and text boxes.
func TestDeepGroups(t *testing.T) {
	t.Parallel()
	for _, open := range []string{"{", `{\footnote `, `{\shptxt `, `{\*\shpinst{\shptxt `, `{\upr{`, `{\field{\fldrslt `, `{\header `} {
		in := `{\rtf1 ` + strings.Repeat(open, 100_000) + "a" + strings.Repeat("}", 200_000) + `\pard b\par}`
		if got, _ := read(t, in); !strings.Contains(got, "b") {
			t.Errorf("%q: %q", open, got)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add(string(parsetest.Sample(f, "contract.rtf")))
	f.Add(`{\rtf1\ansicpg936{\fonttbl{\f0\fcharset134 x;}}\f0\'c7\'fe\uc1\u28192?\bin99999999 x`)
	f.Add(`{\rtf1{\shptxt{\footnote{\header{\shptxt\cell\row\par}}}}\trowd\intbl\cell\row\nestcell\pard}`)
	f.Add(strings.Repeat("{", 3_000) + `\u-1?\uc8\u55357` + strings.Repeat("}", 3_001))
	f.Fuzz(func(t *testing.T, s string) {
		parsetest.Collect(t, func(c *parse.Collector) error {
			return Read(t.Context(), &parse.Input{ReaderAt: strings.NewReader(s), Size: int64(len(s))}, c)
		})
	})
}
