package office

import (
	"math"
	"strconv"

	"github.com/xuri/excelize/v2"
)

// SheetOptions say how sheets show values: dates as they sort.
func SheetOptions() excelize.Options {
	return excelize.Options{ShortDatePattern: "yyyy-mm-dd", LongDatePattern: "yyyy-mm-dd", LongTimePattern: "hh:mm:ss"}
}

// maxFormats bounds the formats of numbers of a workbook that are kept; those
// past it show their numbers as they are.
const maxFormats = 4_096

// maxFormat is how many bytes a format of a number may have.
const maxFormat = 255

// Numbers shows numbers in the formats of a workbook, in the way in which those
// of today's workbooks are shown.
type Numbers struct {
	book *excelize.File
	cell map[string]string // the cell that has the format, by its code or its number
}

// NewNumbers makes a Numbers. Days count from 1904 where a workbook says so,
// else from 1900.
func NewNumbers(from1904 bool) *Numbers {
	n := &Numbers{book: excelize.NewFile(SheetOptions()), cell: map[string]string{}}
	_ = n.book.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &from1904}) // a new workbook has them
	return n
}

// Show writes v in a format: code is what it is made of, or else builtin is the
// number of one that every program knows.
func (n *Numbers) Show(v float64, code string, builtin int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	plain := General(v)
	key := code
	switch {
	case code == "" && (builtin <= 0 || builtin > 81), code == "General", code == "@", len(code) > maxFormat:
		return plain
	case code == "":
		key = "\x00" + strconv.Itoa(builtin)
	}
	cell, known := n.cell[key]
	if !known {
		if cell = n.style(code, builtin); cell == "" {
			return plain
		}
		n.cell[key] = cell
	}
	if cell == noFormat {
		return plain
	}
	if err := n.book.SetCellFloat("Sheet1", cell, v, -1, 64); err != nil {
		return plain
	}
	s, err := n.book.GetCellValue("Sheet1", cell)
	if err != nil {
		return plain
	}
	return s
}

// noFormat stands for a format that is none.
const noFormat = "-"

// style gives a cell that has the format; none once there are too many.
func (n *Numbers) style(code string, builtin int) string {
	if len(n.cell) >= maxFormats {
		return ""
	}
	s := &excelize.Style{NumFmt: builtin}
	if code != "" {
		s = &excelize.Style{CustomNumFmt: &code}
	}
	id, err := n.book.NewStyle(s)
	if err != nil {
		return noFormat
	}
	cell := "A" + strconv.Itoa(len(n.cell)+1)
	if err := n.book.SetCellStyle("Sheet1", cell, cell, id); err != nil {
		return noFormat
	}
	return cell
}

// General writes a number as a cell without a format shows it, at full length.
func General(v float64) string {
	if a := math.Abs(v); a != 0 && (a >= 1e15 || a < 1e-9) {
		return strconv.FormatFloat(v, 'E', -1, 64)
	}
	// Fifteen digits count: 0.1+0.2 is 0.3.
	if r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 15, 64), 64); err == nil {
		v = r
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
