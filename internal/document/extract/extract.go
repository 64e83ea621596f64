// Package extract makes of a file's content what can be made without a model:
// a summary, key points, keywords, an outline, a mind map, and answers computed
// from tables. It takes sentences and headings over as they stand and writes
// none of its own, so everything it gives occurs in the file. It does no I/O,
// and the same content always gives the same result.
package extract

import "github.com/wenqu-ai/wenqu/internal/document/parsed"

// Sentence is one sentence of the file, as it stands there.
type Sentence struct {
	Unit  int    `json:"unit"`  // counts from 1
	Block int    `json:"block"` // within the unit, from 0
	Text  string `json:"text"`
}

// Keyword is a word or phrase of the file. The first of a list has weight 1,
// the others have less.
type Keyword struct {
	Word   string  `json:"word"`
	Weight float64 `json:"weight"`
}

// Node is an entry of an outline or a mind map, and where it stands in the
// file: the unit counts from 1, and is 0 for a root that stands for the whole.
type Node struct {
	Text     string `json:"text"`
	Unit     int    `json:"unit"`
	Children []Node `json:"children,omitempty"`
}

// TableAnswer is what a question about a table comes to, computed exactly.
type TableAnswer struct {
	Text    string     // the result in one sentence, in the language of the question
	How     string     // which column was computed how, over which rows, and how many cells were left out
	Header  []string   // of Rows
	Rows    [][]string // the result as a table, where it has more than one value
	Chart   string     // the same as a Mermaid diagram, without its fence; empty where there is none to draw
	Unit    int        // of the sheet or page with the table
	Used    int        // rows that the result was computed over
	Skipped int        // cells among them that held no number, or none of the wanted type
}

// Table is a table of the file with its header and columns of one type each.
type Table struct {
	Name string // of the sheet, or of the caption
	Unit int    // where it begins
}

// Tables is every table of the file. The blocks of one sheet are one table.
func Tables(units []parsed.Unit) []Table { return nil }

// Ask answers a question about the table, in Chinese or English. It is false
// when the question is none that can be computed.
func (t Table) Ask(question string) (TableAnswer, bool) { return TableAnswer{}, false }

// Markdown is the whole answer: result, table, chart, and how it was computed.
func (a TableAnswer) Markdown() string { return "" }
