package chat

import (
	"cmp"
	"context"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/prompt"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// The parts of a conversation, as named in the log of the content rules.
const (
	partQuestion = "question"
	partTitle    = "title"
	partSummary  = "summary"
)

// rules returns the content rules for an owner, or for the asker in a project.
func (s *Service) rules(ctx context.Context, owner string) answer.Filter {
	if s.FilterFor == nil {
		return s.Filter
	}
	return s.FilterFor(ctx, owner)
}

// screen applies the content rules to a question. A withheld question is stored but hidden, and
// gets no answer.
func (s *Service) screen(ctx context.Context, a *Ask) {
	rules := s.rules(ctx, cmp.Or(a.AuthorID, a.OwnerID))
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

// withheld reports whether a question of the history must not be answered again: it was withheld
// when it was asked, or the content rules withhold it now.
func (s *Service) withheld(ctx context.Context, t turn) bool {
	_, withheld := s.rules(ctx, cmp.Or(t.AuthorID, t.OwnerID)).Check(answer.At{TraceID: t.TraceID, Part: partQuestion}, t.question)
	return withheld || t.withheld
}

// ruleTitle returns a rule-based title; empty when the content rules withhold it.
func (s *Service) ruleTitle(ctx context.Context, owner, traceID, question string) string {
	return s.shownTitle(ctx, owner, traceID, text.CutWidth(s.Title(question), prompt.MaxTitle))
}

// shownTitle applies the content rules to a title, for example by masking words. The result is empty
// when the rules withhold the title.
func (s *Service) shownTitle(ctx context.Context, owner, traceID, title string) string {
	shown, _ := s.rules(ctx, owner).Check(answer.At{TraceID: traceID, Part: partTitle}, title)
	return shown
}

// showable returns the follow-up questions that the content rules neither block nor change.
func (s *Service) showable(ctx context.Context, owner string, offers []string) []string {
	rules := s.rules(ctx, owner)
	out := []string{}
	for _, o := range offers {
		if rules.Clean(o) {
			out = append(out, o)
		}
	}
	return out
}
