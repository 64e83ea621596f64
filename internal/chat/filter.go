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

// rules returns the content rules for an owner. In a project, they are the rules for `author`, the person
// who acts: a project has the general rules, and the rules for a person are never milder. Outside of
// projects, `author` is empty.
func (s *Service) rules(ctx context.Context, owner, author string) answer.Filter {
	if s.FilterFor == nil {
		return s.Filter
	}
	return s.FilterFor(ctx, cmp.Or(author, owner))
}

// screen applies the content rules to a question. A withheld question is stored but hidden, and
// gets no answer.
func (s *Service) screen(ctx context.Context, a *Ask) {
	rules := s.rules(ctx, a.OwnerID, a.AuthorID)
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
	_, withheld := s.rules(ctx, t.OwnerID, t.AuthorID).Check(answer.At{TraceID: t.TraceID, Part: partQuestion}, t.question)
	return withheld || t.withheld
}

// ruleTitle returns a rule-based title; empty when the content rules withhold it.
func (s *Service) ruleTitle(ctx context.Context, owner, author, traceID, question string) string {
	return s.shownTitle(ctx, owner, author, traceID, text.CutWidth(s.Title(question), prompt.MaxTitle))
}

// shownTitle applies the content rules to a title, for example by masking words. The result is empty
// when the rules withhold the title.
func (s *Service) shownTitle(ctx context.Context, owner, author, traceID, title string) string {
	shown, _ := s.rules(ctx, owner, author).Check(answer.At{TraceID: traceID, Part: partTitle}, title)
	return shown
}

// showable returns the follow-up questions that the content rules neither block nor change.
func (s *Service) showable(ctx context.Context, t turn, offers []string) []string {
	rules := s.rules(ctx, t.OwnerID, t.AuthorID)
	out := []string{}
	for _, o := range offers {
		if rules.Clean(o) {
			out = append(out, o)
		}
	}
	return out
}
