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

// synonyms gives for each word the others of its groups. English ones are found
// by their stems.
var synonyms = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(synonymData) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		group := strings.Fields(line)
		for _, w := range group {
			key := stem(w)
			for _, other := range group {
				if other != w && !slices.Contains(all[key], other) {
					all[key] = append(all[key], other)
				}
			}
		}
	}
	return all
})

// longestSynonym is the most characters that a Chinese word of the table has.
const longestSynonym = 6

// eachSynonym calls f for each word of a folded text that has others for it.
func eachSynonym(s string, f func(at, end int, others []string)) {
	all := synonyms()
	for at, r := range s {
		end := at
		switch scriptOf(r) {
		case ideo:
			for range longestSynonym {
				if end >= len(s) {
					break
				}
				_, n := utf8.DecodeRuneInString(s[end:])
				end += n
				if others := all[s[at:end]]; len(others) > 0 {
					f(at, end, others)
				}
			}
		case word:
			if at > 0 && s[at-1] != ' ' {
				continue
			}
			for end < len(s) && scriptOf(rune(s[end])) == word {
				end++
			}
			if others := all[stem(s[at:end])]; len(others) > 0 {
				f(at, end, others)
			}
		}
	}
}
