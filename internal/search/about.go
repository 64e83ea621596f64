package search

import (
	"context"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/search/entry"
	"github.com/wenqu-ai/wenqu/internal/search/searchdb"
)

// aboutShare is the minimum share of a question that a text must contain, measured by the weights of the question's
// terms. The caller ranks the returned texts once more by their content.
const aboutShare = 0.2

// Passage is a text that may answer a question.
type Passage struct {
	Kind    string // Kind.Name of the text's kind
	Title   string // title of the thing that contains the text
	Body    string // the matching part of the text, at most 8,100 characters
	Time    int64  // Unix milliseconds
	Speaker string // who wrote a message: human or ai
	Link    entry.Link
}

// About returns the texts of an owner that contain enough words of a question (see aboutShare). For
// each of the given kinds, it returns at most `limit` texts, the best first. The question may be in any
// form, with or without spaces. Kinds with their own index are left out. If the search takes too long,
// it fails with errs.Timeout.
func (s *Service) About(ctx context.Context, owner, question string, kinds []string, limit int) ([]Passage, error) {
	a := Asked{Owner: owner, Text: question, Kinds: kinds, Range: Range{Limit: limit}}
	if err := a.check(s); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	q := parse(clean(question)).loosened()
	if len(q.loose) == 0 {
		return nil, nil
	}
	w, err := s.waiting(ctx, a)
	if err != nil {
		return nil, stored(ctx, err)
	}
	shelves, err := searchdb.New(s.DB.Read()).Shelves(ctx, owner)
	if err != nil {
		return nil, stored(ctx, err)
	}
	since, before := a.ids()
	var out []Passage
	for _, k := range s.kinds {
		if k.Texts == nil || !slices.Contains(kinds, k.Name) {
			continue
		}
		hits, err := finding{s, a, k, q, nil, shelves, w.rows}.loose(ctx, since, before, aboutShare)
		if err != nil {
			return nil, stored(ctx, err)
		}
		hits = once(hits)
		for _, h := range hits[:min(len(hits), a.Limit)] {
			out = append(out, Passage{k.Name, h.text.Title, h.body, h.text.Time, speakers[h.place.Kind], h.text.Link})
		}
	}
	return out, nil
}
