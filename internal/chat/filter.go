package chat

import (
	"context"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/prompt"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Parts of a conversation that rules are applied to.
const (
	partQuestion = "question"
	partTitle    = "title"
	partSummary  = "summary"
)

// rules are those of an owner's questions and answers.
func (s *Service) rules(ctx context.Context, owner string) answer.Filter {
	if s.FilterFor == nil {
		return s.Filter
	}
	return s.FilterFor(ctx, owner)
}

// screen applies the rules to what is asked. A question that is withheld is
// kept as it is, hidden, and not answered.
func (s *Service) screen(ctx context.Context, a *Ask) {
	rules := s.rules(ctx, a.OwnerID)
	parts := []*string{&a.Prompt, &a.DisplayPrompt}
	a.Files = slices.Clone(a.Files)
	for i := range a.Files {
		parts = append(parts, &a.Files[i].FileName)
	}
	for _, part := range parts {
		if *part == "" {
			continue
		}
		shown, withheld := rules.Check(answer.At{TraceID: a.TraceID, Part: partQuestion}, *part)
		if withheld {
			a.withheld = true
			continue
		}
		*part = shown
	}
}

// withheld says that a question of the history may not be answered any more.
func (s *Service) withheld(t turn) bool {
	_, withheld := s.Filter.Check(answer.At{TraceID: t.TraceID, Part: partQuestion}, t.question)
	return withheld
}

// ruleTitle is a title by rule; empty when it may not be shown.
func (s *Service) ruleTitle(traceID, question string) string {
	return s.shownTitle(traceID, text.Cut(s.Title(question), prompt.MaxTitle))
}

// shownTitle is what may be shown of a title that nobody typed.
func (s *Service) shownTitle(traceID, title string) string {
	shown, _ := s.Filter.Check(answer.At{TraceID: traceID, Part: partTitle}, title)
	return shown
}

// showable keeps the offers that may be shown as they are.
func (s *Service) showable(offers []string) []string {
	out := []string{}
	for _, o := range offers {
		if s.Filter.Clean(o) {
			out = append(out, o)
		}
	}
	return out
}
