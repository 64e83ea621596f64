package plausible

import "unicode/utf8"

// A text is transliterated when it has at least leastSpelled different words, and more than one in
// strangeOneIn of them has a spelling that occurs in no language.
const (
	leastSpelled    = 25
	strangeOneIn    = 4
	shortestSpelled = 3 // bytes; shorter words are often units, such as kW
)

// spelling counts words in Latin letters that look like the input of fonts for other
// scripts. The codes of such fonts, mostly of TeX, are ASCII letters for Devanagari,
// Bengali, Greek or Mongolian characters: bAMlA, RudaiuE, m~hnin, je`a.
type spelling struct {
	words   wordSet // different words
	strange int     // number of words with a strange spelling

	word   []rune // the word that is being read
	risen  bool   // the word ends with a capital after a small letter
	accent bool   // the last character is an accent after a letter
	inner  bool   // an accent is between letters of the word
	small  bool   // the last character is a small letter
	digits bool   // the word has digits, so it is an identifier
	tilde  bool   // the word has a ~ after a letter; it is an accent, unless a second ~ or a capital follows: be~used~in, Final~Forms
	code   bool   // the word is from program text: one of \ @ _ = is beside it, or its ~ is no accent: \dpscL, l@dpscL, page_numR, PosAngleB=
}

func (s *spelling) read(r rune) {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= 0xc0 && r < 0x100:
		capital := r < 'a' || r >= 0xc0 && r < 0xdf
		s.inner = s.inner || s.accent
		s.code = s.code || capital && s.tilde
		s.risen = capital && s.small
		s.small, s.accent = !capital, false
		s.word = append(s.word, r)
	case (r == '`' || r == '~') && len(s.word) > 0 && !s.accent:
		s.accent, s.small = true, false
		s.code = s.code || r == '~' && s.tilde
		s.tilde = s.tilde || r == '~'
	case r >= '0' && r <= '9':
		s.digits = true
	default:
		sign := r == '\\' || r == '@' || r == '_' || r == '='
		s.code = s.code || sign
		s.end()
		s.code = sign
	}
}

func (s *spelling) end() {
	n := 0 // bytes in UTF-8
	for _, r := range s.word {
		n += utf8.RuneLen(r)
	}
	if n >= shortestSpelled && n <= longestWord && !s.digits && !s.code && s.words.n < mostWords && s.words.add(hashOf(s.word)) {
		if (s.risen || s.inner) && !endsWithTeX(s.word) {
			s.strange++
		}
	}
	s.word = s.word[:0]
	s.risen, s.accent, s.inner, s.small, s.digits, s.tilde, s.code = false, false, false, false, false, false, false
}

// endsWithTeX reports whether a word ends with TeX, as the names of programs such as LaTeX do.
func endsWithTeX(word []rune) bool {
	n := len(word)
	return n >= 3 && word[n-3] == 'T' && word[n-2] == 'e' && word[n-1] == 'X'
}

// transliterated reports whether the words are the input of a font for another script.
func (s *spelling) transliterated() bool {
	return s.words.n >= leastSpelled && s.strange*strangeOneIn > s.words.n
}
