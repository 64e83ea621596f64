package source

import (
	"encoding/json"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Finding is the result of searching sources for a question; the search uses no model. The built-in
// engine composes an answer from the Finding and adds no text of its own. All citable Sources of the
// Finding are also among the sources of the request.
type Finding struct {
	Intent     Intent
	Attached   bool      // the question has files or links, so only sources may answer it, and no other skill of the engine
	Everything bool      // all files, answers, notes and favourites were searched; Things then lists only things with a found passage
	Things     []Source  // the things that were searched; their Text is empty
	Tables     bool      // all Things are tables
	Refused    bool      // no source answers the question
	Sentences  []Source  // answers to the question, best first; Text is one sentence
	Near       []Source  // the closest passages when no source answers the question, best first
	Possible   bool      // the passages in Near may answer the question, but this is not certain
	Extracts   []Extract // one Extract for each thing, with the content that the Intent asks for
	Pictures   []Picture // information about pictures
	Statement  string    // for the intent Statement: the sentence to show, in the user's language
}

// Intent is what a question asks for.
type Intent string

// Values of Intent. The zero Intent means that there is no finding.
const (
	Answer    Intent = "answer" // the sentences that answer the question
	Summary   Intent = "summary"
	Points    Intent = "points"
	Outline   Intent = "outline"
	Keywords  Intent = "keywords"
	Figures   Intent = "figures"   // computed from tables
	Statement Intent = "statement" // the text Finding.Statement, followed by Finding.Sentences
)

// Cited returns the passages that are cited by an answer composed from the finding. They are in the
// order of the citations, without duplicates.
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

// Extract is the result of extracting from one thing, such as a file.
type Extract struct {
	Of       Source // the thing; its Text is empty
	Points   []Point
	Keywords []string // best first
	Figures  []Figure
	Partial  bool // the thing is longer than the part that was read
}

// Point is a sentence or a heading, quoted word for word.
type Point struct {
	Source
	Depth int // depth of a heading, from 0
}

// Figure is an exact result computed from a table.
type Figure struct {
	Source           // the place of the table; its Text is the first row of the table
	Result  string   // in one sentence, Markdown
	How     string   // how the figure was computed: from which column, with which function, over which rows
	Columns []string // names of the columns of Rows
	Rows    [][]string
	Chart   json.RawMessage // data of a card of kind chart; empty when the figure cannot be drawn
}

// Picture is information about a picture, available without a model.
type Picture struct {
	Name          string
	Format        string // for example "PNG"
	Width, Height int    // pixels
	Size          int64  // bytes; 0: not known
	Colours       []Colour
	Text          string // the recognised text; empty without a recogniser
}

// Colour is one of the main colours of a picture.
type Colour struct {
	Hex   string // for example "#3b82f6"
	Name  errs.Text
	Share float64 // share of the picture, 0 to 1
}
