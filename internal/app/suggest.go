package app

import (
	"github.com/wenqu-ai/wenqu/internal/llm/offline"
	"github.com/wenqu-ai/wenqu/internal/suggest"
)

// newSuggestions creates the service of suggestions from the user's past questions, the operator's
// questions, and the abilities of the built-in engine.
func newSuggestions(s *services) *suggest.Service {
	return suggest.New(suggest.Options{
		History: s.chats.PastQuestions,
		Good: func(locale string) (groups []suggest.Group, good []suggest.Good) {
			tags, rows := s.general.Inspirations(locale)
			for _, t := range tags {
				groups = append(groups, suggest.Group(t))
			}
			for _, r := range rows {
				good = append(good, suggest.Good{Tag: r.Tag, Text: r.Title, Label: r.Label})
			}
			return groups, good
		},
		Abilities: func(locale string) (out []suggest.Suggestion) {
			for _, a := range offline.Abilities(locale) {
				out = append(out, suggest.Suggestion{Text: a.Example, Kind: suggest.Ability, Label: a.Name})
			}
			return out
		},
		Clean: s.rules.Clean,
	})
}
