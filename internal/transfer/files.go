package transfer

import (
	"context"
	"encoding/json"
	"io"
	"iter"
)

// Attached is a file of a question. In JSON it is an object, or a string when
// only its name is known.
type Attached struct {
	ID   string // id of a File; empty: only the name is known
	Name string
}

type attached struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// MarshalJSON writes a string when only the name is known.
func (a Attached) MarshalJSON() ([]byte, error) {
	if a.ID == "" {
		return marshal(a.Name)
	}
	return marshal(attached(a))
}

// UnmarshalJSON reads either form; anything else becomes an empty value.
func (a *Attached) UnmarshalJSON(b []byte) error {
	*a = Attached{}
	if json.Unmarshal(b, &a.Name) == nil {
		return nil
	}
	var o attached
	_ = json.Unmarshal(b, &o) // fields of an unexpected type stay empty
	*a = Attached(o)
	return nil
}

// File is a file kept by a person. Times are in Unix milliseconds.
type File struct {
	ID        string     `json:"id"`
	Name      string     `json:"name"`
	Path      string     `json:"path"` // path in the archive
	Size      int64      `json:"size"` // size in bytes
	SHA256    string     `json:"sha256"`
	CreatedAt int64      `json:"createdAt"`
	Notes     list[Note] `json:"notes"`
}

// Note is a reader's note in a file; without a text it is a highlight.
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

// Files stores files; each belongs to one owner.
type Files interface {
	// List returns all files of an owner, the oldest first, without their notes.
	List(ctx context.Context, ownerID string) ([]File, error)
	// Open opens the bytes of a file. It fails with errs.NotFound when the file was deleted
	// meanwhile.
	Open(ctx context.Context, ownerID, id string) (io.ReadCloser, error)
	// Same returns the id of the owner's file with this name and checksum; empty when there is none.
	Same(ctx context.Context, ownerID, name, sha256 string) (id string, err error)
	// Fits returns the error with which Add would refuse a file because of its name, its size or lack
	// of space; otherwise nil. It assumes that other files are added first: `others` is the number of
	// these files, and `bytes` is their total size.
	Fits(ctx context.Context, ownerID, name string, size int64, others int, bytes int64) error
	// Add stores a file with its name, size and time as an upload would, and returns its id. If the
	// file is refused or reading `body` fails, nothing is stored. The returned error wraps an error of
	// `body`.
	Add(ctx context.Context, ownerID string, f File, body io.Reader) (id string, err error)
}

// Notes stores the notes on files.
type Notes interface {
	// Of returns the notes of a file. It fails with errs.NotFound if the file no longer exists.
	Of(ctx context.Context, ownerID, id string) iter.Seq2[Note, error]
	// Add adds notes to a file and returns how many of them are new.
	Add(ctx context.Context, ownerID, id string, notes []Note) (int, error)
}

// Profile describes the person.
type Profile struct {
	Name      string  `json:"name"`
	CreatedAt int64   `json:"createdAt"` // Unix milliseconds
	Logins    []Login `json:"logins"`
}

// Login is a way of logging in. The label of a phone number shows only a part of the number.
type Login struct {
	Type  string `json:"type"`
	Label string `json:"label"`
}
