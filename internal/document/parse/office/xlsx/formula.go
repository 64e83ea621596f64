package xlsx

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
)

// Bounds of what is calculated of a file. What is beyond them is shown as its formula.
const (
	maxFormulas   = 2_000
	maxFormula    = 500     // bytes of one
	maxReferred   = 2_000   // cells that one refers to
	maxReferences = 200_000 // cells that all refer to
	maxRow        = 5_000   // of a cell that is calculated or referred to: the library makes all rows above it
	maxColumn     = 100
	maxSheetBytes = 8 << 20 // of a sheet with formulas
	maxChain      = 50      // formulas that refer to each other
	maxCalculated = 2 * time.Second
)

// withoutValue finds cells whose formula has no stored value, as libraries write them
// that do not calculate.
var withoutValue = regexp.MustCompile(`(?:</f>|<f[^>]*/>)\s*(?:<v>\s*</v>|<v\s*/>)?\s*</c>`)

// reference is a cell or an area in a formula; name a word that is none.
var (
	reference = regexp.MustCompile(`\$?\b([A-Z]{1,3})\$?([0-9]{1,7})(?::\$?([A-Z]{1,3})\$?([0-9]{1,7}))?\b`)
	literal   = regexp.MustCompile(`"[^"]*"`)
	name      = regexp.MustCompile(`[\p{L}_][\p{L}\p{N}_.]*`)
)

// calculable are the functions that are calculated: their result depends on the named
// cells alone, and their time on how many there are.
var calculable = func() map[string]bool {
	out := map[string]bool{}
	for f := range strings.FieldsSeq(`SUM AVERAGE MIN MAX COUNT COUNTA COUNTIF SUMIF AVERAGEIF IF IFERROR AND OR NOT ROUND ROUNDUP ROUNDDOWN INT ABS MOD PRODUCT
		SUMPRODUCT MEDIAN POWER SQRT RANK LARGE SMALL TRUE FALSE`) {
		out[f] = true
	}
	return out
}()

// formulas calculates the formulas of a sheet that have no stored value.
type formulas struct {
	open  map[string]string // formulas by their cells
	has   map[string]string // the values of the other cells; of shared strings sharedMark and their number
	done  map[string]string // what is shown instead
	busy  map[string]bool
	calc  *excelize.File // holds the cells that formulas refer to, as values
	until time.Time
	left  int // cells that may still be referred to
}

// calculate returns what is shown in the cells of a sheet whose formulas have no stored
// value: the value, or the formula where it is not calculated.
func calculate(ctx context.Context, b *book, sheet string) map[string]string {
	open, has := b.openFormulas(ctx, b.sheets[sheet])
	if len(open) == 0 {
		return nil
	}
	c := &formulas{
		open: open, has: has, done: map[string]string{}, busy: map[string]bool{},
		calc: excelize.NewFile(), until: time.Now().Add(maxCalculated), left: maxReferences,
	}
	defer func() { _ = c.calc.Close() }() // it is in memory
	for _, cell := range slices.SortedFunc(maps.Keys(open), before) {
		if ctx.Err() != nil {
			break
		}
		if _, ok := c.value(cell, 0); !ok {
			c.done[cell] = "=" + open[cell]
		}
	}
	return c.done
}

// before orders cells row by row, as most formulas refer to what stands above them.
func before(a, b string) int {
	columnA, rowA, _ := excelize.CellNameToCoordinates(a) // names that are none come first
	columnB, rowB, _ := excelize.CellNameToCoordinates(b)
	return cmp.Or(cmp.Compare(rowA, rowB), cmp.Compare(columnA, columnB), cmp.Compare(a, b))
}

// sharedMark begins the value of a cell whose text is kept apart from the sheet: equal
// texts have equal numbers.
const sharedMark = "\x00"

// openFormulas are the formulas without a stored value of a sheet, and the values of
// its other cells, by their cells.
func (b *book) openFormulas(ctx context.Context, part string) (open, has map[string]string) {
	r, err := b.Open(part)
	if err != nil {
		return nil, nil
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, maxSheetBytes+1))
	if err != nil || len(data) > maxSheetBytes || !withoutValue.Match(data) {
		return nil, nil
	}
	open, has = map[string]string{}, map[string]string{}
	cell, kind, formula, value := "", "", "", ""
	in := ""
	enough := errors.New("enough formulas")
	_ = archive.DecodeXML(ctx, bytes.NewReader(data), func(t xml.Token) error { // what can be read of it counts
		switch t := t.(type) {
		case xml.StartElement:
			if in = t.Name.Local; in == "c" {
				cell, kind, formula, value = archive.Attr(t, "r"), archive.Attr(t, "t"), "", ""
			}
		case xml.CharData:
			switch in {
			case "f":
				formula += string(t)
			case "v", "t":
				value += string(t)
			}
		case xml.EndElement:
			in = ""
			switch {
			case t.Name.Local != "c" || !within(cell):
			case strings.TrimSpace(value) == "" && formula != "":
				if open[cell] = formula; len(open) >= maxFormulas {
					return enough
				}
			case kind == "s":
				has[cell] = sharedMark + value
			case value != "":
				has[cell] = value
			}
		}
		return nil
	})
	return open, has
}

// within says that a cell is where formulas are calculated.
func within(cell string) bool {
	column, row, err := excelize.CellNameToCoordinates(cell)
	return err == nil && column <= maxColumn && row <= maxRow
}

// value calculates a cell, those that it refers to first.
func (c *formulas) value(cell string, chain int) (string, bool) {
	if v, ok := c.done[cell]; ok {
		return v, !strings.HasPrefix(v, "=")
	}
	formula := c.open[cell]
	if c.busy[cell] || chain > maxChain || len(formula) > maxFormula || !simple(formula) || time.Now().After(c.until) {
		return "", false
	}
	c.busy[cell] = true
	defer delete(c.busy, cell)
	if !c.refer(formula, chain) {
		return "", false
	}
	if err := c.calc.SetCellFormula("Sheet1", cell, formula); err != nil {
		return "", false
	}
	v, err := c.calc.CalcCellValue("Sheet1", cell, excelize.Options{RawCellValue: true})
	if err != nil || strings.HasPrefix(v, "#") || strings.HasPrefix(v, "=") || strings.Contains(v, sharedMark) {
		_ = c.calc.SetCellValue("Sheet1", cell, nil) // nothing refers to it any more
		return "", false
	}
	c.set(cell, v)
	c.done[cell] = shortened(v)
	return v, true
}

// simple says that a formula has only references to its own sheet and functions that
// are calculated.
func simple(formula string) bool {
	rest := reference.ReplaceAllString(literal.ReplaceAllString(formula, ""), "")
	if strings.ContainsAny(rest, "![]{}#@':$") {
		return false
	}
	for _, word := range name.FindAllString(rest, -1) {
		if !calculable[strings.ToUpper(word)] {
			return false
		}
	}
	return true
}

// refer copies the cells that a formula refers to; false when they are too many, or one
// of them is not known.
func (c *formulas) refer(formula string, chain int) bool {
	texts := strings.ContainsAny(formula, "\"&") // it looks at what texts say
	referred := 0
	for _, m := range reference.FindAllStringSubmatch(literal.ReplaceAllString(formula, ""), -1) {
		if m[3] == "" {
			m[3], m[4] = m[1], m[2]
		}
		from, err := excelize.ColumnNameToNumber(m[1])
		to, err2 := excelize.ColumnNameToNumber(m[3])
		first, last := parse.Atoi(m[2]), parse.Atoi(m[4])
		if err != nil || err2 != nil || first < 1 || last > maxRow || to > maxColumn || to < from || last < first {
			return false
		}
		if to-from >= maxReferred || last-first >= maxReferred {
			return false
		}
		n := (to - from + 1) * (last - first + 1)
		if referred += n; referred > maxReferred {
			return false
		}
		if c.left -= n; c.left < 0 {
			return false
		}
		for row := first; row <= last; row++ {
			if time.Now().After(c.until) {
				return false
			}
			for column := from; column <= to; column++ {
				cell, err := excelize.CoordinatesToCellName(column, row)
				if err != nil || !c.copy(cell, chain, texts) {
					return false
				}
			}
		}
	}
	return true
}

// copy puts the value of a cell where formulas are calculated. With texts a cell whose
// text is not known cannot be copied.
func (c *formulas) copy(cell string, chain int, texts bool) bool {
	if _, ok := c.open[cell]; ok {
		_, ok := c.value(cell, chain+1)
		return ok
	}
	v := c.has[cell]
	if strings.HasPrefix(v, sharedMark) && texts {
		return false
	}
	if v != "" {
		c.set(cell, v)
	}
	return true
}

// set writes a value in the place of a formula.
func (c *formulas) set(cell, v string) {
	var value any = v
	if n, err := strconv.ParseFloat(v, 64); err == nil {
		value = n
	}
	_ = c.calc.SetCellValue("Sheet1", cell, value) // a cell that cannot be written stays empty
}

// shortened writes a number without what binary fractions leave behind its digits.
func shortened(v string) string {
	n, err := strconv.ParseFloat(v, 64)
	if err != nil {
		return v
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(n, 'g', 12, 64), 64)
	if err != nil {
		return v
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}
