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

// Limits for calculating the formulas of a sheet. A cell whose formula exceeds a limit shows the
// formula or stays empty.
const (
	maxFormulas   = 2_000
	maxFormula    = 500     // bytes of a formula
	maxReferred   = 2_000   // cells that a formula refers to
	maxReferences = 200_000 // cells that all formulas together refer to
	maxRow        = 5_000   // row of a cell that is calculated or referred to; the library allocates all rows above it
	maxColumn     = 100
	maxSheetBytes = 8 << 20 // bytes of a sheet with formulas
	maxChain      = 50      // length of a chain of formulas, each of which refers to the next
	maxCalculated = 2 * time.Second
)

// withoutValue matches the end of a cell whose formula has no stored value. Libraries that do not
// calculate write such cells.
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

// formulas calculates the formulas of a sheet that have no stored value.
type formulas struct {
	open  map[string]string // formulas without a stored value, by cell
	has   map[string]string // values of the other cells, or `unknown`; a shared string has the value sharedMark + its number
	done  map[string]string // displayed texts of formulas, by cell
	busy  map[string]bool
	calc  *excelize.File // a workbook that contains the values of the cells that formulas refer to
	until time.Time
	left  int // number of cells that may still be referred to
}

// calculate returns the displayed texts of the cells whose formulas have no stored value. The text
// is the calculated value, or the formula if it is not calculated.
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

// unknown is the value of a cell with a formula that is neither stored with a value nor calculated.
const unknown = "\x01"

// openFormulas returns the first maxFormulas formulas of a sheet that have no stored value, and the
// values of its other cells, by cell. A formula beyond the first maxFormulas, and one that only refers
// to a shared formula, has the value `unknown`. Cells and sheets beyond the other limits are left out.
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

// within reports whether a cell is in the range in which formulas are calculated.
func within(cell string) bool {
	column, row, err := excelize.CellNameToCoordinates(cell)
	return err == nil && column <= maxColumn && row <= maxRow
}

// value calculates a cell after the cells that it refers to.
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

// refer copies into calc the cells that a formula refers to. It returns false if it cannot copy all of
// them, for example because there are too many or because the value of a cell is unknown.
func (c *formulas) refer(formula string, chain int) bool {
	texts := strings.ContainsAny(formula, "\"&") // the result may depend on the content of texts and not only on whether they are equal; a shared string has only its number here
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

// copy copies the value of a cell into calc. It returns false for a formula whose value is unknown and,
// if texts is set, for a shared string.
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

// set stores the value of a cell in calc, as a number if it is one.
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
