package pdf

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/wenqu-ai/wenqu/internal/document/parse/pdf/pdftest"
)

// codesOf encodes a text as a font of TeX does.
func codesOf(e *texEncoding, s string) string {
	return strings.Map(func(r rune) rune {
		switch i := slices.Index(e.codes, r); {
		case r == ' ' || r == '\n':
			return r
		case i < 0:
			return '-'
		default:
			return rune(i) + e.first
		}
	}, norm.NFC.String(s))
}

// TestGreekText distinguishes Greek in LGR from text in other languages.
func TestGreekText(t *testing.T) {
	t.Parallel()
	greek := 0
	for name, text := range paragraphs(t) {
		want := strings.HasPrefix(name, "ell_")
		if want {
			greek++
			text = codesOf(lgr, text)
		}
		pairs, bits := lgr.fit(text, false)
		if got := pairs >= leastPairs && bits < mostBits; got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if greek == 0 {
		t.Error("no Greek text")
	}
}

// bitmaps returns a page with a text in a bitmap font as written by TeX: each glyph is named after its
// code.
func bitmaps(codes string) []byte {
	var names, procs, widths, lines strings.Builder
	for c := 1; c < 256; c++ {
		fmt.Fprintf(&names, "/a%d ", c)
		fmt.Fprintf(&procs, "/a%d %d 0 R ", c, pdftest.Rest)
		widths.WriteString("6 ")
	}
	y := 780
	for line := range slices.Chunk(strings.FieldsFunc(codes, func(r rune) bool { return r == ' ' }), 7) {
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
		Fonts: "/F1 << /Type /Font /Subtype /Type3 /FontMatrix [0.1 0 0 0.1 0 0] /FontBBox [0 0 6 8] /FirstChar 1 /LastChar 255 /Widths [" + widths.String() +
			"] /Encoding << /Type /Encoding /Differences [1 " + names.String() + "] >> /CharProcs << " + procs.String() + " >> >>",
		Objects: []string{pdftest.Stream("", "6 0 0 0 6 8 d1 0 0 5 7 re f")},
	}.Bytes()
}

// TestLGR reads Greek in fonts that have the encoding LGR and no Unicode map.
func TestLGR(t *testing.T) {
	t.Parallel()
	all := paragraphs(t)
	solid := func(s string) string { return strings.Join(strings.Fields(s), "") } // the function `book` breaks lines inside words, so spaces are ignored
	for _, name := range []string{"ell_monotonic", "ell_polytonic"} {
		want := norm.NFC.String(all[name])
		for kind, tt := range map[string]struct {
			data []byte
			want string
		}{
			"outlines": {book([]string{codesOf(lgr, want)}, false), solid(want)},
			"bitmaps":  {bitmaps(codesOf(lgr, want)), solid(want)},
		} {
			units, sum := read(t, tt.data, nil)
			if got := solid(units[0].Text()); got != tt.want || len(sum.Warnings) > 0 {
				t.Errorf("%s, %s: %v\n%s, want\n%s", name, kind, sum.Warnings, got, tt.want)
			}
		}
	}
}

// TestTeXCyrillic reads Cyrillic in bitmap fonts.
func TestTeXCyrillic(t *testing.T) {
	t.Parallel()
	all := paragraphs(t)
	t2a, lcy := texEncodings[2], texEncodings[4]
	for name, encodings := range map[string][]*texEncoding{
		"rus": {ot2, t2a, lcy}, "bul": {ot2, t2a, lcy}, "ukr": {t2a, lcy}, "srp_cyrl": {ot2}, "mkd": {ot2},
	} {
		for i, e := range encodings {
			codes := codesOf(e, all[name])
			if e == t2a { // fonts in T2A draw the Cyrillic і with the Latin i
				codes = codesOf(e, strings.ReplaceAll(all[name], "і", "i"))
			}
			want := decodedBy(e, codes) // not the original text: codesOf writes a hyphen for each sign missing in the encoding
			if e == t2a {
				want = strings.ReplaceAll(want, "i", "і")
			}
			units, sum := read(t, bitmaps(codes), nil)
			if got := strings.Join(strings.Fields(units[0].Text()), ""); got != strings.ReplaceAll(want, " ", "") || len(sum.Warnings) > 0 {
				t.Errorf("%s, %d: %v\n%s, want\n%s", name, i, sum.Warnings, got, want)
			}
		}
	}
}

// decodedBy decodes the codes of e.
func decodedBy(e *texEncoding, codes string) string {
	return strings.Map(e.decode, codes)
}

// inOT1 encodes a text as fonts of OT1 draw it: with ligatures, and with accents before their letters.
// Only the cedilla comes after its letter.
func inOT1(text string) string {
	ligatures := strings.NewReplacer("ffi", "\x0e", "ffl", "\x0f", "ff", "\v", "fi", "\f", "fl", "\r",
		"ı", "\x10", "ß", "\x19", "æ", "\x1a", "œ", "\x1b", "ø", "\x1c", "Æ", "\x1d", "Œ", "\x1e", "Ø", "\x1f")
	accents := map[rune]rune{0x300: 18, 0x301: 19, 0x302: '^', 0x303: '~', 0x304: 22, 0x306: 21, 0x308: 127, 0x30a: 23, 0x30c: 20}
	const cedilla, itsCode = 0x327, 24 // a cedilla is drawn after its letter
	var codes []rune
	for _, r := range norm.NFD.String(ligatures.Replace(text)) {
		switch n := len(codes); {
		case accents[r] != 0 && n > 0:
			codes = append(codes[:n-1], accents[r], codes[n-1])
		case r == cedilla:
			codes = append(codes, itsCode)
		case r < 0x80:
			codes = append(codes, r)
		}
	}
	return string(codes)
}

// TestLatinIsNotOT2 checks that no language with Latin letters is taken for Cyrillic in OT2.
func TestLatinIsNotOT2(t *testing.T) {
	t.Parallel()
	for name, text := range paragraphs(t) {
		codes := inOT1(text)
		if pairs, bits := ot2.fit(codes, false); pairs >= leastPairs && bits < mostBits {
			t.Errorf("%s: %q", name, codes)
		}
	}
}

// TestNamedOT2 recognises the Cyrillic fonts of the American Mathematical Society.
func TestNamedOT2(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"KTUCAU+WNCYR10": true, "wncyb10": true, "CMR10": false, "": false} {
		if namedOT2(name) != want {
			t.Error(name)
		}
	}
}
