package cite

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/zh/words"
)

// TestEveryWordIsMeant checks that meant finds each Chinese word with synonyms, from its first to its
// last character.
func TestEveryWordIsMeant(t *testing.T) {
	t.Parallel()
	for word := range strings.FieldsSeq(words.Groups + words.Everyday) {
		others := words.Alike(word)
		if word[0] < utf8.RuneSelf || len(others) == 0 {
			continue
		}
		runes := []rune(word)
		for i := range runes {
			if !meant(runes, i, others[0]) {
				t.Errorf("%s at %d is not meant by %s", word, i, others[0])
			}
		}
	}
}
