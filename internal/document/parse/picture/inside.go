package picture

import (
	"bytes"
	"cmp"
	"context"
	"image"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// maxInside is the maximum size, in bytes, of a picture inside a file. The text of a larger picture is not
// recognised.
const maxInside = 20 << 20

// Inside recognises the text of the pictures inside one file.
type Inside struct {
	in   *parse.Input
	c    *parse.Collector
	seen int
}

// NewInside returns an Inside for the pictures of the input `in`. The Inside adds warnings to `c`.
func NewInside(in *parse.Input, c *parse.Collector) *Inside { return &Inside{in: in, c: c} }

// Blocks returns the recognised text of a picture; empty, for example, when the picture or its text
// cannot be read. It fails only when ctx ends.
func (p *Inside) Blocks(ctx context.Context, open func() (io.ReadCloser, error)) ([]parsed.Block, error) {
	if p.in.Recognise == nil || p.seen >= parse.MaxRecognised {
		return nil, nil
	}
	p.seen++
	r, err := open()
	if err != nil {
		return nil, nil //nolint:nilerr // a missing picture is skipped
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, maxInside+1))
	if err != nil || len(data) > maxInside {
		return nil, nil //nolint:nilerr // an unreadable picture is skipped
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil || int64(config.Width)*int64(config.Height) > maxPicture {
		return nil, nil //nolint:nilerr // an unreadable picture is skipped
	}
	s, err := p.in.Recognise(ctx, data)
	if err != nil {
		return nil, ctx.Err() // a picture that cannot be recognised has no text; only the end of ctx is an error
	}
	blocks := parse.RecognisedBlocks(s)
	if len(blocks) > 0 {
		p.c.Warn(parsed.Recognised)
	}
	return blocks, nil
}

// IsPicture reports whether a name has the extension of a picture.
func IsPicture(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".emf", ".wmf", ".webp", ".svm":
		return true
	}
	return false
}

// readable reports whether a name has the extension of a picture accepted by a
// Recogniser.
func readable(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".png", ".jpg", ".jpeg":
		return true
	}
	return false
}

// All recognises the PNG and JPEG pictures of an archive, pictures with shorter names first. The
// text of each picture becomes a section of its own. All is used for files without other content.
func (p *Inside) All(ctx context.Context, a *archive.Archive) error {
	var names []string
	for _, name := range a.Order {
		if readable(name) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { // shorter names first, so that image2 is before image10
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	for _, name := range names {
		blocks, err := p.Blocks(ctx, func() (io.ReadCloser, error) { return a.Open(name) })
		if err != nil {
			return err
		}
		for _, b := range blocks {
			if err := p.c.Flow(b); err != nil {
				return err
			}
		}
		if err := p.c.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// Any returns the text of the readable pictures among the first eight names; empty when there is
// none.
func (p *Inside) Any(ctx context.Context, a *archive.Archive, names []string) ([]parsed.Block, error) {
	const most = 8
	var out []parsed.Block
	for i, name := range names {
		if !readable(name) || i >= most {
			continue
		}
		blocks, err := p.Blocks(ctx, func() (io.ReadCloser, error) { return a.Open(name) })
		if err != nil {
			return nil, err
		}
		out = append(out, blocks...)
	}
	return out, nil
}
