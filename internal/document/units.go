package document

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/documentdb"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// unitBatch is the maximum number of units read by one query.
const unitBatch = 50

// Units returns the units of a document from `from` to `to`, both included and counted from 1; at
// most 50 units.
func (s *Service) Units(ctx context.Context, owner, id string, from, to int) ([]parsed.Unit, error) {
	if _, err := s.Get(ctx, owner, id); err != nil {
		return nil, err
	}
	return s.units(ctx, owner, id, from, to)
}

func (s *Service) units(ctx context.Context, owner, id string, from, to int) ([]parsed.Unit, error) {
	rows, err := s.reads().Units(ctx, documentdb.UnitsParams{
		OwnerID: owner, DocumentID: id, First: int64(from), Last: int64(to), Size: unitBatch,
	})
	if err != nil {
		return nil, stored(err)
	}
	units := make([]parsed.Unit, len(rows))
	for i, row := range rows {
		if err := json.Unmarshal([]byte(row), &units[i]); err != nil {
			return nil, err
		}
	}
	return units, nil
}

// EachUnit calls f with every unit of a document in order. It ends with the first error
// of f.
func (s *Service) EachUnit(ctx context.Context, owner, id string, f func(parsed.Unit) error) error {
	if _, err := s.Get(ctx, owner, id); err != nil {
		return err
	}
	for next := 1; ; {
		units, err := s.units(ctx, owner, id, next, math.MaxInt32)
		if err != nil {
			return err
		}
		for _, u := range units {
			if err := f(u); err != nil {
				return err
			}
			next = u.Number + 1
		}
		if len(units) < unitBatch {
			return nil
		}
	}
}

// Bounds of a search inside one file.
const (
	maxFound   = 500
	maxKeyword = 100 // characters
	around     = 30  // characters of the text on either side of a hit
)

// errEnough ends a search that has found the maximum number of hits.
var errEnough = errors.New("document: enough")

// FindText returns the first 500 occurrences of a keyword in a document, in order. The case and
// width of letters are ignored.
func (s *Service) FindText(ctx context.Context, owner, id, keyword string) ([]Hit, error) {
	key := zh.Fold(text.Cut(strings.TrimSpace(keyword), maxKeyword))
	if key == "" {
		return nil, badRequest("keyword")
	}
	hits := []Hit{}
	err := s.EachUnit(ctx, owner, id, func(u parsed.Unit) error {
		for _, b := range u.Blocks {
			hits = append(hits, places(b.Text, key, id, u.Number)...)
			if len(hits) >= maxFound {
				return errEnough
			}
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return hits[:min(len(hits), maxFound)], err
}

// places finds a normalised keyword in a text. The quotes are taken from the original
// text if normalising has not changed the number of characters, else from the normalised
// text.
func places(block, key, id string, unit int) []Hit {
	folded := zh.Fold(block)
	if !strings.Contains(folded, key) {
		return nil
	}
	show := []rune(block)
	if utf8.RuneCountInString(folded) != len(show) {
		show = []rune(folded)
	}
	var hits []Hit
	length := utf8.RuneCountInString(key)
	before := 0 // number of characters already searched
	for rest := folded; ; {
		at := strings.Index(rest, key)
		if at < 0 {
			return hits
		}
		start := before + utf8.RuneCountInString(rest[:at])
		from, to := max(0, start-around), min(len(show), start+length+around)
		hits = append(hits, Hit{DocumentID: id, Unit: unit, Quote: text.OneLine(string(show[from:to]))})
		before, rest = start+length, rest[at+len(key):]
	}
}
