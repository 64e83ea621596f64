package pdf

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
)

// TestAlphabets reads Cyrillic, Greek and other text from fonts with a missing or wrong map
// of codes. Without a map, PDFium takes the bytes for Latin-1. If the map adds a high byte to
// each code, PDFium takes the bytes for Hangul. Correctly read text stays as it is.
func TestAlphabets(t *testing.T) {
	t.Parallel()
	all := paragraphs(t)
	bytesOf := func(s string, e *charmap.Charmap, high rune) string {
		b, err := e.NewEncoder().String(s)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		for i := range len(b) {
			if b[i] == ' ' {
				out.WriteByte(' ')
			} else {
				out.WriteRune(high<<8 + rune(b[i]))
			}
		}
		return out.String()
	}
	russian := "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства."
	greek := "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Είναι προικισμένοι με λογική και συνείδηση, και οφείλουν να συμπεριφέρονται μεταξύ τους με πνεύμα αδελφοσύνης."
	for name, tt := range map[string]struct {
		text, want string
		mapped     bool
	}{
		"windows-1251":      {bytesOf(russian, charmap.Windows1251, 0), russian, false},
		"KOI8":              {bytesOf(russian, charmap.KOI8U, 0), russian, false},
		"Greek":             {bytesOf(greek, charmap.ISO8859_7, 0), greek, false},
		"Cyrillic, Hangul":  {bytesOf(russian, charmap.Windows1251, 0xc9), russian, true},
		"English, Hangul":   {bytesOf("TeX version 3.0.2 of 2021-07", charmap.Windows1251, 0xc9), "TeX version 3.0.2 of 2021-07", true},
		"Korean":            {strings.Repeat("이을은의인일이임음입", 8), strings.Repeat("이을은의인일이임음입", 8), true},
		"German stays":      {all["deu_1996"], all["deu_1996"], false},
		"Icelandic, French": {all["isl"] + all["fra"], all["isl"] + all["fra"], true},
	} {
		units, sum := read(t, book([]string{tt.text}, tt.mapped), nil)
		solid := func(s string) string { return strings.Join(strings.Fields(strings.ReplaceAll(s, "\n", " ")), "") }
		if got := units[0].Text(); solid(got) != solid(tt.want) || len(sum.Warnings) > 0 {
			t.Errorf("%s: %v\n%q, want\n%q", name, sum.Warnings, got, tt.want)
		}
	}
	// Codes that match no alphabet remain unknown.
	if _, sum := read(t, book([]string{scrambled(all["cmn_hans"])}, true), nil); len(sum.Warnings) == 0 {
		t.Error("numbers of glyphs are taken for text")
	}
}
