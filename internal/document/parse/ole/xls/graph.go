package xls

import (
	"maps"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/charset"
	"github.com/wenqu-ai/wenqu/internal/document/parse/office"
)

// versionGraph is the version in the header of a chart of Microsoft Graph. Presentations
// and Word documents embed such charts.
const versionGraph = 0x0680

// Record types of a Microsoft Graph chart that differ from the record types of a workbook.
const (
	recGraphNumber = 0x0003
	recGraphLabel  = 0x0204
)

// maxGraphRows is the maximum number of rows in Microsoft Graph.
const maxGraphRows = 4_000

// graph reads a chart of Microsoft Graph: its titles, and the sheet with its values.
func (w *workbook) graph() error {
	w.texts.page, w.formats, w.numbers = charset.CodePage(1252), map[int]string{}, office.NewNumbers(false)
	cells := map[int][]string{}
	kept, known := 0, map[string]bool{}
	put := func(b []byte, text string) {
		row, column := u16(b, 0), u16(b, 2)
		if text == "" || row >= maxGraphRows || column >= maxRows {
			return
		}
		if grown := column + 1 - len(cells[row]); grown > 0 {
			if kept += grown; kept > parse.MaxTableCells {
				return
			}
		}
		cells[row] = set(cells[row], column, text)
		known[text] = true
	}
	var titles []string
	for n := 0; ; n++ {
		if n&1023 == 0 && w.ctx.Err() != nil {
			return w.ctx.Err()
		}
		rec, ok := w.r.next()
		if !ok {
			break
		}
		switch b := rec.body; rec.kind {
		case recDateMode:
			w.numbers = office.NewNumbers(u16(b, 0) == 1)
		case recFormat:
			w.format(b)
		case recGraphLabel: // the record contains a position, a byte, the format and the text
			if len(b) > 7 {
				put(b, w.texts.short(&pieces{cur: b[7:]}))
			}
		case recGraphNumber:
			if format := u16(b, 5); len(b) >= 15 {
				put(b, w.numbers.Show(float(b[7:]), w.formats[format], format))
			}
		case recSeriesText:
			if len(b) > 2 && len(titles) < maxNotes {
				titles = append(titles, strings.TrimSpace(w.texts.short(&pieces{cur: b[2:]})))
			}
		}
	}
	s := parse.NewSheet(w.c, "")
	titles = slices.DeleteFunc(titles, func(title string) bool {
		again := title == "" || known[title] // the names of series are stored as titles, too, but they are already in cells
		known[title] = true
		return again
	})
	if len(titles) > 0 {
		s.Caption(strings.Join(titles, "\n"))
	}
	var rows [][]string
	for _, row := range slices.Sorted(maps.Keys(cells)) {
		rows = append(rows, cells[row])
	}
	if len(rows) > 0 {
		s.Table(rows)
	}
	return s.End()
}
