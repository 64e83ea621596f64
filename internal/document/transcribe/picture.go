package transcribe

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Parser reads the file at path, as worker.Pool does.
type Parser interface {
	Parse(ctx context.Context, path string, o parse.Options, s parse.Sink) (parsed.Summary, error)
}

// Picture returns the text in a picture. mime is the picture's MIME type, such as image/png. For a
// picture that cannot be read, the text is empty. Picture fails only if it cannot write the picture
// to a temporary file.
func Picture(ctx context.Context, p Parser, by parse.Recogniser, data []byte, mime string) (string, error) {
	file, err := os.CreateTemp("", "wenqu-picture-*")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err != nil {
		return "", err
	}
	var text allText
	name := "picture." + strings.TrimPrefix(mime, "image/")
	if _, err := p.Parse(ctx, file.Name(), parse.Options{Name: name, Recognise: by}, &text); err != nil {
		return "", nil //nolint:nilerr // a picture that cannot be read has no text
	}
	return strings.Join(text, "\n"), nil
}

// allText is a parse.Sink that collects the text of every unit.
type allText []string

// Unit adds the text of a unit.
func (t *allText) Unit(u parsed.Unit) error {
	*t = append(*t, u.Text())
	return nil
}

// Progress does nothing.
func (t *allText) Progress(int, int) {}
