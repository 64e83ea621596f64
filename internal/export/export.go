// Package export turns an answer or a conversation into a file that a person
// keeps: Markdown, Word or PDF. A text is parsed once into a small model of
// blocks and runs, and each format is one writer of that model. What is hidden
// on the page is hidden in the file.
package export

import (
	"context"
	"io"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/export/content"
	"github.com/wenqu-ai/wenqu/internal/export/docx"
	"github.com/wenqu-ai/wenqu/internal/export/markdown"
	"github.com/wenqu-ai/wenqu/internal/export/pdf"
	"github.com/wenqu-ai/wenqu/internal/export/picture"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// MaxText is how much text of questions and answers one file may hold, in
// bytes.
const MaxText = 5 << 20

// maxTime is how long one file may take to make.
const maxTime = 30 * time.Second

// atOnce is how many files are made at the same time; others wait.
const atOnce = 2

// Format is a kind of file.
type Format string

// The formats.
const (
	Markdown Format = "md"
	Word     Format = "docx"
	PDF      Format = "pdf"
)

// formats says what each format is called in HTTP and what writes it.
var formats = map[Format]struct {
	contentType string
	write       func(ctx context.Context, w io.Writer, d *content.Document) error
}{
	Markdown: {"text/markdown; charset=utf-8", markdown.Write},
	Word:     {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", docx.Write},
	PDF:      {"application/pdf", pdf.Write},
}

// Place says what of a conversation is wanted.
type Place struct {
	Index       int // of an answer; 0: the whole chosen branch
	RepeatIndex int // the version of that answer; -1: the chosen one
}

// Transcript is what was said, oldest first.
type Transcript struct {
	Title  string
	Rounds []Round
}

// Round is a question and one version of its answer.
type Round struct {
	Question       string
	Files          []string       // names of what was attached to it
	QuestionHidden bool           // moderated: nothing of it may be shown
	Answer         stream.Message // its zero value when there is none
	ModelID        string         // the model that answered; may be empty
}

// Conversations is where transcripts come from. It answers errs.NotFound for
// what is not the owner's, and errs.TooLarge past limit bytes of text.
type Conversations interface {
	Transcript(ctx context.Context, ownerID, cid string, at Place, limit int) (Transcript, error)
}

// Service makes files. It is safe for concurrent use.
type Service struct {
	conversations Conversations
	write         Writer
	product       string // who is named as the maker
	now           func() time.Time
	slots         chan struct{}
}

// New makes the service; product is what the assistant calls itself.
func New(c Conversations, write Writer, product string, now func() time.Time) *Service {
	return &Service{conversations: c, write: write, product: product, now: now, slots: make(chan struct{}, atOnce)}
}

// Order is one wish for a file.
type Order struct {
	OwnerID string
	CID     string
	Place   Place
	Format  Format
	Locale  string
	Zone    *time.Location // of the dates in the file; nil: the server's

	// Diagrams are drawings of the diagrams in the answers; one without stands as its source.
	Diagrams picture.Drawings
}

// File is a finished file.
type File struct {
	Name        string // safe on every system, with its extension
	ContentType string
	Data        []byte
}

// Export makes the file. It fails with errs.NotFound for what the owner does
// not have, errs.Busy for an answer that is still being made, errs.TooLarge,
// errs.NoFont for a PDF from a binary without its font, and errs.ExportSlow
// when the file takes too long.
func (s *Service) Export(ctx context.Context, o Order) (File, error) {
	if _, ok := formats[o.Format]; !ok {
		return File{}, errs.New(errs.BadRequest).With("detail", "format")
	}
	if o.Place.Index < 0 || o.Place.RepeatIndex < -1 {
		return File{}, errs.New(errs.BadRequest).With("detail", "index")
	}
	if !o.Diagrams.Within() {
		return File{}, errs.New(errs.TooLarge).With("limit", "6 MB")
	}
	return s.make(ctx, o.Format, func(ctx context.Context) (*content.Document, error) {
		t, err := s.conversations.Transcript(ctx, o.OwnerID, o.CID, o.Place, MaxText)
		if err != nil {
			return nil, err
		}
		return s.document(t, o)
	})
}

// make writes a document when it is its turn.
func (s *Service) make(ctx context.Context, format Format, document func(ctx context.Context) (*content.Document, error)) (File, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, maxTime, errs.New(errs.ExportSlow))
	defer cancel()
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return File{}, errs.Ended(ctx)
	}
	d, err := document(ctx)
	if err != nil {
		return File{}, err
	}
	data, err := s.write(ctx, format, d)
	if err != nil {
		if ctx.Err() != nil {
			err = errs.Ended(ctx)
		}
		return File{}, err
	}
	return File{Name: fileName(d.Title, string(format)), ContentType: formats[format].contentType, Data: data}, nil
}
