// Package table finds the tables of a file and computes answers to questions about
// them without a model. Every figure in an answer is in the table or computed from it.
package table

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Table is a table of the file, with a name and a type for each column. Without a header, the
// columns are named by letters.
type Table struct {
	Name    string // name of the sheet, or the caption above the table; may be empty
	Unit    int    // the unit in which the table begins
	Columns []Column
	Headed  bool // the table has a header row

	rows   []row
	totals int // number of rows with sums or averages; they are not in `rows`
}

// row is one row of data.
type row struct {
	number int // number of the row in the sheet, or in the table if the unit is not a sheet; from 1
	cells  []string
}

// Column is one column of a table.
type Column struct {
	Name    string
	Kind    ColumnKind
	Numbers int // number of cells that have a number
	Filled  int // number of cells that are not empty

	at     int // index among the columns
	format format
	names  bool // the numbers of the column are names or codes and not amounts, as in 编号 and 年份
}

// ColumnKind is the type of a column's values.
type ColumnKind string

// The kinds of column.
const (
	Number ColumnKind = "number"
	Date   ColumnKind = "date"
	Text   ColumnKind = "text"
)

// Limits for tables.
const (
	maxTables  = 200
	maxColumns = 500
	headerRows = 8   // number of rows, from the first, in which a header is searched
	typeShare  = 0.6 // minimum share of filled cells with the same type; the column then has this type
)

// Tables returns the tables of the file that have at least one row besides the header, but at most
// maxTables. In a sheet, a block continues the table before it if its row numbers are greater
// than those of that table. In any other unit, each block is a table of its own. In every unit, a new
// header after an empty row begins another table.
func Tables(units []parsed.Unit) []Table {
	var out []Table
	for _, u := range units {
		for _, g := range grids(u) {
			if t, ok := tableOf(g, u); ok && len(out) < maxTables {
				out = append(out, t)
			}
		}
	}
	return out
}

// grid contains the rows of a table before its header and types are known.
type grid struct {
	name string
	rows []row
}

func grids(u parsed.Unit) []grid {
	var out []grid
	caption := ""
	next := 0 // number of the next row, if the table continues
	for _, b := range u.Blocks {
		if b.Kind != parsed.Table {
			caption = ""
			if b.Kind == parsed.Caption || b.Kind == parsed.Title {
				caption = strings.TrimSpace(b.Text)
			}
			continue
		}
		if len(b.Rows) == 0 {
			continue
		}
		first := max(b.First, 1)
		if u.Kind != parsed.Sheet || next == 0 || first < next {
			out = append(out, grid{name: name(u, caption)})
		}
		g := &out[len(out)-1]
		for i, cells := range b.Rows {
			g.rows = append(g.rows, row{first + i, cells[:min(len(cells), maxColumns)]})
		}
		next = first + len(b.Rows)
	}
	var apart []grid
	for _, g := range out {
		apart = append(apart, split(g)...)
	}
	return apart
}

func name(u parsed.Unit, caption string) string {
	if caption != "" || u.Kind != parsed.Sheet {
		return caption
	}
	return u.Name
}

// split splits a grid where an empty row is followed by the header of another table.
func split(g grid) []grid {
	var out []grid
	start := 0
	for i := 1; i+2 < len(g.rows); i++ {
		if empty(g.rows[i].cells) && !empty(g.rows[i+1].cells) && heads(g.rows[i+1].cells, width(g.rows[start:i])) && hasValue(g.rows[i+2].cells) && i-start >= 2 {
			out = append(out, grid{g.name, g.rows[start:i]})
			start = i + 1
		}
	}
	return append(out, grid{g.name, g.rows[start:]})
}

func empty(cells []string) bool {
	return !slices.ContainsFunc(cells, func(c string) bool { return strings.TrimSpace(c) != "" })
}

func hasValue(cells []string) bool {
	return slices.ContainsFunc(cells, func(c string) bool {
		_, number := parseNumber(c)
		_, date := parseDate(c)
		return number || date
	})
}

func width(rows []row) int {
	n := 0
	for _, r := range rows {
		n = max(n, len(r.cells))
	}
	return n
}

// heads reports whether a row can be the header of a table. It must fill at least half of the
// columns. Its filled cells must differ and be short. If the table has several columns, at least two
// cells must be filled. No cell may be a full date, or a number other than a year.
func heads(cells []string, width int) bool {
	seen := map[string]bool{}
	for _, c := range cells {
		c = strings.TrimSpace(c)
		if c == "" {
			continue
		}
		if _, number := parseNumber(c); number && !year.MatchString(c) || seen[c] || utf8.RuneCountInString(c) > 60 {
			return false
		}
		if d, ok := parseDate(c); ok && d.day > 0 {
			return false
		}
		seen[c] = true
	}
	return len(seen) > 0 && len(seen)*2 >= width && (len(seen) > 1 || width == 1)
}

var year = text.NewPattern(`^(19|20)\d{2}年?$`)

// totalRow matches the first filled cell of a row with sums or averages.
var totalRow = text.NewPattern(`(?i)^\s*(\S{0,8}(?:合\s*计|总\s*计|小\s*计|共\s*计|總\s*計|合\s*計|小\s*計)|总\s*和|平均值?|(grand |sub)?totals?|sum|average|mean)\s*[:：]?\s*$`)

// tableOf finds the header and the types of the columns.
func tableOf(g grid, u parsed.Unit) (Table, bool) {
	t := Table{Name: g.name, Unit: u.Number}
	wide := width(g.rows)
	header := -1
	for i := range min(headerRows, len(g.rows)) {
		if heads(g.rows[i].cells, wide) {
			header = i
			break
		}
		if hasValue(g.rows[i].cells) && !empty(g.rows[i].cells) && filled(g.rows[i].cells) > 1 {
			break // the data has begun without a header
		}
	}
	names, body := make([]string, wide), g.rows
	if t.Headed = header >= 0; t.Headed {
		copy(names, g.rows[header].cells)
		body = g.rows[header+1:]
		if len(body) > 1 && filled(names) < wide && underHeader(names, body[0].cells) {
			names = joined(names, body[0].cells)
			body = body[1:]
		}
	}
	if wide == 0 || len(body) == 0 {
		return t, false
	}
	for _, r := range body {
		switch {
		case empty(r.cells): // an empty row between groups of rows
		case isTotal(r.cells):
			t.totals++
		default:
			t.rows = append(t.rows, r)
		}
	}
	if len(t.rows) == 0 {
		return t, false
	}
	for at := range wide {
		t.Columns = append(t.Columns, t.column(at, strings.TrimSpace(strings.Join(strings.Fields(names[at]), " "))))
	}
	return t, true
}

func filled(cells []string) int {
	n := 0
	for _, c := range cells {
		if strings.TrimSpace(c) != "" {
			n++
		}
	}
	return n
}

// isTotal reports whether the first filled cell of a row says that the row contains sums or averages.
func isTotal(cells []string) bool {
	for _, c := range cells {
		if strings.TrimSpace(c) != "" {
			return totalRow.MatchString(c)
		}
	}
	return false
}

// underHeader reports whether a row is the lower row of a header with merged cells. Such a row has
// no numbers or dates, and fills at least one cell that is empty in the upper row.
func underHeader(upper, lower []string) bool {
	if hasValue(lower) || empty(lower) {
		return false
	}
	fills := false
	for i, c := range lower {
		if strings.TrimSpace(c) != "" && i < len(upper) && strings.TrimSpace(upper[i]) == "" {
			fills = true
		}
	}
	return fills
}

// joined returns the names of the columns below merged cells, joined from both rows:
// 2025年 收入.
func joined(upper, lower []string) []string {
	out := make([]string, len(upper))
	last := ""
	for i := range upper {
		if s := strings.TrimSpace(upper[i]); s != "" {
			last = s
		}
		below := ""
		if i < len(lower) {
			below = strings.TrimSpace(lower[i])
		}
		switch {
		case below == "":
			out[i] = strings.TrimSpace(upper[i])
		case last == "":
			out[i] = below
		default:
			out[i] = last + " " + below
		}
	}
	return out
}

// nameColumn matches the headers of columns whose numbers are names or codes.
var nameColumn = text.NewPattern(`(?i)(编号|編號|序号|序號|学号|學號|工号|工號|单号|單號|订单号|代码|代碼|电话|電話|手机|手機|邮编|身份证|账号|帳號|卡号|年份|年度|月份|^年$|^月$|^日$|^id$|[_ ]id$|^no\.?$|^code$|^year$|^month$|phone|zip|postcode|^#$)`)

// column finds the type of a column and the format of its numbers.
func (t Table) column(at int, name string) Column {
	if name == "" {
		name = letters(at)
	}
	c := Column{Name: name, Kind: Text, at: at}
	dates := 0
	formats := map[format]int{}
	for _, r := range t.rows {
		cell := r.cell(at)
		if cell == "" {
			continue
		}
		c.Filled++
		_, date := parseDate(cell)
		if date {
			dates++
		}
		if n, ok := parseNumber(cell); ok && !(date && strings.Contains(cell, "年")) {
			c.Numbers++
			formats[n.format]++
		}
	}
	c.names = nameColumn.MatchString(name)
	least := int(typeShare*float64(c.Filled) + 0.999)
	switch {
	case c.Filled == 0:
	case dates >= least && (dates > c.Numbers || c.Numbers == dates && compactDates.MatchString(name)):
		c.Kind = Date
	case c.Numbers >= least:
		c.Kind = Number
		c.format = mostUsed(formats)
	}
	return c
}

// compactDates matches the headers of columns in which a number such as 20260131 is a date.
var compactDates = text.NewPattern(`(?i)日期|时间|時間|date|day|日$`)

func mostUsed(counts map[format]int) format {
	var best format
	n := 0
	for f, c := range counts {
		if c > n || c == n && f.prefix+f.scale+f.unit < best.prefix+best.scale+best.unit {
			best, n = f, c
		}
	}
	return best
}

// letters returns the name of a column in a spreadsheet: A … Z, AA …
func letters(at int) string {
	s := ""
	for at++; at > 0; at = (at - 1) / 26 {
		s = string(rune('A'+(at-1)%26)) + s
	}
	return s
}

func (r row) cell(at int) string {
	if at >= len(r.cells) {
		return ""
	}
	return strings.TrimSpace(r.cells[at])
}
