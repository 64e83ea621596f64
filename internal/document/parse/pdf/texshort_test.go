package pdf

import (
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse/plausible"
)

// TestShortTeX reads a few words in a bitmap font. The file has no other text.
func TestShortTeX(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		e    *texEncoding
		text string
	}{
		{lgr, "ὅλοι οἱ ἄνθρωποι γεννιοῦνται ἐλεύθεροι"},
		{lgr, "Κανείς δεν επιτρέπεται να ζει"},
		{ot2, "Какая большая новая книга"},
		{ot2, "Первое издание этой книги, вторая и третья часть"},
		{ot2, "членовете на съпротивата"},
		{ot2, "Ништа не може да спречи стварање знања"},
	} {
		codes := codesOf(tt.e, tt.text)
		want := decodedBy(tt.e, codes)
		units, sum := read(t, bitmaps(codes), nil)
		if got := strings.Join(strings.Fields(units[0].Text()), " "); got != want || len(sum.Warnings) > 0 {
			t.Errorf("%q: %q, want %q, %v", tt.text, got, want, sum.Warnings)
		}
	}
}

// TestShortGreek checks that at least 95 % of Greek texts of six words are recognised.
func TestShortGreek(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"ell_monotonic", "ell_polytonic"} {
		all, found := 0, 0
		for text := range windows(codesOf(lgr, paragraphs(t)[name]), 6) {
			if all++; shortTeX(text) == lgr {
				found++
			}
		}
		if found*20 < all*19 {
			t.Errorf("%s: %d of %d", name, found, all)
		}
	}
}

// windows returns the parts of a text with the given number of words, if they have at least 30 and
// fewer than leastPairs pairs of letters.
func windows(text string, words int) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		all := strings.Split(text, " ")
		for i := 0; i+words <= len(all); i++ {
			part := strings.Join(all[i:i+words], " ")
			var counted plausible.Text
			counted.Add(decodedBy(lgr, part))
			if _, pairs, _ := counted.Foreign(); pairs >= 30 && pairs < leastPairs && !yield(part) {
				return
			}
		}
	}
}

// TestShortLatin checks that a few words of a language with Latin letters stay Latin, in the
// encodings OT1 and T1 of TeX.
func TestShortLatin(t *testing.T) {
	t.Parallel()
	ligatures := strings.NewReplacer("ffi", "\x1e", "ffl", "\x1f", "ff", "\x1b", "fi", "\x1c", "fl", "\x1d", "ā", "\ta", "ŭ", "\bu")
	n := 0
	for name, text := range paragraphs(t) {
		if len([]rune(inOT1(text)))*2 < len([]rune(text)) {
			continue // the text is not in Latin letters
		}
		for _, codes := range []string{inOT1(text), ligatures.Replace(text)} {
			words := strings.Split(codes, " ")
			for size := range slices.Values([]int{3, 6, 10}) {
				for i := 0; i+size <= len(words); i++ {
					n++
					if part := strings.Join(words[i:i+size], " "); shortTeX(part) != nil {
						t.Errorf("%s: %q", name, part)
					}
				}
			}
		}
	}
	if n < 10_000 {
		t.Error(n, "texts")
	}
}

// FuzzShortTeX checks that a space at the end of a short text does not change the encoding of the text.
// Text of only ASCII letters and spaces must not be OT2.
func FuzzShortTeX(f *testing.F) {
	f.Add("<'olej o'i >'anjrwpoi")
	f.Add("Kaka\x1f bol~xa\x1f nova\x1f kniga")
	f.Add("see~page 3 of ls~ and th\x1a")
	f.Fuzz(func(t *testing.T, codes string) {
		e := shortTeX(codes)
		if shortTeX(codes+" ") != e {
			t.Fatalf("%q: a space changes the encoding", codes)
		}
		plain := func(r rune) bool { return r == ' ' || asciiLetter(r) }
		if e == ot2 && !strings.ContainsFunc(codes, func(r rune) bool { return !plain(r) }) {
			t.Fatalf("%q is OT2", codes)
		}
	})
}
