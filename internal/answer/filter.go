package answer

import "errors"

// Filter holds the operator's content rules. What it withholds is shown to
// nobody; what it shows may be masked.
type Filter interface {
	// Check looks at a whole text.
	Check(at At, text string) (shown string, withheld bool)
	// Begin looks at a text that comes in pieces.
	Begin(at At) FilterStream
	// Clean says that a text would be shown unchanged. It is for choosing among texts
	// and logs nothing.
	Clean(text string) bool
}

// FilterStream is one text that arrives in pieces. The possible beginning of a listed
// word is held back until it is clear.
type FilterStream interface {
	Write(text string) (shown string, withheld bool)
	// Flush gives what is held back, at a pause or the end. A word that began before
	// the pause is still found after it.
	Flush() (shown string, withheld bool)
}

// At says for the operator's log where a text stands.
type At struct {
	TraceID string
	Part    string
}

// Parts of an answer that rules are applied to.
const (
	partAnswer   = "answer"
	partThinking = "thinking"
	partStep     = "step"
	partTool     = "tool"
	partSource   = "source"
	partQuestion = "question" // what a program sends to a model
)

// ErrWithheld says that a text may not be shown.
var ErrWithheld = errors.New("answer: withheld by the content rules")

// NoRules lets everything through.
type NoRules struct{}

// Check shows the text.
func (NoRules) Check(_ At, text string) (string, bool) { return text, false }

// Begin gives a stream that shows everything.
func (NoRules) Begin(At) FilterStream { return NoRules{} }

// Clean is true.
func (NoRules) Clean(string) bool { return true }

// Write shows the text.
func (NoRules) Write(text string) (string, bool) { return text, false }

// Flush has nothing.
func (NoRules) Flush() (string, bool) { return "", false }
