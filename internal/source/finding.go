package source

import "github.com/wenqu-ai/wenqu/internal/errs"

// Finding is what sources say to a question, worked out without a model: the
// built-in engine composes its answer of it, and adds no words to what they
// say. Every Source in it that is to be cited is also among the sources of the
// request.
type Finding struct {
	Intent     Intent
	Attached   bool      // the question came with things of its own, and is about nothing else
	Everything bool      // all that the asker has was searched, not Things alone
	Things     []Source  // what was looked at; their Text is empty
	Tables     bool      // all of Things are tables
	Refused    bool      // the sources do not answer the question
	Sentences  []Source  // that answer, best first; Text is one sentence
	Near       []Source  // what comes nearest where they do not answer, best first
	Extracts   []Extract // of summaries, key points, outlines, keywords and figures: one for each thing
	Pictures   []Picture // what can be said of pictures
}

// Intent is what a question wants of its sources.
type Intent string

// The intents. The zero Intent: there is no finding.
const (
	Answer   Intent = "answer" // the sentences that answer it
	Summary  Intent = "summary"
	Points   Intent = "points"
	Outline  Intent = "outline"
	Keywords Intent = "keywords"
	Figures  Intent = "figures" // computed from tables
)

// Cited are all passages that an answer made of the finding cites, in the order
// in which it does, each once.
func (f Finding) Cited() []Source {
	var out []Source
	add := func(s Source) {
		for _, had := range out {
			if had.Same(s) {
				return
			}
		}
		out = append(out, s)
	}
	for _, s := range f.Sentences {
		add(s)
	}
	for _, s := range f.Near {
		add(s)
	}
	for _, x := range f.Extracts {
		for _, p := range x.Points {
			add(p.Source)
		}
		for _, n := range x.Figures {
			add(n.Source)
		}
	}
	return out
}

// Extract is what was taken out of one thing, such as a file.
type Extract struct {
	Of       Source // the thing; its Text is empty
	Points   []Point
	Keywords []string // best first
	Figures  []Figure
	Partial  bool // the thing is longer than was looked at
}

// Point is a sentence or a heading as it stands in the thing.
type Point struct {
	Source
	Depth int // of a heading, from 0
}

// Figure is a result computed from a table, exactly.
type Figure struct {
	Source           // where the table stands; Text is its first row
	Result  string   // in one sentence, Markdown
	How     string   // which column was computed how, over which rows
	Columns []string // of Rows
	Rows    [][]string
	Chart   string // a Mermaid diagram without its fence; empty where there is none to draw
}

// Picture is what can be said of a picture without a model.
type Picture struct {
	Name          string
	Format        string // "PNG"
	Width, Height int    // pixels
	Size          int64  // bytes; 0: not known
	Colours       []Colour
	Text          string // that was recognised in it; empty without a recogniser
}

// Colour is one of the main colours of a picture.
type Colour struct {
	Hex   string // "#3b82f6"
	Name  errs.Text
	Share float64 // of the picture, 0 to 1
}
