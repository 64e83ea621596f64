// Package research does research in several steps. First it makes an outline together with the user.
// For each question of the outline, it searches, reads and takes notes in rounds. Finally it writes a
// report from the notes, with the pages as sources. Every step is stored. After a crash, the study
// continues without repeating the stored steps. Without a model, rules make the plan, and the report
// consists of quotations.
package research

import (
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/source"
)

// State is the state of a study.
type State string

// Values of State.
const (
	Asked   State = "asked"   // the user was asked to clarify the question; the user's next message is the reply
	Planned State = "planned" // the outline waits for the user
	Queued  State = "queued"  // started and waiting in the queue
	Running State = "running" // in progress; after a restart of the server it continues
	Stopped State = "stopped" // stopped by the user; it can be continued
	Done    State = "done"    // ended with a report, or without one if Body.Empty is set
	Failed  State = "failed"  // ended without a report: by errors (then it can be continued) or by the content rules
)

// Open reports whether the study is queued or running.
func (s State) Open() bool { return s == Queued || s == Running }

// Place identifies the version of an answer that shows a study.
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

// Body is the part of a study that is stored as JSON.
type Body struct {
	Question  string     `json:"question"` // the question to research
	Locale    string     `json:"locale"`
	Title     string     `json:"title"`
	Questions []Question `json:"questions"`
	Compare   []string   `json:"compare,omitempty"` // things to compare
	ByRules   bool       `json:"byRules,omitempty"` // the plan was made without a model
	Spent     int64      `json:"spent,omitempty"`   // milliseconds of completed work
	Written   bool       `json:"written,omitempty"` // the answer contains the whole report, or a text explaining why there is no report
	Partial   bool       `json:"partial,omitempty"` // the report states that it is incomplete; also set when Empty is set
	Empty     bool       `json:"empty,omitempty"`   // there is no report, because nothing was found
}

// Question is one line of the outline.
type Question struct {
	ID   int    `json:"id"` // kept when the outline is reordered
	Text string `json:"text"`
}

// line is the text of a question in the outline.
func (b Body) line(question int) string {
	for _, q := range b.Questions {
		if q.ID == question {
			return q.Text
		}
	}
	return ""
}

// Limits of an outline, in lines and characters.
const (
	MaxQuestions = 10
	MaxLine      = 200
	MaxTitle     = 64
)

// note is a statement of a page about a question, with its quote.
type note struct {
	Question int    `json:"question"` // id of the question
	Page     string `json:"page"`     // key of the page in work.pages
	Claim    string `json:"claim"`
	Quote    string `json:"quote"`
	Passage  string `json:"passage"` // the passage of the page around the quote
}

// page is a web page that was read or could not be read, or a passage of a file.
type page struct {
	N      int           `json:"n"`      // number in the study
	Source source.Source `json:"source"` // the text is not included
	Text   string        `json:"text,omitempty"`
	Failed string        `json:"failed,omitempty"` // why the page could not be read, in the user's language
	File   bool          `json:"file,omitempty"`   // a passage of the user's own file, which does not count against the budget
}

// hit is a search result.
type hit struct {
	Key       string `json:"key"` // key of the page in work.pages
	URL       string `json:"url"`
	Title     string `json:"title"`
	Snippet   string `json:"snippet,omitempty"`
	Content   string `json:"content,omitempty"`
	Site      string `json:"site,omitempty"`
	Icon      string `json:"icon,omitempty"`
	Published int64  `json:"published,omitempty"`
	New       bool   `json:"new,omitempty"` // in the list of picked pages: no earlier round had picked this page
}

func (h hit) new() bool { return h.New }

func notFound() error { return errs.New(errs.NotFound) }

func badRequest(field string) error { return errs.New(errs.BadRequest).With("detail", field) }
