package app

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/chat/request"

	"github.com/wenqu-ai/wenqu/internal/document"
	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// contentURL is the address of a document's bytes, in front of its id.
const contentURL = "/api/resource/content/"

// library gives chat the documents of their owners. It uses the
// services only when it is called: documents and conversations need each other.
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

// named is what the client calls a file that we do not know.
func named(f request.File) string {
	for _, s := range []string{f.FileName, f.ID, f.URL} {
		if s != "" {
			return s
		}
	}
	return f.Type
}

// attachment is a document as a question keeps it.
func attachment(d document.Document) request.File {
	return request.File{
		ID: d.ID, Type: string(d.Type), DocType: d.DocType, FileName: d.Name, URL: contentURL + d.ID,
		Size: d.Size, Width: d.Width, Height: d.Height,
	}
}

func (l library) Used(ctx context.Context, owner, cid string, ids []string) error {
	return l.documents.NoteUse(ctx, owner, cid, ids)
}

// recognised is the text in a picture, where the machine can recognise any; a
// picture that cannot be read has none, and no more than that is said of it.
func (s *services) recognised(ctx context.Context, data []byte, mime string) string {
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
	if _, err := s.parsers.Parse(ctx, file.Name(), parse.Options{Name: name, Recognise: s.recogniser()}, &text); err != nil {
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
