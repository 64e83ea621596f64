package prompt

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// maxSuggestions bounds the prompts that are suggested while somebody types.
const maxSuggestions = 8

// Rank orders prompts: those that begin with the typed text come before those
// that contain it, and within each group earlier sources come first. Case is
// ignored. Duplicates and the typed text itself are left out.
func Rank(typed string, sources ...[]string) []string {
	key := strings.ToLower(typed)
	seen := map[string]bool{key: true}
	var begins, contains []string
	for _, source := range sources {
		for _, p := range source {
			p = text.OneLine(p)
			low := strings.ToLower(p)
			at := strings.Index(low, key)
			if at < 0 || seen[low] {
				continue
			}
			seen[low] = true
			if at == 0 {
				begins = append(begins, p)
			} else {
				contains = append(contains, p)
			}
		}
	}
	all := append(begins, contains...)
	if all == nil {
		return []string{}
	}
	return all[:min(len(all), maxSuggestions)]
}
