package research

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/answer/cite"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/research/researchdb"
)

// work is the state of a running study: the results of its steps, and functions to
// store further results.
type work struct {
	*Service
	t        answer.Turn
	out      answer.AuthorOut
	words    words
	prompter *prompter
	limits   Limits
	begun    time.Time // start of the working time that is not yet counted in study.Spent
	files    []string  // ids of the user's files

	numbering sync.Mutex // protects the numbers of pages

	mu       sync.Mutex
	study    Study
	n        int // number of the last step
	queries  map[string][]string
	searches map[string][]hit
	picks    map[string][]hit
	pages    map[string]*page
	taken    map[string]bool          // keys of the picked web pages
	reading  map[string]chan struct{} // by page key, for pages read by this work; closed when the page is stored
	notes    map[string][]note
	rounds   map[string]roundEnd
	sections map[int]section
	extras   map[string]section
	lacks    map[string]bool // why the report is incomplete
}

// section is a text of the report in Markdown. Its citations use the page numbers of the study.
type section struct {
	Text    string `json:"text"`
	ByRules bool   `json:"byRules,omitempty"`
}

// roundEnd is the result of a round.
type roundEnd struct {
	Notes   int      `json:"notes"`
	Enough  bool     `json:"enough"`
	Missing []string `json:"missing,omitempty"`
	Next    []string `json:"next,omitempty"` // queries of the next round
	Failed  bool     `json:"failed,omitempty"`
	Dry     bool     `json:"dry,omitempty"` // the queries succeeded, but the round picked no page that was new to the study
}

// roundKey identifies a round by its question and depth.
func roundKey(question, depth int) string { return fmt.Sprintf("%d.%d", question, depth) }

// newWork restores the state of a study from its stored steps.
func (s *Service) newWork(ctx context.Context, st Study, t answer.Turn, out answer.AuthorOut) (*work, error) {
	w := &work{
		Service: s, t: t, out: out, words: wordsIn(t.Locale), study: st, begun: s.Now(), limits: s.Limits(),
		prompter: newPrompter(t.Choice, t.Locale, t.Now, out.AddUsage, out.MayContinue),
		queries:  map[string][]string{}, searches: map[string][]hit{}, picks: map[string][]hit{}, pages: map[string]*page{},
		taken: map[string]bool{}, reading: map[string]chan struct{}{}, notes: map[string][]note{}, rounds: map[string]roundEnd{}, sections: map[int]section{},
		extras: map[string]section{}, lacks: map[string]bool{},
	}
	for _, f := range t.Files {
		if f.ID != "" {
			w.files = append(w.files, f.ID)
		}
	}
	steps, err := researchdb.New(s.DB.Read()).Steps(ctx, researchdb.StepsParams{OwnerID: t.Owner(), ResearchID: st.ID})
	if err != nil {
		return nil, stored(err)
	}
	for _, row := range steps {
		w.n = max(w.n, int(row.N))
		if err := w.load(row.Kind, row.StepKey, []byte(row.Body)); err != nil {
			return nil, errs.Wrap(errs.StorageFail, err)
		}
	}
	for _, end := range w.rounds { // lackSources has no step; the other reasons are in steps, or are determined again
		w.lacks[lackSources] = w.lacks[lackSources] || end.Failed
	}
	return w, nil
}

// load applies one stored step.
func (w *work) load(kind, key string, body []byte) error {
	switch kind {
	case stepQueries:
		return into(w.queries, key, body)
	case stepSearch:
		return into(w.searches, key, body)
	case stepPick:
		if err := into(w.picks, key, body); err != nil {
			return err
		}
		for _, h := range w.picks[key] {
			w.taken[h.Key] = true
		}
		return nil
	case stepPage:
		if err := into(w.pages, key, body); err != nil {
			return err
		}
		if !w.pages[key].File {
			w.taken[key] = true
		}
		return nil
	case stepNotes:
		return into(w.notes, key, body)
	case stepRound:
		return into(w.rounds, key, body)
	case stepSection:
		id, err := strconv.Atoi(key)
		if err != nil {
			return err
		}
		return into(w.sections, id, body)
	case stepExtra:
		return into(w.extras, key, body)
	case stepLack:
		return into(w.lacks, key, body)
	}
	return fmt.Errorf("research: a step of the unknown kind %q", kind)
}

func into[K comparable, V any](m map[K]V, key K, body []byte) error {
	var v V
	if err := json.Unmarshal(body, &v); err != nil {
		return err
	}
	m[key] = v
	return nil
}

// keep stores steps in one transaction, and then applies them. It fails with errMoved if the
// study is no longer running.
func (w *work) keep(ctx context.Context, steps ...step) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	owner := w.t.Owner()
	bodies := make([][]byte, len(steps))
	for i, st := range steps {
		body, err := json.Marshal(st.body)
		if err != nil {
			return err
		}
		bodies[i] = body
	}
	err := w.write(ctx, func(_ *sql.Tx, q *researchdb.Queries) error {
		n, err := q.SetState(ctx, researchdb.SetStateParams{
			State: string(Running), UpdatedAt: w.Now().UnixMilli(), OwnerID: owner, ID: w.study.ID, Was: string(Running),
		})
		if err == nil && n == 0 {
			return errMoved
		}
		if err != nil {
			return err
		}
		for i, st := range steps {
			err := q.PutStep(ctx, researchdb.PutStepParams{
				ResearchID: w.study.ID, OwnerID: owner, Kind: st.kind, StepKey: st.key, N: int64(w.n + i + 1), Body: string(bodies[i]),
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	w.n += len(steps)
	for i, st := range steps {
		if err := w.load(st.kind, st.key, bodies[i]); err != nil {
			return err
		}
	}
	return nil
}

// used is the used part of the budget.
type used struct {
	rounds, pages int
	time          time.Duration
}

func (w *work) used() used {
	w.mu.Lock()
	defer w.mu.Unlock()
	u := used{rounds: len(w.queries), time: time.Duration(w.study.Spent)*time.Millisecond + w.Now().Sub(w.begun)}
	for _, p := range w.pages {
		if !p.File {
			u.pages++
		}
	}
	return u
}

// lack records a reason why the report will not be complete.
func (w *work) lack(reason string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lacks[reason] = true
}

// spend stores the time used so far, together with a change of the study.
func (w *work) spend(ctx context.Context, change func(*Study)) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.Now()
	st := w.study
	st.Owner = w.t.Owner()
	st.Spent += now.Sub(w.begun).Milliseconds()
	if change != nil {
		change(&st)
	}
	err := w.write(ctx, func(_ *sql.Tx, q *researchdb.Queries) error { return w.set(ctx, q, st, Running) })
	if err == nil {
		// Only these fields are set, because concurrent rounds read the other fields without the lock.
		w.study.Owner, w.study.Spent = st.Owner, st.Spent
		w.study.Written, w.study.Partial, w.study.Empty = st.Written, st.Partial, st.Empty
		w.begun = now
	}
	return err
}

// notesOf returns the notes of a question, the most relevant first.
func (w *work) notesOf(question int) []note {
	w.mu.Lock()
	defer w.mu.Unlock()
	asked := cite.TermsOf(w.study.line(question))
	type weighed struct {
		note
		page  int
		share float64
	}
	var found []weighed
	for _, key := range slices.Sorted(maps.Keys(w.notes)) {
		for _, n := range w.notes[key] {
			if p := w.pages[n.Page]; n.Question == question && p != nil {
				found = append(found, weighed{n, p.N, asked.Share(cite.TermsOf(n.Claim + " " + n.Quote))})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b weighed) int { return cmp.Or(cmp.Compare(b.share, a.share), a.page-b.page) })
	out := make([]note, len(found))
	for i, f := range found {
		out[i] = f.note
	}
	return out
}
