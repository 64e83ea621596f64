package xlsx

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
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

// Limits for calculating the formulas of a sheet. If a formula exceeds a limit, its cell shows the
// formula or stays empty.
const (
	maxFormulas   = 2_000
	maxFormula    = 500     // bytes of a formula
	maxReferred   = 2_000   // cells referred to by one formula
	maxReferences = 200_000 // cells referred to by all formulas together
	maxRow        = 5_000   // last row with cells in a calculation; the library allocates all rows above a cell
	maxColumn     = 100
	maxSheetBytes = 8 << 20 // bytes of a sheet with formulas
	maxChain      = 50      // length of a chain of formulas; each formula refers to the next formula
	maxCalculated = 2 * time.Second
)

// withoutValue matches the end of a cell whose formula has no stored value. Such cells are written by
// libraries that do not calculate formulas.
var withoutValue = regexp.MustCompile(`(?:</f>|<f[^>]*/>)\s*(?:<v>\s*</v>|<v\s*/>)?\s*</c>`)

// reference matches a cell or an area in a formula. literal matches a text in quotation marks. name
// matches a word.
var (
	reference = regexp.MustCompile(`\$?\b([A-Z]{1,3})\$?([0-9]{1,7})(?::\$?([A-Z]{1,3})\$?([0-9]{1,7}))?\b`)
	literal   = regexp.MustCompile(`"[^"]*"`)
	name      = regexp.MustCompile(`[\p{L}_][\p{L}\p{N}_.]*`)
)

// calculable are the functions that are calculated: their result depends only on the
// cells in their arguments, and their time only on the number of these cells.
var calculable = func() map[string]bool {
	out := map[string]bool{}
	for f := range strings.FieldsSeq(`SUM AVERAGE MIN MAX COUNT COUNTA COUNTIF SUMIF AVERAGEIF IF IFERROR AND OR NOT ROUND ROUNDUP ROUNDDOWN INT ABS MOD PRODUCT
		SUMPRODUCT MEDIAN POWER SQRT RANK LARGE SMALL TRUE FALSE`) {
		out[f] = true
	}
	return out
}()

// formulas calculates those formulas of a sheet that have no stored value.
type formulas struct {
	open  map[string]string // formulas without a stored value, by cell
	has   map[string]string // values of the other cells, or `unknown`; a shared string has the value sharedMark + its number
	done  map[string]string // displayed texts of formulas, by cell
	busy  map[string]bool
	calc  *excelize.File // a workbook with the values of the cells referred to by formulas
	until time.Time
	left  int // number of cells that may still be referred to
}

// calculate returns the displayed texts of formulas without a stored value, by cell. The text is the
// calculated value. If the formula is not calculated, the text is the formula.
func calculate(ctx context.Context, b *book, sheet string) map[string]string {
	open, has := b.openFormulas(ctx, b.sheets[sheet])
	if len(open) == 0 {
		return nil
	}
	c := &formulas{
		open: open, has: has, done: map[string]string{}, busy: map[string]bool{},
		calc: excelize.NewFile(), until: time.Now().Add(maxCalculated), left: maxReferences,
	}
	defer func() { _ = c.calc.Close() }() // the workbook is in memory only
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

// before compares cells row by row, because most formulas refer to cells above them.
func before(a, b string) int {
	columnA, rowA, _ := excelize.CellNameToCoordinates(a) // invalid names come first
	columnB, rowB, _ := excelize.CellNameToCoordinates(b)
	return cmp.Or(cmp.Compare(rowA, rowB), cmp.Compare(columnA, columnB), cmp.Compare(a, b))
}

// sharedMark is the first character of the value of a cell with a shared string. It is
// followed by the string's number, so equal texts have equal values.
const sharedMark = "\x00"

// unknown is the value of a cell whose formula has no stored value and is not calculated.
const unknown = "\x01"

// openFormulas returns two maps by cell. `open` contains the first maxFormulas formulas of a sheet that
// have no stored value. `has` contains the values of all other cells. A further formula, or a reference to
// a shared formula, has the value `unknown`. Cells and sheets beyond the other limits are left out.
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
	in, formulated := "", false
	_ = archive.DecodeXML(ctx, bytes.NewReader(data), func(t xml.Token) error { // a damaged part is used as far as it can be read
		switch t := t.(type) {
		case xml.StartElement:
			switch in = t.Name.Local; in {
			case "c":
				cell, kind, formula, value, formulated = archive.Attr(t, "r"), archive.Attr(t, "t"), "", "", false
			case "f":
				formulated = true
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
			case strings.TrimSpace(value) == "" && formulated:
				if formula != "" && len(open) < maxFormulas {
					open[cell] = formula
				} else {
					has[cell] = unknown
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

// within reports whether a cell is in the first maxColumn columns and in the first maxRow rows.
func within(cell string) bool {
	column, row, err := excelize.CellNameToCoordinates(cell)
	return err == nil && column <= maxColumn && row <= maxRow
}

// value calculates a cell. The cells in the formula are calculated first.
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
		_ = c.calc.SetCellValue("Sheet1", cell, nil) // remove the failed formula
		return "", false
	}
	c.set(cell, v)
	c.done[cell] = shortened(v)
	return v, true
}

// simple reports whether a formula refers only to cells of its own sheet and calls only functions in
// calculable.
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

// refer copies the cells in a formula into calc. It returns false if it cannot copy all cells, for
// example because there are too many cells or because the value of a cell is unknown.
func (c *formulas) refer(formula string, chain int) bool {
	texts := strings.ContainsAny(formula, "\"&") // the formula may need the content of texts; of a shared string, only the number is known
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

// copy copies the value of a cell into calc. It returns false for a formula with an unknown value. If
// `texts` is set, it also returns false for a shared string.
func (c *formulas) copy(cell string, chain int, texts bool) bool {
	if _, ok := c.open[cell]; ok {
		_, ok := c.value(cell, chain+1)
		return ok
	}
	v := c.has[cell]
	if v == unknown || strings.HasPrefix(v, sharedMark) && texts {
		return false
	}
	if v != "" {
		c.set(cell, v)
	}
	return true
}

// set stores the value of a cell in calc. A numeric value is stored as a number.
func (c *formulas) set(cell, v string) {
	var value any = v
	if n, err := strconv.ParseFloat(v, 64); err == nil {
		value = n
	}
	_ = c.calc.SetCellValue("Sheet1", cell, value) // a cell that cannot be written stays empty
}

// shortened writes a number without the rounding errors of binary fractions.
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
