// Package export writes answers, conversations and other texts as Markdown, Word and PDF files. For
// Word and PDF, a text is first parsed into blocks and runs. A Markdown file keeps the Markdown of
// the answers, with few changes. Content that is hidden on the page is hidden in the file as well.
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

// MaxText is the maximum length, in bytes, of the texts of an exported conversation or of a Paper.
const MaxText = 5 << 20

// maxTime is the maximum time for writing one file, including the wait for a slot.
const maxTime = 30 * time.Second

// atOnce is the maximum number of files written at the same time; further exports wait.
const atOnce = 2

// Format is a kind of file.
type Format string

// The formats.
const (
	Markdown Format = "md"
	Word     Format = "docx"
	PDF      Format = "pdf"
)

// formats describes each format: its content type, its writer, and whether it contains pictures.
var formats = map[Format]struct {
	contentType string
	write       func(ctx context.Context, w io.Writer, d *content.Document) error
	draws       bool // the format contains pictures
}{
	Markdown: {"text/markdown; charset=utf-8", markdown.Write, false},
	Word:     {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", docx.Write, true},
	PDF:      {"application/pdf", pdf.Write, true},
}

// Place selects the part of a conversation to export.
type Place struct {
	Index       int // index of an answer; 0: the whole chosen branch
	RepeatIndex int // version of the answer; -1: the chosen version
}

// Transcript is the content of a file: a title, and rounds in the order of the file.
type Transcript struct {
	Title  string
	Rounds []Round
}

// Round is a question and one version of its answer.
type Round struct {
	Question       string
	Files          []string       // names of the files attached to the question
	QuestionHidden bool           // withheld by the content rules: no part of it may be shown
	Answer         stream.Message // the zero value when there is no answer
	ModelID        string         // the model that answered; may be empty
}

// Conversations returns transcripts. It fails with errs.NotFound when the owner does not have the
// conversation or the answer, and with errs.TooLarge when the texts are longer than `limit` bytes.
type Conversations interface {
	Transcript(ctx context.Context, ownerID, cid string, at Place, limit int) (Transcript, error)
}

// Service writes answers, conversations and other texts as files. It is safe for concurrent use.
type Service struct {
	conversations Conversations
	write         Writer
	product       string // name of the product; the files state it as their maker
	now           func() time.Time
	slots         chan struct{}
}

// New creates the service; product is the name of the assistant.
func New(c Conversations, write Writer, product string, now func() time.Time) *Service {
	return &Service{conversations: c, write: write, product: product, now: now, slots: make(chan struct{}, atOnce)}
}

// Order describes one file to export.
type Order struct {
	OwnerID string
	CID     string
	Place   Place
	Format  Format
	Locale  string
	Zone    *time.Location // time zone of the dates in the file; nil: the server's

	// Diagrams are drawings of the diagrams in the answers, for Word and PDF. Diagrams
	// without a drawing, and all diagrams in a Markdown file, are shown as their source.
	Diagrams picture.Drawings
}

// File is a finished file.
type File struct {
	Name        string // valid on common systems, with the format's extension
	ContentType string
	Data        []byte
}

// Export writes the file. It fails with errs.NotFound if the owner does not have the conversation or
// the answer. It fails with errs.Busy if the answer at o.Place is still running. For a PDF, it fails
// with errs.NoFont if the server was built without the font. Its other errors include errs.TooLarge,
// and errs.ExportSlow if writing takes too long.
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

// Collected writes the rounds of `t`, such as favourites, as a file. It ignores OwnerID, CID and Place
// of `o`. Its errors include errs.NoFont and errs.ExportSlow, as for Export.
func (s *Service) Collected(ctx context.Context, t Transcript, o Order) (File, error) {
	if _, ok := formats[o.Format]; !ok {
		return File{}, errs.New(errs.BadRequest).With("detail", "format")
	}
	o.Place = Place{}
	return s.make(ctx, o.Format, func(context.Context) (*content.Document, error) { return s.document(t, o) })
}

// make waits for a free slot and writes a document; together this takes at most maxTime.
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
