package research

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer/cite"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits of the material of a report.
const (
	maxSources  = 12   // pages per section
	maxSourced  = 2400 // characters of one page
	maxExtracts = 4    // quoted notes in a section written by rules
	maxSections = 20_000
	keyExtracts = 5
	maxColumns  = maxCompared + 1
	maxRows     = 10
	maxCell     = 120
)

// Names of the texts of a report that are stored besides its sections.
const (
	extraAbstract = "abstract"
	extraTable    = "table"
)

// writeAll writes and stores the sections (some concurrently), then the table, then the abstract.
func (w *work) writeAll(ctx context.Context) error {
	if err := w.showWriting(); err != nil {
		return err
	}
	w.prompter.left = func() time.Duration { return w.limits.time() - w.used().time }
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var group sync.WaitGroup
	places := make(chan struct{}, atOnce)
	for _, q := range w.study.Questions {
		places <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		group.Go(func() {
			defer func() { <-places }()
			if err := w.writeSection(ctx, q); err != nil {
				cancel(err)
			}
		})
	}
	group.Wait()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if w.prompter.left() <= 0 && !w.t.Choice.Info.Builtin {
		w.lack(lackTime)
	}
	if err := w.writeExtra(ctx, extraTable, w.table); err != nil {
		return err
	}
	return w.writeExtra(ctx, extraAbstract, w.abstract)
}

func (w *work) showWriting() error {
	if w.t.Partial != nil && hasBlock(*w.t.Partial, writeBlock) {
		return w.out.Emit(stream.DeepSearchUpdate{ID: writeBlock, State: stream.PartRunning})
	}
	return w.out.Emit(stream.DeepSearch{
		ID: writeBlock, State: stream.PartRunning, Title: w.words.writing, IconType: thinkIcon, Contents: []stream.DeepSearchItem{},
	})
}

// endWriting closes the research block of the writing.
func (w *work) endWriting() error {
	return w.out.Emit(stream.DeepSearchUpdate{ID: writeBlock, State: stream.PartDone, Title: w.words.written})
}

func (w *work) writeSection(ctx context.Context, q Question) error {
	w.mu.Lock()
	_, done := w.sections[q.ID]
	w.mu.Unlock()
	if done || ctx.Err() != nil {
		return nil
	}
	notes := w.notesOf(q.ID)
	s := section{Text: w.extract(notes), ByRules: true}
	if len(notes) > 0 {
		prompt := fmt.Sprintf(promptSection, source.StripMarks(w.study.Title), source.StripMarks(q.Text), w.listed(notes), w.material(notes))
		got, ok, err := w.prompter.text(ctx, prompt)
		if err != nil {
			return err
		}
		if got = body(got); ok && got != "" {
			s = section{Text: got}
		}
	}
	if err := w.keep(ctx, step{stepSection, strconv.Itoa(q.ID), s}); err != nil {
		return err
	}
	line := w.words.section
	if s.ByRules {
		line = w.words.repeated
	}
	return w.out.Emit(stream.DeepSearchUpdate{ID: writeBlock, Contents: []stream.DeepSearchItem{{Type: "text", Msg: plain(fmt.Sprintf(line, q.Text))}}})
}

// material lists the pages of notes for a model: as many as fit, but at most maxSources.
func (w *work) material(notes []note) string {
	left := w.prompter.room()
	var parts []string
	for _, p := range w.cited(notes, maxSourced) {
		s := source.Prompt([]source.Source{p.Source}, p.N, w.t.Locale)
		if n := w.t.Count(s); n <= left {
			left -= n
			parts = append(parts, s)
		}
		if len(parts) == maxSources {
			break
		}
	}
	return strings.Join(parts, "\n")
}

// cited returns each page of the notes once, as a source. The text of a page consists of the passages of
// its notes, without those that would make it longer than `most` characters. Without a model, the text
// is the quote of the page's first note.
func (w *work) cited(notes []note, most int) []page {
	var out []page
	at := map[string]int{}
	for _, n := range notes {
		i, ok := at[n.Page]
		if !ok {
			i = len(out)
			at[n.Page] = i
			out = append(out, w.page(n.Page))
		}
		s := &out[i].Source
		if w.t.Choice.Info.Builtin { // without a model, the report contains only quotes
			if s.Text == "" {
				s.Text = n.Quote
			}
			continue
		}
		if strings.Contains(s.Text, n.Passage) || text.Len(s.Text)+text.Len(n.Passage) > most {
			continue
		}
		if s.Text != "" {
			s.Text += "\n"
		}
		s.Text += n.Passage
	}
	return out
}

// extract returns a section written by rules. It consists of quotations from the pages; if there are no
// notes, it states that nothing was found.
func (w *work) extract(notes []note) string {
	if len(notes) == 0 {
		return w.words.openQuestion
	}
	var b strings.Builder
	b.WriteString(w.words.extracts + "\n")
	for _, n := range notes[:min(len(notes), maxExtracts)] {
		fmt.Fprintf(&b, "\n%s[citation:%d]\n", quoted(n.Quote), w.page(n.Page).N)
	}
	return strings.TrimSpace(b.String())
}

// writeExtra writes and stores the table or the abstract, unless it is stored already. If the study
// needs no table, writeExtra stores an empty text.
func (w *work) writeExtra(ctx context.Context, name string, write func(ctx context.Context) (section, error)) error {
	w.mu.Lock()
	_, done := w.extras[name]
	w.mu.Unlock()
	if done {
		return nil
	}
	s, err := write(ctx)
	if err != nil {
		return err
	}
	return w.keep(ctx, step{stepExtra, name, s})
}

// sectionsText returns the text of all sections with their headings.
func (w *work) sectionsText() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var b strings.Builder
	for _, q := range w.study.Questions {
		fmt.Fprintf(&b, "## %s\n\n%s\n\n", plain(q.Text), w.sections[q.ID].Text)
	}
	return strings.TrimSpace(b.String())
}

// abstract returns the summary of the report. If the model writes no summary,
// abstract returns a list of quotes.
func (w *work) abstract(ctx context.Context) (section, error) {
	prompt := fmt.Sprintf(promptAbstract, source.StripMarks(w.study.Title), source.StripMarks(text.Cut(w.study.Question, maxAsked)),
		text.Cut(w.sectionsText(), min(maxSections, 2*w.prompter.room())))
	got, ok, err := w.prompter.text(ctx, prompt)
	if err != nil {
		return section{}, err
	}
	if got = body(got); ok && got != "" {
		return section{Text: got}, nil
	}
	var b strings.Builder
	b.WriteString(w.words.keyFindings + "\n\n")
	said := map[string]bool{}
	for _, q := range w.study.Questions {
		notes := w.notesOf(q.ID)
		i := slices.IndexFunc(notes, func(n note) bool { return !said[plain(n.Quote)] })
		if i < 0 || len(said) == keyExtracts {
			continue
		}
		said[plain(notes[i].Quote)] = true
		fmt.Fprintf(&b, "- %s[citation:%d]\n", plain(notes[i].Quote), w.page(notes[i].Page).N)
	}
	return section{Text: strings.TrimSpace(b.String()), ByRules: true}, nil
}

// table is a comparison table. A model returns it as JSON.
type table struct {
	Columns []string   `json:"columns"`
	Rows    [][]string `json:"rows"`
}

func (t table) usable() bool {
	if len(t.Columns) < 3 || len(t.Columns) > maxColumns || len(t.Rows) == 0 {
		return false
	}
	for _, r := range t.Rows {
		if len(r) != len(t.Columns) {
			return false
		}
	}
	return true
}

// table makes the comparison table, if the study compares at least two things.
func (w *work) table(ctx context.Context) (section, error) {
	if len(w.study.Compare) < 2 {
		return section{}, nil
	}
	prompt := fmt.Sprintf(promptTable, source.StripMarks(w.study.Title), strings.Join(w.study.Compare, w.words.comma),
		text.Cut(w.sectionsText(), min(maxSections, 2*w.prompter.room())))
	got, ok, err := ask(ctx, w.prompter, prompt, table.usable)
	if err != nil {
		return section{}, err
	}
	if !ok {
		got = w.tableByRules()
	}
	return section{Text: got.markdown(), ByRules: !ok}, nil
}

// tableByRules makes the table without a model. The cell for a question and a thing contains the most
// relevant quote about the question that mentions the thing. A question without such quotes has no row.
func (w *work) tableByRules() table {
	t := table{Columns: append([]string{w.words.aspect}, w.study.Compare...)}
	for _, q := range w.study.Questions {
		row, filled := []string{short(strings.TrimRight(q.Text, "？?"), 40)}, 0
		for _, thing := range w.study.Compare {
			cell := w.words.unknown
			for _, n := range w.notesOf(q.ID) {
				if strings.Contains(strings.ToLower(n.Quote), strings.ToLower(thing)) {
					cell, filled = fmt.Sprintf("%s[citation:%d]", text.OneLine(n.Quote), w.page(n.Page).N), filled+1
					break
				}
			}
			row = append(row, cell)
		}
		if filled > 0 {
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// markdown formats the table in Markdown. The result is empty if the table has no rows.
func (t table) markdown() string {
	if len(t.Rows) == 0 {
		return ""
	}
	var b strings.Builder
	row := func(cells []string) {
		b.WriteString("|")
		for _, c := range cells {
			b.WriteString(" " + cell(c) + " |")
		}
		b.WriteString("\n")
	}
	row(t.Columns)
	b.WriteString("|" + strings.Repeat(" --- |", len(t.Columns)) + "\n")
	for _, r := range t.Rows[:min(len(t.Rows), maxRows)] {
		row(r)
	}
	return strings.TrimSpace(b.String())
}

// cell formats the text of one cell, with its citations at the end.
func cell(s string) string {
	marks := strings.Join(citation.FindAllString(s, -1), "")
	return markup.Replace(text.Cut(text.OneLine(citation.ReplaceAllString(s, "")), maxCell)) + marks
}

// sources returns the pages with notes, by page number.
func (w *work) sources() map[int]source.Source {
	var all []note
	for _, q := range w.study.Questions {
		all = append(all, w.notesOf(q.ID)...)
	}
	out := map[int]source.Source{}
	for _, p := range w.cited(all, maxText) {
		out[p.N] = p.Source
	}
	return out
}

// settled removes unsupported citations. It renumbers the other citations
// from 1 in the order of first use, and returns the sources in this order.
func (w *work) settled(markdown string) (string, []source.Source) {
	byPage := w.sources()
	check := cite.New(cite.Options{Locale: w.t.Locale, Trusted: w.t.Choice.Info.Builtin})
	for n, s := range byPage {
		check.Add(n, []source.Source{s})
	}
	kept := check.Write(markdown) + check.Flush()
	numbers := map[int]int{}
	var list []source.Source
	kept = citation.ReplaceAllStringFunc(kept, func(mark string) string {
		n, _ := strconv.Atoi(citation.FindStringSubmatch(mark)[1])
		s, ok := byPage[n]
		if !ok {
			return ""
		}
		if numbers[n] == 0 {
			list = append(list, s)
			numbers[n] = len(list)
		}
		return fmt.Sprintf("[citation:%d]", numbers[n])
	})
	return kept, list
}
