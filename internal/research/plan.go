package research

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits of a plan.
const (
	maxAsked   = 4000 // characters of the question
	maxContext = 1500 // characters of the previous question, and of its answer
	fewest     = 2    // minimum number of questions for a plan from the model or the user
	wished     = 7    // maximum number of questions in a new outline
)

// clarify is a request for clarification of an ambiguous question.
type clarify struct {
	Question string   `json:"question"`
	Options  []string `json:"options"`
}

// plan is a model's JSON reply with a plan.
type plan struct {
	Title     string   `json:"title"`
	Questions []string `json:"questions"`
	Compare   []string `json:"compare"`
	Clarify   *clarify `json:"clarify"`
}

func (p plan) usable() bool {
	return len(lines(p.Questions)) >= fewest || p.asksBack()
}

func (p plan) asksBack() bool {
	return p.Clarify != nil && strings.TrimSpace(p.Clarify.Question) != "" && len(lines(p.Clarify.Options)) >= 2
}

// lines puts each text on one line of at most MaxLine characters, and leaves out empty lines and
// duplicates.
func lines(all []string) []string {
	var out []string
	for _, l := range all {
		l = text.Cut(text.OneLine(source.StripMarks(strings.ToValidUTF8(l, ""))), MaxLine)
		if l != "" && !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

// planned makes the plan of a question, or returns the model's request for clarification. If `asked` is
// true, the user has already clarified the question, and clarification is not requested again.
func planned(ctx context.Context, m *prompter, t answer.Turn, question string, asked bool) (Body, *clarify, error) {
	b := Body{Question: question, Locale: t.Locale}
	back := promptClarify
	if asked {
		back = ""
	}
	p, ok, err := ask(ctx, m, fmt.Sprintf(promptPlan, before(t), source.StripMarks(text.Cut(question, maxAsked)), back), plan.usable)
	if err != nil {
		return Body{}, nil, err
	}
	if ok && p.asksBack() && !asked {
		p.Clarify.Question, p.Clarify.Options = text.Cut(text.OneLine(p.Clarify.Question), MaxLine), lines(p.Clarify.Options)
		return b, p.Clarify, nil
	}
	list := lines(p.Questions)
	if b.ByRules = !ok || len(list) < fewest; b.ByRules {
		p = planByRules(question, t.Locale)
		list = p.Questions
	}
	b.Title = text.Cut(text.OneLine(p.Title), MaxTitle)
	if b.Title == "" {
		b.Title = text.Cut(text.OneLine(question), MaxTitle)
	}
	b.Questions = numbered(list[:min(len(list), wished)])
	if b.Compare = lines(p.Compare); len(b.Compare) < 2 {
		b.Compare = nil
	}
	b.Compare = b.Compare[:min(len(b.Compare), maxCompared)]
	return b, nil, nil
}

// before returns the previous question and its answer for a prompt, because the new question may refer
// to them. The result is empty if there is no previous answer.
func before(t answer.Turn) string {
	if len(t.Earlier) == 0 {
		return ""
	}
	last := t.Earlier[len(t.Earlier)-1]
	if last.Answer == "" {
		return ""
	}
	return fmt.Sprintf("\n之前的对话（只用来理解问题）：\n问：%s\n答：%s\n",
		source.StripMarks(text.Cut(last.Question, maxContext)), source.StripMarks(text.Cut(last.Answer, maxContext)))
}

// numbered assigns ids to the lines of an outline.
func numbered(list []string) []Question {
	out := make([]Question, len(list))
	for i, l := range list {
		out[i] = Question{ID: i + 1, Text: l}
	}
	return out
}

// renumbered returns the outline after the user's changes. An unchanged line keeps its id, so that its
// notes are still found.
func renumbered(old []Question, list []string) []Question {
	next := 1
	for _, q := range old {
		next = max(next, q.ID+1)
	}
	var out []Question
	for _, l := range lines(list) {
		i := slices.IndexFunc(old, func(q Question) bool { return q.Text == l })
		if i >= 0 {
			out = append(out, old[i])
			continue
		}
		out = append(out, Question{ID: next, Text: l})
		next++
	}
	return out
}

// listed formats an outline as a list.
func listed(questions []Question) string {
	var b strings.Builder
	for i, q := range questions {
		fmt.Fprintf(&b, "%d. %s\n", i+1, q.Text)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// short puts a text on one line. A line of more than n characters is cut to at most n,
// including an ellipsis.
func short(s string, n int) string {
	s = text.OneLine(s)
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return strings.TrimSpace(text.Cut(s, n-1)) + "…"
}
