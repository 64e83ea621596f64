package newfile

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"

	"github.com/wenqu-ai/wenqu/internal/document/extract/table"
)

// Task writes a file in a worker process: it takes an Order in JSON and returns the file's bytes. The
// tool uses Task only for workbooks. Ports.Paper writes Word and Markdown files, and the server's own
// process writes CSV files and calendars.
func Task(_ context.Context, body []byte) ([]byte, error) {
	var o Order
	if err := json.Unmarshal(body, &o); err != nil {
		return nil, err
	}
	return write(o)
}

func write(o Order) ([]byte, error) {
	switch o.Format {
	case CSV:
		all := texts(o.Rows)
		return table.CSV(all[0], all[1:]), nil
	case Workbook:
		return writeWorkbook(o)
	case Calendar:
		return writeCalendar(o), nil
	}
	return nil, fmt.Errorf("newfile: no format %q", o.Format)
}

func texts(rows []Row) [][]string {
	out := make([][]string, len(rows))
	for i, r := range rows {
		out[i] = make([]string, len(r))
		for j, c := range r {
			out[i][j] = clean(c.Text())
		}
	}
	return out
}

// clean removes invalid UTF-8, carriage returns and the characters forbidden in XML, such as most
// control characters.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
}

// maxWidth is the maximum width of a column. The unit is the width of a digit.
const maxWidth = 60

// writeWorkbook writes sheets with a header row, which is frozen if more rows follow. Texts are
// written as texts, even if they look like formulas.
func writeWorkbook(o Order) ([]byte, error) {
	f := excelize.NewFile()
	defer func() { _ = f.Close() }() // an error does not matter: everything has been written
	head, err := f.NewStyle(&excelize.Style{
		Font: &excelize.Font{Bold: true}, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"E8EFEF"}},
		Border: []excelize.Border{{Type: "bottom", Style: 1, Color: "9DB5B7"}}, Alignment: &excelize.Alignment{Vertical: "center"},
	})
	if err != nil {
		return nil, err
	}
	used := map[string]bool{}
	for i, s := range o.Sheets {
		name := sheetName(s.Name, i, used)
		if i == 0 {
			err = f.SetSheetName("Sheet1", name)
		} else {
			_, err = f.NewSheet(name)
		}
		if err == nil {
			err = writeSheet(f, name, s.Rows, head)
		}
		if err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	err = f.Write(&b)
	return b.Bytes(), err
}

func writeSheet(f *excelize.File, name string, rows []Row, head int) error {
	w, err := f.NewStreamWriter(name)
	if err != nil {
		return err
	}
	widths := []int{}
	for _, r := range rows {
		for j, c := range r {
			if j == len(widths) {
				widths = append(widths, 8)
			}
			widths[j] = max(widths[j], min(wide(c.Text())+2, maxWidth))
		}
	}
	for j, n := range widths {
		if err := w.SetColWidth(j+1, j+1, float64(n)); err != nil {
			return err
		}
	}
	if len(rows) > 1 {
		if err := w.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
			return err
		}
	}
	for i, r := range rows {
		cells := make([]any, len(r))
		for j, c := range r {
			cells[j] = c.cell()
			if i == 0 {
				cells[j] = excelize.Cell{StyleID: head, Value: cells[j]}
			}
		}
		if err := w.SetRow(fmt.Sprintf("A%d", i+1), cells); err != nil {
			return err
		}
	}
	return w.Flush()
}

// cell returns the value in a type for excelize.
func (c Cell) cell() any {
	switch v := c.Value.(type) {
	case string:
		return clean(v)
	case json.Number:
		if n, err := v.Int64(); err == nil && n < 1e15 && n > -1e15 {
			return n
		}
		if n, err := v.Float64(); err == nil {
			return n
		}
		return v.String()
	}
	return c.Value
}

// wide returns the width of a text's widest line. The unit is the width of a digit; a character above
// U+2E80 counts as two.
func wide(s string) int {
	most := 0
	for line := range strings.SplitSeq(s, "\n") {
		n := 0
		for _, r := range line {
			n++
			if r > 0x2e80 {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// sheetName returns a valid name that differs from the names in `used`.
func sheetName(name string, i int, used map[string]bool) string {
	name = strings.Trim(strings.Map(func(r rune) rune {
		if strings.ContainsRune(`:\/?*[]`, r) || r < ' ' {
			return '-'
		}
		return r
	}, strings.ToValidUTF8(name, "")), "' ")
	if name == "" {
		name = fmt.Sprint("Sheet", i+1)
	}
	cut := func(n int) string { // n is in UTF-16 units, as in excelize
		for i, r := range name {
			if n -= utf16.RuneLen(r); n < 0 {
				name = name[:i]
				break
			}
		}
		name = strings.TrimRight(name, "' ")
		return name
	}
	unique := cut(31)
	for n := 2; used[strings.ToLower(unique)]; n++ {
		unique = cut(26) + fmt.Sprintf(" (%d)", n)
	}
	used[strings.ToLower(unique)] = true
	return unique
}
