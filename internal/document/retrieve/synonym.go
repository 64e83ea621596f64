package retrieve

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/zh/words"
)

// For each word the tables contain the other words of its groups. The table `characters` contains only
// single characters. The tables `everyday` and `characters` are used only for a Query that names
// documents. English words are looked up by their stems.
var (
	synonyms   = sync.OnceValue(func() map[string][]string { return groupsOf(words.Groups) })
	everyday   = sync.OnceValue(func() map[string][]string { return groupsOf(words.Everyday + words.English) })
	characters = sync.OnceValue(func() map[string][]string { return groupsOf(words.Characters) })
)

func groupsOf(table string) map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(table) {
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
}

// eachSynonym calls f for each word of a folded text with synonyms in the table `all`.
func eachSynonym(s string, all map[string][]string, f func(at, end int, others []string)) {
	longest := words.Longest()
	for at, r := range s {
		end := at
		switch scriptOf(r) {
		case ideo:
			for range longest {
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
