package plausible

import (
	"bytes"
	"unicode/utf8"
)

// A text is transliterated when it has leastSpelled different words and at least one
// in strangeOneIn of them is spelled as in no language.
const (
	leastSpelled    = 25
	strangeOneIn    = 4
	shortestSpelled = 3 // letters; shorter words are often units, such as kW
)

// spelling counts words in Latin letters that are spelled as in the input of fonts for
// other scripts. Such fonts, of TeX above all, draw Devanagari, Bengali, Greek or
// Mongolian where their codes are ASCII letters: bAMlA, RudaiuE, m~hnin, je`a.
type spelling struct {
	words   map[string]struct{} // different ones
	strange int                 // of them

	word   []byte // the word that is being read
	risen  bool   // the word ends with a capital behind a small letter
	accent bool   // the last character is an accent behind a letter
	inner  bool   // an accent stands between letters of the word
	small  bool   // the last character is a small letter
	digits bool   // it has digits, so it is an identifier
	code   bool   // it stands beside a sign of program text, so it is one too: \dpscL, l@dpscL, page_numR
}

func (s *spelling) read(r rune) {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= 0xc0 && r < 0x100:
		capital := r < 'a' || r >= 0xc0 && r < 0xdf
		s.inner = s.inner || s.accent
		s.risen = capital && s.small
		s.small, s.accent = !capital, false
		s.word = utf8.AppendRune(s.word, r)
	case (r == '`' || r == '~') && len(s.word) > 0 && !s.accent:
		s.accent, s.small = true, false
	case r >= '0' && r <= '9':
		s.digits = true
	default:
		sign := r == '\\' || r == '@' || r == '_'
		s.code = s.code || sign
		s.end()
		s.code = sign
	}
}

func (s *spelling) end() {
	if n := len(s.word); n >= shortestSpelled && n <= longestWord && !s.digits && !s.code && len(s.words) < mostWords {
		if s.words == nil {
			s.words = map[string]struct{}{}
		}
		if _, known := s.words[string(s.word)]; !known {
			s.words[string(s.word)] = struct{}{}
			if (s.risen || s.inner) && !bytes.HasSuffix(s.word, []byte("TeX")) {
				s.strange++
			}
		}
	}
	*s = spelling{words: s.words, strange: s.strange, word: s.word[:0]}
}

// transliterated reports words of the input of a font for another script.
func (s *spelling) transliterated() bool {
	return len(s.words) >= leastSpelled && s.strange*strangeOneIn > len(s.words)
}
