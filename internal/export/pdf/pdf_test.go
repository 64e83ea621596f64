package pdf

import (
	"bytes"
	"compress/zlib"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/export/exporttest"
	"github.com/wenqu-ai/wenqu/internal/export/markdown"
)

// face opens the font. Without the font, it skips the test; make test builds with the font.
func face(t *testing.T) *typeface {
	t.Helper()
	if len(fontFile) == 0 {
		t.Skip("built without the tag font; make test has it")
	}
	f, err := openFont(fontFile)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

var pageObject = regexp.MustCompile(`/Type /Page\b[^s]`)

func TestWrite(t *testing.T) {
	t.Parallel()
	face(t)
	var b bytes.Buffer
	if err := Write(t.Context(), &b, exporttest.Sample()); err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(b.Bytes(), []byte("%PDF-")) || !bytes.Contains(b.Bytes(), []byte("%%EOF")) {
		t.Fatalf("%d bytes", b.Len())
	}
	if n := len(pageObject.FindAll(b.Bytes(), -1)); n != 2 {
		t.Errorf("%d pages", n)
	}
	for _, want := range []string{"/FontFile2", "/ToUnicode", "/Outlines", "/URI (https://example.com/a?b=1&c=2)"} {
		if !bytes.Contains(b.Bytes(), []byte(want)) {
			t.Errorf("no %s", want)
		}
	}
}

func TestPDFWithoutFont(t *testing.T) {
	t.Parallel()
	if _, err := openFont(nil); !errs.Is(err, errs.NoFont) {
		t.Error(err)
	}
}

func TestHowRunesAreDrawn(t *testing.T) {
	t.Parallel()
	f := face(t)
	for r, want := range map[rune]drawing{
		'问': asText, 'A': asText, '，': asText, '😀': asBox, 'ع': asBox, '\u200d': asNothing, '\u202e': asNothing, '\ufe0f': asNothing, '𠮷': asBox,
	} {
		if got := f.drawing(r); got != want {
			t.Errorf("%q: %d, want %d", r, got, want)
		}
	}
	outlined := 0
	for r := rune(0x20000); r < 0x2a6e0; r++ {
		if f.drawing(r) == asOutline {
			outlined++
			if len(f.outline(r)) == 0 {
				t.Errorf("%U has no shape", r)
			}
		}
	}
	if outlined == 0 {
		t.Error("the font has rare characters past U+FFFF, and none is drawn")
	}
}

// drawn returns the unpacked page contents of a document with the Markdown text `md`.
func drawn(t *testing.T, md string) string {
	t.Helper()
	var b bytes.Buffer
	if err := draw(t.Context(), &b, exporttest.Of("题", md), face(t)); err != nil {
		t.Fatal(err)
	}
	var pages strings.Builder
	for _, s := range regexp.MustCompile(`(?s)stream\n(.*?)\nendstream`).FindAllSubmatch(b.Bytes(), -1) {
		r, err := zlib.NewReader(bytes.NewReader(s[1]))
		if err != nil {
			continue
		}
		if text, err := io.ReadAll(r); err == nil && bytes.Contains(text, []byte(" Tf")) {
			pages.Write(text)
		}
	}
	return pages.String()
}

// Bold text is drawn with an outline. Chinese characters inside code are drawn in the text font, and
// the other characters of the code in a monospaced font.
func TestWeightAndCode(t *testing.T) {
	t.Parallel()
	outlined := func(md string) int {
		return strings.Count(drawn(t, md), " 2 Tr") + strings.Count(drawn(t, md), "\n2 Tr")
	}
	if plain, bold := outlined("细细"), outlined("细**粗**细"); bold <= plain {
		t.Errorf("%d outlined texts with bold, %d without", bold, plain)
	}
	fonts := func(md string) int {
		names := map[string]bool{}
		for _, m := range regexp.MustCompile(`/(F\w+) [\d.]+ Tf`).FindAllStringSubmatch(drawn(t, md), -1) {
			names[m[1]] = true
		}
		return len(names)
	}
	for md, want := range map[string]int{"码": 1, "`码`": 1, "`a码`": 2, "```\na := 码\n```": 2} {
		if got := fonts(md); got != want {
			t.Errorf("%q uses %d fonts, want %d", md, got, want)
		}
	}
}

// TestDrawAnything makes PDFs from texts with characters not supported by fpdf, and from texts too
// large for a line or a page.
func TestDrawAnything(t *testing.T) {
	t.Parallel()
	f := face(t)
	deep := ""
	for i := range 30 {
		deep += strings.Repeat("  ", i) + "- 层\n"
	}
	for name, md := range map[string]string{
		"emoji":        "😀👨‍👩‍👧 𠮷𠀋 **𠮷** `😀` [𠮷](https://e.com/😀)\n\n# 😀\n\n|😀|\n|-|\n|𠮷|",
		"control":      "a\x00\x01\ufffe\u202eb",
		"long word":    strings.Repeat("a", 5000),
		"long code":    "```\n" + strings.Repeat("码", 3000) + "\n```",
		"wide table":   strings.Repeat("|列", 60) + "|\n" + strings.Repeat("|-", 60) + "|\n" + strings.Repeat("|内容内容", 60) + "|",
		"high row":     "|a|b|\n|-|-|\n|" + strings.Repeat("很长的单元格。", 2000) + "|x|",
		"deep list":    deep,
		"deep quotes":  strings.Repeat("> ", 39) + "x",
		"empty blocks": "-\n- \n>\n\n#\n\n|a|\n|-|",
	} {
		var b bytes.Buffer
		if err := draw(t.Context(), &b, exporttest.Of(md, md), f); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !pageObject.Match(b.Bytes()) {
			t.Errorf("%s: no page", name)
		}
	}
}

func TestWrap(t *testing.T) {
	t.Parallel()
	line := func(s string) []glyph {
		var out []glyph
		r := &markdown.Run{}
		for _, c := range s {
			w := 1.0
			if markdown.CJK(c) {
				w = 2
			}
			out = append(out, glyph{r: c, w: w, run: r})
		}
		return out
	}
	tests := []struct {
		in    string
		limit float64
		want  string
	}{
		{"一二三四", 4, "一二|三四"},
		{"一二，三四", 4, "一|二，|三四"},
		{"一二（三四", 6, "一二|（三四"},
		{"hello world", 7, "hello|world"},
		{"abcdefgh", 3, "abc|def|gh"},
		{"a\nb\n", 9, "a|b|"},
		{"词word词", 6, "词word|词"},
	}
	for _, tt := range tests {
		var got []string
		for _, l := range wrapLines(line(tt.in), tt.limit) {
			var b strings.Builder
			for _, g := range l {
				b.WriteRune(g.r)
			}
			got = append(got, b.String())
		}
		if g := strings.Join(got, "|"); g != tt.want {
			t.Errorf("%q: %q, want %q", tt.in, g, tt.want)
		}
	}
}

func FuzzDraw(f *testing.F) {
	exporttest.Seed(f)
	var face *typeface
	if len(fontFile) > 0 {
		var err error
		if face, err = openFont(fontFile); err != nil {
			f.Fatal(err)
		}
	}
	f.Fuzz(func(t *testing.T, md string) {
		if len(md) > 4096 || face == nil {
			t.Skip("too long, or without the font")
		}
		if err := draw(t.Context(), io.Discard, exporttest.Of(md, md), face); err != nil {
			t.Fatal(err)
		}
	})
}
