// Package parse is what the readers of all formats share: the input, the collector
// that takes what is read and applies the limits, the errors, and text helpers. Each
// format is a package below it; package formats lists them. Readers do no I/O besides
// the input, unless the caller names helper programs (LibreOffice, tesseract).
package parse

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Limits of what is read from one file.
const (
	MaxChars = 20_000_000 // runes
	MaxPages = 10_000     // pages, slides, sheets or sections

	MaxEntries  = 10_000    // of an archive
	MaxUnpacked = 1 << 30   // bytes of an archive, all entries together
	MaxPart     = 256 << 20 // bytes of one entry
	MaxRatio    = 200       // ratio of unpacked to packed bytes of an entry, beyond FreeRatio
	FreeRatio   = 16 << 20  // bytes that an entry may unpack to whatever its ratio
	MaxDepth    = 256       // nesting of XML and HTML

	MaxCells      = 16_384 // of a row of a table; cells beyond it are left out
	MaxSpan       = 256    // cells that a merged one covers
	MaxTables     = 16     // nesting; tables nested deeper are read as text
	MaxTableCells = 300_000
)

// Options says how a file is to be read.
type Options struct {
	Name     string // the file's name; only its extension is used, where the content leaves the format open
	Password string // of an encrypted file
	MaxChars int    // characters after which the rest is left out with parsed.Truncated; 0: the constant MaxChars
	MaxPages int    // units after which the rest is left out with parsed.Truncated; 0: the constant MaxPages
	Tools    Tools

	// Recognise recognises the text in the picture of a page that has no text. When it is
	// nil, tesseract is used if Tools names it; without either such pages stay empty,
	// with the warning parsed.NoText. The pool of workers calls it in the process that
	// asked for the parsing.
	Recognise Recogniser `json:"-"`
}

// Tools are helper programs and folders that parsers may use. Each may be empty; a
// file that needs it is then refused, or what it would add is left out.
type Tools struct {
	Office    string // the path of LibreOffice's soffice, for old formats
	Tesseract string // the path of tesseract, for pages that are pictures
	Cache     string // a folder that keeps compiled code between processes
	Temp      string // a folder for files of LibreOffice and tesseract; empty: the system's
}

// Recogniser reads the text of a picture (PNG or JPEG).
type Recogniser func(ctx context.Context, picture []byte) (string, error)

// Sink takes what is read, in the order of the file. An error of it ends the parsing
// and is returned unchanged.
type Sink interface {
	Unit(u parsed.Unit) error
	// Progress counts units; total is 0 while it is unknown.
	Progress(done, total int)
}

// Input is a file to read.
type Input struct {
	io.ReaderAt
	Size int64
	Ext  string // the format's name
	Options
}

// Reader reads the file from its beginning.
func (in *Input) Reader() *io.SectionReader { return io.NewSectionReader(in.ReaderAt, 0, in.Size) }

// Reader reads a format into the collector.
type Reader func(ctx context.Context, in *Input, c *Collector) error

// ErrEnough ends the reading at a limit; what was read so far counts.
var ErrEnough = errors.New("parse: enough")

// Judge turns the error of a reader into an *Error, unless the caller or the sink
// ended the reading.
func (c *Collector) Judge(err error) error {
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

// Recoverable reports damage that leaves what was read before it usable.
func (c *Collector) Recoverable(err error) bool {
	if c.sinkErr != nil {
		return false
	}
	if _, ours := CodeOf(err); ours {
		return false
	}
	return !errors.Is(err, ErrEnough) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// OrBroken turns the error of a part that cannot be opened into an *Error.
func OrBroken(err error) error {
	if _, ours := CodeOf(err); ours {
		return err
	}
	return Fail(Broken, err)
}
