// Package formats is the table of file formats: it recognises a file by its content and
// calls the reader of its format.
package formats

import (
	"cmp"
	"context"
	"errors"
	"io"
	"runtime/debug"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/pdf"
	"github.com/wenqu-ai/wenqu/internal/document/parse/picture"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Parse reads a file to its end or to its limits. It fails with an *Error when the file cannot be
// read. It returns an error of s unchanged, and an error of ctx wrapped. If it returns no error, at
// least one unit has text: for a file without text it fails with NoText, Garbled or Empty.
func Parse(ctx context.Context, r io.ReaderAt, size int64, o parse.Options, s parse.Sink) (sum parsed.Summary, err error) {
	// A panic caused by one file must not end the parsing of other files.
	defer func() {
		if p := recover(); p != nil {
			sum, err = parsed.Summary{}, parse.Failf(parse.Broken, "panic: %v\n%s", p, debug.Stack())
		}
	}()
	if size <= 0 {
		return parsed.Summary{}, parse.Fail(parse.Empty, nil)
	}
	t := DetectFile(r, size, o.Name)
	f := formats[t.DocType]
	if f.read == nil {
		return parsed.Summary{}, parse.Failf(parse.Unsupported, "%s (%s)", t.MIME, t.DocType)
	}
	if o.Recognise == nil && o.Tools.Tesseract != "" {
		o.Recognise = picture.Tesseract(o.Tools)
	}
	o.MaxChars = min(cmp.Or(max(o.MaxChars, 0), parse.MaxChars), mostChars(t, size))
	c := parse.NewCollector(ctx, s, o)
	c.Sum.Format = t.DocType
	err = f.read(ctx, &parse.Input{ReaderAt: r, Size: size, Ext: t.DocType, Options: o}, c)
	if errors.Is(err, parse.ErrEnough) {
		err = nil
	}
	if err == nil {
		err = c.Flush()
	}
	if errors.Is(err, parse.ErrEnough) {
		err = nil
	}
	if err != nil {
		return parsed.Summary{}, c.AsError(err)
	}
	if c.Sum.Chars == 0 {
		if len(c.Garbled) > 0 {
			return parsed.Summary{}, parse.Failf(parse.Garbled, "%d pages of unknown characters", len(c.Garbled))
		}
		if c.Pictures > 0 || c.Drawn {
			return parsed.Summary{}, parse.Failf(parse.NoText, "%d pages without text, and other pictures: %t", c.Pictures, c.Drawn)
		}
		return parsed.Summary{}, parse.Fail(parse.Empty, nil)
	}
	return c.Summary(), nil
}

// Render draws one page of a PDF as a PNG. Pages are counted from 1. The PNG is `width` pixels wide,
// but at least 16 and at most 4,000. The PNG of a very tall page is narrower. Render fails with
// Unsupported for a file of another format, and with NoText for a page that does not exist.
func Render(ctx context.Context, r io.ReaderAt, size int64, o parse.Options, page, width int) ([]byte, error) {
	if t := DetectFile(r, size, o.Name); t.DocType != "pdf" {
		return nil, parse.Failf(parse.Unsupported, "pages of %s", t.MIME)
	}
	return pdf.Render(ctx, &parse.Input{ReaderAt: r, Size: size, Options: o}, page, width)
}
