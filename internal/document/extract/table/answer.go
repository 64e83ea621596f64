package table

import (
	"encoding/csv"
	"strings"
)

// Answer is the exact answer to a question about a table.
type Answer struct {
	Text    string     // the result in words, in the language of the question or, for a Query, in the requested one
	How     string     // how the result was computed, for example from which rows, and how many cells were skipped
	Header  []string   // column names of Rows
	Rows    [][]string // a table that belongs to the result, for example its groups or rows; may be empty
	Chart   string     // the result as a Mermaid diagram, without its code fence; empty when there is no diagram
	Drawing *Drawing   // the diagram as data for a page that draws it; nil when there is no diagram
	Unit    int        // number of the unit (sheet, page …) that contains the table
	Used    int        // number of rows that were used
	Skipped int        // number of filled cells in the used rows that lack the needed number (or the date, where rows are grouped by date)

	score  int // number of columns and values named in the question
	locale string
}

// Markdown returns the complete answer: result, table, diagram, and how it was computed.
func (a Answer) Markdown() string {
	var b strings.Builder
	b.WriteString(a.Text)
	if len(a.Rows) > 0 {
		b.WriteString("\n\n|")
		for _, h := range a.Header {
			b.WriteString(" " + cellText(h) + " |")
		}
		b.WriteString("\n|" + strings.Repeat(" --- |", len(a.Header)))
		for _, r := range a.Rows {
			b.WriteString("\n|")
			for _, c := range r {
				b.WriteString(" " + cellText(c) + " |")
			}
		}
	}
	if a.Chart != "" {
		b.WriteString("\n\n```mermaid\n" + a.Chart + "```")
	}
	if a.How != "" {
		b.WriteString("\n\n" + say(a.locale, "how.computed") + a.How)
	}
	return b.String()
}

// cellText escapes a cell's text for a Markdown table.
func cellText(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "<", `\<`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "$", `\$`, "~", `\~`).Replace(s)
}

// CSV writes a table as comma-separated values. It begins with a byte order mark, so
// that spreadsheets recognise UTF-8.
func CSV(header []string, rows [][]string) []byte {
	var b strings.Builder
	b.WriteString("\uFEFF")
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	for _, r := range append([][]string{header}, rows...) {
		safe := make([]string, len(r))
		for i, c := range r {
			safe[i] = SafeCell(c)
		}
		_ = w.Write(safe) // writing to a strings.Builder never fails
	}
	w.Flush()
	return []byte(b.String())
}

// SafeCell puts an apostrophe before a text that a spreadsheet might execute as a formula. A number
// with an ASCII sign is not changed.
func SafeCell(s string) string {
	if s == "" || !strings.ContainsRune("=+-@\t\r\n＝＋－＠", []rune(s)[0]) {
		return s
	}
	if _, ok := parseNumber(s); ok && (s[0] == '-' || s[0] == '+') {
		return s
	}
	return "'" + s
}
