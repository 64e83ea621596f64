// Package document is what people keep and ask about: it takes files in, has
// them read in the background, and gives them, and what was read of them, to
// nobody but their owner.
package document

import (
	"encoding/json"
	"math"

	"github.com/wenqu-ai/wenqu/internal/document/documentdb"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// State says what has become of a file since it arrived.
type State string

// The states.
const (
	Queued  State = "queued"  // waits to be read
	Parsing State = "parsing" // is being read
	Ready   State = "ready"   // its text is there, and is not empty
	Failed  State = "failed"  // it cannot be read; ErrorCode says why
	Stored  State = "stored"  // kept and not read: pictures, sound, films
)

// FileType is the group of a file, as attachments and the library show it.
type FileType string

// The groups that this package treats in ways of their own.
const (
	Image FileType = "image"
	Video FileType = "video"
	Audio FileType = "audio"
	Cloud FileType = "cloud" // documents of a cloud account, which are no files
	Other FileType = "file"  // what nobody here can read or show
)

// Recognised is what a file is found to be by its content.
type Recognised struct {
	Type    FileType
	DocType string // the extension of the format, without its dot; empty when unknown
	MIME    string
	Parsed  bool // its text can be read
}

// Document is a file of an owner. Times are in Unix milliseconds.
type Document struct {
	ID, OwnerID   string
	Name          string
	Type          FileType
	DocType, MIME string
	Hash          string // SHA-256 of the bytes, in hex
	Thumb         string // hash of the small picture of an image; empty without one
	Size          int64  // bytes
	Width, Height int    // of an image as it is shown, in pixels; else 0

	State     State
	ErrorCode errs.Code // of Failed
	Progress  float64   // of Parsing, 0 to 1
	Format    string    // what it was read as
	UnitKind  parsed.UnitKind
	Units     int // how many it has; while it is read, how many there are so far
	Chars     int
	Title     string
	Outline   []parsed.Heading
	Warnings  []parsed.Warning

	CreatedAt, UpdatedAt int64
	UsedAt               int64 // when a question was last asked about it; 0: never
}

// waiting reports whether the file is still to be read.
func (d Document) waiting() bool { return d.State == Queued || d.State == Parsing }

// thousandths is how progress is stored.
const thousandths = 1000

func fromRow(r documentdb.Document) Document {
	d := Document{
		ID: r.ID, OwnerID: r.OwnerID, Name: r.Name, Type: FileType(r.Type), DocType: r.DocType, MIME: r.Mime,
		Hash: r.Hash, Thumb: r.ThumbHash, Size: r.Size, Width: int(r.Width), Height: int(r.Height),
		State: State(r.State), ErrorCode: errs.Code(r.ErrorCode), Progress: float64(r.Progress) / thousandths, Format: r.Format,
		UnitKind: parsed.UnitKind(r.UnitKind), Units: int(r.Units), Chars: int(r.Chars), Title: r.Title,
		CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt, UsedAt: r.UsedAt,
	}
	fromJSON(r.Outline, &d.Outline)
	fromJSON(r.Warnings, &d.Warnings)
	return d
}

// fromJSON reads what toJSON wrote; an empty text leaves v as it is.
func fromJSON(text string, v any) {
	if text != "" {
		_ = json.Unmarshal([]byte(text), v) // our own text
	}
}

// toJSON writes a list, an empty one as the empty text.
func toJSON[T any](list []T) string {
	if len(list) == 0 {
		return ""
	}
	b, err := json.Marshal(list)
	if err != nil {
		return "" // strings and numbers alone
	}
	return string(b)
}

// share is part of whole in thousandths, below a whole one.
func share(part, whole int) int64 {
	if whole <= 0 || part <= 0 {
		return 0
	}
	return int64(math.Min(thousandths-1, thousandths*float64(part)/float64(whole)))
}
