// Package retrieve finds the places of documents that answer a question. Units are cut into chunks. An
// index in the database (SQLite or PostgreSQL) finds chunks by single characters, bigrams and words.
// The chunks are ranked, and their sentences are searched for a quotable answer. If there is no such
// answer, the question is refused. Every query names its owner and reads no data of other owners.
package retrieve

import (
	"context"
	"strings"
	"sync"

	"github.com/wenqu-ai/wenqu/internal/db"
)

// Options are the optional parts of an index.
type Options struct {
	// Embedder adds a search by meaning to the search by words; nil: only by words.
	Embedder Embedder
}

// Embedder returns one vector per text, and the name of the model that computed them.
// Vectors of different models are never compared.
type Embedder interface {
	Embed(ctx context.Context, texts []string) (vectors [][]float32, model string, err error)
}

// Index is the searchable content of all documents. It is safe for concurrent use.
type Index struct {
	db       *db.DB
	engine   engine
	embedder Embedder
	folder   func() *folder // created at its first use
}

// New opens the index of a database.
func New(d *db.DB, o Options) *Index {
	return &Index{
		db: d, engine: engines[d.Dialect()], embedder: o.Embedder,
		folder: sync.OnceValue(newFolder),
	}
}

// Query is a question about documents.
type Query struct {
	Owner     string
	Documents []string // empty: all documents of the owner
	Names     []string // names of the documents; a word of the question that occurs in a name has little weight, because it only says which document is meant
	Text      string
	Before    string // the previous question, if Text is a follow-up question; Before only gives context and is not answered again
	Limit     int    // maximum number of passages; 0 means 8
}

// parsed parses the question together with the previous question.
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

// parse parses a text as the question of q. If q.Documents is not empty, less exact synonyms,
// translations between Chinese and English, and characters of similar meaning count as well.
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

// Passage is a chunk found by a search. Unit counts from 1, as in the file; Chunk counts from 1
// within the unit.
type Passage struct {
	DocumentID string
	Unit       int
	Chunk      int
	Heading    string // the headings above the chunk, outermost first, joined by " › "
	Header     string // if Text is part of a table but lacks the row of column names: that row, with tabs; otherwise empty
	Text       string // a substring of the unit's text
	Score      float64
}

// Sentence is a quote that answers the question, or a part of it.
type Sentence struct {
	DocumentID string
	Unit       int
	Heading    string
	Header     string // if Text is a row of a table: the column names, separated by tabs; otherwise empty
	Text       string // a substring of the unit's text
	Score      float64
}

// Answer is the result of asking the documents.
type Answer struct {
	Refused   bool       // no sentence answers the question with enough certainty; Passages are then the nearest passages
	Sentences []Sentence // best first, at most three
	Possible  []Sentence // quotes that may answer a refused question, best first, at most two
	Passages  []Passage
}

// Hit is an occurrence of a keyword.
type Hit struct {
	DocumentID string
	Unit       int
	Chunk      int
	Heading    string
	Quote      string // the keyword with the text around it; a substring of the unit's text
}
