package chat

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

// How much of the files a model is given.
const (
	wholeShare   = 0.6 // of the model's context that excerpts may take
	minExcerpts  = 600 // tokens that are tried for, however full the context is
	maxRunes     = 4   // characters that a token holds at most
	searchLimit  = 24  // excerpts that are searched for
	eachLimit    = 3   // excerpts of a file of which none was found among the best
	shortFollow  = 12  // characters; a shorter question is searched with the one before it
	summaryLimit = 40  // sentences of each long file for a question about the whole
)

// excerpts chooses what a model is given of the documents: all of them when
// they fit, else what fits the question best. It reports whether that is all.
func (st *study) excerpts(ctx context.Context, tokens int) ([]Excerpt, bool, error) {
	ids := idsOf(st.documents)
	if len(ids) > 0 {
		all, ok, err := st.s.Documents.Whole(ctx, st.owner(), ids, tokens*maxRunes)
		if err != nil {
			return nil, false, err
		}
		if ok && st.sizeOf(all) <= tokens {
			return all, true, nil
		}
	}
	found, err := st.fitting(ctx, ids)
	if err != nil {
		return nil, false, err
	}
	var out []Excerpt
	for _, e := range found {
		size := st.sizeOf([]Excerpt{e})
		if size > tokens {
			continue
		}
		tokens -= size
		out = append(out, e)
	}
	st.inOrder(out)
	return out, false, nil
}

// fitting finds what fits the question, best first: of a question about the
// whole, the sentences that sum each file up; of any other, what is found by
// its words, with something of every file where there are several.
func (st *study) fitting(ctx context.Context, ids []string) ([]Excerpt, error) {
	question := st.question()
	if kind, ok := aboutWhole(question); ok {
		if all, err := st.summed(ctx, kind); err != nil || len(all) > 0 {
			return all, err
		}
	}
	if last := len(st.before.rounds) - 1; last >= 0 && len([]rune(question)) < shortFollow {
		question += "\n" + st.before.rounds[last].question
	}
	q := Search{OwnerID: st.owner(), IDs: ids, Text: question, Limit: searchLimit}
	found, err := st.s.Documents.Search(ctx, q)
	if err != nil || len(ids) < 2 {
		return found, err
	}
	for _, f := range st.documents {
		if slices.ContainsFunc(found, func(e Excerpt) bool { return e.FileID == f.ID }) {
			continue
		}
		q.IDs, q.Limit = []string{f.ID}, eachLimit
		more, err := st.s.Documents.Search(ctx, q)
		if err != nil {
			return nil, err
		}
		found = append(more, found...) // in front, or a long list would push it out
	}
	return found, nil
}

// summed are the sentences that sum the documents up, a share of each.
func (st *study) summed(ctx context.Context, kind Extraction) ([]Excerpt, error) {
	var out []Excerpt
	for _, f := range st.documents {
		e, err := st.s.Documents.Extract(ctx, ExtractAsk{OwnerID: st.owner(), ID: f.ID, Kind: kind, Limit: summaryLimit})
		if err != nil {
			return nil, err
		}
		for _, p := range e.Points {
			out = append(out, p.Excerpt)
		}
	}
	return out, nil
}

// inOrder puts excerpts as they stand in their files, and the files as they
// were attached: what stands together is read together.
func (st *study) inOrder(all []Excerpt) {
	rank := map[string]int{}
	for i, f := range st.documents {
		rank[f.ID] = i
	}
	slices.SortStableFunc(all, func(a, b Excerpt) int {
		if d := rank[a.FileID] - rank[b.FileID]; d != 0 {
			return d
		}
		if a.FileID != b.FileID {
			return strings.Compare(a.FileID, b.FileID)
		}
		return a.Unit - b.Unit
	})
}

func (st *study) sizeOf(all []Excerpt) int {
	return st.s.meter.Count(st.chosen.Upstream, st.render(all, 1))
}

// render writes excerpts as a model reads them.
func (st *study) render(all []Excerpt, first int) string {
	var b strings.Builder
	for i, e := range all {
		fmt.Fprintf(&b, "[source %d begin]\n%s · %s", first+i, tame(e.FileName), st.words.place(e))
		if e.Heading != "" {
			fmt.Fprintf(&b, " · %s", tame(e.Heading))
		}
		b.WriteByte('\n')
		if e.Header != "" {
			fmt.Fprintf(&b, "%s\n", tame(e.Header))
		}
		fmt.Fprintf(&b, "%s\n[source %d end]\n", strings.TrimSpace(tame(e.Text)), first+i)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

var (
	// ownMarks are what our prompts and answers are marked with; inside a file
	// they are words, and must not end an excerpt or cite one.
	ownMarks = regexp.MustCompile(`(?i)\[(\s*(?:source|citation|file|webpage)\b[^\]\n]{0,40}\]|\]\(@replace=)`)
	// turnMarks are what models are taught to take for the end of a turn.
	turnMarks = regexp.MustCompile(`<\|([^|<>\n]{1,40})\|>`)
)

// tame takes out of a file's text what is not for people to read but would be
// for a model: our own marks, marks of turns, and characters that show nothing.
func tame(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(hidden, r):
			return -1
		}
		return r
	}, s)
	return turnMarks.ReplaceAllString(ownMarks.ReplaceAllString(s, "［$1"), "‹$1›")
}

// hidden are characters that show nothing and are not of the category Cf:
// variation selectors, in which whole texts can be written.
var hidden = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0xFE00, Hi: 0xFE0F, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0xE0000, Hi: 0xE0FFF, Stride: 1}},
}

func idsOf(files []File) []string {
	var out []string
	for _, f := range files {
		out = append(out, f.ID)
	}
	return out
}

// askModel makes the request to a model: the excerpts, what was not read, and
// the question.
func (st *study) askModel(ctx context.Context) error {
	pictures, err := st.look(ctx)
	if err != nil {
		return err
	}
	room := st.room(len(pictures.own) + len(pictures.earlier))
	excerpts, whole, err := st.excerpts(ctx, room)
	if err != nil {
		return stored(err)
	}
	if err := st.tell(excerpts, whole); err != nil {
		return err
	}
	cite := newCiter(excerpts, st.words, st.s.Documents.Quoted)
	if st.t.partial != nil {
		cite.resume(*st.t.partial)
	}
	cite.show = st.shown
	st.p.cite, st.p.muse = cite, newCiter(nil, st.words, st.s.Documents.Quoted)

	var parts []string
	instruct := ""
	if len(excerpts) > 0 {
		parts, instruct = append(parts, st.render(excerpts, cite.first)), st.words.instruct
	} else if len(st.documents) > 0 {
		parts = append(parts, st.words.noExcerpt)
	}
	parts = append(parts, pictures.texts...)
	if len(st.notes) > 0 {
		parts = append(parts, st.words.missing+"\n- "+strings.Join(st.notes, "\n- "))
	}
	question := st.question()
	if len(parts) > 0 {
		question = strings.Join(append(parts, st.words.question+"\n"+question), "\n\n")
	}
	st.p.request.Messages, err = st.s.request(st.t, st.chosen, asking{
		rounds: pictures.into(st.before), instruct: instruct, question: llm.Message{Content: question, Images: pictures.own},
	})
	return err
}

// room is how many tokens the excerpts may take.
func (st *study) room(pictures int) int {
	context := st.chosen.Info.Context
	if context <= 0 {
		context = llm.DefaultContext
	}
	fixed := []llm.Message{
		st.s.system(st.t.Locale, st.s.clock(st.t.Zone), st.t.summary),
		{Content: st.words.instruct + st.words.missing + strings.Join(st.notes, "\n") + st.t.question, Images: make([]llm.Image, pictures)},
	}
	if st.t.partial != nil {
		fixed = append(fixed, llm.Message{Content: plainText(*st.t.partial)})
	}
	left := llm.Budget(context) - st.s.meter.Messages(st.chosen.Upstream, fixed)
	return max(min(int(wholeShare*float64(context)), left), minExcerpts)
}

// tell says what was found, in front of the answer.
func (st *study) tell(excerpts []Excerpt, whole bool) error {
	msg := fmt.Sprintf(st.words.found, len(excerpts))
	switch {
	case len(excerpts) == 0 && len(st.documents) == 0:
		return nil
	case len(excerpts) == 0:
		return st.step(st.words.nothing)
	case whole:
		msg = fmt.Sprintf(st.words.whole, len(st.documents))
	}
	return st.p.announceSearch(msg)
}
