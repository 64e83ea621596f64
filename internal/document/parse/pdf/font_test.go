package pdf

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/document/parse/pdf/pdftest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// paragraphs returns texts in many languages.
func paragraphs(t testing.TB) map[string]string {
	t.Helper()
	b, err := os.ReadFile("../plausible/testdata/languages.txt")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for line := range strings.Lines(string(b)) {
		name, text, _ := strings.Cut(strings.TrimSpace(line), "\t")
		out[name] = text
	}
	return out
}

// book returns a PDF with a page for each text. Its font uses the characters' Unicode
// numbers as codes. If `mapped` is set, the font maps each code to the character with this number;
// otherwise the font has no map.
func book(texts []string, mapped bool) []byte {
	const first = 7 // object number of the first page
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>", ""}
	objects = append(objects, pdftest.Unicode(3, mapped)...)
	var kids strings.Builder
	for i, text := range texts {
		fmt.Fprintf(&kids, "%d 0 R ", first+2*i)
		var lines strings.Builder
		for n, line := range slices.Collect(slices.Chunk([]rune(text), 45)) {
			fmt.Fprintf(&lines, "BT /F1 10 Tf 1 0 0 1 60 %d Tm %s Tj ET\n", 780-14*n, pdftest.Codes(string(line)))
		}
		objects = append(objects, fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F1 3 0 R >> >> >>", first+2*i+1), pdftest.Stream("", lines.String()))
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids.String(), len(texts))
	return pdftest.File(objects...)
}

// TestReadablePages checks that pages in more than a hundred languages are not dropped
// as gibberish.
func TestReadablePages(t *testing.T) {
	t.Parallel()
	var texts []string
	for _, s := range paragraphs(t) {
		texts = append(texts, s)
	}
	units, sum := read(t, book(texts, true), nil)
	if len(units) < 100 || len(sum.Warnings) > 0 {
		t.Errorf("%d pages, %v", len(units), sum.Warnings)
	}
	for i, u := range units {
		if got := len([]rune(u.Text())); got*2 < len([]rune(texts[i])) {
			t.Errorf("page %d has %d characters of %q", i+1, got, texts[i])
		}
	}
}

// TestGarbledPages checks that a warning lists the numbers of pages of gibberish, and that
// their text is dropped. If a recogniser is available, such pages must be recognised.
func TestGarbledPages(t *testing.T) {
	t.Parallel()
	all := paragraphs(t)
	var texts []string
	for _, name := range []string{"cmn_hans", "jpn", "kor", "rus", "ell_monotonic", "kat", "hin", "tha", "cmn_hant", "yue", "vie", "ukr"} {
		texts = append(texts, scrambled(all[name])) // a font without a map, whose codes are not the characters' numbers
	}
	for _, name := range []string{"eng", "deu_1996", "fra", "ita", "pol", "fin", "ces", "nld", "swe", "ind"} {
		texts = append(texts, strings.Map(func(r rune) rune { // codes are numbers of glyphs
			if r > ' ' && r < 0x7f {
				return r - 29
			}
			return r
		}, all[name]))
	}
	readable := len(texts) + 1
	texts = append(texts, all["eng"])
	pages, sum := read(t, book(texts, false), nil)
	if want := []parsed.Warning{parsed.Warning(fmt.Sprintf("garbled:1-%d", readable-1))}; !slices.Equal(sum.Warnings, want) || readable <= 20 {
		t.Errorf("%v, want %v", sum.Warnings, want)
	}
	for i, u := range pages {
		if got := u.Text(); (i == readable-1) != strings.Contains(got, "equal") || i < readable-1 && got != "" {
			t.Errorf("page %d: %q", i+1, got)
		}
	}
	pages, sum = read(t, book(texts[readable-2:], false), func(context.Context, []byte) (string, error) { return "what is seen", nil })
	if !slices.Equal(sum.Warnings, []parsed.Warning{parsed.Recognised}) || pages[0].Text() != "what is seen" || pages[1].Text() == "what is seen" {
		t.Errorf("%v %q", sum.Warnings, pages[0].Text())
	}
	// A page with a wrong map is treated like a page without a map.
	if _, sum := read(t, book([]string{scrambled(all["cmn_hans"]), all["cmn_hans"]}, true), nil); !slices.Equal(sum.Warnings, []parsed.Warning{"garbled:1"}) {
		t.Error(sum.Warnings)
	}
}

// scrambled replaces the Han characters of a text by other Han characters. Numbers of glyphs
// look like this when they are taken for characters.
func scrambled(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Han, r) {
			return 0x4e00 + (r*7919)%20_000
		}
		return r
	}, s)
}

// TestCodesThatAreCharacters reads Chinese text in a font without a map of codes to characters. The
// codes are the Unicode numbers of the characters.
func TestCodesThatAreCharacters(t *testing.T) {
	t.Parallel()
	all := paragraphs(t)
	texts := []string{all["cmn_hans"], all["cmn_hant"], "第一次切法。这条内容无法显示：2026年，由他生成，仅供参考。"}
	units, sum := read(t, book(texts, false), nil)
	if len(sum.Warnings) > 0 {
		t.Error(sum.Warnings)
	}
	for i, u := range units {
		if got := []rune(u.Text()); len(got)*10 < len([]rune(texts[i]))*9 {
			t.Errorf("page %d has %q", i+1, string(got))
		}
	}
}

// TestIdentityMap reads text in a font that maps every code to the character with the same number. The
// map is a single range, as FPDF writes it. The test also checks that numbers of glyphs in such a font still
// count as garbled.
func TestIdentityMap(t *testing.T) {
	t.Parallel()
	objects := pdftest.Unicode(pdftest.Rest, true)
	objects[2] = pdftest.Stream("", "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def\n"+
		"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n1 beginbfrange\n<0000> <FFFF> <0000>\nendbfrange\nendcmap end end")
	of := func(s string) []byte {
		var lines strings.Builder
		for n, line := range slices.Collect(slices.Chunk([]rune(s), 40)) {
			fmt.Fprintf(&lines, "BT /F1 10 Tf 1 0 0 1 60 %d Tm %s Tj ET\n", 780-14*n, pdftest.Codes(string(line)))
		}
		return pdftest.Page{Fonts: fmt.Sprintf("/F1 %d 0 R", pdftest.Rest), Objects: objects, Content: lines.String()}.Bytes()
	}
	const want = "Φάτε μερικά, Ешьте еще, Կերեք, 甲方乙方"
	if got := text(t, of(want)); got != want {
		t.Errorf("%q", got)
	}
	if _, sum := read(t, of(scrambled(paragraphs(t)["cmn_hans"])), nil); !slices.Equal(sum.Warnings, []parsed.Warning{"garbled:1"}) {
		t.Errorf("numbers of glyphs: %v", sum.Warnings)
	}
}

// TestFewUnknownCharacters checks that a page counts as garbled and not as empty if it has only a few
// characters, which are unknown.
func TestFewUnknownCharacters(t *testing.T) {
	t.Parallel()
	units, sum := read(t, book([]string{"甲方谢", "The water level was measured 三 times in the year of the drought."}, false), nil)
	if !slices.Equal(sum.Warnings, []parsed.Warning{"garbled:1"}) || !strings.Contains(units[1].Text(), "The water level") {
		t.Error(sum.Warnings, units[1].Text())
	}
}

// TestGarbledWords checks that words of another script are dropped, even if the same font has more
// English text. A warning must list the page of these words.
func TestGarbledWords(t *testing.T) {
	t.Parallel()
	thai, english := "\u00a2\u00cd\u00a2\u00cd\u00ba\u00a4\u00d8\u00b3 \u00e0\u00b9\u00d7\u00cd\u00cb\u00d2\u00ca\u00e8\u00c7\u00b9 ", "This document is public domain and may be printed freely. "
	units, sum := read(t, book([]string{strings.Repeat(thai, 3) + strings.Repeat(english, 2), "École supérieure, à côté des élèves: «Où êtes-vous?» " + english}, false), nil)
	if got := units[0].Text(); !slices.Equal(sum.Warnings, []parsed.Warning{"garbled:1"}) || strings.ContainsAny(got, thai[:4]) || !strings.Contains(got, "public domain") {
		t.Errorf("%v %q", sum.Warnings, got)
	}
	if got := units[1].Text(); !strings.HasPrefix(got, "École supérieure, à côté des élèves: «Où ") {
		t.Errorf("%q", got)
	}
}
