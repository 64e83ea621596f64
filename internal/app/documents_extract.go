package app

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/chat"
	"github.com/wenqu-ai/wenqu/internal/document"
	"github.com/wenqu-ai/wenqu/internal/document/extract"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	words "github.com/wenqu-ai/wenqu/internal/text"
)

// maxExtracted bounds what is looked at of one document, in characters: its
// units are all in memory together.
const maxExtracted = 2_000_000

// errEnough ends the reading of a document that is longer than is looked at.
var errEnough = errors.New("app: enough of the document")

// contents is a document with its units.
type contents struct {
	document.Document
	units   []parsed.Unit
	partial bool
}

// Extract makes of a document what package extract can.
func (l library) Extract(ctx context.Context, q chat.ExtractAsk) (chat.Extract, error) {
	c, err := l.contents(ctx, q.OwnerID, q.ID)
	if err != nil {
		return chat.Extract{}, err
	}
	out := chat.Extract{Partial: c.partial}
	switch q.Kind {
	case chat.ExtractSummary:
		out.Points = c.points(extract.Summary(c.units, q.Limit))
	case chat.ExtractPoints:
		out.Points = c.points(extract.KeyPoints(c.units, q.Limit))
	case chat.ExtractOutline:
		summary := parsed.Summary{Title: c.Title, Outline: c.Outline, Units: c.Units}
		out.Points = c.headings(nil, extract.Outline(summary, c.units), 0, q.Limit)
	case chat.ExtractKeywords:
		for _, k := range extract.Keywords(c.units, q.Limit) {
			out.Keywords = append(out.Keywords, k.Word)
		}
	case chat.ExtractFigures:
		if a, ok := extract.Ask(extract.Tables(c.units), q.Question); ok {
			out.Figures = append(out.Figures, chat.Figure{
				Excerpt: c.at(a.Unit, c.tableHead(a.Unit)), Result: a.Text, How: a.How, Header: a.Header, Rows: a.Rows, Chart: a.Chart,
			})
		}
	}
	return out, nil
}

// contents reads a document up to the bound.
func (l library) contents(ctx context.Context, owner, id string) (contents, error) {
	d, err := l.documents.Get(ctx, owner, id)
	if err != nil {
		return contents{}, err
	}
	c := contents{Document: d}
	left := maxExtracted
	err = l.documents.EachUnit(ctx, owner, id, func(u parsed.Unit) error {
		for _, b := range u.Blocks {
			left -= utf8.RuneCountInString(b.Text)
		}
		if left < 0 && len(c.units) > 0 {
			c.partial = true
			return errEnough
		}
		c.units = append(c.units, u)
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return c, err
}

// at is a text of a unit, with the unit's name where it has one: its own, or
// the last heading in front of it in a document without pages.
func (c contents) at(unit int, text string) chat.Excerpt {
	e := excerptOf(c.Document, unit, text)
	for _, u := range c.units {
		if u.Number == unit {
			e.UnitName = u.Name
		}
	}
	if e.UnitName == "" && c.UnitKind == parsed.Section {
		for _, h := range c.Outline {
			if h.Unit <= unit {
				e.UnitName = h.Text
			}
		}
	}
	e.UnitName = words.Cut(e.UnitName, placeRunes)
	return e
}

func (c contents) points(all []extract.Sentence) []chat.Point {
	out := make([]chat.Point, len(all))
	for i, s := range all {
		out[i] = chat.Point{Excerpt: c.at(s.Unit, s.Text)}
	}
	return out
}

// headings flattens an outline, at most limit headings of it.
func (c contents) headings(out []chat.Point, nodes []extract.Node, depth, limit int) []chat.Point {
	for _, n := range nodes {
		if len(out) >= limit {
			return out
		}
		out = append(out, chat.Point{Excerpt: c.at(max(n.Unit, 1), n.Text), Depth: depth})
		out = c.headings(out, n.Children, depth+1, limit)
	}
	return out
}

// tableHead is the first row of the first table of a unit, which a citation of
// the table marks.
func (c contents) tableHead(unit int) string {
	for _, u := range c.units {
		if u.Number != unit {
			continue
		}
		for _, b := range u.Blocks {
			if b.Kind == parsed.Table {
				head, _, _ := strings.Cut(b.Text, "\n")
				return head
			}
		}
	}
	return ""
}
