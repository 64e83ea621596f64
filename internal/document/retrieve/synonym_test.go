package retrieve

import (
	"testing"
	"unicode/utf8"
)

// TestEveryKeyIsLookedUp checks that eachSynonym finds each Chinese word of the tables in a text that
// is this word, however long the word is.
func TestEveryKeyIsLookedUp(t *testing.T) {
	t.Parallel()
	for name, all := range map[string]map[string][]string{"groups": synonyms(), "everyday": everyday(), "characters": characters()} {
		n := 0
		for key := range all {
			if first, _ := utf8.DecodeRuneInString(key); scriptOf(first) != ideo {
				continue
			}
			n++
			found := false
			eachSynonym(key, all, func(at, end int, _ []string) { found = found || at == 0 && end == len(key) })
			if !found {
				t.Errorf("%s: %s is not looked up", name, key)
			}
		}
		if n < 100 {
			t.Errorf("%s: %d Chinese words", name, n)
		}
	}
}
