package app

import (
	"bytes"
	"context"
	"errors"
	"image"
	_ "image/jpeg" // what Picture writes
	_ "image/png"
	"log/slog"
	"os"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/chat"
	"github.com/wenqu-ai/wenqu/internal/document"
	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/llm/offline"
	words "github.com/wenqu-ai/wenqu/internal/text"
)

// Sizes of the pictures that are looked at, in pixels along the longer side.
const (
	modelSide   = 1536 // for a model; more is scaled down by most providers
	paletteSide = 512  // for its colours
	mainColours = 5
)

// contentURL is the address of a document's bytes, in front of its id.
const contentURL = "/api/resource/content/"

// placeRunes is how much of a heading names a place.
const placeRunes = 40

// library gives chat the documents of their owners. It looks into the house
// only when it is called: documents and conversations need each other.
type library struct{ *house }

func (l library) Resolve(ctx context.Context, owner string, files []chat.File) ([]chat.File, error) {
	out := make([]chat.File, len(files))
	for i, f := range files {
		ref := f.ID
		if ref == "" {
			ref = f.URL
		}
		found, err := l.documents.Find(ctx, owner, []string{ref})
		if errs.Is(err, errs.NotFound) {
			return nil, errs.Wrap(errs.AttachmentGone, err).With("name", named(f))
		}
		if err != nil {
			return nil, err
		}
		out[i] = attachment(found[0])
	}
	return out, nil
}

// named is what the client calls a file that we do not know.
func named(f chat.File) string {
	for _, s := range []string{f.FileName, f.ID, f.URL} {
		if s != "" {
			return s
		}
	}
	return f.Type
}

// attachment is a document as a question keeps it.
func attachment(d document.Document) chat.File {
	return chat.File{
		ID: d.ID, Type: string(d.Type), DocType: d.DocType, FileName: d.Name, URL: contentURL + d.ID,
		Size: d.Size, Width: d.Width, Height: d.Height,
	}
}

func (l library) Used(ctx context.Context, owner, cid string, ids []string) error {
	return l.documents.NoteUse(ctx, owner, cid, ids)
}

func (l library) Ready(ctx context.Context, owner, id string, progress func(float64)) error {
	d, err := l.documents.Wait(ctx, owner, id, func(d document.Document) { progress(d.Progress) })
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

func (l library) Picture(ctx context.Context, owner, id string) (llm.Image, error) {
	data, mime, err := l.documents.Picture(ctx, owner, id, modelSide)
	return llm.Image{MIME: mime, Data: data}, err
}

func (l library) Look(ctx context.Context, owner, id string) (chat.Look, error) {
	d, err := l.documents.Get(ctx, owner, id)
	if err != nil {
		return chat.Look{}, err
	}
	look := chat.Look{Format: strings.ToUpper(d.DocType), Width: d.Width, Height: d.Height}
	data, _, err := l.documents.Picture(ctx, owner, id, paletteSide)
	if err != nil {
		return chat.Look{}, err
	}
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return chat.Look{}, err
	}
	for _, s := range offline.Palette(img, mainColours) {
		look.Colours = append(look.Colours, chat.Colour{Hex: s.Hex(), Name: s.Name(), Share: s.Share})
	}
	look.Text = l.recognised(ctx, owner, id)
	return look, nil
}

// recognised is the text in a picture, where the machine can recognise any; a
// picture that cannot be read has none, and no more than that is said of it.
func (l library) recognised(ctx context.Context, owner, id string) string {
	data, mime, err := l.documents.Picture(ctx, owner, id, 0)
	if err != nil {
		return ""
	}
	file, err := os.CreateTemp("", "wenqu-picture-*")
	if err != nil {
		slog.WarnContext(ctx, "no file for a picture to be read from", "err", err)
		return ""
	}
	defer func() { _ = os.Remove(file.Name()) }()
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err != nil {
		slog.WarnContext(ctx, "a picture could not be written to be read", "err", err)
		return ""
	}
	var text allText
	name := "picture." + strings.TrimPrefix(mime, "image/")
	if _, err := l.parsers.Parse(ctx, file.Name(), parse.Options{Name: name, Recognise: l.sight()}, &text); err != nil {
		return ""
	}
	return strings.Join(text, "\n")
}

// allText is the text of every unit.
type allText []string

func (t *allText) Unit(u parsed.Unit) error {
	*t = append(*t, u.Text())
	return nil
}

func (t *allText) Progress(int, int) {}

func (l library) Whole(ctx context.Context, owner string, ids []string, maxRunes int) ([]chat.Excerpt, bool, error) {
	found, ok, err := l.index.Whole(ctx, owner, ids, maxRunes)
	if err != nil || !ok {
		return nil, false, err
	}
	out, err := l.excerpts(ctx, owner, found)
	return out, err == nil, err
}

func (l library) Search(ctx context.Context, q chat.Search) ([]chat.Excerpt, error) {
	found, err := l.index.Search(ctx, query(q))
	if err != nil {
		return nil, err
	}
	return l.excerpts(ctx, q.OwnerID, found)
}

func (l library) Answer(ctx context.Context, q chat.Search) (chat.Finding, error) {
	found, err := l.index.Answer(ctx, query(q))
	if err != nil {
		return chat.Finding{}, err
	}
	out := chat.Finding{Refused: found.Refused}
	if out.Near, err = l.excerpts(ctx, q.OwnerID, found.Passages); err != nil {
		return chat.Finding{}, err
	}
	sentences := make([]retrieve.Passage, len(found.Sentences))
	for i, s := range found.Sentences {
		sentences[i] = retrieve.Passage{DocumentID: s.DocumentID, Unit: s.Unit, Heading: s.Heading, Header: s.Header, Text: s.Text}
	}
	out.Sentences, err = l.excerpts(ctx, q.OwnerID, sentences)
	return out, err
}

func (l library) Quoted(source, quote string) bool { return retrieve.Quoted(source, quote) }

func query(q chat.Search) retrieve.Query {
	return retrieve.Query{Owner: q.OwnerID, Documents: q.IDs, Text: q.Text, Limit: q.Limit}
}

// excerpts adds to passages what their documents say of them. Those of a
// document that was deleted meanwhile are left out.
func (l library) excerpts(ctx context.Context, owner string, found []retrieve.Passage) ([]chat.Excerpt, error) {
	known := map[string]document.Document{}
	out := make([]chat.Excerpt, 0, len(found))
	for _, p := range found {
		d, ok := known[p.DocumentID]
		if !ok {
			var err error
			d, err = l.documents.Get(ctx, owner, p.DocumentID)
			if err != nil && !errs.Is(err, errs.NotFound) {
				return nil, err
			}
			known[p.DocumentID] = d
		}
		if d.ID == "" {
			continue
		}
		headings := strings.Split(p.Heading, headingGlue)
		e := excerptOf(d, p.Unit, p.Text)
		e.Heading, e.Header = p.Heading, p.Header
		switch d.UnitKind {
		case parsed.Sheet:
			e.UnitName = headings[0]
		case parsed.Section:
			e.UnitName = headings[len(headings)-1]
		}
		e.UnitName = words.Cut(e.UnitName, placeRunes)
		out = append(out, e)
	}
	return out, nil
}

// headingGlue stands between the headings above a passage; the first is the
// name of its unit where that has one.
const headingGlue = " › "

func excerptOf(d document.Document, unit int, text string) chat.Excerpt {
	return chat.Excerpt{FileID: d.ID, FileName: d.Name, Unit: unit, UnitKind: string(d.UnitKind), Text: text}
}
