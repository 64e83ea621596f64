// Package skill contains what the skills of the built-in engine have in common: the forms of a
// question, the text that came with the question, and the answer.
package skill

// Answer is the answer of a skill.
type Answer struct {
	Text       string   // Markdown; it begins with the result or a heading, in bold
	How        string   // how the answer was made: method, formula, sources
	NeedsModel bool     // only a model could answer the question
	Hints      []string // follow-up questions that the engine can answer itself; empty: Skill.Hints or EnHints
}

// Skill is one ability that needs no model. Match must return an answer only if the pattern of the
// skill covers the whole question.
type Skill struct {
	ID      string
	Name    Name
	Match   func(*Question) (Answer, bool)
	Hints   []string // follow-up questions in Chinese, used when an answer has no hints
	EnHints []string
	Short   bool // an answer may be combined with answers of other skills when one message contains several questions
}

// Name is a short label in Chinese and English. For Taiwan, the Chinese label is converted
// to traditional characters.
type Name struct{ Zh, En string }

// Named returns a Name.
func Named(zh, english string) Name { return Name{Zh: zh, En: english} }

// In returns the name in the language of a question.
func (n Name) In(q *Question) string { return q.Say(n.Zh, n.En) }
