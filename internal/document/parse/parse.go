// Package parse contains the common parts of the readers of all formats: the input, the collector,
// the errors, and text helpers. The collector receives the content and applies the limits. Each
// format is a package below package parse; package formats lists the formats. Besides the input,
// readers use only temporary files, and the cache and the helper programs (LibreOffice, tesseract)
// from Options.Tools.
package parse

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Limits for one file.
const (
	MaxChars = 20_000_000 // runes
	MaxPages = 10_000     // pages, slides, sheets or sections

	MaxEntries  = 10_000    // entries of an archive, and items of many other lists in a file
	MaxUnpacked = 1 << 30   // unpacked bytes of all entries of an archive together
	MaxPart     = 256 << 20 // unpacked bytes of one entry
	MaxRatio    = 200       // ratio of unpacked to packed bytes of an entry that unpacks to more than FreeRatio
	FreeRatio   = 16 << 20  // unpacked bytes up to which an entry may have any ratio
	MaxDepth    = 256       // nesting depth of XML

	MaxCells      = 16_384 // cells of a table row; further cells are dropped
	MaxSpan       = 256    // cells covered by a merged cell
	MaxTables     = 16     // nesting depth of tables; deeper tables are read as text
	MaxTableCells = 300_000
)

// Options define how a file is read. formats.Parse lowers MaxChars for small files.
type Options struct {
	Name     string // the file's name; its extension is used only where the content matches several formats
	Password string // password of an encrypted file
	MaxChars int    // characters after which the rest is dropped with parsed.Truncated; 0: the constant MaxChars
	MaxPages int    // units after which the rest is dropped with parsed.Truncated; 0: the constant MaxPages
	Tools    Tools

	// Recognise recognises the text in a picture, for example in the picture of a scanned page. If
	// Recognise is nil, the tesseract in Tools is used. If Tools contains no tesseract, pages without
	// text stay empty, with the warning parsed.NoText. The pool of workers calls Recognise in the
	// process that requested the parsing, not in the worker.
	Recognise Recogniser `json:"-"`
}

// Tools are helper programs and folders for parsers. Each field may be empty. If a needed program is
// missing, the file or content is read in another way, if there is one. Otherwise, the file is refused
// or the content is dropped.
type Tools struct {
	Office    string // the path of LibreOffice's soffice, for old formats
	Tesseract string // the path of tesseract, for pages that are pictures of text
	Cache     string // a folder for compiled code, which is kept for later processes
	Temp      string // a folder for temporary files, for example of LibreOffice; empty: the folder of the system
}

// Recogniser returns the text in a picture (PNG or JPEG).
type Recogniser func(ctx context.Context, picture []byte) (string, error)

// Sink receives the content of a file in order. An error of the sink ends the parsing and is returned
// unchanged.
type Sink interface {
	Unit(u parsed.Unit) error
	// Progress counts units; total is 0 while it is unknown.
	Progress(done, total int)
}

// Input is a file to read.
type Input struct {
	io.ReaderAt
	Size int64
	Ext  string // name of the format, which is an extension without a dot
	Options
}

// Reader returns a reader of the whole file from its beginning.
func (in *Input) Reader() *io.SectionReader { return io.NewSectionReader(in.ReaderAt, 0, in.Size) }

// Reader reads a file of one format into the collector.
type Reader func(ctx context.Context, in *Input, c *Collector) error

// ErrEnough ends the reading at a limit. The content before the limit is kept.
var ErrEnough = errors.New("parse: enough")

// AsError converts the error of a reader to an *Error. It returns an error of the sink unchanged,
// and an error of the context wrapped.
func (c *Collector) AsError(err error) error {
	if c.sinkErr != nil {
		return c.sinkErr
	}
	if cause := c.ctx.Err(); cause != nil {
		return fmt.Errorf("parse: %w", context.Cause(c.ctx))
	}
	if _, ours := CodeOf(err); ours {
		return err
	}
	return Fail(Broken, err)
}

// Recoverable reports whether err is caused by damage in the file. If so, the content before the
// damage can be used. Recoverable returns false for a reached limit, an ended context, an error of the
// sink and an *Error.
func (c *Collector) Recoverable(err error) bool {
	if c.sinkErr != nil {
		return false
	}
	if _, ours := CodeOf(err); ours {
		return false
	}
	return !errors.Is(err, ErrEnough) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// OrBroken converts an error to an *Error with the code Broken, unless it is an *Error
// already.
func OrBroken(err error) error {
	if _, ours := CodeOf(err); ours {
		return err
	}
	return Fail(Broken, err)
}
