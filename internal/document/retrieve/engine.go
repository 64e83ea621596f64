package retrieve

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/db"
)

// engine contains the SQL texts that differ between the databases. Lists are passed as
// JSON, so that both databases take the same arguments and each statement is one fixed
// text.
type engine struct {
	put       string // inserts the terms of the chunk inserted last; the terms are separated by spaces
	drop      string // deletes terms; a condition that selects the chunks follows
	frequency string // returns each of the given terms with the number of its chunks; counts stop at 2,000, because more frequent terms do not help to rank
	ranked    string // takes [{q, w}…], owner and limit; returns the chunks with the highest sum of w over the matching conditions q
	having    string // the FROM clause; its alias c stands for the chunks that match the condition in $3
	list      string // turns the JSON list $1 into rows with a column value
	like      string // an operator that ignores the case of ASCII letters
	quote     string // quotation mark around a term in a condition
	and, or   string // operators between the parts of a condition
}

const chunkColumns = `c.id, c.document_id, c.unit, c.idx, c.start, c.heading, c.header, c.text`

var engines = map[db.Dialect]engine{
	db.SQLite: {
		put:  `INSERT INTO chunk_term (rowid, terms) VALUES (last_insert_rowid(), $1)`,
		drop: `DELETE FROM chunk_term WHERE rowid IN `,
		frequency: `SELECT j.value, (SELECT count(*) FROM (SELECT 1 FROM chunk_term t WHERE t.chunk_term MATCH '"' || j.value || '"' LIMIT 2000) n)
			FROM json_each($1) j`,
		// CROSS JOIN makes SQLite read the chunks of the hits, not all chunks of the owner.
		ranked: `WITH wanted AS MATERIALIZED (
			SELECT json_extract(value, '$.q') AS q, json_extract(value, '$.w') AS w FROM json_each($1)),
			hit AS (
			SELECT t.rowid AS id, SUM(wanted.w) AS score
			FROM wanted CROSS JOIN chunk_term t ON t.chunk_term MATCH wanted.q
			GROUP BY t.rowid ORDER BY score DESC, t.rowid LIMIT $3)
			SELECT ` + chunkColumns + `, hit.score FROM hit CROSS JOIN chunk c ON c.id = hit.id
			WHERE c.owner_id = $2 ORDER BY hit.score DESC, c.id`,
		having: `chunk_term t JOIN chunk c ON c.id = t.rowid AND t.chunk_term MATCH $3`,
		list:   `json_each($1)`,
		like:   `LIKE`,
		quote:  `"`, and: ` AND `, or: ` OR `,
	},
	db.Postgres: {
		put:  `INSERT INTO chunk_term (id, terms) VALUES (lastval(), array_to_tsvector(string_to_array($1, ' ')))`,
		drop: `DELETE FROM chunk_term WHERE id IN `,
		frequency: `SELECT j.value, (SELECT count(*) FROM (SELECT 1 FROM chunk_term t WHERE t.terms @@ ('''' || j.value || '''')::tsquery LIMIT 2000) n)
			FROM json_array_elements_text($1::text::json) j`,
		// LIMIT and OFFSET 0 make PostgreSQL use the index for each term even without statistics
		// of the table.
		ranked: `WITH hit AS (
			SELECT t.id, SUM(j.w) AS score
			FROM (SELECT * FROM json_to_recordset($1::text::json) AS r(q TEXT, w FLOAT8) LIMIT json_array_length($1::text::json)) j
			CROSS JOIN LATERAL (SELECT id FROM chunk_term WHERE terms @@ j.q::tsquery OFFSET 0) t
			GROUP BY t.id ORDER BY score DESC, t.id LIMIT $3)
			SELECT ` + chunkColumns + `, hit.score FROM hit CROSS JOIN LATERAL (SELECT * FROM chunk WHERE id = hit.id OFFSET 0) c
			WHERE c.owner_id = $2 ORDER BY hit.score DESC, c.id`,
		having: `chunk_term t JOIN chunk c ON c.id = t.id AND t.terms @@ $3::text::tsquery`,
		list:   `json_array_elements_text($1::text::json)`,
		like:   `ILIKE`,
		quote:  `'`, and: ` & `, or: ` | `,
	},
}

// Conditions that follow engine.drop: the chunks of an owner, a document, or a unit.
const (
	ofOwner    = `(SELECT id FROM chunk WHERE owner_id = $1)`
	ofDocument = `(SELECT id FROM chunk WHERE owner_id = $1 AND document_id = $2)`
	ofUnit     = `(SELECT id FROM chunk WHERE owner_id = $1 AND document_id = $2 AND unit = $3)`
)

// onShelf puts the number of a shelf before a term. The index stores terms in this form. A shelf is a
// part of the index that belongs to one owner; an owner may have several shelves. Terms consist of
// letters, numerals, combining marks and colons, so a term can neither close the quotation marks around
// it nor be read as syntax.
func onShelf(shelf int64, term string) string { return strconv.FormatInt(shelf, 10) + ":" + term }

// documentTerm returns the term common to all chunks of a document. No word of a text begins with
// a colon.
func documentTerm(documentID string) string {
	sum := sha256.Sum256([]byte(documentID))
	return ":" + hex.EncodeToString(sum[:8])
}

// weighed is a term to look for, and its weight in the score of a chunk that has it.
type weighed struct {
	term   string
	weight float64
}

// wanted is one condition for engine.best, with its weight.
type wanted struct {
	Q string  `json:"q"`
	W float64 `json:"w"`
}

// least is the score of a chunk that matches only because it belongs to one of the
// documents asked about.
const least = 1e-6

// wants returns the conditions of a search in the engine's syntax: each term on each
// shelf, restricted to the documents.
func (e engine) wants(shelves []int64, documents []string, terms []weighed) []wanted {
	var out []wanted
	for _, shelf := range shelves {
		quoted := func(term string) string { return e.quote + onShelf(shelf, term) + e.quote }
		within := ""
		if len(documents) > 0 {
			parts := make([]string, len(documents))
			for i, d := range documents {
				parts[i] = quoted(documentTerm(d))
			}
			within = e.and + "(" + strings.Join(parts, e.or) + ")"
		}
		for _, t := range terms {
			out = append(out, wanted{quoted(t.term) + within, t.weight})
		}
		for _, d := range documents { // chunks without any of the words come last
			out = append(out, wanted{quoted(documentTerm(d)), least})
		}
	}
	return out
}

// querier is a pool of connections or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// frequencies returns the number of chunks with each term, counting up to 2,000 chunks on each
// shelf.
func (e engine) frequencies(ctx context.Context, q querier, shelves []int64, terms []string) (map[string]int, error) {
	of := make(map[string]string, len(terms)*len(shelves))
	var all []string
	for _, shelf := range shelves {
		for _, t := range terms {
			s := onShelf(shelf, t)
			of[s] = t
			all = append(all, s)
		}
	}
	rows, err := q.QueryContext(ctx, e.frequency, asJSON(all))
	if err != nil {
		return nil, fmt.Errorf("frequencies: %w", err)
	}
	defer rows.Close()
	out := make(map[string]int, len(terms))
	for rows.Next() {
		var term string
		var n int
		if err := rows.Scan(&term, &n); err != nil {
			return nil, err
		}
		out[of[term]] += n
	}
	return out, rows.Err()
}

// stored is a chunk with its place and score. It comes from the database or, for a Ranker, from a text
// in memory.
type stored struct {
	id         int64
	documentID string
	unit, idx  int
	chunk
	score float64
}

func scanStored(rows *sql.Rows, more ...any) (stored, error) {
	var s stored
	var heading string
	err := rows.Scan(append([]any{&s.id, &s.documentID, &s.unit, &s.idx, &s.start, &heading, &s.header, &s.text}, more...)...)
	s.path = readPath(heading)
	return s, err
}

// best returns the owner's chunks with the highest sum of weights.
func (e engine) best(ctx context.Context, q querier, owner string, w []wanted, limit int) ([]stored, error) {
	rows, err := q.QueryContext(ctx, e.ranked, asJSON(w), owner, limit)
	if err != nil {
		return nil, fmt.Errorf("best chunks: %w", err)
	}
	defer rows.Close()
	var out []stored
	for rows.Next() {
		var score float64
		s, err := scanStored(rows, &score)
		if err != nil {
			return nil, err
		}
		s.score = score
		out = append(out, s)
	}
	return out, rows.Err()
}

// byID returns the owner's chunks with the given ids.
func (e engine) byID(ctx context.Context, q querier, owner string, ids []int64) ([]stored, error) {
	rows, err := q.QueryContext(ctx, `SELECT `+chunkColumns+` FROM chunk c
		WHERE c.id IN (SELECT CAST(value AS BIGINT) FROM `+e.list+`) AND c.owner_id = $2`, asJSON(ids), owner)
	if err != nil {
		return nil, fmt.Errorf("chunks: %w", err)
	}
	defer rows.Close()
	var out []stored
	for rows.Next() {
		s, err := scanStored(rows)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, rows.Err()
}

// asJSON encodes a list of strings, numbers or values of the type `wanted`. This cannot fail.
func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}
