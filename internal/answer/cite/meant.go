package cite

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/zh/words"
)

// meant reports whether the character at i belongs to a word with a synonym in the text, by the
// tables of package words.
func meant(runes []rune, i int, text string) bool {
	longest := words.Longest()
	for from := max(0, i-longest+1); from <= i; from++ {
		for to := i + 1; to <= min(len(runes), from+longest); to++ {
			for _, w := range words.Alike(string(runes[from:to])) {
				if strings.Contains(text, w) {
					return true
				}
			}
		}
	}
	return false
}
