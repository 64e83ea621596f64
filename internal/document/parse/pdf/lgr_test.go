package pdf

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/wenqu-ai/wenqu/internal/document/parse/pdf/pdftest"
)

// lgrOf encodes Greek as a font of TeX does.
func lgrOf(s string) string {
	return strings.Map(func(r rune) rune {
		switch i := slices.Index(lgrCodes, r); {
		case r == ' ' || r == '\n':
			return r
		case i < 0:
			return '-'
		default:
			return rune(i) + ' '
		}
	}, norm.NFC.String(s))
}

// TestGreekText distinguishes Greek in LGR from text in Latin letters.
func TestGreekText(t *testing.T) {
	t.Parallel()
	decode := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r == ' ' || r == '\n' {
				return r
			}
			return lgr(r)
		}, s)
	}
	greek := 0
	for name, text := range paragraphs(t) {
		want := strings.HasPrefix(name, "ell_")
		if want {
			greek++
			text = lgrOf(text)
		}
		if got := greekText(text, decode(text)); got != want {
			t.Errorf("%s: %v\n%s", name, got, decode(text))
		}
	}
	if greek == 0 {
		t.Error("no Greek text")
	}
}

// bitmaps returns a page with a text in a font of bitmaps as TeX writes it: the names of
// its glyphs are their codes.
func bitmaps(codes string) []byte {
	var names, procs, widths, lines strings.Builder
	for c := 33; c < 256; c++ {
		fmt.Fprintf(&names, "/a%d ", c)
		fmt.Fprintf(&procs, "/a%d %d 0 R ", c, pdftest.Rest)
		widths.WriteString("6 ")
	}
	y := 780
	for line := range slices.Chunk(strings.Fields(codes), 7) {
		x := 60
		for _, word := range line {
			fmt.Fprintf(&lines, "BT /F1 10 Tf 1 0 0 1 %d %d Tm <", x, y)
			for _, c := range word {
				fmt.Fprintf(&lines, "%02X", c)
				x += 6
			}
			lines.WriteString("> Tj ET\n")
			x += 5
		}
		y -= 14
	}
	return pdftest.Page{
		Content: lines.String(),
		Fonts: "/F1 << /Type /Font /Subtype /Type3 /FontMatrix [0.1 0 0 0.1 0 0] /FontBBox [0 0 6 8] /FirstChar 33 /LastChar 255 /Widths [" + widths.String() +
			"] /Encoding << /Type /Encoding /Differences [33 " + names.String() + "] >> /CharProcs << " + procs.String() + " >> >>",
		Objects: []string{pdftest.Stream("", "6 0 0 0 6 8 d1 0 0 5 7 re f")},
	}.Bytes()
}

// TestLGR reads Greek in fonts whose codes are LGR and not mapped.
func TestLGR(t *testing.T) {
	t.Parallel()
	all := paragraphs(t)
	solid := func(s string) string { return strings.Join(strings.Fields(s), "") } // lines of the book end within words
	for _, name := range []string{"ell_monotonic", "ell_polytonic"} {
		want := norm.NFC.String(all[name])
		for kind, tt := range map[string]struct {
			data []byte
			want string
		}{
			"outlines": {book([]string{lgrOf(want)}, false), solid(want)},
			"bitmaps":  {bitmaps(lgrOf(want)), strings.ReplaceAll(solid(want), "ή", "")},
		} {
			units, sum := read(t, tt.data, nil)
			if got := solid(units[0].Text()); got != tt.want || len(sum.Warnings) > 0 {
				t.Errorf("%s, %s: %v\n%s, want\n%s", name, kind, sum.Warnings, got, tt.want)
			}
		}
	}
}
