package answer

import "errors"

// Filter applies the operator's content rules. A text is shown, shown with parts masked, or
// withheld.
type Filter interface {
	// Check checks a whole text.
	Check(at At, text string) (shown string, withheld bool)
	// Begin starts the check of a text that arrives in pieces.
	Begin(at At) FilterStream
	// Clean reports whether a text would be shown unchanged. It is used to choose among texts and
	// does not log.
	Clean(text string) bool
}

// FilterStream checks one text that arrives in pieces. A possible beginning of a word of the content
// rules is held back until further text shows whether the word is complete.
type FilterStream interface {
	Write(text string) (shown string, withheld bool)
	// Flush returns the text that is held back. It is called at a pause and at the end. A word that
	// continues after the pause is still detected.
	Flush() (shown string, withheld bool)
}

// At identifies a text in the operator's log.
type At struct {
	TraceID string
	Part    string
}

// Values of At.Part in this package: the kind of the checked text.
const (
	partAnswer   = "answer"
	partThinking = "thinking"
	partStep     = "step"
	partTool     = "tool"
	partSource   = "source"
	partQuestion = "question" // the input from a client program to a model
)

// ErrWithheld is the error of a text that the rules withhold.
var ErrWithheld = errors.New("answer: withheld by the content rules")

// NoRules is a Filter that allows everything.
type NoRules struct{}

// Check returns the text.
func (NoRules) Check(_ At, text string) (string, bool) { return text, false }

// Begin returns a stream that shows everything.
func (NoRules) Begin(At) FilterStream { return NoRules{} }

// Clean returns true.
func (NoRules) Clean(string) bool { return true }

// Write returns the text.
func (NoRules) Write(text string) (string, bool) { return text, false }

// Flush returns nothing.
func (NoRules) Flush() (string, bool) { return "", false }
