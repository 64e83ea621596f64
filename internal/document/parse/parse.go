// Package parse makes parsed.Unit of the bytes of a file: every format is one
// row of a table, is recognised by its content, and is read within limits. It
// does no I/O but the reader it is given, unless the caller names programs that
// help (LibreOffice, tesseract).
package parse

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// What is read of one file at most.
const (
	MaxChars = 20_000_000 // runes
	MaxPages = 10_000     // pages, slides, sheets or sections

	maxEntries  = 10_000    // of an archive
	maxUnpacked = 1 << 30   // bytes of an archive, all entries that are read together
	maxPart     = 256 << 20 // bytes of one entry
	maxRatio    = 200       // of one entry's unpacked to its packed bytes, past freeRatio
	freeRatio   = 16 << 20  // bytes that an entry may unpack to whatever its ratio is
	maxDepth    = 256       // nesting of XML and HTML
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

// input is a file to read.
type input struct {
	io.ReaderAt
	size int64
	ext  string // the format's name
	Options
}

func (in *input) reader() *io.SectionReader { return io.NewSectionReader(in.ReaderAt, 0, in.size) }

// reader reads a format into the collector.
type reader func(ctx context.Context, in *input, c *collector) error

// errEnough ends a reader early: the limits are reached, and what was read
// counts.
var errEnough = errors.New("parse: enough")

// Parse reads r to its end or to its limits. A file that cannot be read gives
// an *Error; what ctx or s end comes back as it is. A Summary without an error
// has text: a file without any is an *Error with NoText or Empty.
func Parse(ctx context.Context, r io.ReaderAt, size int64, o Options, s Sink) (sum parsed.Summary, err error) {
	// A reader that trips over a file must not take other files with it.
	defer func() {
		if p := recover(); p != nil {
			sum, err = parsed.Summary{}, failf(Broken, "panic: %v\n%s", p, debug.Stack())
		}
	}()
	if size <= 0 {
		return parsed.Summary{}, fail(Empty, nil)
	}
	t := DetectFile(r, size, o.Name)
	f := formats[t.DocType]
	if f.read == nil {
		return parsed.Summary{}, failf(Unsupported, "%s (%s)", t.MIME, t.DocType)
	}
	if o.MaxChars <= 0 {
		o.MaxChars = MaxChars
	}
	if o.MaxPages <= 0 {
		o.MaxPages = MaxPages
	}
	if o.Recognise == nil && o.Tools.Tesseract != "" {
		o.Recognise = Tesseract(o.Tools)
	}
	c := &collector{ctx: ctx, sink: s, maxChars: o.MaxChars, maxUnits: o.MaxPages}
	c.sum.Format = t.DocType
	err = f.read(ctx, &input{ReaderAt: r, size: size, ext: t.DocType, Options: o}, c)
	if errors.Is(err, errEnough) {
		err = nil
	}
	if err == nil {
		err = c.flush()
	}
	if errors.Is(err, errEnough) {
		err = nil
	}
	if err != nil {
		return parsed.Summary{}, c.judge(err)
	}
	if c.sum.Chars == 0 {
		if c.pictures > 0 {
			return parsed.Summary{}, failf(NoText, "%d pages without text", c.pictures)
		}
		return parsed.Summary{}, fail(Empty, nil)
	}
	return c.summary(), nil
}

// judge makes an *Error of what a reader failed with, unless the caller ended
// it.
func (c *collector) judge(err error) error {
	if c.sinkErr != nil {
		return c.sinkErr
	}
	if cause := c.ctx.Err(); cause != nil {
		return fmt.Errorf("parse: %w", context.Cause(c.ctx))
	}
	if _, ours := CodeOf(err); ours {
		return err
	}
	return fail(Broken, err)
}

// recoverable reports damage after which what was read before it counts.
func (c *collector) recoverable(err error) bool {
	if c.sinkErr != nil {
		return false
	}
	if _, ours := CodeOf(err); ours {
		return false
	}
	return !errors.Is(err, errEnough) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// orBroken makes an *Error of a part that cannot be opened.
func orBroken(err error) error {
	if _, ours := CodeOf(err); ours {
		return err
	}
	return fail(Broken, err)
}
