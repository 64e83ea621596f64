package gather

import (
	"bytes"
	"context"
	"image"
	_ "image/jpeg" // Service.Picture returns JPEG or PNG
	_ "image/png"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/palette"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Sizes of scaled pictures, in pixels of the longer side.
const (
	modelSide   = 1536 // side of pictures for a model; most providers scale larger pictures down
	paletteSide = 512  // side of pictures for determining the main colours
)

// mainColours is the number of colours that are listed for a picture.
const mainColours = 5

// placeRunes is the maximum number of characters of the UnitName of a source.
const placeRunes = 40

// headingGlue separates the headings above a passage. The first heading is the name of the
// passage's unit if the unit has a name.
const headingGlue = " › "

// Files implements Library with the document packages.
type Files struct {
	Documents *document.Service
	Index     *retrieve.Index
	TextOf    func(ctx context.Context, picture []byte, mime string) string // returns the text in a picture; empty: no text
	// OwnSites searches the operator's sites and feeds; nil: there are none.
	OwnSites func(ctx context.Context, ids []string, question string, limit int) ([]source.Source, error)
	// Said searches earlier answers, notes and favourites when all of the user's data is
	// searched; nil: they are not searched.
	Said Said
}

// Said is the port to an owner's earlier answers, notes and favourites.
type Said interface {
	// Search returns the passages that fit a question, best first.
	Search(ctx context.Context, owner, question string) ([]source.Source, error)
	// Answer returns the sentences that answer a question, best first. If no sentence certainly
	// answers it, possible contains the sentences that may.
	Answer(ctx context.Context, owner, question string) (sentences, possible []source.Source, err error)
}

// Used records where documents were used.
func (l Files) Used(ctx context.Context, owner, cid string, ids []string) error {
	return l.Documents.NoteUse(ctx, owner, cid, ids)
}

// Ready waits until a document has been read.
func (l Files) Ready(ctx context.Context, owner, id string, progress func(float64)) error {
	d, err := l.Documents.Wait(ctx, owner, id, func(d document.Document) { progress(d.Progress) })
	switch {
	case err != nil:
		return err
	case d.State == document.Failed:
		return errs.New(d.ErrorCode).With("file", d.Name)
	case d.State != document.Ready:
		return errs.New(errs.FileUnsupported).With("file", d.Name)
	}
	return nil
}

// Garbled lists the pages that could not be decoded.
func (l Files) Garbled(ctx context.Context, owner, id string) (string, error) {
	d, err := l.Documents.Get(ctx, owner, id)
	return parsed.GarbledIn(d.Warnings), err
}

// Picture returns a stored picture for a model.
func (l Files) Picture(ctx context.Context, owner, id string) (llm.Image, error) {
	data, mime, err := l.Documents.Picture(ctx, owner, id, modelSide)
	return llm.Image{MIME: mime, Data: data}, err
}

// Look describes a stored picture without a model.
func (l Files) Look(ctx context.Context, owner, id string) (source.Picture, error) {
	d, err := l.Documents.Get(ctx, owner, id)
	if err != nil {
		return source.Picture{}, err
	}
	data, _, err := l.Documents.Picture(ctx, owner, id, paletteSide)
	if err != nil {
		return source.Picture{}, err
	}
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return source.Picture{}, err
	}
	look := source.Picture{
		Name: d.Name, Format: strings.ToUpper(d.DocType), Width: d.Width, Height: d.Height, Size: d.Size,
	}
	for _, s := range palette.Of(img, mainColours) {
		look.Colours = append(look.Colours, source.Colour{Hex: s.Hex(), Name: s.Name(), Share: s.Share})
	}
	if data, mime, err := l.Documents.Picture(ctx, owner, id, 0); err == nil {
		look.Text = l.TextOf(ctx, data, mime)
	}
	return look, nil
}

// Whole returns documents from beginning to end.
func (l Files) Whole(ctx context.Context, owner string, ids []string, maxRunes int) ([]source.Source, bool, error) {
	found, ok, err := l.Index.Whole(ctx, owner, ids, maxRunes)
	if err != nil || !ok {
		return nil, false, err
	}
	out, err := l.sources(ctx, owner, found)
	return out, err == nil, err
}

// Search returns the passages that fit a question. If all documents are searched, the passages of Said
// are appended.
func (l Files) Search(ctx context.Context, q Query) ([]source.Source, error) {
	found, err := l.Index.Search(ctx, q.retrieve())
	if err != nil {
		return nil, err
	}
	out, err := l.sources(ctx, q.OwnerID, found)
	if err != nil || len(q.IDs) > 0 || l.Said == nil {
		return out, err
	}
	earlier, err := l.Said.Search(ctx, q.OwnerID, q.Text)
	return append(out, earlier...), err
}

// Sites returns the passages that fit a question, from the given sites and feeds.
func (l Files) Sites(ctx context.Context, ids []string, question string, limit int) ([]source.Source, error) {
	if l.OwnSites == nil {
		return nil, nil
	}
	return l.OwnSites(ctx, ids, question, limit)
}

// Answer returns the sentences that answer a question. If all documents are searched and do not
// answer it, Said is asked.
func (l Files) Answer(ctx context.Context, q Query) (Answer, error) {
	found, err := l.Index.Answer(ctx, q.retrieve())
	if err != nil {
		return Answer{}, err
	}
	out := Answer{Refused: found.Refused}
	if out.Near, err = l.sources(ctx, q.OwnerID, found.Passages); err != nil {
		return Answer{}, err
	}
	if out.Possible, err = l.sources(ctx, q.OwnerID, quotes(found.Possible)); err != nil {
		return Answer{}, err
	}
	out.Sentences, err = l.sources(ctx, q.OwnerID, quotes(found.Sentences))
	if err != nil || len(q.IDs) > 0 || l.Said == nil || !out.Refused && len(out.Sentences) > 0 {
		return out, err
	}
	sentences, possible, err := l.Said.Answer(ctx, q.OwnerID, q.Text)
	out.Sentences, out.Refused = sentences, len(sentences) == 0
	out.Possible = append(out.Possible, possible...)
	return out, err
}

// quotes converts sentences to passages.
func quotes(sentences []retrieve.Sentence) []retrieve.Passage {
	out := make([]retrieve.Passage, len(sentences))
	for i, s := range sentences {
		out[i] = retrieve.Passage{DocumentID: s.DocumentID, Unit: s.Unit, Heading: s.Heading, Header: s.Header, Text: s.Text}
	}
	return out
}

func (q Query) retrieve() retrieve.Query {
	return retrieve.Query{Owner: q.OwnerID, Documents: q.IDs, Names: q.Names, Text: q.Text, Before: q.Before, Limit: q.Limit}
}

// sources converts passages to sources. Passages of documents deleted in the meantime are left
// out.
func (l Files) sources(ctx context.Context, owner string, found []retrieve.Passage) ([]source.Source, error) {
	known := map[string]document.Document{}
	out := make([]source.Source, 0, len(found))
	for _, p := range found {
		d, ok := known[p.DocumentID]
		if !ok {
			var err error
			d, err = l.Documents.Get(ctx, owner, p.DocumentID)
			if err != nil && !errs.Is(err, errs.NotFound) {
				return nil, err
			}
			known[p.DocumentID] = d
		}
		if d.ID == "" {
			continue
		}
		headings := strings.Split(p.Heading, headingGlue)
		s := sourceOf(d, p.Unit, p.Text)
		s.Heading, s.Header = p.Heading, p.Header
		switch d.UnitKind {
		case parsed.Sheet:
			s.Locator.UnitName = headings[0]
		case parsed.Section:
			s.Locator.UnitName = headings[len(headings)-1]
		}
		s.Locator.UnitName = text.Cut(s.Locator.UnitName, placeRunes)
		out = append(out, s)
	}
	return out, nil
}

// sourceOf returns a passage of a document as a source.
func sourceOf(d document.Document, unit int, passage string) source.Source {
	return source.Source{Kind: source.File, ID: d.ID, Title: d.Name, Locator: source.Locator{Unit: unit, UnitKind: string(d.UnitKind)}, Text: passage}
}
