// Package research makes studies: a question is planned with its asker as an
// outline, then rounds of searching, reading and noting answer the questions of
// the outline, and a report is written from the notes, with the pages as its
// sources. Every step is stored, so that a study goes on after a crash without
// doing anything twice. Without a model the plan is made by rules and the report
// of extracts.
package research

import (
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/source"
)

// State says how far a study is.
type State string

// The states.
const (
	Asked   State = "asked"   // the asker is asked what is meant; the next question answers it
	Planned State = "planned" // the outline waits for the asker
	Queued  State = "queued"  // it was started and waits for its turn
	Running State = "running" // it is being made, or will be once the server is back
	Stopped State = "stopped" // its asker has stopped it; it can be gone on with
	Done    State = "done"    // the report is there
	Failed  State = "failed"  // it could not be made
)

// Open reports whether work on the study goes on or will.
func (s State) Open() bool { return s == Queued || s == Running }

// Place is the version of an answer in which a study is shown.
type Place struct {
	CID    string
	Index  int
	Repeat int
}

// Study is one piece of research.
type Study struct {
	ID    string
	Owner string
	Place
	State State
	Body
	UpdatedAt int64 // Unix milliseconds
}

// Body is what is stored of a study as JSON.
type Body struct {
	Question  string     `json:"question"` // what is studied
	Reply     string     `json:"reply,omitempty"`
	Locale    string     `json:"locale"`
	Title     string     `json:"title"`
	Questions []Question `json:"questions"`
	Compare   []string   `json:"compare,omitempty"` // things that the study compares
	ByRules   bool       `json:"byRules,omitempty"` // the plan was made without a model
	Spent     int64      `json:"spent,omitempty"`   // milliseconds of work that is over
	Written   bool       `json:"written,omitempty"` // the whole report has been put into the answer
	Partial   bool       `json:"partial,omitempty"` // and says that it is not complete
}

// Question is one line of the outline.
type Question struct {
	ID   int    `json:"id"` // stays when the outline is sorted anew
	Text string `json:"text"`
}

// line is the text of a question of the outline.
func (b Body) line(question int) string {
	for _, q := range b.Questions {
		if q.ID == question {
			return q.Text
		}
	}
	return ""
}

// Bounds of an outline, in lines and characters.
const (
	MaxQuestions = 10
	MaxLine      = 200
	MaxTitle     = 64
)

// note is what a page says to a question, with the words that it rests on.
type note struct {
	Question int    `json:"question"` // id
	Page     string `json:"page"`     // key
	Claim    string `json:"claim"`
	Quote    string `json:"quote"`
	Passage  string `json:"passage"` // the place of the page around the quote
}

// page is one page or file that was read, or could not be.
type page struct {
	N      int           `json:"n"`      // number within the study
	Source source.Source `json:"source"` // without its text
	Text   string        `json:"text,omitempty"`
	Failed string        `json:"failed,omitempty"` // why it could not be read, for people
	File   bool          `json:"file,omitempty"`   // the asker's own, which uses up no budget
}

// hit is one result of a search.
type hit struct {
	Key       string `json:"key"` // of the page
	URL       string `json:"url"`
	Title     string `json:"title"`
	Snippet   string `json:"snippet,omitempty"`
	Content   string `json:"content,omitempty"`
	Site      string `json:"site,omitempty"`
	Icon      string `json:"icon,omitempty"`
	Published int64  `json:"published,omitempty"`
}

func notFound() error { return errs.New(errs.NotFound) }

func badRequest(field string) error { return errs.New(errs.BadRequest).With("detail", field) }
