package text

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/charset"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// ReadCSV reads separated values. A formula is read as text.
func ReadCSV(ctx context.Context, in *parse.Input, c *parse.Collector) error {
	r, err := charset.Decode(in)
	if err != nil {
		return err
	}
	head := make([]byte, charset.SampleSize)
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	sample := string(head[:n])
	separator := separatorOf(sample)
	if in.Ext == "tsv" && strings.ContainsRune(sample, '\t') {
		separator = '\t'
	}
	d := csv.NewReader(io.MultiReader(strings.NewReader(sample), r))
	d.Comma, d.LazyQuotes, d.FieldsPerRecord, d.ReuseRecord = separator, true, -1, false
	if !balanced(sample) {
		// A quote that is never closed would make the rest of the file one cell.
		return rawRows(ctx, io.MultiReader(strings.NewReader(sample), r), separator, c)
	}
	s, inside := parse.NewSheet(c, ""), 0
	for at := 0; ; at++ {
		if at&1023 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		row, err := d.Read()
		if errors.Is(err, io.EOF) {
			return s.End()
		}
		if err != nil {
			if _, bad := errors.AsType[*csv.ParseError](err); !bad {
				return err
			}
			c.Warn(parsed.Unreadable)
			continue
		}
		// Empty lines count as rows; line ends inside a cell do not.
		line, _ := d.FieldPos(0)
		if err := s.Row(line-inside, row); err != nil {
			return err
		}
		for _, cell := range row {
			inside += strings.Count(cell, "\n")
		}
	}
}

// rawRows reads separated values. Quotes have no special meaning.
func rawRows(ctx context.Context, r io.Reader, separator rune, c *parse.Collector) error {
	s := parse.NewSheet(c, "")
	err := lines(ctx, r, func(number int, line string) error {
		return s.Row(number, strings.Split(line, string(separator)))
	})
	if err != nil {
		return err
	}
	return s.End()
}

// balanced reports whether the quotes of a sample seem to be closed. A sample that fills its buffer
// may end inside quotes. The quotes of such a sample seem closed if the sample has fewer than two
// quotes, or a quote in its second half.
func balanced(sample string) bool {
	if len(sample) == charset.SampleSize {
		return strings.Count(sample, `"`) < 2 || strings.LastIndexByte(sample, '"') > len(sample)/2
	}
	return strings.Count(sample, `"`)%2 == 0
}

// separatorOf guesses the separator of the values. For each candidate, it counts the occurrences outside
// quotes in each of the first 200 lines. The candidate that occurs equally often in the most lines is
// returned. Candidates with more occurrences in a line are slightly preferred. Of equal candidates, the
// first in the list is returned.
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
