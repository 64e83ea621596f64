package transfer

import (
	"context"
	"encoding/json"
	"io"
	"iter"
)

// Attached is a file that a question names. In JSON it is an object, or only
// the name where no id is known.
type Attached struct {
	ID   string // of a File; empty: only the name is known
	Name string
}

type attached struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// MarshalJSON writes the name alone where there is nothing else.
func (a Attached) MarshalJSON() ([]byte, error) {
	if a.ID == "" {
		return marshal(a.Name)
	}
	return marshal(attached(a))
}

// UnmarshalJSON reads either form; anything else is no file.
func (a *Attached) UnmarshalJSON(b []byte) error {
	*a = Attached{}
	if json.Unmarshal(b, &a.Name) == nil {
		return nil
	}
	var o attached
	_ = json.Unmarshal(b, &o) // what has another type than expected stays empty
	*a = Attached(o)
	return nil
}

// File is a file that a person keeps. Times are in Unix milliseconds.
type File struct {
	ID        string     `json:"id"`
	Name      string     `json:"name"`
	Path      string     `json:"path"` // in the archive
	Size      int64      `json:"size"` // bytes
	SHA256    string     `json:"sha256"`
	CreatedAt int64      `json:"createdAt"`
	Notes     list[Note] `json:"notes"`
}

// Note is what a reader wrote in the margin of a file; without a text it is a
// highlight.
type Note struct {
	Unit      int    `json:"unit"` // page, slide, sheet or section, from 1
	Quote     string `json:"quote"`
	Prefix    string `json:"prefix"`
	Suffix    string `json:"suffix"`
	Color     string `json:"color"`
	Text      string `json:"text"`
	CreatedAt int64  `json:"createdAt"`
	UpdatedAt int64  `json:"updatedAt"`
}

// Files is where files are kept. Everything in it belongs to an owner.
type Files interface {
	// List gives all files of an owner, the oldest first, without their notes.
	List(ctx context.Context, ownerID string) ([]File, error)
	// Open gives the bytes of a file. It fails with errs.NotFound for one that
	// has gone since.
	Open(ctx context.Context, ownerID, id string) (io.ReadCloser, error)
	// Same finds the owner's file of that name with the same bytes; the id is
	// empty when there is none.
	Same(ctx context.Context, ownerID, name, sha256 string) (id string, err error)
	// Fits fails as Add would for a file that has no room, or is too large, after
	// others that were not there before: so many, of so many bytes together.
	Fits(ctx context.Context, ownerID, name string, size int64, others int, bytes int64) error
	// Add takes a file of that name, size and time in as an upload would be, and
	// gives its id. Nothing stays of one that is refused or whose reader fails,
	// with whose error it fails.
	Add(ctx context.Context, ownerID string, f File, body io.Reader) (id string, err error)
}

// Notes is where the notes on files are kept.
type Notes interface {
	// Of gives the notes of a file. It fails with errs.NotFound for a file that
	// has gone since.
	Of(ctx context.Context, ownerID, id string) iter.Seq2[Note, error]
	// Add adds notes to a file and gives how many of them are new.
	Add(ctx context.Context, ownerID, id string, notes []Note) (int, error)
}

// Profile is who somebody is here.
type Profile struct {
	Name      string  `json:"name"`
	CreatedAt int64   `json:"createdAt"` // Unix milliseconds
	Logins    []Login `json:"logins"`
}

// Login is a way to log in, with what may be shown of it: never a whole number.
type Login struct {
	Type  string `json:"type"`
	Label string `json:"label"`
}
