package chat

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// How much the built-in engine takes out of one file.
const (
	takenSentences = 8
	takenPoints    = 10
	takenHeadings  = 120
	takenKeywords  = 15
	takenNear      = 2
	takenRows      = 60  // of a table
	minNear        = 0.2 // of the question's terms that a sentence has which comes near
)

// composed is an answer that was made of files without a model.
type composed struct {
	step, how string
	text      strings.Builder
	excerpts  []Excerpt // what its marks refer to
	hints     []string
}

// cite lists an excerpt and gives its mark.
func (c *composed) cite(e Excerpt) string {
	at := slices.IndexFunc(c.excerpts, func(o Excerpt) bool { return o.FileID == e.FileID && o.Unit == e.Unit && o.Text == e.Text })
	if at < 0 {
		at = len(c.excerpts)
		c.excerpts = append(c.excerpts, e)
	}
	return "[citation:" + strconv.Itoa(at+1) + "]"
}

func (c *composed) write(format string, args ...any) { fmt.Fprintf(&c.text, format, args...) }

// answerAlone makes the answer without a model, from the files alone. What the
// files of earlier questions do not answer, and the engine can, is left to it.
func (st *study) answerAlone(ctx context.Context) error {
	w := aloneIn(st.t.Locale)
	c := &composed{}
	fresh := slices.ContainsFunc(st.documents, st.own)
	answered, err := st.compose(ctx, c, w)
	if err != nil {
		return stored(err)
	}
	if !answered && !fresh && len(st.t.files) == 0 && st.s.Skilled(st.t.question, st.s.clock(st.t.Zone), st.t.Locale) {
		st.p.request.Messages, err = st.s.request(st.t, st.chosen, asking{rounds: st.before.messages(), question: llm.Message{Content: st.t.question}})
		return err
	}
	if err := st.describe(ctx, c, w); err != nil {
		return err
	}
	if len(st.notes) > 0 {
		c.write("\n\n%s\n\n- %s", w.unread, strings.Join(escapedAll(st.notes), "\n- "))
	}
	if err := st.tell(c.excerpts, false); err != nil {
		return err
	}
	st.p.cite = newCiter(c.excerpts, st.words, st.s.Documents.Quoted)
	st.p.cite.trusted, st.p.cite.show = true, st.shown
	st.p.model = made{c, st.chosen.Upstream}
	st.p.request.Messages = []llm.Message{{Role: llm.User, Content: st.t.question}}
	return nil
}

// compose answers from the documents and says whether it could.
func (st *study) compose(ctx context.Context, c *composed, w alone) (bool, error) {
	library := st.t.chatType == DocumentAnalysis && len(st.t.files) == 0 && len(st.before.files) == 0
	if len(st.documents) == 0 && !library {
		c.step, c.how = w.answerStep, w.advice
		return true, nil
	}
	question := st.question()
	tables := len(st.documents) > 0 && !slices.ContainsFunc(st.documents, func(f File) bool { return f.Type != "excel" })
	c.hints = w.hints[tables]
	if kind, ok := intent(question); ok && !library {
		return true, st.composeExtract(ctx, c, w, kind)
	}
	if tables || reckons.MatchString(question) {
		if ok, err := st.composeFigures(ctx, c, w, question); ok || err != nil {
			return ok, err
		}
	}
	return st.composeAnswer(ctx, c, w, question, library)
}

// chosenDocuments are the question's own documents, or all where it has none.
func (st *study) chosenDocuments() []File {
	own := slices.DeleteFunc(slices.Clone(st.documents), func(f File) bool { return !st.own(f) })
	if len(own) > 0 {
		return own
	}
	return st.documents
}

// composeAnswer quotes the sentences that answer, or refuses.
func (st *study) composeAnswer(ctx context.Context, c *composed, w alone, question string, library bool) (bool, error) {
	c.step = w.answerStep
	c.how = fmt.Sprintf(w.answerHow, len(st.documents))
	q := Search{OwnerID: st.owner(), IDs: idsOf(st.documents), Text: question}
	found, err := st.s.Documents.Answer(ctx, q)
	if err != nil {
		return false, err
	}
	if last := len(st.before.rounds) - 1; found.Refused && last >= 0 && text.Len(question) < shortFollow {
		q.Text = st.before.rounds[last].question + "\n" + question // 那第二条呢？
		if again, err := st.s.Documents.Answer(ctx, q); err == nil && !again.Refused {
			found = again
		}
	}
	if library {
		c.how = fmt.Sprintf(w.answerHow, len(filesOfExcerpts(append(slices.Clone(found.Sentences), found.Near...))))
	}
	if found.Refused || len(found.Sentences) == 0 {
		st.refuse(c, w, found, library, question)
		return false, nil
	}
	c.write("%s\n\n", fmt.Sprintf(w.found, st.called(found.Sentences[:1])))
	for i, e := range found.Sentences {
		if i == 1 {
			c.write("%s\n\n", w.more)
		}
		c.write("> %s%s\n>\n> %s\n\n", lineOf(e, w), c.cite(e), fmt.Sprintf(w.from, escaped(e.FileName), st.words.place(e)))
	}
	return true, nil
}

// refuse says that the documents do not answer, and shows what comes nearest
// where anything does.
func (st *study) refuse(c *composed, w alone, found Finding, library bool, question string) {
	if library {
		c.write("%s\n\n%s%s", w.refusedIn, w.advice, w.noFile)
	} else {
		c.write("%s\n\n%s", fmt.Sprintf(w.refused, st.names(w)), w.advice)
	}
	for i, e := range st.nearest(found.Near, question) {
		if i == 0 {
			c.write("\n\n%s\n", w.near)
		}
		c.write("\n- %s%s", lineOf(e, w), c.cite(e))
	}
}

// nearest are the sentences of excerpts that have some of a question's words.
func (st *study) nearest(near []Excerpt, question string) []Excerpt {
	said := termsOf(question)
	var out []Excerpt
	for _, e := range near {
		e.Text = bestQuote(e.Text, question, nil, st.s.Documents.Quoted)
		if said.share(termsOf(e.Text)) >= minNear && len(out) < takenNear {
			out = append(out, e)
		}
	}
	return out
}

// composeExtract lists what was extracted of every document.
func (st *study) composeExtract(ctx context.Context, c *composed, w alone, kind Extraction) error {
	c.step, c.how = w.step[kind], w.how[kind]
	limit := map[Extraction]int{ExtractSummary: takenSentences, ExtractPoints: takenPoints, ExtractOutline: takenHeadings, ExtractKeywords: takenKeywords}[kind]
	heading := map[Extraction]string{ExtractSummary: w.summary, ExtractPoints: w.points, ExtractOutline: w.outline, ExtractKeywords: w.keywords}[kind]
	for i, f := range st.chosenDocuments() {
		if i > 0 {
			c.write("\n\n")
		}
		x, err := st.s.Documents.Extract(ctx, ExtractAsk{OwnerID: st.owner(), ID: f.ID, Kind: kind, Limit: limit})
		if err != nil {
			return err
		}
		if len(x.Points) == 0 && len(x.Keywords) == 0 {
			c.write("%s", fmt.Sprintf(w.noSuch[kind], escaped(f.named())))
			continue
		}
		c.write("%s\n", fmt.Sprintf(heading, escaped(f.named())))
		for _, p := range x.Points {
			c.write("\n%s- %s%s", strings.Repeat("  ", min(p.Depth, 5)), lineOf(p.Excerpt, w), c.cite(p.Excerpt))
		}
		if len(x.Keywords) > 0 {
			c.write("\n%s", strings.Join(x.Keywords, w.comma))
		}
		if x.Partial {
			c.write("\n\n%s", w.partial)
		}
	}
	return nil
}

// composeFigures computes from tables, and says whether there was anything to.
func (st *study) composeFigures(ctx context.Context, c *composed, w alone, question string) (bool, error) {
	var figures []Figure
	for _, f := range st.chosenDocuments() {
		x, err := st.s.Documents.Extract(ctx, ExtractAsk{OwnerID: st.owner(), ID: f.ID, Kind: ExtractFigures, Question: question})
		if err != nil {
			return false, err
		}
		figures = append(figures, x.Figures...)
	}
	for i, f := range figures {
		if i > 0 {
			c.write("\n\n")
		}
		c.write("**%s**%s\n\n%s", escaped(f.Result), c.cite(f.Excerpt), fmt.Sprintf(w.from, escaped(f.FileName), st.words.place(f.Excerpt)))
		if len(f.Rows) > 0 {
			c.write("\n\n%s", tableOf(f.Header, f.Rows[:min(len(f.Rows), takenRows)]))
		}
		if f.Chart != "" {
			c.write("\n\n```mermaid\n%s\n```", strings.TrimSpace(f.Chart))
		}
		if f.How != "" {
			c.write("\n\n%s", fmt.Sprintf(w.computed, escaped(f.How)))
		}
	}
	c.step, c.how = w.step[ExtractFigures], w.how[ExtractFigures]
	return len(figures) > 0, nil
}

// called names the files of excerpts.
func (st *study) called(all []Excerpt) string {
	var names []string
	for _, e := range filesOfExcerpts(all) {
		names = append(names, "《"+escaped(e.FileName)+"》")
	}
	return strings.Join(names, "")
}

// names names the documents.
func (st *study) names(w alone) string {
	var names []string
	for i, f := range st.documents {
		if i == maxNamed {
			names = append(names, fmt.Sprintf(st.words.more, len(st.documents)-i))
			break
		}
		names = append(names, "《"+escaped(f.named())+"》")
	}
	return strings.Join(names, w.comma)
}

// filesOfExcerpts keeps one excerpt of every file.
func filesOfExcerpts(all []Excerpt) []Excerpt {
	var out []Excerpt
	for _, e := range all {
		if !slices.ContainsFunc(out, func(o Excerpt) bool { return o.FileID == e.FileID }) {
			out = append(out, e)
		}
	}
	return out
}

// lineOf puts an excerpt on one line; the row of a table with its columns'
// names.
func lineOf(e Excerpt, w alone) string {
	line := strings.TrimSpace(e.Text)
	names, cells := strings.Split(e.Header, "\t"), strings.Split(line, "\t")
	if e.Header == "" || len(cells) < 2 || strings.Contains(line, "\n") {
		return escaped(text.OneLine(line))
	}
	var out []string
	for i, cell := range cells {
		if cell = text.OneLine(cell); cell == "" {
			continue
		}
		if i < len(names) && strings.TrimSpace(names[i]) != "" {
			cell = text.OneLine(names[i]) + w.colon + cell
		}
		out = append(out, cell)
	}
	return escaped(strings.Join(out, w.and))
}

// markdownSigns are what Markdown would take for its own in a quoted text.
var markdownSigns = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, "~", `\~`, "|", `\|`, "$", `\$`)

// escaped keeps a text of a file a text: no link, no picture, no mark.
func escaped(s string) string {
	s = markdownSigns.Replace(s)
	for _, sign := range []string{"#", "-", "+", ">"} {
		if strings.HasPrefix(s, sign) {
			return `\` + s
		}
	}
	return s
}

func escapedAll(all []string) []string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = escaped(s)
	}
	return out
}

// tableOf writes a table in Markdown.
func tableOf(header []string, rows [][]string) string {
	var b strings.Builder
	line := func(cells []string) {
		b.WriteString("|")
		for i := range header {
			cell := ""
			if i < len(cells) {
				cell = escaped(text.OneLine(cells[i]))
			}
			b.WriteString(" " + cell + " |")
		}
		b.WriteString("\n")
	}
	line(header)
	b.WriteString(strings.Repeat("|---", len(header)) + "|\n")
	for _, r := range rows {
		line(r)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// made plays an answer that was composed.
type made struct {
	*composed
	model string
}

// madePiece is the size of one increment, in characters.
const madePiece = 24

// Stream gives the answer in increments, as any model does.
func (m made) Stream(ctx context.Context, _ llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		said := strings.TrimSpace(m.text.String())
		deltas := []llm.Delta{{Model: m.model, Step: m.step}}
		for _, piece := range pieces(m.how, madePiece) {
			deltas = append(deltas, llm.Delta{Reasoning: piece})
		}
		for _, piece := range pieces(said, madePiece) {
			deltas = append(deltas, llm.Delta{Text: piece})
		}
		deltas = append(deltas, llm.Delta{Model: m.model, Hints: m.hints, Finish: llm.FinishStop, Usage: &llm.Usage{
			CompletionTokens: utf8.RuneCountInString(m.how) + utf8.RuneCountInString(said),
		}})
		for _, d := range deltas {
			if err := ctx.Err(); err != nil {
				yield(llm.Delta{}, errs.Wrap(errs.Incomplete, err))
				return
			}
			if !yield(d, nil) {
				return
			}
		}
	}
}

// pieces cuts s into pieces of n characters.
func pieces(s string, n int) []string {
	var out []string
	for s != "" {
		piece := text.Cut(s, n)
		out, s = append(out, piece), s[len(piece):]
	}
	return out
}
