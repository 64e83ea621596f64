package document

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/blob"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/document/documentdb"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/job"
)

// Sink receives the content of a file, in order. An error of Unit ends the reading.
// Progress counts units; total is 0 while it is unknown.
type Sink interface {
	Unit(u parsed.Unit) error
	Progress(done, total int)
}

// Request describes a file to read.
type Request struct {
	Path     string // path on this machine
	Name     string
	Password string // empty: no password
}

// Parser reads files. It fails with an *errs.Error from the catalogue for a file that cannot be
// read. After any other error the reading is tried again, up to maxAttempts attempts in all.
type Parser interface {
	Parse(ctx context.Context, r Request, s Sink) (parsed.Summary, error)
}

// Index is the full-text index of files. Its rows are changed in the same transaction as
// the rows of this package. Add may be called again for the same unit.
type Index interface {
	Add(ctx context.Context, tx *sql.Tx, owner, documentID string, u parsed.Unit) error
	Remove(ctx context.Context, tx *sql.Tx, owner, documentID string) error
	Move(ctx context.Context, tx *sql.Tx, from, to string) error
	Forget(ctx context.Context, tx *sql.Tx, owner string) error
}

// Hit is an occurrence of a keyword in a file. Quote is the keyword with the text around it.
type Hit struct {
	DocumentID     string
	Unit           int
	Heading, Quote string
}

// Searcher finds a keyword in the text of an owner's files. Without ids it searches all
// files of the owner.
type Searcher interface {
	Search(ctx context.Context, owner, keyword string, ids []string, limit int) ([]Hit, error)
}

// Conversation is a conversation with questions about a file.
type Conversation struct {
	ID, Title     string
	LastRepliedAt int64 // Unix milliseconds
}

// Conversations returns the conversations with the ids `cids`, in the order of `cids`. It leaves out
// conversations that no longer exist or belong to another owner.
type Conversations interface {
	Named(ctx context.Context, owner string, cids []string) ([]Conversation, error)
}

// Drop deletes the data of other packages about a document, in the transaction that deletes the
// document.
type Drop func(ctx context.Context, tx *sql.Tx, owner, documentID string) error

// Limits contains the limits for an owner's files.
type Limits struct {
	File  int64 // bytes of one file; 0: DefaultFile
	Files int   // files of an owner; 0: no limit
	Bytes int64 // bytes of all files of an owner, and four bytes for each character of their text; 0: no limit
}

// Maximum sizes of one file, in bytes (docs/protocol.md, section 7).
const (
	MaxImage    = 30 << 20  // of a picture; a lower Limits.File applies to pictures, too
	DefaultFile = 100 << 20 // of any other file, if Limits.File is 0
	MaxFile     = 1 << 30   // of any other file, even if Limits.File is greater
)

// Options are what a Service needs. All fields are required unless stated otherwise.
type Options struct {
	DB            *db.DB
	Jobs          *job.Queue // New adds the kind ParseJob to it
	Files         blob.Store
	Parts         *blob.Parts
	Key           func(purpose string) string                             // derives a secret for a purpose; it must return the same secret after a restart
	Detect        func(r io.ReaderAt, size int64, name string) Recognised // finds the type of a file; if size is 0, by the name only
	Parser        Parser
	Index         Index
	Searcher      Searcher
	Conversations Conversations
	Limits        func() Limits
	// Scan refuses a file with an *errs.Error before the file is read or stored; nil:
	// files are not scanned.
	Scan     func(ctx context.Context, owner, name string, file io.Reader) error
	DiskRoom func() error     // fails when the disk is nearly full; nil: not checked
	Drop     Drop             // nil: no other package stores anything about documents
	Build    string           // version of this server; text of a file that was read in part by another version is deleted, and the file is read from the beginning
	Now      func() time.Time // nil: time.Now
	Log      *slog.Logger     // nil: slog.Default
}

// Service manages documents. It is safe for concurrent use.
type Service struct {
	Options
	uploads, downloads signer
	owners             locks         // one lock for each owner, held for example while bytes are stored or deleted
	pictures           chan struct{} // limits the number of pictures decoded at the same time
	passwords          passwords
	changes            announcer
	swept              time.Time // when Sweep last searched for bytes without a row; needs no lock, because Sweep never runs concurrently
}

// New makes the service and registers its kind of job, which reads the queued files.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	s := &Service{
		Options: o, uploads: signer(o.Key("upload")), downloads: signer(o.Key("download")),
		pictures: make(chan struct{}, 1),
	}
	s.Jobs.Register(s.parsing())
	return s
}

func (s *Service) reads() *documentdb.Queries { return documentdb.New(s.DB.Read()) }

// write runs fn in one transaction.
func (s *Service) write(ctx context.Context, fn func(q *documentdb.Queries, tx *sql.Tx) error) error {
	return s.DB.InTx(ctx, func(tx *sql.Tx) error { return fn(documentdb.New(tx), tx) })
}

// Get returns a document. It fails with errs.NotFound if the owner does not have the
// document.
func (s *Service) Get(ctx context.Context, owner, id string) (Document, error) {
	if owner == "" || id == "" {
		return Document{}, errs.New(errs.NotFound)
	}
	row, err := s.reads().GetDocument(ctx, documentdb.GetDocumentParams{OwnerID: owner, ID: id})
	if err != nil {
		return Document{}, found(err)
	}
	return fromRow(row), nil
}

// found converts the database's "no row" to errs.NotFound. Any other error is converted by
// `stored`.
func found(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return errs.New(errs.NotFound)
	}
	return stored(err)
}

// stored converts an error of the database to errs.StorageFail. It returns context.Canceled and an
// *errs.Error unchanged.
func stored(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	if _, ours := errors.AsType[*errs.Error](err); ours {
		return err
	}
	return errs.Wrap(errs.StorageFail, err)
}

// requireRow fails with errs.NotFound when no row was changed.
func requireRow(rows int64, err error) error {
	if err == nil && rows == 0 {
		return errs.New(errs.NotFound)
	}
	return err
}

func badRequest(detail string) error { return errs.New(errs.BadRequest).With("detail", detail) }

// locks is a set of named mutexes. A mutex exists only while it is used.
type locks struct {
	mu   sync.Mutex
	held map[string]*lock
}

type lock struct {
	sync.Mutex
	wanted int
}

// lock locks the mutex `name`. The returned function unlocks it.
func (l *locks) lock(name string) (unlock func()) {
	l.mu.Lock()
	if l.held == nil {
		l.held = map[string]*lock{}
	}
	own, ok := l.held[name]
	if !ok {
		own = &lock{}
		l.held[name] = own
	}
	own.wanted++
	l.mu.Unlock()
	own.Lock()
	return func() {
		own.Unlock()
		l.mu.Lock()
		if own.wanted--; own.wanted == 0 {
			delete(l.held, name)
		}
		l.mu.Unlock()
	}
}

// announcer wakes all waiters when something has changed.
type announcer struct {
	mu   sync.Mutex
	next chan struct{}
}

// wait returns a channel that is closed by the next announcement.
func (a *announcer) wait() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.next == nil {
		a.next = make(chan struct{})
	}
	return a.next
}

func (a *announcer) announce() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.next != nil {
		close(a.next)
		a.next = nil
	}
}
