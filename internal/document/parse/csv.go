package parse

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Tables of sheets come in blocks of tableRows rows, and a unit ends at the
// block that takes it past sheetRunes; the sheet goes on in the next unit.
const (
	tableRows  = 500
	sheetRunes = 1_000_000
	maxCells   = 16_384 // of a row; what is right of them is left out
)

// sheet collects the rows of one sheet.
type sheet struct {
	c     *collector
	name  string
	rows  [][]string
	first int // number of rows[0]
	runes int
	unit  parsed.Unit
	any   bool
}

// row adds the row with that number, counted from 1. Empty ones are left out
// but keep their numbers: a block never spans them.
func (s *sheet) row(number int, cells []string) error {
	if len(cells) > maxCells {
		cells = cells[:maxCells]
		s.c.warn(parsed.Truncated)
	}
	for len(cells) > 0 && strings.TrimSpace(cells[len(cells)-1]) == "" {
		cells = cells[:len(cells)-1]
	}
	if len(cells) == 0 {
		return nil
	}
	if len(s.rows) > 0 && (len(s.rows) == tableRows || number != s.first+len(s.rows)) {
		if err := s.block(); err != nil {
			return err
		}
	}
	if len(s.rows) == 0 {
		s.first = number
	}
	s.rows = append(s.rows, cells)
	for _, cell := range cells {
		s.runes += len(cell) + 1
	}
	if s.runes > sheetRunes {
		if err := s.block(); err != nil {
			return err
		}
		return s.flush()
	}
	return nil
}

func (s *sheet) block() error {
	if len(s.rows) > 0 {
		s.unit.Blocks = append(s.unit.Blocks, parsed.Block{Kind: parsed.Table, Rows: s.rows, First: s.first})
		s.rows = nil
	}
	return nil
}

func (s *sheet) flush() error {
	if len(s.unit.Blocks) == 0 {
		return nil
	}
	u := s.unit
	u.Kind, u.Name = parsed.Sheet, s.name
	if !s.any {
		s.any = true
		s.c.heading(1, s.name, s.c.next())
	}
	s.unit, s.runes = parsed.Unit{}, 0
	return s.c.unit(u)
}

// end hands the rest on.
func (s *sheet) end() error {
	if err := s.block(); err != nil {
		return err
	}
	return s.flush()
}

// readCSV reads a table of separated values. What looks like a formula is
// text.
func readCSV(ctx context.Context, in *input, c *collector) error {
	r, err := decoded(in)
	if err != nil {
		return err
	}
	head := make([]byte, sampleSize)
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	sample := string(head[:n])
	separator := separatorOf(sample)
	if in.ext == "tsv" && strings.ContainsRune(sample, '\t') {
		separator = '\t'
	}
	d := csv.NewReader(io.MultiReader(strings.NewReader(sample), r))
	d.Comma, d.LazyQuotes, d.FieldsPerRecord, d.ReuseRecord = separator, true, -1, false
	if !balanced(sample) {
		// A quote that never ends would make the rest of the file one cell.
		return rawRows(ctx, io.MultiReader(strings.NewReader(sample), r), separator, c)
	}
	s, inside := &sheet{c: c}, 0
	for at := 0; ; at++ {
		if at&1023 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		row, err := d.Read()
		if errors.Is(err, io.EOF) {
			return s.end()
		}
		if err != nil {
			if _, bad := errors.AsType[*csv.ParseError](err); !bad {
				return err
			}
			c.warn(parsed.Unreadable)
			continue
		}
		// Empty lines count as rows, the line ends in a cell do not.
		line, _ := d.FieldPos(0)
		if err := s.row(line-inside, row); err != nil {
			return err
		}
		for _, cell := range row {
			inside += strings.Count(cell, "\n")
		}
	}
}

// rawRows reads separated values whose quotes mean nothing.
func rawRows(ctx context.Context, r io.Reader, separator rune, c *collector) error {
	s, at := &sheet{c: c}, 0
	err := lines(ctx, r, func(line string) error {
		at++
		return s.row(at, strings.Split(line, string(separator)))
	})
	if err != nil {
		return err
	}
	return s.end()
}

// balanced reports whether the quotes of a sample open and close; a sample
// that fills its buffer may end inside of a pair.
func balanced(sample string) bool {
	if len(sample) == sampleSize {
		return strings.Count(sample, `"`) < 2 || strings.LastIndexByte(sample, '"') > len(sample)/2
	}
	return strings.Count(sample, `"`)%2 == 0
}

// separatorOf guesses what separates the values: what most lines have the same
// number of, outside quotes. The tie goes to the earlier one of the list.
func separatorOf(sample string) rune {
	best, top := ',', 0.0
	for _, sep := range ",\t;|，" {
		counts := map[int]int{}
		seen, inQuotes, n := 0, false, 0
		for _, r := range sample {
			switch {
			case r == '"':
				inQuotes = !inQuotes
			case inQuotes:
			case r == sep:
				n++
			case r == '\n':
				counts[n]++
				n = 0
				seen++
			}
			if seen == 200 {
				break
			}
		}
		if n > 0 || seen == 0 {
			counts[n]++
			seen++
		}
		for k, times := range counts {
			if k == 0 {
				continue
			}
			score := float64(times)/float64(seen) + 0.001*float64(min(k, 50))
			if score > top+0.0005 {
				best, top = sep, score
			}
		}
	}
	return best
}
