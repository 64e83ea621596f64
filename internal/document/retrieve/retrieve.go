// Package retrieve finds the places of documents that answer a question. Units are cut
// into chunks. Chunks are found by their Chinese bigrams and other terms on both
// databases, ranked, and read sentence by sentence for an answer that can be quoted;
// without one the question is refused. Every query names its owner, and reads nothing
// of another one.
package retrieve

import (
	"context"
	"strings"
	"sync"

	"github.com/wenqu-ai/wenqu/internal/db"
)

// Options are what an index may have beyond a database.
type Options struct {
	// Embedder adds the nearness of meaning to that of words; nil leaves it out.
	Embedder Embedder
}

// Embedder makes vectors of texts, one each, and names the model that made
// them. Vectors of different models are never compared.
type Embedder interface {
	Embed(ctx context.Context, texts []string) (vectors [][]float32, model string, err error)
}

// Index is the searchable content of all documents. It is safe for concurrent use.
type Index struct {
	db       *db.DB
	engine   engine
	embedder Embedder
	folder   func() *folder // made when it is first needed
}

// New opens the index of a database.
func New(d *db.DB, o Options) *Index {
	return &Index{
		db: d, engine: engines[d.Dialect()], embedder: o.Embedder,
		folder: sync.OnceValue(newFolder),
	}
}

// Query asks for places in documents.
type Query struct {
	Owner     string
	Documents []string // empty: all of the owner
	Names     []string // of the documents: a word of a question that is in a name tells which document is meant, not what is asked
	Text      string
	Before    string // an earlier question that Text follows: it gives the context and is not asked again
	Limit     int    // of passages; 0 means 8
}

// parsed takes the question apart, with what it follows in front.
func (q Query) parsed(f *folder) *question {
	if q.Before == "" {
		return q.parse(f, q.Text)
	}
	asked := q.parse(f, q.Before+"\n"+strings.ReplaceAll(q.Text, "\n", " "))
	end := strings.LastIndexByte(asked.folded, '\n')
	for i := range asked.elements {
		asked.elements[i].earlier = asked.elements[i].at < end
	}
	return asked
}

// parse takes a text of the question apart. Within named documents the looser groups of
// words count, too.
func (q Query) parse(f *folder, text string) *question {
	asked := f.parse(text, q.Names...)
	if len(q.Documents) > 0 {
		eachSynonym(asked.folded, everyday(), asked.synonym)
	}
	asked.sought = len(asked.terms)
	if len(q.Documents) > 0 {
		asked.addKindred()
	}
	return asked
}

// Passage is a chunk that was found. Unit counts from 1, as in the file; Chunk
// counts from 1 within the unit.
type Passage struct {
	DocumentID string
	Unit       int
	Chunk      int
	Heading    string // the headings above it, outermost first, joined by " › "
	Header     string // of a part of a table: the row with its column names, joined by tabs; else empty
	Text       string // a substring of the unit's text
	Score      float64
}

// Sentence is a quote that answers, or helps to.
type Sentence struct {
	DocumentID string
	Unit       int
	Heading    string
	Header     string // of a row of a table: its column names, joined by tabs; else empty
	Text       string // a substring of the unit's text
	Score      float64
}

// Answer is what the documents say to a question.
type Answer struct {
	Refused   bool       // they do not answer it for certain; Passages are what comes nearest
	Sentences []Sentence // best first, at most three
	Possible  []Sentence // that may answer a refused question, best first, at most two; none: nothing does
	Passages  []Passage
}

// Hit is a place where a keyword stands.
type Hit struct {
	DocumentID string
	Unit       int
	Chunk      int
	Heading    string
	Quote      string // the keyword with what stands around it; a substring of the unit's text
}
