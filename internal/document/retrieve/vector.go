package retrieve

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/document/retrieve/retrievedb"
)

const (
	embedAtOnce = 32 // texts per call to the embedder
	fusion      = 60 // k of reciprocal rank fusion
)

// Embed deletes those vectors of documents whose model or dimension differs from the embedder's, and then
// computes the missing vectors. If docs is empty, it works on all documents of the owner. Without an
// embedder it does nothing. Call it after a document has been read, outside of any transaction. It can be
// called again at any time.
func (x *Index) Embed(ctx context.Context, owner string, docs []string) error {
	if x.embedder == nil {
		return nil
	}
	q := retrievedb.New(x.db.Read())
	if len(docs) == 0 {
		var err error
		if docs, err = q.Documents(ctx, owner); err != nil {
			return fmt.Errorf("documents to embed: %w", err)
		}
	}
	if len(docs) == 0 {
		return nil
	}
	// The embedder tells its model's name and dimension only with a vector, so one arbitrary text is
	// embedded first.
	probe, model, err := x.embedder.Embed(ctx, []string{"问渠"})
	if err == nil && len(probe) != 1 {
		err = errors.New("the embedder gave no vector")
	}
	if err != nil {
		return fmt.Errorf("embed: %w", err)
	}
	for _, d := range docs {
		other := retrievedb.DeleteOtherVectorsParams{OwnerID: owner, DocumentID: d, Model: model, Dimension: int64(len(probe[0]))}
		if err := x.db.InTx(ctx, func(tx *sql.Tx) error { return retrievedb.New(tx).DeleteOtherVectors(ctx, other) }); err != nil {
			return fmt.Errorf("drop vectors of another model: %w", err)
		}
		for more := true; more; {
			if more, err = x.embedSome(ctx, owner, d, model, len(probe[0])); err != nil {
				return err
			}
		}
	}
	return nil
}

// embedSome computes the next vectors of a document and reports whether more vectors may be
// missing.
func (x *Index) embedSome(ctx context.Context, owner, documentID, model string, dimension int) (more bool, err error) {
	lack, err := retrievedb.New(x.db.Read()).ChunksWithoutVector(ctx, retrievedb.ChunksWithoutVectorParams{
		OwnerID: owner, DocumentID: documentID, Limit: embedAtOnce,
	})
	if err != nil || len(lack) == 0 {
		return false, err
	}
	texts := make([]string, len(lack))
	for i, c := range lack {
		texts[i] = chunk{path: readPath(c.Heading), header: c.Header, text: c.Text}.indexed()
	}
	vectors, made, err := x.embedder.Embed(ctx, texts)
	if err == nil && (len(vectors) != len(texts) || made != model) {
		err = fmt.Errorf("the embedder gave %d vectors of %s for %d texts for %s", len(vectors), made, len(texts), model)
	}
	if err != nil {
		return false, fmt.Errorf("embed: %w", err)
	}
	return len(lack) == embedAtOnce, x.db.InTx(ctx, func(tx *sql.Tx) error {
		for i, c := range lack {
			if len(vectors[i]) != dimension {
				return fmt.Errorf("the embedder gave %d dimensions and then %d", dimension, len(vectors[i]))
			}
			if err := retrievedb.New(tx).InsertVector(ctx, retrievedb.InsertVectorParams{
				ChunkID: c.ID, OwnerID: owner, Model: model, Dimension: int64(dimension), Vector: pack(vectors[i]),
			}); err != nil {
				return fmt.Errorf("store a vector: %w", err)
			}
		}
		return nil
	})
}

// pack stores one byte per dimension instead of four. The angle between two vectors
// hardly changes, and four times as many vectors are read in the same time.
func pack(v []float32) []byte {
	var most float64
	for _, f := range v {
		most = max(most, math.Abs(float64(f)))
	}
	out := make([]byte, len(v))
	if most == 0 {
		return out
	}
	for i, f := range v {
		out[i] = byte(int8(math.Round(float64(f) / most * 127)))
	}
	return out
}

// cosine returns the cosine of the angle between two packed vectors of the same length; 0 if one
// of the vectors is zero.
func cosine(a, b []byte) float64 {
	var dot, aa, bb int64
	for i := range a {
		x, y := int64(int8(a[i])), int64(int8(b[i]))
		dot += x * y
		aa += x * x
		bb += y * y
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return float64(dot) / math.Sqrt(float64(aa)*float64(bb))
}

// nearest returns the chunks with the vectors nearest to the vector of the question, nearest first. If
// the embedder fails, nearest returns no chunks, and an error only if ctx has ended.
func (x *Index) nearest(ctx context.Context, q Query) ([]stored, error) {
	if x.embedder == nil {
		return nil, nil
	}
	vectors, model, err := x.embedder.Embed(ctx, []string{ends(q.Text, maxQuestion)})
	if err != nil || len(vectors) != 1 {
		return nil, ctx.Err()
	}
	asked := pack(vectors[0])
	docs := "[]"
	if len(q.Documents) > 0 {
		docs = asJSON(q.Documents)
	}
	rows, err := x.db.Read().QueryContext(ctx, `SELECT chunk_id, vector FROM chunk_vector
		WHERE ($1 = '[]' OR document_id IN (SELECT value FROM `+x.engine.list+`)) AND owner_id = $2 AND model = $3 AND dimension = $4`,
		docs, q.Owner, model, len(asked))
	if err != nil {
		return nil, fmt.Errorf("vectors: %w", err)
	}
	defer rows.Close()
	score := map[int64]float64{}
	var ids []int64
	for rows.Next() {
		var id int64
		var v sql.RawBytes
		if err := rows.Scan(&id, &v); err != nil {
			return nil, err
		}
		if s := cosine(asked, v); s > 0 {
			score[id] = s
			ids = append(ids, id)
		}
	}
	if err := rows.Err(); err != nil || len(ids) == 0 {
		return nil, err
	}
	nearer := func(a, b int64) int { return cmp.Or(cmp.Compare(score[b], score[a]), cmp.Compare(a, b)) }
	slices.SortFunc(ids, nearer)
	found, err := x.engine.byID(ctx, x.db.Read(), q.Owner, ids[:min(candidates, len(ids))])
	slices.SortFunc(found, func(a, b stored) int { return nearer(a.id, b.id) })
	return found, err
}

// fuse merges two rankings of chunks, by words and by vectors, with reciprocal rank fusion. `read`
// contains the chunks of `near` as returned by the function rank.
func fuse(words, read []ranked, near []stored) []ranked {
	score := map[int64]float64{}
	byID := map[int64]ranked{}
	for _, list := range [][]ranked{words, read} {
		for _, r := range list {
			byID[r.id] = r
		}
	}
	for i, r := range words {
		score[r.id] += 1 / float64(fusion+i+1)
	}
	for i, s := range near {
		score[s.id] += 1 / float64(fusion+i+1)
	}
	out := make([]ranked, 0, len(byID))
	for id, r := range byID {
		r.score = score[id]
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b ranked) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id)) })
	return out
}
