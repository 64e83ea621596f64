package chat

import (
	"context"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits of prompt suggestions.
const (
	maxSuggestions   = 8
	suggestionLength = 60  // characters
	suggestionScan   = 500 // newest questions that are looked through
)

// Suggest gives prompts that begin with or contain what is being typed: the
// asker's own questions first, then built-in ones. owner may be empty.
func (s *Service) Suggest(ctx context.Context, owner, typed, locale string) ([]string, error) {
	typed = text.OneLine(clean(typed))
	if typed == "" || text.Len(typed) > suggestionLength {
		return []string{}, nil
	}
	var own []string
	if owner != "" {
		rows, err := chatdb.New(s.DB.Read()).PastQuestions(ctx, chatdb.PastQuestionsParams{
			OwnerID: owner, MaxLength: suggestionLength, Size: suggestionScan,
		})
		if err != nil {
			return nil, stored(err)
		}
		own = rows
	}
	return s.showable(suggest(typed, own, s.Suggestions(locale))), nil
}

// suggest ranks: what begins with the typed text before what contains it, and
// earlier sources before later ones. Case does not matter, and nothing comes
// twice or repeats the typed text.
func suggest(typed string, sources ...[]string) []string {
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
