// Package parse is what every reader of a format uses: the file that comes in,
// the collector that takes what is read and holds the limits, the errors, and
// the text helpers. Each format is a package below it, and package formats is
// their table. Readers do no I/O but the file they are given, unless the caller
// names programs that help (LibreOffice, tesseract).
package parse

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// What is read of one file at most.
const (
	MaxChars = 20_000_000 // runes
	MaxPages = 10_000     // pages, slides, sheets or sections

	MaxEntries  = 10_000    // of an archive
	MaxUnpacked = 1 << 30   // bytes of an archive, all entries that are read together
	MaxPart     = 256 << 20 // bytes of one entry
	MaxRatio    = 200       // of one entry's unpacked to its packed bytes, past freeRatio
	FreeRatio   = 16 << 20  // bytes that an entry may unpack to whatever its ratio is
	MaxDepth    = 256       // nesting of XML and HTML

	MaxCells      = 16_384 // of a row of a table; what is right of them is left out
	MaxSpan       = 256    // cells that a merged one covers
	MaxTables     = 16     // nesting; deeper tables are read as text
	MaxTableCells = 300_000
)

// Options says how a file is to be read.
type Options struct {
	Name     string // as the person named it; only its extension counts, and only where the content leaves it open
	Password string // of an encrypted file
	MaxChars int    // runes after which the rest is left out with parsed.Truncated; 0 is the constant of that name
	MaxPages int    // units after which the rest is left out with parsed.Truncated; 0 is the constant of that name
	Tools    Tools

	// Recognise reads the text of a picture of a page, for pages that have
	// none. With nil, tesseract does where Tools names it; without either such
	// pages stay empty with parsed.NoText. A worker's pool calls it in the
	// process that called for the parsing.
	Recognise Recogniser `json:"-"`
}

// Tools are the programs and folders of the machine that parsers may use. Each
// may be empty: then what needs it is refused or left out.
type Tools struct {
	Office    string // the path of LibreOffice's soffice, for old formats
	Tesseract string // the path of tesseract, for pages that are pictures
	Cache     string // a folder that keeps compiled code between processes
	Temp      string // a folder for what LibreOffice and tesseract write; empty is the system's
}

// Recogniser reads the text of a picture (PNG or JPEG).
type Recogniser func(ctx context.Context, picture []byte) (string, error)

// Sink takes what is read, in the order of the file. An error ends the parsing
// and is given back as it is.
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

// ErrEnough ends a reader early: the limits are reached, and what was read
// counts.
var ErrEnough = errors.New("parse: enough")

// Judge makes an *Error of what a reader failed with, unless the caller ended
// it.
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

// Recoverable reports damage after which what was read before it counts.
func (c *Collector) Recoverable(err error) bool {
	if c.sinkErr != nil {
		return false
	}
	if _, ours := CodeOf(err); ours {
		return false
	}
	return !errors.Is(err, ErrEnough) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// OrBroken makes an *Error of a part that cannot be opened.
func OrBroken(err error) error {
	if _, ours := CodeOf(err); ours {
		return err
	}
	return Fail(Broken, err)
}
