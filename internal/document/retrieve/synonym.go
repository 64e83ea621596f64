package retrieve

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed synonyms.txt
var synonymData string

// synonyms gives for each word the others of its groups; the longest word has
// mostSynonym characters.
var synonyms = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(synonymData) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		group := strings.Fields(line)
		for _, w := range group {
			for _, other := range group {
				if other != w && !slices.Contains(all[w], other) {
					all[w] = append(all[w], other)
				}
			}
		}
	}
	return all
})

const mostSynonym = 8

// eachSynonym calls f for each word of a folded text that has others for it.
func eachSynonym(s string, f func(at, end int, others []string)) {
	all := synonyms()
	for at := range s {
		end := at
		for range mostSynonym {
			if end >= len(s) {
				break
			}
			_, n := utf8.DecodeRuneInString(s[end:])
			end += n
			if others := all[s[at:end]]; len(others) > 0 {
				f(at, end, others)
			}
		}
	}
}
