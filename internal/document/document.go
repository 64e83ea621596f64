// Package document manages uploaded files. It stores the files and reads their text in the background. A
// call gets the text of a file only if it names the file's owner. The stored file itself can be downloaded
// by anybody who has a signed address for it.
package document

import (
	"encoding/json"
	"math"

	"github.com/wenqu-ai/wenqu/internal/document/documentdb"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// State is the state of a file.
type State string

// The states.
const (
	Queued  State = "queued"  // waits to be read
	Parsing State = "parsing" // is being read
	Ready   State = "ready"   // the text was read and is not empty
	Failed  State = "failed"  // the file cannot be read; ErrorCode is the reason
	Stored  State = "stored"  // kept but not read: pictures, audio, video
)

// FileType is the group of a file, as displayed with attachments and in the library.
type FileType string

// The groups that are handled specially here.
const (
	Image FileType = "image"
	Video FileType = "video"
	Audio FileType = "audio"
	Cloud FileType = "cloud" // a document of a cloud account, which is not stored on this server
	Other FileType = "file"  // a file of an unknown format
)

// Recognised is the type of a file, found by its content and its name.
type Recognised struct {
	Type    FileType
	DocType string // the extension of the format, without its dot; empty when unknown
	MIME    string
	Parsed  bool // the text of the file can be read
}

// Document is a file of an owner. Times are in Unix milliseconds.
type Document struct {
	ID, OwnerID   string
	Name          string
	Type          FileType
	DocType, MIME string
	Hash          string // SHA-256 of the bytes, in hex
	Thumb         string // hash of the thumbnail; empty without one
	Size          int64  // bytes
	Width, Height int    // pixels of a picture as it is displayed; 0 if it cannot be decoded, and for other files

	State     State
	ErrorCode errs.Code // set for Failed
	Progress  float64   // progress of the reading, from 0 to 1
	Format    string    // name of the parsed format, such as pdf
	UnitKind  parsed.UnitKind
	Units     int // number of units; while the file is being read, number of units read so far
	Chars     int
	Title     string
	Outline   []parsed.Heading
	Warnings  []parsed.Warning

	CreatedAt, UpdatedAt int64
	UsedAt               int64 // time of the last question about the file; 0: never
}

// waiting reports whether the file is queued or being read.
func (d Document) waiting() bool { return d.State == Queued || d.State == Parsing }

// thousandths is the unit of stored progress.
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

// fromJSON decodes a text made by toJSON. An empty text leaves v unchanged.
func fromJSON(text string, v any) {
	if text != "" {
		_ = json.Unmarshal([]byte(text), v) // toJSON wrote it, so it is valid
	}
}

// toJSON encodes a list. An empty list becomes an empty text.
func toJSON[T any](list []T) string {
	if len(list) == 0 {
		return ""
	}
	b, err := json.Marshal(list)
	if err != nil {
		return "" // cannot fail: the elements consist of strings and numbers
	}
	return string(b)
}

// share returns part divided by whole, in thousandths. The result is less than 1000 even if part
// equals whole.
func share(part, whole int) int64 {
	if whole <= 0 || part <= 0 {
		return 0
	}
	return int64(math.Min(thousandths-1, thousandths*float64(part)/float64(whole)))
}
