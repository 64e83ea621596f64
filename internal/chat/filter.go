package chat

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Filter holds the operator's content rules. What it withholds is shown to
// nobody; what it shows may be masked.
type Filter interface {
	// Check looks at a whole text.
	Check(at Passage, text string) (shown string, withheld bool)
	// Begin looks at a text that comes in pieces.
	Begin(at Passage) FilterStream
	// Clean says that a text would be shown as it is. It is for choosing among
	// texts and leaves no trace.
	Clean(text string) bool
}

// FilterStream is one text that comes in pieces. What may be the beginning of
// a word is held back until it is none.
type FilterStream interface {
	Write(text string) (shown string, withheld bool)
	// Flush gives what is held back, at a pause or the end. A word that began
	// before a pause is still found behind it.
	Flush() (shown string, withheld bool)
}

// Passage says for the operator's log where a text stands.
type Passage struct {
	TraceID string
	Part    string
}

// Parts of a conversation that rules are applied to.
const (
	partQuestion = "question"
	partAnswer   = "answer"
	partThinking = "thinking"
	partStep     = "step"
	partTitle    = "title"
	partSummary  = "summary"
	partSource   = "source"
)

// errWithheld says that a text may not be shown.
var errWithheld = errors.New("chat: withheld by the content rules")

// noRules lets everything through.
type noRules struct{}

func (noRules) Check(_ Passage, text string) (string, bool) { return text, false }
func (noRules) Begin(Passage) FilterStream                  { return noRules{} }
func (noRules) Clean(string) bool                           { return true }
func (noRules) Write(text string) (string, bool)            { return text, false }
func (noRules) Flush() (string, bool)                       { return "", false }

// rules are those of an owner's questions and answers.
func (s *Service) rules(ctx context.Context, owner string) Filter {
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
		shown, withheld := rules.Check(Passage{a.TraceID, partQuestion}, *part)
		if withheld {
			a.withheld = true
			continue
		}
		*part = shown
	}
}

// withheld says that a question of the history may not be answered any more.
func (s *Service) withheld(t turn) bool {
	_, withheld := s.Filter.Check(Passage{t.TraceID, partQuestion}, t.question)
	return withheld
}

// ruleTitle is a title by rule; empty when it may not be shown.
func (s *Service) ruleTitle(traceID, question string) string {
	return s.shownTitle(traceID, text.Cut(s.Title(question), MaxOwnTitle))
}

// shownTitle is what may be shown of a title that nobody typed.
func (s *Service) shownTitle(traceID, title string) string {
	shown, _ := s.Filter.Check(Passage{traceID, partTitle}, title)
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

// filtered is the rules at work on one answer.
type filtered struct {
	filter   Filter
	traceID  string
	text     FilterStream
	thinking FilterStream
}

func filterAnswer(f Filter, traceID string) filtered {
	return filtered{f, traceID, f.Begin(Passage{traceID, partAnswer}), f.Begin(Passage{traceID, partThinking})}
}

// resume goes on behind an answer that has been shown already.
func (f filtered) resume(m stream.Message) {
	var thought strings.Builder
	for _, it := range m.Content {
		if think, ok := it.Event.(stream.Think); ok {
			thought.WriteString(think.Content)
		}
	}
	for _, part := range []struct {
		of   FilterStream
		text string
	}{{f.text, m.Text()}, {f.thinking, thought.String()}} {
		part.of.Write(part.text)
		part.of.Flush()
	}
}

// step is a text that comes whole.
func (f filtered) step(msg string) (string, error) {
	shown, withheld := f.filter.Check(Passage{f.traceID, partStep}, msg)
	if withheld {
		return "", errWithheld
	}
	return shown, nil
}
