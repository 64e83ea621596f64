package office

import (
	"math"
	"strconv"

	"github.com/xuri/excelize/v2"
)

// SheetOptions returns the options for formatting cell values. In formats that depend on the
// language of the system, dates have the year first.
func SheetOptions() excelize.Options {
	return excelize.Options{ShortDatePattern: "yyyy-mm-dd", LongDatePattern: "yyyy-mm-dd", LongTimePattern: "hh:mm:ss"}
}

// maxFormats is the maximum number of number formats of a workbook. Numbers in further
// formats are shown unformatted.
const maxFormats = 4_096

// maxFormat is the maximum length of a number format, in bytes.
const maxFormat = 255

// Numbers formats numbers of old workbooks and of charts in the same way as the numbers of current
// workbooks: it writes a number into a cell of `book` that has the format, and reads the displayed text.
type Numbers struct {
	book *excelize.File
	cell map[string]string // name of the cell in `book` that has a format, by the format's code or number
}

// NewNumbers returns a Numbers. Days are counted from 1904 if from1904 is set, otherwise from
// 1900.
func NewNumbers(from1904 bool) *Numbers {
	n := &Numbers{book: excelize.NewFile(SheetOptions()), cell: map[string]string{}}
	_ = n.book.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &from1904}) // a new workbook always has properties
	return n
}

// Show formats v. The format is `code` or, when `code` is empty, the built-in format with the
// number `builtin`. If this format cannot be used, v is formatted by General. For infinities and
// NaN the result is empty.
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

// noFormat is the value of Numbers.cell for an invalid format.
const noFormat = "-"

// style returns the name of a cell with the format. It returns "" when there are too many formats,
// and noFormat when the format is invalid.
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

// General formats a number as in a cell without a number format. It does not shorten the text to the
// width of a cell.
func General(v float64) string {
	if a := math.Abs(v); a != 0 && (a >= 1e15 || a < 1e-9) {
		return strconv.FormatFloat(v, 'E', -1, 64)
	}
	// Excel keeps fifteen digits, so 0.1+0.2 is 0.3.
	if r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 15, 64), 64); err == nil {
		v = r
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
