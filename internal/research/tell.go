package research

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// tell writes the report into the answer. Only supported citations remain, numbered in order of use.
func (w *work) tell(ctx context.Context) error {
	markdown, sources := w.settled(w.report())
	if first := w.out.AddSources(sources); first != 1 {
		return fmt.Errorf("research: the sources of a report begin with %d", first)
	}
	for paragraph := range strings.SplitAfterSeq(markdown, "\n\n") {
		if err := w.out.WriteText(paragraph); err != nil {
			return err
		}
	}
	if err := w.endWriting(); err != nil {
		return err
	}
	partial := len(w.reasons()) > 0
	return w.spend(ctx, func(st *Study) { st.Written, st.Partial = true, partial })
}

// report returns the whole text. Its citations use the page numbers of the study.
func (w *work) report() string {
	var parts []string
	add := func(heading, text string) {
		if text == "" {
			return
		}
		if heading != "" {
			text = "## " + heading + "\n\n" + text
		}
		parts = append(parts, text)
	}
	parts = append(parts, "# "+plain(w.study.Title))
	if reasons := w.reasons(); len(reasons) > 0 {
		add("", "> **"+w.words.partial+"**"+strings.Join(reasons, w.words.semicolon))
	}
	if w.t.Choice.Info.Builtin {
		add("", "> "+w.words.offline)
	}
	w.mu.Lock()
	abstract, table := w.extras[extraAbstract].Text, w.extras[extraTable].Text
	w.mu.Unlock()
	add(w.words.abstract, abstract)
	add(w.words.comparison, table)
	add("", w.sectionsText())
	add(w.words.mindMap, w.mindMap())
	add(w.words.method, w.method())
	return strings.Join(parts, "\n\n")
}

// reasons returns texts for the user about why the report is incomplete.
func (w *work) reasons() []string {
	answered := true
	for _, q := range w.study.Questions {
		answered = answered && len(w.notesOf(q.ID)) > 0
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []string
	for _, reason := range []string{lackRounds, lackPages, lackTime, lackSources, lackSearch, lackModel, lackAnswers} {
		is := w.lacks[reason]
		switch reason {
		case lackAnswers:
			is = !answered
		case lackSources:
			is = is && len(w.searches) > 0
		case lackSearch:
			is = w.lacks[lackSources] && len(w.searches) == 0
		case lackModel:
			is = !w.t.Choice.Info.Builtin && w.prompter.failures.Load() >= maxFailures
		}
		if is {
			out = append(out, w.words.because[reason])
		}
	}
	return out
}

// method returns the description of how the study was made.
func (w *work) method() string {
	u := w.used()
	w.mu.Lock()
	failed, dry := 0, w.dry()
	for _, p := range w.pages {
		if p.Failed != "" {
			failed++
		}
	}
	w.mu.Unlock()
	lines := []string{}
	if u.pages > 0 {
		lines = append(lines, fmt.Sprintf(w.words.methodText, w.t.Now.Format(time.DateOnly), u.rounds, u.pages, failed))
	}
	if dry {
		lines = append(lines, w.words.ranDry)
	}
	if !w.Search.Available() {
		lines = append(lines, w.words.onlyFiles)
	}
	if w.prompter.failed.Load() {
		lines = append(lines, w.words.weak)
	}
	return strings.Join(lines, "\n\n")
}

// emptyReport returns the text shown in place of the report if nothing was found or no search
// succeeded. The text includes the reasons.
func (w *work) emptyReport() string {
	text, reasons := w.words.nothingFound, w.reasons()
	if slices.Contains(reasons, w.words.because[lackSearch]) {
		text = w.words.noSearch
	}
	reasons = slices.DeleteFunc(reasons, func(r string) bool {
		return r == w.words.because[lackAnswers] || r == w.words.because[lackSearch]
	})
	if len(reasons) == 0 {
		return text
	}
	return text + "\n\n" + strings.Join(reasons, w.words.semicolon)
}
