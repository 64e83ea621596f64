package search

import (
	"context"
	"fmt"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/search/entry"
)

// read calls `accept` with the text of each entry, and returns the accepted entries. It leaves out entries of other
// kinds than f.kind, and entries without a text, for example of a deleted thing. If f.refs is not empty, only entries
// of things in f.refs are read. If a text has changed since it was indexed, `accept` may return false.
func (f finding) read(ctx context.Context, all []located, accept func(folded []byte) (match, bool)) ([]hit, error) {
	var mine []located
	var unread []entry.Place // places of the entries without a copy of the text
	for _, l := range all {
		if !slices.Contains(f.kind.Entries, l.place.Kind) || len(f.refs) > 0 && !slices.Contains(f.refs, l.place.Ref) {
			continue
		}
		if mine = append(mine, l); l.body == "" {
			unread = append(unread, l.place)
		}
	}
	texts, err := f.fetch(ctx, f.kind.Texts, unread)
	if err != nil {
		return nil, fmt.Errorf("texts of %s: %w", f.kind.Name, err)
	}
	hits := make([]hit, 0, len(mine))
	var untitled []entry.Place
	var folded []byte // the memory is reused for each text
	for _, l := range mine {
		text, body := (*entry.Text)(nil), l.body
		if body == "" {
			if text = texts[l.place]; text == nil {
				continue
			}
			body = part(text.Body, l.part)
		}
		folded = appendFold(slices.Grow(folded[:0], len(body)), body)
		m, ok := accept(folded)
		if !ok {
			continue
		}
		if hits = append(hits, hit{l, text, m, body}); text == nil {
			untitled = append(untitled, l.place)
		}
	}
	titles, err := f.fetch(ctx, f.kind.Titles, untitled)
	if err != nil {
		return nil, fmt.Errorf("titles of %s: %w", f.kind.Name, err)
	}
	out := hits[:0]
	for _, h := range hits {
		if h.text == nil {
			if h.text = titles[h.place]; h.text == nil {
				continue
			}
			h.text.Time = entry.TimeOf(h.id)
		}
		out = append(out, h)
	}
	return out, nil
}

// fetch calls `from`, which is Texts or Titles of a kind. If there are no places, it does nothing.
func (f finding) fetch(ctx context.Context, from func(context.Context, string, []entry.Place) ([]entry.Text, error), places []entry.Place) (map[entry.Place]*entry.Text, error) {
	if len(places) == 0 {
		return nil, nil
	}
	texts, err := from(ctx, f.Owner, places)
	if err != nil {
		return nil, err
	}
	of := make(map[entry.Place]*entry.Text, len(texts))
	for i := range texts {
		of[texts[i].Place] = &texts[i]
	}
	return of, nil
}
