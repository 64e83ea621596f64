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

// Sink takes what is read of a file, in its order. An error of Unit ends the
// reading. Progress counts units; total is 0 while it is unknown.
type Sink interface {
	Unit(u parsed.Unit) error
	Progress(done, total int)
}

// Request is a file to read.
type Request struct {
	Path     string // on this machine
	Name     string
	Password string // empty without one
}

// Parser reads files. A file that cannot be read gives an *errs.Error of the catalogue;
// an error of ctx or of the sink comes back as it is; any other error means that
// reading should be tried again.
type Parser interface {
	Parse(ctx context.Context, r Request, s Sink) (parsed.Summary, error)
}

// Index is where the text of files is found again. Its rows change in the same
// transaction as ours. Add may be called again for the same unit.
type Index interface {
	Add(ctx context.Context, tx *sql.Tx, owner, documentID string, u parsed.Unit) error
	Remove(ctx context.Context, tx *sql.Tx, owner, documentID string) error
	Move(ctx context.Context, tx *sql.Tx, from, to string) error
	Forget(ctx context.Context, tx *sql.Tx, owner string) error
}

// Hit is a place in a file that has a keyword. Quote is what stands there.
type Hit struct {
	DocumentID     string
	Unit           int
	Heading, Quote string
}

// Searcher finds a keyword in what was read of an owner's files; no ids mean
// all of them.
type Searcher interface {
	Search(ctx context.Context, owner, keyword string, ids []string, limit int) ([]Hit, error)
}

// Conversation is one in which a file was asked about.
type Conversation struct {
	ID, Title     string
	LastRepliedAt int64 // Unix milliseconds
}

// Conversations gives those conversations of an owner that still exist, in the order of
// cids.
type Conversations interface {
	Named(ctx context.Context, owner string, cids []string) ([]Conversation, error)
}

// Drop deletes what others keep about a document, within the transaction that
// deletes it.
type Drop func(ctx context.Context, tx *sql.Tx, owner, documentID string) error

// Limits bound what is kept.
type Limits struct {
	File  int64 // bytes of one file; 0: DefaultFile
	Files int   // how many files an owner may have; 0: any number
	Bytes int64 // how much all of them together; 0: any amount
}

// Bytes of one file (docs/protocol.md, section 7).
const (
	MaxImage    = 30 << 20  // of a picture, whatever the limit of other files
	DefaultFile = 100 << 20 // of any other file, where the limits say nothing
	MaxFile     = 1 << 30   // that no limit can pass
)

// Options are what a Service needs. All fields are required unless they say
// otherwise.
type Options struct {
	DB            *db.DB
	Jobs          *job.Queue // New registers ParseJob
	Files         blob.Store
	Parts         *blob.Parts
	Key           func(purpose string) string                             // a secret for each purpose, the same at every start
	Detect        func(r io.ReaderAt, size int64, name string) Recognised // without bytes, by the name alone
	Parser        Parser
	Index         Index
	Searcher      Searcher
	Conversations Conversations
	Limits        func() Limits
	// Scan refuses a file with an *errs.Error before any of it is read or stored; nil:
	// files are not scanned.
	Scan     func(ctx context.Context, owner, name string, file io.Reader) error
	DiskRoom func() error     // refuses new files while the disk is nearly full; nil: never
	Drop     Drop             // nil: nobody else keeps anything about a document
	Build    string           // the version of this program: another one reads a file from its start
	Now      func() time.Time // nil: time.Now
	Log      *slog.Logger     // nil: slog.Default
}

// Service is the use cases of documents. It is safe for concurrent use.
type Service struct {
	Options
	uploads, downloads signer
	owners             locks         // by owner: storing and deleting files
	pictures           chan struct{} // who may decode a picture
	passwords          passwords
	changes            announcer
	swept              time.Time // when leftovers were last looked for; Sweep runs alone
}

// New makes the service. The queue of jobs reads the files that wait.
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

// Get gives an owner's document. It fails with errs.NotFound for one that is
// unknown or somebody else's.
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

// found turns the database's "no row" into errs.NotFound.
func found(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return errs.New(errs.NotFound)
	}
	return stored(err)
}

// stored is what a database that does not answer comes back as.
func stored(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	if _, ours := errors.AsType[*errs.Error](err); ours {
		return err
	}
	return errs.Wrap(errs.StorageFail, err)
}

// mustMeet turns "no row" into errs.NotFound.
func mustMeet(rows int64, err error) error {
	if err == nil && rows == 0 {
		return errs.New(errs.NotFound)
	}
	return err
}

func badRequest(detail string) error { return errs.New(errs.BadRequest).With("detail", detail) }

// locks are mutexes by name, which exist while somebody wants them.
type locks struct {
	mu   sync.Mutex
	held map[string]*lock
}

type lock struct {
	sync.Mutex
	wanted int
}

// lock waits for the name's mutex; the function gives it back.
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

// announcer tells everybody who waits that something has changed.
type announcer struct {
	mu   sync.Mutex
	next chan struct{}
}

// wait gives a channel that the next announcement closes.
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
