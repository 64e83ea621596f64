package gather

import (
	"context"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/answer/cite"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits for the built-in engine's extracts from one file.
var extractLimits = map[source.Intent]int{source.Summary: 8, source.Points: 10, source.Outline: 120, source.Keywords: 15}

const (
	maxNear = 2
	minNear = 0.2 // minimum share of the question's terms in a sentence returned by `nearest`
)

// forEngine makes the finding for the answer of the built-in engine.
func (w *work) forEngine(ctx context.Context) (answer.Found, error) {
	f, err := w.finding(ctx)
	if err != nil {
		return answer.Found{}, err
	}
	if f, err = w.orKnown(ctx, f); err != nil {
		return answer.Found{}, err
	}
	if err := w.describe(ctx, &f); err != nil {
		return answer.Found{}, err
	}
	found := answer.Found{Sources: f.Cited(), Notes: w.notes, Finding: f}
	// If the question has no attached files and the files do not answer it, other skills of the engine get
	// the question. In this case, nothing is shown about passages.
	if !f.Refused || f.Attached {
		err = w.showFound(len(found.Sources), false)
	}
	return found, err
}

// finding answers the question from the documents. If documents were searched and do not answer it,
// Refused is set in the finding.
func (w *work) finding(ctx context.Context) (source.Finding, error) {
	everything := wholeLibrary(w.t)
	f := source.Finding{Intent: source.Answer, Attached: len(w.t.Files) > 0 || slices.ContainsFunc(w.documents, w.own), Everything: everything}
	if len(w.documents) == 0 && !everything {
		return f, nil
	}
	for _, d := range w.documents {
		f.Things = append(f.Things, thing(d))
	}
	f.Tables = len(w.documents) > 0 && !slices.ContainsFunc(w.documents, func(d answer.Attachment) bool { return d.Type != "excel" })
	question := w.question()
	if kind, ok := intentOf(question); ok && !everything {
		return f, w.extract(ctx, &f, kind, "")
	}
	if f.Tables || computesOnly(question) {
		if err := w.extract(ctx, &f, source.Figures, question); err != nil || f.Intent == source.Figures {
			return f, err
		}
	}
	if err := w.answer(ctx, &f, question); err != nil || !f.Refused || !computes.MatchString(question) {
		return f, err
	}
	near, possible := f.Near, f.Possible
	f.Near, f.Possible = nil, false
	if err := w.extract(ctx, &f, source.Figures, question); err != nil || f.Intent == source.Figures {
		f.Refused = false
		return f, err
	}
	f.Near, f.Possible = near, possible
	return f, nil
}

func thing(f answer.Attachment) source.Source {
	return source.Source{Kind: source.File, ID: f.ID, Title: named(f)}
}

// extract adds extracts of the given kind to the finding `f`: one for each document attached to the
// question or, if there are none, for each document of the conversation. It processes at most maxEach
// documents. If figures are asked for and none can be computed, `f` stays unchanged.
func (w *work) extract(ctx context.Context, f *source.Finding, kind source.Intent, question string) error {
	documents := slices.DeleteFunc(slices.Clone(w.documents), func(d answer.Attachment) bool { return !w.own(d) })
	if len(documents) == 0 {
		documents = w.documents
	}
	documents, err := w.oneByOne(documents)
	if err != nil {
		return err
	}
	var extracts []source.Extract
	figures := 0
	for _, d := range documents {
		w.out.Alive()
		x, err := w.library.Extract(ctx, ExtractRequest{OwnerID: w.t.Owner(), ID: d.ID, Intent: kind, Question: question, Limit: extractLimits[kind]})
		if err != nil {
			return err
		}
		x.Of = thing(d)
		extracts = append(extracts, x)
		figures += len(x.Figures)
	}
	if kind != source.Figures || figures > 0 {
		f.Intent, f.Extracts = kind, extracts
	}
	return nil
}

// answer finds the sentences that answer the question.
func (w *work) answer(ctx context.Context, f *source.Finding, question string) error {
	q := Query{OwnerID: w.t.Owner(), IDs: idsOf(w.documents), Names: namesOf(w.documents), Text: question}
	found, err := w.library.Answer(ctx, q)
	if err != nil {
		return err
	}
	if before := w.asked(); found.Refused && before != "" && text.Len(question) < shortFollow {
		q.Before = before // a short question may refer to the previous one, as in 那第二条呢？
		if again, err := w.library.Answer(ctx, q); err == nil && !again.Refused {
			found = again
		}
	}
	if f.Everything {
		f.Things = thingsOf(append(slices.Clone(found.Sentences), found.Near...))
	}
	if f.Refused = found.Refused || len(found.Sentences) == 0; f.Refused {
		if f.Near, f.Possible = found.Possible, len(found.Possible) > 0; !f.Possible {
			f.Near = nearest(found.Near, question)
		}
		return nil
	}
	f.Sentences = found.Sentences
	return nil
}

// nearest returns at most maxNear sentences: the best sentence of each passage, unless the sentence
// contains too few of the question's terms (see minNear).
func nearest(near []source.Source, question string) []source.Source {
	terms := cite.TermsOf(question)
	var out []source.Source
	for _, s := range near {
		s.Text = cite.BestQuote(s.Text, question)
		if terms.Share(cite.TermsOf(s.Text)) >= minNear && len(out) < maxNear {
			out = append(out, s)
		}
	}
	return out
}

// thingsOf returns the files, notes, pages and so on that contain the passages, each once.
func thingsOf(all []source.Source) []source.Source {
	var out []source.Source
	for _, s := range all {
		if !slices.ContainsFunc(out, s.SameThing) {
			out = append(out, source.Source{Kind: s.Kind, ID: s.ID, Title: s.Title})
		}
	}
	return out
}

// describe describes pictures without a model.
func (w *work) describe(ctx context.Context, f *source.Finding) error {
	pictures, err := w.lookedAt()
	if err != nil {
		return err
	}
	for _, p := range pictures {
		if !w.own(p) && len(w.t.Files) > 0 {
			continue
		}
		look, err := w.library.Look(ctx, w.t.Owner(), p.ID)
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			if err := w.unopened(ctx, p, err); err != nil {
				return err
			}
			continue
		}
		look.Name, look.Text = named(p), strings.TrimSpace(look.Text)
		f.Pictures = append(f.Pictures, look)
	}
	return nil
}
