package reading

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/extract/summary"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/job"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/reading/readingdb"
	"github.com/wenqu-ai/wenqu/internal/text"
)

const (
	// unitsAtOnce is the maximum number of units of a Wish. Also, the first unitsAtOnce units of a
	// file determine its target language.
	unitsAtOnce = 5
	// piecesAtOnce is the maximum number of pieces per model call.
	piecesAtOnce = 8
	// glossaryTerms is the maximum number of terms with a fixed translation per file.
	glossaryTerms = 20
	glossaryKey   = "glossary" // key of the glossary's row; the key of any other row is the hash of a piece
)

// Wish is a request for a translation.
type Wish struct {
	Owner, ID, TraceID string
	From, To           int    // first and last unit, counted from 1; To 0: only unit From
	Lang               string // empty: English for a Chinese file, else Chinese
	Again              bool   // retry after Failed
}

// Translation is the translation of some units, paragraph by paragraph.
type Translation struct {
	Lang     string      `json:"lang"`
	Items    []Paragraph `json:"items"`
	Complete bool        `json:"complete" doc:"false: a model is at work on the rest; ask again, which shows what has come"`
	Engine   string      `json:"engine" doc:"the model that translates; empty when all had been translated before"`
	State    State       `json:"state" doc:"ready; queued, running: a model is translating, whether or not somebody looks; failed: it could not do the rest"`
	Progress float64     `json:"progress" doc:"how much of it is translated, 0 to 1"`
	Failure  errs.Code   `json:"errorCode" doc:"of failed"`
}

// Translate returns the existing translations of paragraphs. If translations are missing, it queues a
// job. It queues no job if a job is queued or running, or if the last job failed and w.Again is not
// set. If translations are missing and no model is connected, it fails with errs.NoTranslator.
func (s *Service) Translate(ctx context.Context, w Wish) (Translation, error) {
	if w.To == 0 {
		w.To = w.From
	}
	if w.From < 1 || w.To < w.From || w.To-w.From >= unitsAtOnce {
		return Translation{}, badRequest(fmt.Sprintf("from, to: 1–%d", unitsAtOnce))
	}
	if _, err := s.readable(ctx, w.Owner, w.ID); err != nil {
		return Translation{}, err
	}
	units, err := s.unitsOf(ctx, w)
	if err != nil {
		return Translation{}, err
	}
	if w.Lang, err = s.languageOf(ctx, w.Owner, w.ID, w.Lang); err != nil {
		return Translation{}, err
	}
	// The job is read before the rows. So if the job has ended, its results are already in the rows.
	work, err := s.Jobs.Find(ctx, w.Owner, TranslationJob, w.key())
	if err != nil && !errs.Is(err, errs.NotFound) {
		return Translation{}, err
	}
	t := &translating{s: s, wish: w, memory: map[string]string{}}
	out := Translation{Lang: w.Lang, Items: itemsOf(units), State: Ready, Progress: 1}
	missing, err := t.missing(ctx, out.Items)
	if err != nil {
		return Translation{}, err
	}
	if out.Complete = t.fill(out.Items); out.Complete {
		return out, nil
	}
	chosen, connected := s.model()
	if !connected {
		return Translation{}, errs.New(errs.NoTranslator)
	}
	out.Engine, out.State, out.Progress = chosen.Info.ID, Queued, float64(len(t.memory))/float64(len(t.memory)+len(missing))
	switch {
	case work.Open():
		out.State = State(work.State)
	case work.State == job.Failed && !w.Again:
		out.State, out.Failure = Failed, work.ErrorCode
	default:
		err = s.beginTranslation(ctx, w)
	}
	return out, err
}

func itemsOf(units []parsed.Unit) []Paragraph {
	items := []Paragraph{}
	for _, u := range units {
		items = append(items, paragraphs(u)...)
	}
	return items
}

func (s *Service) unitsOf(ctx context.Context, w Wish) ([]parsed.Unit, error) {
	var units []parsed.Unit
	err := s.Library.EachUnit(ctx, w.Owner, w.ID, w.From, func(u parsed.Unit) error {
		if u.Number > w.To {
			return errEnough
		}
		units = append(units, u)
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return units, err
}

// languageOf returns the target language for a file. If `lang` is empty, the first unitsAtOnce units of
// the file determine the target language, even if the requested units are in another language.
func (s *Service) languageOf(ctx context.Context, owner, id, lang string) (string, error) {
	var first []parsed.Unit
	if lang == "" {
		var err error
		if first, err = s.unitsOf(ctx, Wish{Owner: owner, ID: id, From: 1, To: unitsAtOnce}); err != nil {
			return "", err
		}
	}
	return language(lang, first)
}

// translating is a request for a translation, or the job for it.
type translating struct {
	s      *Service
	wish   Wish
	claim  *job.Claim // the claim on the translation job; nil in a request
	model  llm.Choice
	memory map[string]string // translations by the hash of the piece
	terms  map[string]string
}

// missing returns the pieces without a translation, in order and without duplicates. It reads the
// translations of the other pieces into t.memory.
func (t *translating) missing(ctx context.Context, items []Paragraph) ([]string, error) {
	var out []string
	asked := map[string]bool{}
	for _, p := range items {
		if p.Done {
			continue
		}
		for _, piece := range p.pieces() {
			key := hashed(piece)
			if asked[key] {
				continue
			}
			asked[key] = true
			target, err := t.s.reads().GetTranslation(ctx, readingdb.GetTranslationParams{
				OwnerID: t.wish.Owner, DocumentID: t.wish.ID, Lang: t.wish.Lang, Source: key,
			})
			switch {
			case err == nil:
				t.memory[key] = target
			case errors.Is(err, sql.ErrNoRows):
				out = append(out, piece)
			default:
				return nil, stored(err)
			}
		}
	}
	return out, nil
}

// fill sets the existing translations of paragraphs, and reports whether all paragraphs are translated.
func (t *translating) fill(items []Paragraph) bool {
	complete := true
	for i, p := range items {
		if p.Done {
			continue
		}
		pieces := p.pieces()
		targets := make([]string, 0, len(pieces))
		for _, piece := range pieces {
			if target, ok := t.memory[hashed(piece)]; ok {
				targets = append(targets, target)
			}
		}
		if len(targets) < len(pieces) {
			complete = false
			continue
		}
		items[i].Target, items[i].Done = join(pieces, targets), true
	}
	return complete
}

// translate translates pieces in batches. Batches completed before a failure are kept.
func (t *translating) translate(ctx context.Context, pieces []string) error {
	if err := t.glossary(ctx); err != nil {
		return err
	}
	for n := 0; n < len(pieces); {
		if _, err := t.s.readable(ctx, t.wish.Owner, t.wish.ID); err != nil {
			return err
		}
		batch := t.batch(pieces[n:])
		targets, err := t.together(ctx, batch)
		if errors.Is(err, llm.ErrShape) {
			targets, err = t.apart(ctx, batch)
		}
		if err != nil {
			return err
		}
		n += len(batch)
		t.claim.Progress(float64(len(t.memory)+len(batch)) / float64(len(t.memory)+len(batch)+len(pieces)-n))
		if err := t.keep(ctx, batch, targets); err != nil {
			return err
		}
	}
	return nil
}

// batch returns the next pieces: at most piecesAtOnce, and no more than fit the model's context, but
// at least one piece.
func (t *translating) batch(pieces []string) []string {
	budget := max(llm.Budget(t.model.Info.Context)/3, 1) // the context is shared by the source, the translation, and the prompt
	size := 0
	for i, p := range pieces {
		if size += llm.Estimate(p); i == piecesAtOnce || i > 0 && size > budget {
			return pieces[:i]
		}
	}
	return pieces
}

// together translates a batch as one list.
func (t *translating) together(ctx context.Context, batch []string) ([]string, error) {
	list, err := toJSON(batch)
	if err != nil {
		return nil, err
	}
	return ask(ctx, t.model, []llm.Message{
		{Role: llm.System, Content: t.instruction(batch)},
		{Role: llm.User, Content: fmt.Sprintf(promptBatch, len(batch), list)},
	}, func(targets []string) bool {
		for _, target := range targets {
			if strings.TrimSpace(target) == "" {
				return false
			}
		}
		return len(targets) == len(batch)
	})
}

// apart translates each piece of a batch in its own request, so that the model need not return a list.
func (t *translating) apart(ctx context.Context, batch []string) ([]string, error) {
	out := make([]string, len(batch))
	for i, piece := range batch {
		target, err := complete(ctx, t.model, []llm.Message{
			{Role: llm.System, Content: t.instruction(batch[i : i+1])}, {Role: llm.User, Content: piece},
		})
		if err != nil {
			return nil, err
		}
		if target == "" {
			return nil, llm.ErrShape
		}
		out[i] = target
	}
	return out, nil
}

// instruction returns the prompt, with the glossary terms that occur in the pieces.
func (t *translating) instruction(batch []string) string {
	out := fmt.Sprintf(promptTranslator, languages[t.wish.Lang])
	all := strings.ToLower(strings.Join(batch, "\n"))
	var b strings.Builder
	for _, k := range sortedKeys(t.terms) {
		if strings.Contains(all, strings.ToLower(k)) {
			fmt.Fprintf(&b, "%s → %s\n", k, t.terms[k])
		}
	}
	if b.Len() > 0 {
		out += fmt.Sprintf(promptTerms, b.String())
	}
	return out
}

// keep applies the content rules to translations and stores them. A withheld translation is stored as
// an empty text.
func (t *translating) keep(ctx context.Context, pieces, targets []string) error {
	now := t.s.Now().UnixMilli()
	return t.store(ctx, func(q *readingdb.Queries) error {
		for i, piece := range pieces {
			shown, withheld := t.s.Rules(t.wish.TraceID, targets[i])
			if withheld {
				shown = ""
			}
			t.memory[hashed(piece)] = shown
			if err := t.put(ctx, q, hashed(piece), shown, now); err != nil {
				return err
			}
		}
		return nil
	})
}

// store stores results. It fails if this process no longer owns the job.
func (t *translating) store(ctx context.Context, fn func(q *readingdb.Queries) error) error {
	return stored(t.claim.Store(ctx, func(tx *sql.Tx) error { return fn(readingdb.New(tx)) }))
}

func (t *translating) put(ctx context.Context, q *readingdb.Queries, key, value string, now int64) error {
	return q.PutTranslation(ctx, readingdb.PutTranslationParams{
		OwnerID: t.wish.Owner, DocumentID: t.wish.ID, Lang: t.wish.Lang, Source: key, Target: value, CreatedAt: now,
	})
}

// glossary sets t.terms to the fixed translations of terms for the whole file. The model is asked once
// per file and language. If its response contains no usable translation, the glossary is empty.
func (t *translating) glossary(ctx context.Context) error {
	kept, err := t.s.reads().GetTranslation(ctx, readingdb.GetTranslationParams{
		OwnerID: t.wish.Owner, DocumentID: t.wish.ID, Lang: t.wish.Lang, Source: glossaryKey,
	})
	if err == nil {
		t.terms, err = fromJSON[map[string]string](kept)
		return err
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return stored(err)
	}
	units, _, err := t.s.units(ctx, t.wish.Owner, t.wish.ID)
	if err != nil {
		return err
	}
	t.terms = map[string]string{}
	if words := summary.Keywords(units, glossaryTerms); len(words) > 0 {
		if err := t.askTerms(ctx, words); err != nil {
			return err
		}
	}
	value, err := toJSON(t.terms)
	if err != nil {
		return err
	}
	return t.store(ctx, func(q *readingdb.Queries) error { return t.put(ctx, q, glossaryKey, value, t.s.Now().UnixMilli()) })
}

const maxTerm = 60 // characters

func (t *translating) askTerms(ctx context.Context, words []Keyword) error {
	var list strings.Builder
	known := map[string]bool{}
	for _, w := range words {
		list.WriteString(w.Word + "\n")
		known[w.Word] = true
	}
	got, err := ask(ctx, t.model, []llm.Message{
		{Role: llm.System, Content: promptReader},
		{Role: llm.User, Content: fmt.Sprintf(promptGlossary, languages[t.wish.Lang], list.String())},
	}, func(m map[string]string) bool { return len(m) > 0 })
	if err != nil && !errors.Is(err, llm.ErrShape) {
		return err
	}
	for word, target := range got {
		if target = oneLine(target); known[word] && target != "" && text.Len(target) <= maxTerm {
			t.terms[word] = target
		}
	}
	return nil
}
