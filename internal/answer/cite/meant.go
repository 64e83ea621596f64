package cite

import (
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/zh/words"
)

// minMeant is the minimum share of a statement's words that the passage must contain, at least
// as synonyms, if it contains all figures.
const minMeant = 0.4

// sharedMeaning is like coverage, but also counts synonyms.
func (s *statement) sharedMeaning(text string) float64 {
	score, n := 0.0, 0
	for _, clause := range clauseEnds.Split(numeric.ReplaceAllString(s.folded, "，"), -1) {
		runes := []rune(hollowWords.ReplaceAllString(clause, "，"))
		for i, r := range runes {
			if !unicode.Is(unicode.Han, r) || strings.ContainsRune(hollowRunes, r) {
				continue
			}
			n++
			switch {
			case i > 0 && strings.Contains(text, string(runes[i-1:i+1])), i+1 < len(runes) && strings.Contains(text, string(runes[i:i+2])), alike(r, runes, i, text), meant(runes, i, text):
				score++
			case strings.ContainsRune(text, r):
				score += 0.6
			}
		}
	}
	if n == 0 {
		return 0
	}
	return score / float64(n)
}

// meant reports whether the character at i is part of a word for which the text has a synonym.
func meant(runes []rune, i int, text string) bool {
	for from := max(0, i-words.Longest+1); from <= i; from++ {
		for to := i + 1; to <= min(len(runes), from+words.Longest); to++ {
			for _, w := range words.Alike(string(runes[from:to])) {
				if strings.Contains(text, w) {
					return true
				}
			}
		}
	}
	return false
}
