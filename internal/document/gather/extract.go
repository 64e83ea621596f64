package gather

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document"
	"github.com/wenqu-ai/wenqu/internal/document/extract/outline"
	"github.com/wenqu-ai/wenqu/internal/document/extract/summary"
	"github.com/wenqu-ai/wenqu/internal/document/extract/table"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// maxExtracted is the maximum number of characters used from one document, because all its units are
// in memory at the same time. The first unit is used even if it is longer.
const maxExtracted = 2_000_000

// errEnough ends the reading of a document that is longer than maxExtracted.
var errEnough = errors.New("gather: enough of the document")

// contents is a document with its units.
type contents struct {
	document.Document
	units   []parsed.Unit
	partial bool
}

// Extract extracts content from a document with the packages below document/extract.
func (l Files) Extract(ctx context.Context, r ExtractRequest) (source.Extract, error) {
	c, err := l.contents(ctx, r.OwnerID, r.ID)
	if err != nil {
		return source.Extract{}, err
	}
	out := source.Extract{Partial: c.partial}
	switch r.Intent {
	case source.Summary:
		out.Points = c.points(summary.Summary(c.units, r.Limit))
	case source.Points:
		out.Points = c.points(summary.KeyPoints(c.units, r.Limit))
	case source.Outline:
		summary := parsed.Summary{Title: c.Title, Outline: c.Outline, Units: c.Units}
		out.Points = c.headings(nil, outline.Outline(summary, c.units), 0, r.Limit)
	case source.Keywords:
		for _, k := range summary.Keywords(c.units, r.Limit) {
			out.Keywords = append(out.Keywords, k.Word)
		}
	case source.Figures:
		if a, ok := table.Ask(table.Tables(c.units), r.Question); ok {
			figure := source.Figure{Source: c.at(a.Unit, c.tableHead(a.Unit)), Result: a.Text, How: a.How, Columns: a.Header, Rows: a.Rows}
			if a.Drawing != nil {
				if figure.Chart, err = json.Marshal(a.Drawing); err != nil {
					return out, err
				}
			}
			out.Figures = append(out.Figures, figure)
		}
	}
	return out, nil
}

// Figures computes a query on the tables of a document, and returns the place of the
// table. refused is the reason why the query cannot be computed; it is empty on success.
func (l Files) Figures(ctx context.Context, owner, id string, q table.Query, locale string) (a table.Answer, at source.Source, refused string, err error) {
	c, err := l.contents(ctx, owner, id)
	if err != nil {
		return a, at, "", err
	}
	a, wrong := table.Compute(table.Tables(c.units), q, locale)
	if wrong != nil {
		return a, at, wrong.Error(), nil
	}
	return a, c.at(a.Unit, c.tableHead(a.Unit)), "", nil
}

// contents reads a document up to maxExtracted.
func (l Files) contents(ctx context.Context, owner, id string) (contents, error) {
	d, err := l.Documents.Get(ctx, owner, id)
	if err != nil {
		return contents{}, err
	}
	c := contents{Document: d}
	left := maxExtracted
	err = l.Documents.EachUnit(ctx, owner, id, func(u parsed.Unit) error {
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

// at returns a passage of a unit as a source. Its UnitName is the name of the unit. If the unit is a
// section without a name, UnitName is the last heading of the document's outline in the unit or
// before it.
func (c contents) at(unit int, passage string) source.Source {
	s := sourceOf(c.Document, unit, passage)
	for _, u := range c.units {
		if u.Number == unit {
			s.Locator.UnitName = u.Name
		}
	}
	if s.Locator.UnitName == "" && c.UnitKind == parsed.Section {
		for _, h := range c.Outline {
			if h.Unit <= unit {
				s.Locator.UnitName = h.Text
			}
		}
	}
	s.Locator.UnitName = text.Cut(s.Locator.UnitName, placeRunes)
	return s
}

func (c contents) points(all []summary.Sentence) []source.Point {
	out := make([]source.Point, len(all))
	for i, s := range all {
		out[i] = source.Point{Source: c.at(s.Unit, s.Text)}
	}
	return out
}

// headings appends the headings of an outline to `out`, until `out` has `limit` entries.
func (c contents) headings(out []source.Point, nodes []outline.Node, depth, limit int) []source.Point {
	for _, n := range nodes {
		if len(out) >= limit {
			return out
		}
		out = append(out, source.Point{Source: c.at(max(n.Unit, 1), n.Text), Depth: depth})
		out = c.headings(out, n.Children, depth+1, limit)
	}
	return out
}

// tableHead returns the first row of the first table of a unit. Citations of figures from the unit
// quote this row.
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
