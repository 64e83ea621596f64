package research

import (
	"context"
	"fmt"
	"sort"
	"strings"
	"sync"

	"github.com/wenqu-ai/wenqu/internal/answer/cite"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits of notes.
const (
	passages     = 5    // passages of a page used for one question
	maxMaterial  = 6000 // characters of these passages together
	notesOfPage  = 6
	maxClaim     = 200 // characters
	maxQuote     = 300
	maxPassage   = 800
	minQuote     = 4
	extracts     = 2   // sentences extracted per page without a model
	related      = 0.2 // minimum share of the question's terms in an extracted sentence
	filePlaces   = 4   // passages from files per question
	maxFileTitle = 100
)

// noteAll takes notes from the pages of a round, and returns the number of notes.
func (w *work) noteAll(ctx context.Context, b *block, key string, q Question, picked []hit) (n int, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var group sync.WaitGroup
	places := make(chan struct{}, atOnce)
	for _, h := range picked {
		p := w.page(h.Key)
		if p.Failed != "" {
			continue
		}
		group.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			if err := w.noteOne(ctx, key+"|"+h.Key, h.Key, q, p); err != nil {
				cancel(err)
			}
		})
	}
	group.Wait()
	if err := context.Cause(ctx); err != nil {
		return 0, err
	}
	w.mu.Lock()
	for _, h := range picked {
		n += len(w.notes[key+"|"+h.Key])
	}
	w.mu.Unlock()
	if len(picked) == 0 {
		return 0, nil
	}
	return n, b.say(fmt.Sprintf(w.words.noted, n))
}

// noteOne takes notes from one page for a question, unless they are stored already.
func (w *work) noteOne(ctx context.Context, key, pageKey string, q Question, p page) error {
	w.mu.Lock()
	_, done := w.notes[key]
	w.mu.Unlock()
	if done || ctx.Err() != nil {
		return nil
	}
	best := w.Passages.Best(q.Text, p.Source.Title, p.Text, passages)
	notes, ok, err := w.noted(ctx, q, p, best)
	if err != nil {
		return err
	}
	if !ok {
		notes = w.extracted(q, p, best)
	}
	for i := range notes {
		notes[i].Question, notes[i].Page = q.ID, pageKey
	}
	return w.keep(ctx, step{stepNotes, key, notes})
}

// reply is a model's JSON reply with notes.
type reply struct {
	Notes []struct {
		Claim string `json:"claim"`
		Quote string `json:"quote"`
	} `json:"notes"`
}

// noted asks the model to take notes. A note is dropped if its quote is very short or does not occur on
// the page. noted returns false if the model gave no usable reply. If there are no passages, it returns
// no notes and true, and does not ask the model.
func (w *work) noted(ctx context.Context, q Question, p page, best []string) ([]note, bool, error) {
	if len(best) == 0 {
		return []note{}, true, nil
	}
	material := text.Cut(source.StripMarks(strings.Join(best, "\n……\n")), min(maxMaterial, w.prompter.room()))
	prompt := fmt.Sprintf(promptNotes, source.StripMarks(q.Text), source.StripMarks(p.Source.Title), material)
	got, ok, err := ask(ctx, w.prompter, prompt, func(reply) bool { return true })
	if err != nil || !ok {
		return nil, false, err
	}
	notes := []note{}
	for _, n := range got.Notes[:min(len(got.Notes), notesOfPage)] {
		claim, quote := text.Cut(text.OneLine(n.Claim), maxClaim), text.Cut(text.OneLine(n.Quote), maxQuote)
		if text.Len(quote) < minQuote || !cite.Quoted(p.Text, quote) {
			continue
		}
		if claim == "" {
			claim = quote
		}
		notes = append(notes, note{Claim: source.StripMarks(claim), Quote: quote, Passage: around(best, p.Text, quote)})
	}
	return notes, true, nil
}

// around returns the text around a quote: from the first passage with the quote, or from the whole
// page if no passage contains the quote.
func around(best []string, whole, quote string) string {
	for _, passage := range best {
		if cite.Quoted(passage, quote) {
			return holding(passage, quote)
		}
	}
	return holding(whole, quote)
}

// holding returns a text of at most maxPassage characters unchanged. Of a longer text it returns at
// most maxPassage characters, beginning with the sentence before the quote.
func holding(s, quote string) string {
	if text.Len(s) <= maxPassage {
		return s
	}
	sentences := cite.Sentences(s)
	behind := sort.Search(len(sentences), func(i int) bool { return !cite.Quoted(s[sentences[i].Start:], quote) })
	from := sentences[max(behind-2, 0)].Start // the quote begins in the sentence before `behind`
	return strings.TrimSpace(text.Cut(s[from:], maxPassage))
}

// extracted takes notes without a model: the sentences of a page that answer the question, or else
// the most similar sentence of the best passage. Sentences with too few of the question's terms are
// dropped.
func (w *work) extracted(q Question, p page, best []string) []note {
	sentences := w.Passages.Answering(q.Text, p.Source.Title, p.Text, extracts)
	if len(sentences) == 0 && len(best) > 0 {
		sentences = []string{cite.BestQuote(best[0], q.Text)}
	}
	asked, notes := cite.TermsOf(q.Text), []note{}
	for _, s := range sentences {
		s = text.Cut(strings.TrimSpace(s), maxQuote)
		if text.Len(s) >= minQuote && asked.Share(cite.TermsOf(s)) >= related && cite.Quoted(p.Text, s) {
			notes = append(notes, note{Claim: text.OneLine(s), Quote: s, Passage: around(best, p.Text, s)})
		}
	}
	return notes
}

// noteFiles takes notes from the user's own files, in the first round of a question.
func (w *work) noteFiles(ctx context.Context, b *block, key string, q Question, d int) (n int, err error) {
	if len(w.files) == 0 || d > 0 {
		return 0, nil
	}
	found, err := w.Files.Search(ctx, w.t.Owner(), w.files, q.Text, filePlaces)
	if err != nil {
		return 0, err
	}
	for i, s := range found {
		pageKey := fmt.Sprintf("file:%s#%s", s.ID, s.Locator)
		w.mu.Lock()
		had := w.pages[pageKey]
		w.mu.Unlock()
		if had == nil {
			p := page{Source: s, Text: s.Content(), File: true}
			p.Source.Text, p.Source.Header, p.Source.Title = "", "", text.Cut(s.Title, maxFileTitle)
			if err := w.keepPage(ctx, pageKey, p); err != nil {
				return 0, err
			}
			if err := b.show(w.page(pageKey)); err != nil {
				return 0, err
			}
		}
		noteKey := fmt.Sprintf("%s|%s|%d", key, pageKey, i)
		p := w.page(pageKey)
		if had != nil && !strings.Contains(p.Text, s.Text) { // this page of the file is stored with another passage; use the found one
			p.Text = s.Content()
		}
		if err := w.noteOne(ctx, noteKey, pageKey, q, p); err != nil {
			return 0, err
		}
		w.mu.Lock()
		n += len(w.notes[noteKey])
		w.mu.Unlock()
	}
	if len(found) == 0 {
		return 0, nil
	}
	return n, b.say(fmt.Sprintf(w.words.inFiles, len(found)))
}
