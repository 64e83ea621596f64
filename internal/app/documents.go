package app

import (
	"context"
	"log/slog"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/document"
	"github.com/wenqu-ai/wenqu/internal/document/extract/table"
	"github.com/wenqu-ai/wenqu/internal/document/filetool"
	"github.com/wenqu-ai/wenqu/internal/document/gather"
	"github.com/wenqu-ai/wenqu/internal/document/transcribe"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/source"
)

// contentURL is the address of a document's bytes without the id at its end.
const contentURL = "/api/resource/content/"

// library gives the chat service access to the documents of an owner. It looks up the document
// service at each call, because that service is created after the chat service.
type library struct{ *services }

func (l library) Resolve(ctx context.Context, owner string, files []request.File) ([]request.File, error) {
	out := make([]request.File, len(files))
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

// named identifies a missing file in an error message. It returns the first non-empty value of the
// file's name, id, address and type.
func named(f request.File) string {
	for _, s := range []string{f.FileName, f.ID, f.URL} {
		if s != "" {
			return s
		}
	}
	return f.Type
}

// attachment converts a document to the stored attachment of a question.
func attachment(d document.Document) request.File {
	return request.File{
		ID: d.ID, Type: string(d.Type), DocType: d.DocType, FileName: d.Name, URL: contentURL + d.ID,
		Size: d.Size, Width: d.Width, Height: d.Height,
	}
}

// fileSources returns the gather.Files for the file searches of answers.
func (l library) fileSources() *gather.Files {
	return &gather.Files{Documents: l.documents, Index: l.index, TextOf: l.recognised, OwnSites: l.siteSources, Said: ownTexts{l}}
}

func (l library) SearchFiles(ctx context.Context, owner string, ids []string, text string, limit int) ([]source.Source, error) {
	return l.fileSources().Search(ctx, gather.Query{OwnerID: owner, IDs: ids, Text: text, Limit: limit})
}

// SearchKnowledge finds passages in the knowledge of agents and projects.
func (l library) SearchKnowledge(ctx context.Context, asker string, scopes []answer.Scope, text string, limit int) ([]source.Source, error) {
	return gather.SearchKnowledge(ctx, l.fileSources(), asker, scopes, gather.Query{Text: text, Limit: limit})
}

// siteSources finds passages of the operator's sites and feeds.
func (l library) siteSources(ctx context.Context, ids []string, question string, limit int) ([]source.Source, error) {
	found, err := l.sites.FindIn(ctx, question, ids, limit)
	out := make([]source.Source, len(found))
	for i, f := range found {
		out[i] = source.Source{
			ID: f.Page.URL, Kind: source.Web, Title: f.Page.Title, URL: f.Page.URL, Text: f.Snippet, Site: f.Page.Site,
			Icon: l.copies.IconURL(f.Page.URL, f.Page.Icon), Published: f.Page.Published, Read: true,
		}
	}
	return out, err
}

func (l library) ReadFile(ctx context.Context, owner, id string, from, to int) ([]source.Source, filetool.File, error) {
	d, err := l.documents.Get(ctx, owner, id)
	if err != nil {
		return nil, filetool.File{}, err
	}
	units, err := l.documents.Units(ctx, owner, id, from, to)
	out := make([]source.Source, len(units))
	for i, u := range units {
		out[i] = source.Source{
			ID: d.ID, Kind: source.File, Title: d.Name, Text: u.Text(),
			Locator: source.Locator{Unit: u.Number, UnitKind: string(d.UnitKind), UnitName: u.Name},
		}
	}
	return out, filetool.File{ID: d.ID, Name: d.Name, Units: d.Units}, err
}

func (l library) Figures(ctx context.Context, owner, id string, q table.Query, locale string) (table.Answer, source.Source, error) {
	a, at, refused, err := l.fileSources().Figures(ctx, owner, id, q, locale)
	if refused != "" {
		return a, at, &filetool.Uncomputed{Reason: refused}
	}
	return a, at, err
}

func (l library) Used(ctx context.Context, owner, cid string, ids []string) error {
	return l.documents.NoteUse(ctx, owner, cid, ids)
}

// recognised returns the text in a picture. The text is empty if the picture cannot be read, for
// example because no text recognition is available.
func (s *services) recognised(ctx context.Context, data []byte, mime string) string {
	text, err := transcribe.Picture(ctx, s.parsers, s.recogniser(), data, mime)
	if err != nil {
		slog.WarnContext(ctx, "a picture could not be laid down to be read", "err", err)
	}
	return text
}
