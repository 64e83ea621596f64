// Package suggest offers questions: while somebody types, and on pages of good questions. It stores
// nothing.
package suggest

import (
	"context"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// Kind is the source of a suggestion.
type Kind string

// The kinds, in their order among the suggestions.
const (
	History  Kind = "history"  // the asker has asked the question before
	Question Kind = "question" // the question is in the operator's list
	Ability  Kind = "ability"  // the built-in engine answers the question
)

// Suggestion is a question that is offered while somebody types.
type Suggestion struct {
	Text  string
	Kind  Kind
	Label string // topic of the question; empty for History
}

// Good is a question of the operator's list.
type Good struct {
	Tag   string // its group
	Text  string
	Label string
}

// Group is a group of the operator's list.
type Group struct{ Tag, Name string }

// Options are the functions of other domains needed by the service. All are required.
type Options struct {
	// History returns the last short questions of an owner, the newest first.
	History func(ctx context.Context, owner string) ([]string, error)
	// Good returns the operator's list in its order.
	Good func(locale string) ([]Group, []Good)
	// Abilities returns questions for the built-in engine.
	Abilities func(locale string) []Suggestion
	// Clean reports whether the content rules leave a text unchanged.
	Clean func(text string) bool
}

// Service offers questions. It is safe for concurrent use.
type Service struct{ Options }

// New makes the service.
func New(o Options) *Service { return &Service{o} }

// Limits on what is offered while somebody types.
const (
	MaxTyped   = 60 // characters; a longer text gets no suggestions
	maxOffered = 20
	defOffered = 6
	maxHistory = 4 // suggestions of the kind History; the limit leaves room for the other kinds
)

// Typing is a request for suggestions.
type Typing struct {
	Owner     string // empty: the asker is a visitor without an identity
	Text      string
	Locale    string
	Temporary bool // typed into a temporary conversation: the asker's own questions are not offered
	Limit     int  // maximum number of suggestions; 0: six; a number above maxOffered counts as maxOffered
}

// Typed returns the questions that match the typed text. The asker's own questions come first, then the
// operator's questions, then questions for the built-in engine.
func (s *Service) Typed(ctx context.Context, t Typing) ([]Suggestion, error) {
	typed := text.OneLine(t.Text)
	if len([]rune(typed)) > MaxTyped {
		return []Suggestion{}, nil
	}
	r := newRanking(typed)
	if !r.longEnough() {
		return []Suggestion{}, nil
	}
	if t.Owner != "" && !t.Temporary {
		past, err := s.History(ctx, t.Owner)
		if err != nil {
			return nil, err
		}
		for _, p := range past {
			r.add(Suggestion{Text: p, Kind: History})
		}
	}
	_, good := s.Good(t.Locale)
	for _, g := range good {
		r.add(Suggestion{Text: g.Text, Kind: Question, Label: g.Label})
	}
	for _, a := range s.Abilities(t.Locale) {
		r.add(a)
	}
	limit := t.Limit
	if limit <= 0 {
		limit = defOffered
	}
	out := []Suggestion{}
	for _, o := range r.ranked() {
		if len(out) == min(limit, maxOffered) {
			break
		}
		if s.Clean(o.Text) {
			out = append(out, o)
		}
	}
	return out, nil
}

// Page is a part of the operator's list.
type Page struct {
	Groups  []Group // groups that have questions, in the operator's order
	List    []Good
	HasMore bool
	Total   int
}

// maxPage is the maximum number of questions on a page.
const maxPage = 100

// Recommended returns a page of the operator's list, or of one of its groups. Questions in the asker's
// history come last.
func (s *Service) Recommended(ctx context.Context, owner, tag, locale string, offset, limit int) (Page, error) {
	groups, all := s.Good(locale)
	asked := map[string]bool{}
	if owner != "" {
		past, err := s.History(ctx, owner)
		if err != nil {
			return Page{}, err
		}
		for _, p := range past {
			asked[text.OneLine(p)] = true
		}
	}
	seen := map[string]bool{}
	list := []Good{}
	for _, g := range all {
		if (tag == "" || g.Tag == tag) && !seen[g.Text] && s.Clean(g.Text) {
			seen[g.Text] = true
			list = append(list, g)
		}
	}
	slices.SortStableFunc(list, func(a, b Good) int {
		return order(asked[text.OneLine(a.Text)]) - order(asked[text.OneLine(b.Text)])
	})
	if limit <= 0 || limit > maxPage {
		limit = maxPage
	}
	total := len(list)
	from := min(max(offset, 0), total)
	to := min(from+limit, total)
	return Page{Groups: groups, List: list[from:to], HasMore: to < total, Total: total}, nil
}

func order(last bool) int {
	if last {
		return 1
	}
	return 0
}
