package pdf

import (
	"slices"
	"unicode"
)

// cyrillicLetters are the Cyrillic letters drawn with a Latin glyph by fonts of TeX, as
// in Ukrainian, Belarusian and Serbian.
var cyrillicLetters = map[rune]rune{'i': 'і', 'I': 'І', 'j': 'ј', 'J': 'Ј'}

// withCyrillicI replaces the Latin letters i and j in Cyrillic words by Cyrillic letters, which
// look the same. A search in Cyrillic letters then finds these words.
func (p *page) withCyrillicI() {
	if !slices.ContainsFunc(p.glyphs, func(g glyph) bool { return unicode.Is(unicode.Cyrillic, g.r) }) {
		return
	}
	begin, before := 0, false // `before` is true if the previous word is Cyrillic
	for i := range p.glyphs {
		g := &p.glyphs[i]
		if end := i > begin && (!unicode.IsLetter(g.r) || apart(&p.glyphs[i-1], g)); end {
			before = cyrillicWord(p.glyphs[begin:i], before)
			begin = i
		}
		if !unicode.IsLetter(g.r) {
			begin = i + 1
		}
	}
	if begin < len(p.glyphs) {
		cyrillicWord(p.glyphs[begin:], before)
	}
}

// cyrillicWord replaces the Latin letters i and j of a word if its other letters are Cyrillic,
// and reports whether the word is Cyrillic. A word of a single Latin i, such as the Ukrainian
// word for "and", counts as Cyrillic if the previous word is Cyrillic.
func cyrillicWord(word []glyph, before bool) bool {
	cyrillic, replaced := 0, 0
	if len(word) == 1 && unicode.ToLower(word[0].r) == 'j' { // a single j is probably a variable
		return false
	}
	for _, g := range word {
		switch {
		case unicode.Is(unicode.Cyrillic, g.r):
			cyrillic++
		case cyrillicLetters[g.r] != 0:
			replaced++
		default:
			return false
		}
	}
	if cyrillic == 0 && (!before || replaced != 1) {
		return false
	}
	for i := range word {
		if r := cyrillicLetters[word[i].r]; r != 0 {
			word[i].r = r
		}
	}
	return true
}
