package gather

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits for the content of files sent to a model.
const (
	maxRunes     = 4  // assumed maximum number of characters per token
	searchLimit  = 24 // maximum number of passages from a search of files
	eachLimit    = 3  // maximum number of passages added for each file that has none among the search results
	shortFollow  = 12 // characters; a shorter question is searched together with the previous one
	summaryLimit = 40 // maximum number of sentences that summarise one file for a question about whole files
)

// forModel selects the input for a model: passages of files and of the profile's knowledge, pictures or
// the text recognised in them, and notes about everything that was not read.
func (w *work) forModel(ctx context.Context) (answer.Found, error) {
	found := answer.Found{}
	if err := w.look(ctx, &found); err != nil {
		return found, err
	}
	pictures := len(found.Pictures)
	for _, of := range found.Shown {
		pictures += len(of)
	}
	room := w.t.Room(llm.Message{Content: w.words.instruct + strings.Join(found.Texts, "\n") + strings.Join(w.notes, "\n"), Images: make([]llm.Image, pictures)})
	var err error
	if found.Sources, found.Whole, err = w.passages(ctx, room); err != nil {
		return found, err
	}
	ofFiles := len(found.Sources)
	known, err := w.known(ctx, room-w.sizeOf(found.Sources...))
	if err != nil {
		return found, err
	}
	found.Sources = append(found.Sources, known...)
	if len(known) > 0 {
		found.Instruct, found.Whole = w.words.knowledge, false
	}
	if len(found.Sources) > 0 || len(w.documents) > 0 {
		if err := w.showFound(len(found.Sources), found.Whole); err != nil {
			return found, err
		}
	}
	switch {
	case ofFiles > 0:
		found.Instruct = w.words.instruct
	case len(w.documents) > 0:
		found.Texts = append([]string{w.words.noExcerpt}, found.Texts...)
	}
	found.Notes, found.Question = w.notes, w.question()
	return found, nil
}

// passages selects passages of the documents, or of the whole library, up to a number of tokens. If
// the whole documents fit, it returns them and true. Otherwise it returns the best passages.
func (w *work) passages(ctx context.Context, tokens int) ([]source.Source, bool, error) {
	ids := idsOf(w.documents)
	if len(ids) > 0 {
		all, ok, err := w.library.Whole(ctx, w.t.Owner(), ids, tokens*maxRunes)
		if err != nil {
			return nil, false, err
		}
		if ok && w.sizeOf(all...) <= tokens {
			return all, true, nil
		}
	} else if !wholeLibrary(w.t) {
		return nil, false, nil // there is nothing to search
	}
	fitting, err := w.fitting(ctx, ids)
	if err != nil {
		return nil, false, err
	}
	var out []source.Source
	for _, s := range fitting {
		size := w.sizeOf(s)
		if size > tokens {
			continue
		}
		tokens -= size
		out = append(out, s)
	}
	w.inOrder(out)
	return out, false, nil
}

// fitting returns the passages that fit the question. If there is no room for all passages, the caller
// prefers the first ones. For a question about whole files, the passages summarise the first maxEach
// files. For any other question, or without a summary, the passages are search results. If there are
// several files, each of the first maxEach files without a search result is also searched alone.
func (w *work) fitting(ctx context.Context, ids []string) ([]source.Source, error) {
	question := w.question()
	if kind, ok := aboutWhole(question); ok {
		if all, err := w.summed(ctx, kind); err != nil || len(all) > 0 {
			return all, err
		}
	}
	q := Query{OwnerID: w.t.Owner(), IDs: ids, Names: namesOf(w.documents), Text: question, Limit: searchLimit}
	if text.Len(question) < shortFollow {
		q.Before = w.asked()
	}
	found, err := w.library.Search(ctx, q)
	if err != nil || len(ids) < 2 {
		return found, err
	}
	for _, f := range w.documents[:min(len(w.documents), maxEach)] {
		if slices.ContainsFunc(found, func(s source.Source) bool { return s.ID == f.ID }) {
			continue
		}
		q.IDs, q.Limit = []string{f.ID}, eachLimit
		more, err := w.library.Search(ctx, q)
		if err != nil {
			return nil, err
		}
		found = append(more, found...) // the added passages come first, because the last passages may not fit
	}
	return found, nil
}

// summed returns sentences (for an outline, headings) that summarise the documents, at most
// summaryLimit for each. Documents beyond maxEach are left out and reported.
func (w *work) summed(ctx context.Context, kind source.Intent) ([]source.Source, error) {
	documents, err := w.oneByOne(w.documents)
	if err != nil {
		return nil, err
	}
	var out []source.Source
	for _, f := range documents {
		w.out.Alive()
		x, err := w.library.Extract(ctx, ExtractRequest{OwnerID: w.t.Owner(), ID: f.ID, Intent: kind, Limit: summaryLimit})
		if err != nil {
			return nil, err
		}
		for _, p := range x.Points {
			out = append(out, p.Source)
		}
	}
	return out, nil
}

// oneByOne returns the documents that are processed individually, at most maxEach. The others are
// reported.
func (w *work) oneByOne(documents []answer.Attachment) ([]answer.Attachment, error) {
	if len(documents) <= maxEach {
		return documents, nil
	}
	return documents[:maxEach], w.leftOut(stepNotTaken, w.words.notTaken, maxEach, documents[maxEach:])
}

// inOrder sorts passages by file and then by unit. Files are in the order of w.documents, or by id if
// the whole library was searched.
func (w *work) inOrder(all []source.Source) {
	rank := map[string]int{}
	for i, f := range w.documents {
		rank[f.ID] = i
	}
	slices.SortStableFunc(all, func(a, b source.Source) int {
		if d := rank[a.ID] - rank[b.ID]; d != 0 {
			return d
		}
		if a.ID != b.ID {
			return strings.Compare(a.ID, b.ID)
		}
		return a.Locator.Unit - b.Locator.Unit
	})
}

// sizeOf returns the number of tokens of passages.
func (w *work) sizeOf(all ...source.Source) int {
	return w.t.Count(source.Prompt(all, 1, w.t.Locale))
}

// showFound shows, before the answer, the number of passages found, the number of documents read
// whole, or that no passage fits. It shows nothing if there are neither passages nor documents.
func (w *work) showFound(passages int, whole bool) error {
	msg := fmt.Sprintf(w.words.found, passages)
	switch {
	case passages == 0 && len(w.documents) == 0:
		return nil
	case passages == 0:
		return w.step(stream.Step{ID: "files-found", State: stream.PartDone, Msg: w.words.nothing, Code: stepNone})
	case whole:
		msg = fmt.Sprintf(w.words.whole, len(w.documents))
	}
	return w.out.Emit(stream.SearchWithText{Msg: msg})
}

// look passes the pictures to a model that accepts them. For any other model, it reports the
// question's pictures as not usable, and passes on the text recognised in them.
func (w *work) look(ctx context.Context, found *answer.Found) error {
	pictures, err := w.lookedAt()
	if err != nil {
		return err
	}
	for _, f := range pictures {
		switch {
		case w.t.Choice.Info.Vision:
			err = w.show(ctx, f, found)
		case w.own(f):
			err = w.recognise(ctx, f, found)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// lookedAt returns the pictures up to the limit. Pictures of the question beyond the
// limit are reported by name.
func (w *work) lookedAt() ([]answer.Attachment, error) {
	if len(w.pictures) <= maxPictures {
		return w.pictures, nil
	}
	rest := slices.DeleteFunc(slices.Clone(w.pictures[maxPictures:]), func(f answer.Attachment) bool { return !w.own(f) })
	if len(rest) == 0 {
		return w.pictures[:maxPictures], nil
	}
	return w.pictures[:maxPictures], w.leftOut(stepNotSeen, w.words.notSeen, maxPictures, rest)
}

// show adds a picture to the request, together with its question.
func (w *work) show(ctx context.Context, f answer.Attachment, found *answer.Found) error {
	picture, err := w.library.Picture(ctx, w.t.Owner(), f.ID)
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return w.unopened(ctx, f, err)
	}
	if w.own(f) {
		found.Pictures = append(found.Pictures, picture)
		return nil
	}
	for i, r := range w.t.Earlier {
		if slices.ContainsFunc(r.Files, func(o answer.Attachment) bool { return o.ID == f.ID }) {
			if found.Shown == nil {
				found.Shown = map[int][]llm.Image{}
			}
			found.Shown[i] = append(found.Shown[i], picture)
		}
	}
	return nil
}

// recognise passes the recognised text of a picture to a model that does not accept pictures.
func (w *work) recognise(ctx context.Context, f answer.Attachment, found *answer.Found) error {
	if err := w.missOf(stepUnseen, w.words.unseen, f); err != nil {
		return err
	}
	p, err := w.library.Look(ctx, w.t.Owner(), f.ID)
	if recognised := strings.TrimSpace(p.Text); err == nil && recognised != "" {
		found.Texts = append(found.Texts, fmt.Sprintf(w.words.seenText, source.StripMarks(named(f)), source.StripMarks(recognised)))
	}
	return nil
}

// unopened reports a picture that could not be opened.
func (w *work) unopened(ctx context.Context, f answer.Attachment, err error) error {
	w.log.InfoContext(ctx, "a picture could not be opened", "err", err)
	return w.missOf(stepUnlooked, w.words.pictureFailed, f)
}
