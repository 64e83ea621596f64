// Package blob keeps the bytes of files: each file once for an owner, under
// the hash of its content. Who needs a file, and how often, is the business of
// the rows that name it; this package keeps and drops what it is told.
package blob

import (
	"context"
	"errors"
	"io"
	"iter"
	"regexp"
	"time"
)

// Errors that callers tell apart. A file that is not there is fs.ErrNotExist;
// a disk that cannot be written is errs.StorageFail.
var (
	// ErrBusy says that another request is sending to the same part.
	ErrBusy = errors.New("blob: the part is being written")
	// ErrTooBig says that more came than the part may hold.
	ErrTooBig = errors.New("blob: the part is longer than it may be")
	// ErrName is a name that is no owner, hash or part of ours: a fault of the
	// program, since all of them are made by the server.
	ErrName = errors.New("blob: not a name of a stored file")
)

// File is an open file. It stays whole when it is deleted meanwhile.
type File interface {
	io.ReadSeekCloser
	io.ReaderAt
}

// Object is one stored file. At is when it was last put.
type Object struct {
	Owner, Hash string
	Size        int64
	At          time.Time
}

// Store keeps whole files. A Hash is what Part.Sum gives. The same content of
// two owners is two files, so that one owner's deletion never touches another's
// file, and nobody learns what others have from how fast an upload is.
type Store interface {
	// Put keeps the part, whose bytes have that hash, and takes it away from the
	// parts. When the owner has the file already, the part is dropped.
	Put(ctx context.Context, owner, hash string, part *Part) error
	// Open opens a file; fs.ErrNotExist when there is none.
	Open(ctx context.Context, owner, hash string) (File, error)
	// Path gives the file as a path of the local disk, for programs that read it
	// there. done says that the path is no longer needed.
	Path(ctx context.Context, owner, hash string) (path string, done func(), err error)
	// Share makes the file one of another owner's, too.
	Share(ctx context.Context, from, to, hash string) error
	// Delete drops a file; one that is not there is none to drop.
	Delete(ctx context.Context, owner, hash string) error
	// DeleteOwner drops all files of an owner.
	DeleteOwner(ctx context.Context, owner string) error
	// Each gives all files, in no order.
	Each(ctx context.Context) iter.Seq2[Object, error]
}

var (
	ownerPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{2,64}$`)
	hashPattern  = regexp.MustCompile(`^[0-9a-f]{64}$`)
	partPattern  = regexp.MustCompile(`^[A-Za-z0-9_-]{8,64}$`)
)
