package offline

import (
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// result is a routed answer in the language of the question.
type result struct {
	id, step, how, text string
	steps               []string // the step in zh-CN, zh-TW and en
	hints               []string
	needsModel          bool
}

// reply answers q by the first skill that matches. If no skill matches, it tries to answer each
// part of q by a skill. If this is impossible, it returns the fallback.
func reply(q *skill.Question) result {
	s, a, ok := route(q)
	if !ok {
		s, a, ok = routeParts(q)
	}
	if !ok {
		s = fallbackSkill
		a = fallback(q)
	}
	hints := a.Hints
	if len(hints) == 0 {
		hints = slices.Concat(hintsOf(s, q), hintsOf(fallbackSkill, q))
	}
	r := result{
		id:    s.ID,
		step:  q.Say("识别为："+s.Name.Zh, "Recognised as: "+s.Name.En),
		steps: []string{"识别为：" + s.Name.Zh, answerInTaiwan("识别为：" + s.Name.Zh), "Recognised as: " + s.Name.En},
		how:   a.How,
		text:  strings.TrimSpace(a.Text),
		hints: others(q, hints),

		needsModel: a.NeedsModel,
	}
	if q.Language == skill.Taiwan {
		r = r.inTaiwan()
	}
	return r
}

// hintsOf returns the follow-up questions of s in the language of the question.
func hintsOf(s skill.Skill, q *skill.Question) []string {
	if q.Language == skill.English {
		return s.EnHints
	}
	return s.Hints
}

// others returns the first three of the hints, each once, without those that ask q again.
func others(q *skill.Question, hints []string) []string {
	var out []string
	for _, h := range hints {
		if len(out) < 3 && !slices.Contains(out, h) && (q.Core == "" || q.Part(h).Core != q.Core) {
			out = append(out, h)
		}
	}
	return out
}

// route tries the skills in order.
func route(q *skill.Question) (skill.Skill, skill.Answer, bool) {
	for _, s := range skills() {
		if a, ok := s.Match(q); ok {
			return s, a, true
		}
	}
	return skill.Skill{}, skill.Answer{}, false
}

// maxParts bounds the number of questions in one message.
const maxParts = 5

var clauseEnd = text.NewPattern(`[?？;；\n]+`)

// routeParts answers a message with several short questions. Each question must match a skill that
// is Short. Otherwise routeParts reports false.
func routeParts(q *skill.Question) (skill.Skill, skill.Answer, bool) {
	if len(q.Head) > skill.MaxSentence {
		return skill.Skill{}, skill.Answer{}, false
	}
	var clauses []string
	for _, c := range clauseEnd.Split(q.Raw, -1) {
		if c = strings.TrimSpace(c); c != "" {
			clauses = append(clauses, c)
		}
	}
	if len(clauses) < 2 || len(clauses) > maxParts {
		return skill.Skill{}, skill.Answer{}, false
	}
	var first skill.Skill
	var whole skill.Answer
	rest := *q
	for i, c := range clauses {
		p := rest.Part(c)
		s, a, ok := route(p)
		if !ok || !s.Short {
			return skill.Skill{}, skill.Answer{}, false
		}
		if p.Distance != nil {
			rest.Distance = p.Distance
		}
		if i == 0 {
			first, whole = s, a
			continue
		}
		whole.Text += "\n\n" + a.Text
		whole.How += "\n" + a.How
	}
	return first, whole, true
}

var verbatim = text.NewPattern("(?s)```.*?```|`[^`\n]*`")

// inTaiwan converts a result to Traditional Chinese. Code stays unchanged, because it may
// be the user's own text.
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

// daysLater matches 天后 after a digit, in the sense of "days later". The dictionaries do not
// convert 天后, because 天后 is also the title of a goddess.
var daysLater = text.NewPattern(`(\d ?天)后`)

func answerInTaiwan(s string) string { return daysLater.ReplaceAllString(zh.ToTaiwan(s), "${1}後") }

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
