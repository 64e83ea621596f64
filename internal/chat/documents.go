package chat

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Documents are the files that questions may attach. Everything in it belongs
// to an owner, and what is not the owner's does not exist.
type Documents interface {
	Library
	Reader
}

// Library keeps files.
type Library interface {
	// Resolve finds the owner's stored file for every one of files, by its id or
	// by our own address of it, and gives what the library says of it. It fails
	// with errs.AttachmentGone and the name that was asked for.
	Resolve(ctx context.Context, owner string, files []File) ([]File, error)
	// Used notes that a conversation uses files, for the page that says where.
	Used(ctx context.Context, owner, cid string, ids []string) error
	// Ready waits until a document has been read, and tells how far that is,
	// from 0 to 1. Its error is an *errs.Error that says why it cannot be read.
	Ready(ctx context.Context, owner, id string, progress func(done float64)) error
	// Picture is a stored picture, made small enough for a model.
	Picture(ctx context.Context, owner, id string) (llm.Image, error)
	// Look says what can be said of a stored picture without a model.
	Look(ctx context.Context, owner, id string) (Look, error)
}

// Reader finds places in documents that have been read.
type Reader interface {
	// Whole gives documents from beginning to end, in the order of ids, when
	// they have at most maxRunes characters together; else false.
	Whole(ctx context.Context, owner string, ids []string, maxRunes int) ([]Excerpt, bool, error)
	// Search gives the excerpts that fit a question, best first.
	Search(ctx context.Context, q Search) ([]Excerpt, error)
	// Answer gives the sentences that answer a question, best first.
	Answer(ctx context.Context, q Search) (Finding, error)
	// Extract makes of one document what can be made without a model. A
	// document that does not hold such a thing gives an empty Extract.
	Extract(ctx context.Context, q ExtractAsk) (Extract, error)
	// Quoted says whether quote stands in source, whatever the width of its
	// punctuation and its white space.
	Quoted(source, quote string) bool
}

// Search asks for places in documents.
type Search struct {
	OwnerID string
	IDs     []string // empty: all documents of the owner
	Text    string
	Limit   int
}

// Excerpt is a stretch of a file that an answer may rest on.
type Excerpt struct {
	FileID   string
	FileName string
	Unit     int    // page, slide, sheet or section, from 1
	UnitKind string // "page", "slide", "sheet" or "section"
	UnitName string // of a sheet or chapter; may be empty
	Heading  string // the headings above it, outermost first
	Header   string // of a part of a table: its column names, joined by tabs
	Text     string // a substring of the unit's text
}

// Finding is what documents say to a question.
type Finding struct {
	Refused   bool      // they do not answer it
	Sentences []Excerpt // best first; Text is one sentence
	Near      []Excerpt // what comes nearest, best first
}

// Extraction is a kind of thing that is made of a document without a model.
type Extraction string

// The kinds.
const (
	ExtractSummary  Extraction = "summary"
	ExtractPoints   Extraction = "points"
	ExtractOutline  Extraction = "outline"
	ExtractKeywords Extraction = "keywords"
	ExtractFigures  Extraction = "figures" // computed from tables
)

// ExtractAsk asks for an extraction.
type ExtractAsk struct {
	OwnerID  string
	ID       string
	Kind     Extraction
	Question string // for ExtractFigures
	Limit    int    // of points or words
}

// Extract is what was made of a document.
type Extract struct {
	Points   []Point  // of a summary, key points or an outline
	Keywords []string // best first
	Figures  []Figure
	Partial  bool // the document is longer than was looked at
}

// Point is a sentence or a heading, as it stands in the file.
type Point struct {
	Excerpt
	Depth int // of a heading, from 0
}

// Figure is a result computed from a table, exactly.
type Figure struct {
	Excerpt          // where the table stands; Text is its first row
	Result  string   // in one sentence, Markdown
	How     string   // which column was computed how, over which rows
	Header  []string // of Rows
	Rows    [][]string
	Chart   string // a Mermaid diagram without its fence; empty where there is none to draw
}

// Look is what can be said of a picture without a model.
type Look struct {
	Format        string // "PNG"
	Width, Height int    // pixels
	Colours       []Colour
	Text          string // that was recognised in it; empty without a recogniser
}

// Colour is one of the main colours of a picture.
type Colour struct {
	Hex   string // "#3b82f6"
	Name  errs.Text
	Share float64 // of the picture, 0 to 1
}

// attachmentGone names a file that the asker does not have.
func attachmentGone(f File) error { return errs.New(errs.AttachmentGone).With("name", f.named()) }
