package retrieve

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/document/retrieve/retrievedb"
)

const (
	rarest     = 12   // maximum number of terms of a question to look for in the index
	fewest     = 4    // number of terms to look for even if their frequencies add up to more than postings
	postings   = 3000 // maximum sum of the frequencies of the terms to look for
	candidates = 50   // maximum number of chunks to read and rank
	passages   = 8    // number of passages returned if no limit is given
)

// Search returns the passages that fit a question, best first. A passage that has neither a word of the
// question nor a synonym is returned only if the Query names documents or the index has an embedder.
func (x *Index) Search(ctx context.Context, q Query) ([]Passage, error) {
	found, _, err := x.search(ctx, q)
	if err != nil {
		return nil, err
	}
	return shown(found, q.Limit), nil
}

func shown(found []ranked, limit int) []Passage {
	if limit <= 0 {
		limit = passages
	}
	out := make([]Passage, 0, min(limit, len(found)))
	for _, r := range found[:min(limit, len(found))] {
		out = append(out, r.passage())
	}
	return out
}

func (s stored) passage() Passage {
	return Passage{
		DocumentID: s.documentID, Unit: s.unit, Chunk: s.idx,
		Heading: s.path.shown(), Header: s.header, Text: s.text, Score: s.score,
	}
}

// search finds candidates in the index and ranks them by their texts. With an embedder, it also finds
// the chunks with the nearest vectors, and merges the two rankings. It also returns the parsed question
// with its weights.
func (x *Index) search(ctx context.Context, q Query) ([]ranked, *question, error) {
	asked := q.parsed(x.folder())
	read := x.db.Read()
	shelves, err := retrievedb.New(read).Shelves(ctx, q.Owner)
	if err != nil {
		return nil, nil, fmt.Errorf("shelves: %w", err)
	}
	terms := asked.informativeTerms()
	if len(shelves) == 0 || len(terms) == 0 && len(q.Documents) == 0 {
		return nil, asked, nil
	}
	total, err := retrievedb.New(read).CountChunks(ctx, q.Owner)
	if err != nil {
		return nil, nil, fmt.Errorf("count chunks: %w", err)
	}
	frequency, err := x.engine.frequencies(ctx, read, shelves, terms)
	if err != nil {
		return nil, nil, err
	}
	asked.weigh(frequency, int(total))
	var found []stored
	most := postings
	if len(q.Documents) > 0 {
		most = math.MaxInt // the frequencies count all documents, so they must not limit the terms of a search in a few named documents
	}
	if rare := asked.rarest(frequency, most); len(rare) > 0 || len(q.Documents) > 0 {
		if found, err = x.engine.best(ctx, read, q.Owner, x.engine.wants(shelves, q.Documents, rare), candidates); err != nil {
			return nil, nil, err
		}
	}
	ranked := asked.rank(x.folder(), found)
	if len(q.Documents) > 0 && len(found) < candidates { // `found` has all chunks of the documents, so the frequencies in these chunks are used
		asked.weigh(asked.frequencies(ranked), len(ranked))
		ranked = asked.rank(x.folder(), found)
	}
	near, err := x.nearest(ctx, q)
	if err != nil || len(near) == 0 {
		return ranked, asked, err
	}
	return fuse(ranked, asked.rank(x.folder(), near), near), asked, nil
}

// rarest returns the terms to look for, highest weight first: rare terms weigh more, synonyms and single
// characters weigh less. The constant rarest limits the number of terms. After the first `fewest` terms,
// a term is added only while the sum of all frequencies is at most `limit`.
func (q *question) rarest(frequency map[string]int, limit int) []weighed {
	all := q.weighed()
	slices.SortStableFunc(all, func(a, b weighed) int { return cmp.Compare(b.weight, a.weight) })
	read := 0
	for i, w := range all {
		if read += frequency[w.term]; i == rarest || i >= fewest && read > limit {
			return all[:i]
		}
	}
	return all
}

// weighed returns the terms found in at least one chunk, with their weights.
func (q *question) weighed() []weighed {
	var all []weighed
	for i, t := range q.terms {
		w := q.idf[i]
		if w == 0 {
			continue
		}
		if i >= q.own {
			w *= discount
		}
		if single(t) {
			w *= 0.4
		}
		all = append(all, weighed{t, w})
	}
	return all
}

func single(term string) bool {
	for i, r := range term {
		return scriptOf(r) == ideo && i+len(string(r)) == len(term)
	}
	return false
}
