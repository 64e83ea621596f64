package markdown

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/export/content"
)

// Block is a part of a text that is displayed on its own lines. The union is closed: all
// implementations are in this file, and the Word, PDF and HTML writers handle all of them.
type Block interface{ block() }

// Heading is a heading; its level counts from 1.
type Heading struct {
	Level int
	Text  []Run
}

// Paragraph is a paragraph of text.
type Paragraph struct{ Text []Run }

// List is a list. If it is ordered, Start is the number of its first item.
type List struct {
	Ordered bool
	Start   int
	Items   []Item
}

// Item is an item of a list.
type Item struct {
	Task   Task
	Blocks []Block
}

// Quote is a quotation, made of blocks.
type Quote struct{ Blocks []Block }

// Code is program text or a block of HTML, including line ends. Language is the first word after the
// opening fence, or empty.
type Code struct{ Text, Language string }

// Table is a table. Its first row is the head; every row has len(Align) cells.
type Table struct {
	Align []Alignment
	Rows  [][]Cell
}

// Cell is a cell of a table.
type Cell []Run

// Formula is TeX on its own lines.
type Formula struct{ TeX string }

// Rule is a horizontal line.
type Rule struct{}

// Alignment is the alignment of the text in a table column.
type Alignment uint8

// The alignments.
const (
	AlignStart Alignment = iota
	AlignCenter
	AlignEnd
)

// Task states whether an item has a checkbox and whether the box is ticked.
type Task uint8

// The states of a task.
const (
	NoTask Task = iota
	OpenTask
	DoneTask
)

func (Heading) block()   {}
func (Paragraph) block() {}
func (List) block()      {}
func (Quote) block()     {}
func (Code) block()      {}
func (Table) block()     {}
func (Formula) block()   {}
func (Rule) block()      {}

// Run is a piece of a line in one style. Runs are not nested: bold text in a
// link is a run that is bold and has a link.
type Run struct {
	Kind   RunKind
	Text   string
	Style  Style
	Link   string // address of a link; only http, https and mailto
	Number int    // number of the source of a citation
}

// RunKind is the kind of a run.
type RunKind uint8

// The kinds.
const (
	Words     RunKind = iota
	CodeRun           // program text
	MathRun           // TeX inside a line
	Citation          // a citation of a source
	LineBreak         // a line break inside the block
)

// Style is a set of styles.
type Style uint8

// The styles.
const (
	Bold Style = 1 << iota
	Italic
	Strike
	Raised
)

// Plain returns the text of runs without style and citations. A line break becomes a space.
func Plain(runs []Run) string {
	var out []byte
	for _, r := range runs {
		switch r.Kind {
		case LineBreak:
			out = append(out, ' ')
		case Citation:
		default:
			out = append(out, r.Text...)
		}
	}
	return string(out)
}

// Lines converts plain text to runs.
func Lines(s string) []Run {
	var out []Run
	for i, line := range strings.Split(content.Printable(s), "\n") {
		if i > 0 {
			out = append(out, Run{Kind: LineBreak})
		}
		out = append(out, Run{Text: line})
	}
	return out
}
