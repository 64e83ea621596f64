package markdown

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/export/content"
)

// Block is a part of a text that stands on its own lines. The union is closed:
// every implementation is in this file, and every writer knows all of them.
type Block interface{ block() }

// Heading is a heading; its level counts from 1.
type Heading struct {
	Level int
	Text  []Run
}

// Paragraph is lines of text.
type Paragraph struct{ Text []Run }

// List is a list. Start is the number of its first item where it is ordered.
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

// Quote is blocks that are quoted.
type Quote struct{ Blocks []Block }

// Code is program text, with its line ends. Language is what it says of itself.
type Code struct{ Text, Language string }

// Table is a table. Its first row is the head; every row has len(Align) cells.
type Table struct {
	Align []Alignment
	Rows  [][]Cell
}

// Cell is a cell of a table.
type Cell []Run

// Formula is TeX on lines of its own.
type Formula struct{ TeX string }

// Rule is a line across the page.
type Rule struct{}

// Alignment is where the text of a column stands.
type Alignment uint8

// The alignments.
const (
	AlignStart Alignment = iota
	AlignCenter
	AlignEnd
)

// Task says whether an item has a box, and whether the box is ticked.
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

// Run is a piece of a line in one style. Nesting is flat: bold inside a link
// is a run that is bold and has a link.
type Run struct {
	Kind   RunKind
	Text   string
	Style  Style
	Link   string // where it leads; only http, https and mailto
	Number int    // of a citation: the number of its source
}

// RunKind is what a run is.
type RunKind uint8

// The kinds.
const (
	Words     RunKind = iota
	CodeRun           // program text
	MathRun           // TeX in the line
	Citation          // refers to a source
	LineBreak         // a break inside the block
)

// Style is a set of ways to write a run.
type Style uint8

// The styles.
const (
	Bold Style = 1 << iota
	Italic
	Strike
	Raised
)

// Plain is the text of runs without style.
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

// Lines are the runs of a text that is not Markdown.
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
