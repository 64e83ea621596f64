package offline

import (
	"regexp"
	"strings"
)

// answer is what a skill made of a question.
type answer struct {
	text  string   // Markdown, the result first and bold
	how   string   // how it was made: method, formula, sources
	hints []string // follow-ups the engine can answer itself; empty: those of the skill
}

// skill is one deterministic ability. match must be conservative: it answers
// only when it understood the whole question.
type skill struct {
	id      string
	name    name
	match   func(*question) (answer, bool)
	hints   []string // default follow-ups, Chinese
	enHints []string
}

// name is a short label in Chinese (converted for Taiwan) and English.
type name struct{ zh, en string }

// result is a routed answer in the language of the question.
type result struct {
	id, step, how, text string
	hints               []string
}

// reply finds the first skill that understands q; the fallback always does.
func reply(q *question) result {
	s, a, ok := route(q)
	if !ok {
		s, a, ok = routeParts(q)
	}
	if !ok {
		s = fallbackSkill
		a = fallback(q)
	}
	hints := a.hints
	if len(hints) == 0 {
		hints = s.hints
		if q.lang == en {
			hints = s.enHints
		}
	}
	r := result{
		id:    s.id,
		step:  q.say("识别为："+s.name.zh, "Recognised as: "+s.name.en),
		how:   a.how,
		text:  strings.TrimSpace(a.text),
		hints: hints[:min(3, len(hints))],
	}
	if q.lang == zhTW {
		r = r.inTaiwan()
	}
	return r
}

// route asks the skills in order.
func route(q *question) (skill, answer, bool) {
	for _, s := range skills() {
		if a, ok := s.match(q); ok {
			return s, a, true
		}
	}
	return skill{}, answer{}, false
}

// maxParts bounds how many questions one message may hold.
const maxParts = 5

var clauseEnd = regexp.MustCompile(`[?？;；\n]+`)

// routeParts answers a message of several short questions when every one of
// them is understood, and not at all otherwise.
func routeParts(q *question) (skill, answer, bool) {
	if len(q.head) > maxSentence {
		return skill{}, answer{}, false
	}
	var clauses []string
	for _, c := range clauseEnd.Split(q.raw, -1) {
		if c = strings.TrimSpace(c); c != "" {
			clauses = append(clauses, c)
		}
	}
	if len(clauses) < 2 || len(clauses) > maxParts {
		return skill{}, answer{}, false
	}
	var first skill
	var whole answer
	rest := *q
	for i, c := range clauses {
		p := rest.part(c)
		s, a, ok := route(p)
		if !ok || !s.joins() {
			return skill{}, answer{}, false
		}
		if p.distance != nil {
			rest.distance = p.distance
		}
		if i == 0 {
			first, whole = s, a
			continue
		}
		whole.text += "\n\n" + a.text
		whole.how += "\n" + a.how
	}
	return first, whole, true
}

// joins says that answers of s are short enough to stand beside others.
func (s skill) joins() bool {
	switch s.id {
	case "calculator", "unit", "date", "clock", "lunar", "numeral", "radix":
		return true
	default:
		return false
	}
}

var verbatim = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")

// inTaiwan rewrites everything but code, which may be the user's own text.
func (r result) inTaiwan() result {
	r.step, r.how = answerInTaiwan(r.step), outsideCode(r.how, answerInTaiwan)
	r.text = outsideCode(r.text, answerInTaiwan)
	hints := make([]string, len(r.hints))
	for i, h := range r.hints {
		hints[i] = answerInTaiwan(h)
	}
	r.hints = hints
	return r
}

// daysLater is where 天后 means "days later" and not the Queen of Heaven, whose
// title the dictionaries keep.
var daysLater = regexp.MustCompile(`(\d ?天)后`)

func answerInTaiwan(s string) string { return daysLater.ReplaceAllString(toTaiwan(s), "${1}後") }

func outsideCode(s string, convert func(string) string) string {
	var b strings.Builder
	at := 0
	for _, span := range verbatim.FindAllStringIndex(s, -1) {
		b.WriteString(convert(s[at:span[0]]))
		b.WriteString(s[span[0]:span[1]])
		at = span[1]
	}
	b.WriteString(convert(s[at:]))
	return b.String()
}
