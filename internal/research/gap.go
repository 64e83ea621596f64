package research

import (
	"context"
	"fmt"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// maxMissing is the maximum number of missing points, and of next queries, per round.
const maxMissing = 3

// maxListed limits the notes in a prompt, in characters.
const maxListed = 6000

// gap is a model's JSON reply about the missing points.
type gap struct {
	Enough  bool     `json:"enough"`
	Missing []string `json:"missing"`
	Queries []string `json:"queries"`
}

// judge decides whether the notes answer a question, and which queries to send next. `dry` means that the
// round found no page that is new to the study, although its queries succeeded. A question gets another
// round after a dry round only if the dry round was its first, and if the model proposes queries.
func (w *work) judge(ctx context.Context, q Question, d int, dry bool) (end roundEnd, err error) {
	defer func() { end.Dry = dry }()
	notes := w.notesOf(q.ID)
	if d == depth-1 || d > 0 && dry || !w.Search.Available() {
		return roundEnd{Enough: len(notes) > 0}, nil
	}
	prompt := fmt.Sprintf(promptGap, source.StripMarks(q.Text), w.listed(notes), strings.Join(w.asked(q.ID), w.words.semicolon))
	got, ok, err := ask(ctx, w.prompter, prompt, func(g gap) bool { return g.Enough || len(lines(g.Queries)) > 0 })
	if err != nil {
		return roundEnd{}, err
	}
	if !ok {
		return w.judgeByRules(q, d > 0 || dry, notes), nil
	}
	if got.Enough && len(notes) > 0 {
		return roundEnd{Enough: true}, nil
	}
	missing, next := lines(got.Missing), w.fresh(q.ID, lines(got.Queries))
	return roundEnd{Missing: missing[:min(len(missing), maxMissing)], Next: next}, nil
}

// judgeByRules counts notes and sites. If notes or sites are too few and `last` is false, it proposes
// further queries with the title of the study.
func (w *work) judgeByRules(q Question, last bool, notes []note) roundEnd {
	sites := map[string]bool{}
	for _, n := range notes {
		sites[siteOf(hit{URL: w.page(n.Page).Source.URL})] = true
	}
	if len(notes) >= enough && len(sites) >= 2 {
		return roundEnd{Enough: true}
	}
	if last {
		return roundEnd{Enough: len(notes) > 0}
	}
	subject := strings.TrimRight(w.study.Title, "…")
	return roundEnd{Next: w.fresh(q.ID, lines([]string{subject + " " + keyOf(q.Text, subject), subject}))}
}

// keyOf returns the question without its subject.
func keyOf(question, subject string) string {
	return strings.TrimRight(strings.TrimSpace(strings.ReplaceAll(question, subject, "")), "？?。.")
}

// asked returns the queries sent for a question so far.
func (w *work) asked(question int) (out []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for d := range depth {
		out = append(out, w.queries[roundKey(question, d)]...)
	}
	return out
}

// fresh leaves out queries already sent for the question, and returns at most maxMissing queries.
func (w *work) fresh(question int, queries []string) (out []string) {
	had := map[string]bool{}
	for _, q := range w.asked(question) {
		had[q] = true
	}
	for _, q := range queries {
		if !had[q] && len(out) < maxMissing {
			out = append(out, q)
		}
	}
	return out
}

// listed lists notes for a model. The number of a note is the number of its page in the study.
func (w *work) listed(notes []note) string {
	var b strings.Builder
	for _, n := range notes {
		fmt.Fprintf(&b, "- [%d] %s\n", w.page(n.Page).N, text.OneLine(n.Claim))
	}
	if b.Len() == 0 {
		return "（还没有）"
	}
	return text.Cut(b.String(), maxListed)
}
