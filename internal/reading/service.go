package reading

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/job"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/reading/readingdb"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Library gives the files of owners. What is not the owner's is errs.NotFound.
type Library interface {
	Get(ctx context.Context, owner, id string) (Document, error)
	// EachUnit gives what was read of a file from a unit on, until f fails; its
	// error comes back.
	EachUnit(ctx context.Context, owner, id string, from int, f func(parsed.Unit) error) error
	// Search finds what in a file answers a question, best first.
	Search(ctx context.Context, owner, id, question string, limit int) (Found, error)
	// Sign makes an address from which a file can be downloaded for a while.
	Sign(ctx context.Context, owner, id string) (string, error)
}

// Found is what in a file answers a question.
type Found struct {
	Refused  bool // nothing does; Passages are what comes nearest
	Passages []Passage
}

// Passage is a place in a file.
type Passage struct {
	Unit    int    `json:"unit"`
	Heading string `json:"heading"`
	Quote   string `json:"quote" doc:"the sentence that answers, or the beginning of the passage; as it stands in the file"`
	Text    string `json:"text"`
}

// Conversations keeps the conversation in which a file is asked about.
type Conversations interface {
	Create(ctx context.Context, owner string) (cid string, err error)
	// Exists says whether an owner's conversation is still there.
	Exists(ctx context.Context, owner, cid string) (bool, error)
}

// Models finds what answers; llm.Registry is one.
type Models interface {
	Resolve(chatModelID, subModelID string) (llm.Choice, bool)
}

// Rules are the operator's content rules: what of a text may be seen, and
// whether nothing of it may.
type Rules func(traceID, text string) (shown string, withheld bool)

// Writer makes files that people keep.
type Writer interface {
	Write(ctx context.Context, p Paper) (File, error)
}

// Paper is a text that becomes a file.
type Paper struct {
	Title     string
	Markdown  string
	Format    string // md, docx, pdf
	Generated bool   // a machine wrote it, and the file says so
	Locale    string
	Zone      *time.Location // of the date in the file; nil: the server's
}

// File is a finished file.
type File struct {
	Name, ContentType string
	Data              []byte
}

// Options are what a Service needs. All fields are required unless they say
// otherwise.
type Options struct {
	DB            *db.DB
	Jobs          *job.Queue // New registers OverviewJob and TranslationJob
	Library       Library
	Conversations Conversations
	Models        Models
	Rules         Rules
	Writer        Writer
	// Away reports whether an owner has given their account up, so that what they
	// shared is shown to nobody; nil: nobody has.
	Away func(ctx context.Context, owner string) (bool, error)
	Now  func() time.Time // nil: time.Now
	Log  *slog.Logger     // nil: slog.Default
}

// Service is the use cases of deep reading. It is safe for concurrent use.
type Service struct {
	Options
	making chan struct{} // who may make an overview without a model, which takes the processor
	swept  time.Time     // when leftovers were last looked for; Sweep runs alone
}

// makers is how many overviews are made at once.
const makers = 2

// New makes the service. The queue of jobs lets models work.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	s := &Service{Options: o, making: make(chan struct{}, makers)}
	s.Jobs.Register(s.improving())
	s.Jobs.Register(s.translations())
	return s
}

func (s *Service) reads() *readingdb.Queries { return readingdb.New(s.DB.Read()) }

// write runs fn in one transaction.
func (s *Service) write(ctx context.Context, fn func(q *readingdb.Queries) error) error {
	return s.writeTx(ctx, func(q *readingdb.Queries, _ *sql.Tx) error { return fn(q) })
}

// writeTx is write for what also stores with other packages.
func (s *Service) writeTx(ctx context.Context, fn func(q *readingdb.Queries, tx *sql.Tx) error) error {
	return stored(s.DB.InTx(ctx, func(tx *sql.Tx) error { return fn(readingdb.New(tx), tx) }))
}

// readable gives a file whose text is there.
func (s *Service) readable(ctx context.Context, owner, id string) (Document, error) {
	d, err := s.Library.Get(ctx, owner, id)
	if err != nil {
		return Document{}, err
	}
	switch d.Status {
	case Readable:
		return d, nil
	case Unreadable:
		return d, errs.New(d.Failure).With("file", d.Name)
	case Textless:
		return d, errs.New(errs.NothingToRead).With("file", d.Name)
	}
	return d, errs.New(errs.StillParsing).With("file", d.Name).Retry(retryWaiting)
}

// retryWaiting is when to look again for a file that is being parsed.
const retryWaiting = 2 * time.Second

// errEnough ends a walk through a file.
var errEnough = errors.New("reading: enough")

// units gives what was read of a file, up to the bound.
func (s *Service) units(ctx context.Context, owner, id string) (all []parsed.Unit, partial bool, err error) {
	size := 0
	err = s.Library.EachUnit(ctx, owner, id, 1, func(u parsed.Unit) error {
		for _, b := range u.Blocks {
			size += utf8.RuneCountInString(b.Text)
		}
		if size > maxRead && len(all) > 0 {
			return errEnough
		}
		all = append(all, u)
		return nil
	})
	if errors.Is(err, errEnough) {
		return all, true, nil
	}
	return all, false, err
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
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, sql.ErrNoRows) {
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

func tooLong(limit string) error { return errs.New(errs.TooLarge).With("limit", limit) }

func oneLine(s string) string { return text.OneLine(s) }

// bareName is a file's name without its extension.
func bareName(name string) string {
	if bare := strings.TrimSuffix(name, filepath.Ext(name)); bare != "" {
		return bare
	}
	return name
}
