// Package parse makes parsed.Unit of the bytes of a file: every format is one
// row of a table, is recognised by its content, and is read within limits. It
// does no I/O but the reader it is given, unless the caller names programs that
// help (LibreOffice, tesseract).
package parse

import (
	"context"
	"io"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// MaxChars is how many runes of a file are read when Options says nothing.
const MaxChars = 20_000_000

// Options says how a file is to be read.
type Options struct {
	Name     string // as the person named it; only its extension counts, and only where the content leaves it open
	Password string // of an encrypted file
	MaxChars int    // runes after which the rest is left out with parsed.Truncated; 0 means MaxChars
	MaxPages int    // units after which the rest is left out with parsed.Truncated; 0 means MaxPages
	Tools    Tools

	// Recognise reads the text of a picture of a page, for pages that have
	// none; nil leaves them empty with parsed.NoText. It is called in the
	// process that called for the parsing, never in a worker.
	Recognise Recogniser `json:"-"`
}

// Tools are the programs and folders of the machine that parsers may use. Each
// may be empty: then what needs it is refused or left out.
type Tools struct {
	Office    string // the path of LibreOffice's soffice, for old formats
	Tesseract string // the path of tesseract, for pages that are pictures
	Cache     string // a folder where compiled code is kept between processes
	Temp      string // a folder for what LibreOffice writes; empty is the system's
}

// Recogniser reads the text of a picture (PNG or JPEG).
type Recogniser func(ctx context.Context, picture []byte) (string, error)

// Sink takes what is read, in the order of the file. An error ends the parsing
// and is given back as it is.
type Sink interface {
	Unit(u parsed.Unit) error
	// Progress counts units, or for files that flow bytes; total is 0 while
	// it is unknown. It is called at most once a unit.
	Progress(done, total int)
}

// Parse reads r to its end or to its limits. A file that cannot be read gives
// an *Error; what ctx or s end comes back as it is. A Summary without an error
// has text: a file without any is an *Error with NoText or Empty.
func Parse(ctx context.Context, r io.ReaderAt, size int64, o Options, s Sink) (parsed.Summary, error) {
	return parsed.Summary{}, &Error{Code: Unsupported}
}
