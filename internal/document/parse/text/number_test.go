package text

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// The parts of a very long line share its number, so that the numbers of later lines are right.
func TestNumbersBehindALongLine(t *testing.T) {
	t.Parallel()
	units := func(read func(c *parse.Collector) error) []parsed.Unit {
		k := &parsetest.Sink{}
		c := parse.NewCollector(t.Context(), k, parse.Options{MaxChars: 1 << 20, MaxPages: 2000})
		if err := errors.Join(read(c), c.Flush()); err != nil {
			t.Fatal(err)
		}
		return k.Units
	}
	for _, size := range []int{10, 3 * maxLine / 2, 3*maxLine - 2, 3*maxLine - 1, 3 * maxLine, 3*maxLine + 1} {
		text := "one\n" + strings.Repeat("x", size) + "\nthree\n\nfive\n"
		got := map[string]int{}
		for _, u := range units(func(c *parse.Collector) error { return codeLines(t.Context(), strings.NewReader(text), c) }) {
			for _, b := range u.Blocks {
				for i, line := range strings.Split(b.Text, "\n") {
					got[line] = b.First + i
				}
			}
		}
		if got["one"] != 1 || got["three"] != 3 || got["five"] != 5 {
			t.Errorf("a line of %d bytes: %d, %d, %d", size, got["one"], got["three"], got["five"])
		}
		var rows []int
		for _, u := range units(func(c *parse.Collector) error { return rawRows(t.Context(), strings.NewReader(text), ',', c) }) {
			for _, b := range u.Blocks {
				for i, row := range b.Rows {
					if b.Kind == parsed.Table && len(row[0]) < 9 && row[0][0] != 'x' {
						rows = append(rows, b.First+i)
					}
				}
			}
		}
		if !slices.Equal(rows, []int{1, 3, 5}) {
			t.Errorf("a row of %d bytes: %d", size, rows)
		}
	}
}
