// Package blob stores the bytes of files: each file once for each owner, under the hash
// of its content. The rows in the database decide which files are needed; this package
// only stores and deletes files on request.
package blob

import (
	"context"
	"errors"
	"io"
	"iter"
	"regexp"
	"time"
)

// Errors that callers distinguish. A missing file is fs.ErrNotExist, and a failed write of
// a file or a part is errs.StorageFail.
var (
	// ErrBusy means that another request is writing to the same part.
	ErrBusy = errors.New("blob: the part is being written")
	// ErrTooBig means that more bytes arrived than the part may have.
	ErrTooBig = errors.New("blob: the part is longer than it may be")
	// ErrName means that a name is not a valid owner, hash or part. The server makes all names, so
	// this error shows a bug.
	ErrName = errors.New("blob: not a name of a stored file")
)

// File is an open file. It can be read even after the stored file is deleted.
type File interface {
	io.ReadSeekCloser
	io.ReaderAt
}

// Object is one stored file. At is its modification time. Three events set it to the current time: the
// file's bytes are written, Share stores the file, or Put or Share finds the file already stored.
type Object struct {
	Owner, Hash string
	Size        int64
	At          time.Time
}

// Store stores whole files. A Hash is the result of Part.Sum. If two owners store the same content,
// each owner has a separate file. Deleting one file never affects the other file, and the duration
// of an upload does not reveal whether another owner has the file.
type Store interface {
	// Put turns the part into a file of the owner. `hash` is the hash of the part's bytes. If the
	// owner already has the file, the part is deleted.
	Put(ctx context.Context, owner, hash string, part *Part) error
	// Open opens a file. If the file does not exist, the error is fs.ErrNotExist.
	Open(ctx context.Context, owner, hash string) (File, error)
	// Path returns the path of the file on the local disk, for callers that need a path to read it.
	// The caller calls `done` when it does not need the path any longer.
	Path(ctx context.Context, owner, hash string) (path string, done func(), err error)
	// Share stores the file of one owner for another owner as well.
	Share(ctx context.Context, from, to, hash string) error
	// Delete deletes a file. It is not an error when the file does not exist.
	Delete(ctx context.Context, owner, hash string) error
	// DeleteOwner deletes all files of an owner.
	DeleteOwner(ctx context.Context, owner string) error
	// Each iterates over all files, in no particular order.
	Each(ctx context.Context) iter.Seq2[Object, error]
}

var (
	ownerPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{2,64}$`)
	hashPattern  = regexp.MustCompile(`^[0-9a-f]{64}$`)
	partPattern  = regexp.MustCompile(`^[A-Za-z0-9_-]{8,64}$`)
)
