package search

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
	"github.com/wenqu-ai/wenqu/internal/search/searchdb"
)

// engine contains the statements and limits that differ between the databases. The comment of a statement lists its
// arguments. If there is a →, the columns of the result follow it.
type engine struct {
	busy      int32  // number of entries per indexing transaction while answers are being made
	buried    int    // number of deleted entries per transaction that deletes their terms
	claim     string // [{id, owner, ref, body}…] as JSON → ids of the pending entries among them; marks these entries as indexed and stores their bodies
	exhume    string // [id…] as JSON → ids deleted from search_gone
	ordered   bool   // the index stores the position of each term in its text and can find series of terms
	put       string // [{id, terms}…] as JSON; the terms of an entry are separated by spaces
	drop      string // id
	newest    string // expression, owner, before, since, limit → entries, newest first
	merge     string // number of pages; joins segments of the index; empty: the index has no segments
	mergeTwo  string // makes `merge` join the segments of a level if the level has at least two
	frequency string // terms as JSON → term, number of entries with the term, at most 2,000
	heaviest  string // [{q, w}…] as JSON, owner, before, since, limit → entries with the highest sum of weights
	beginning string // appended to a quoted term if the term is only the beginning of a word
	quote     string
	and, or   string
}

const entryColumns = `e.id, e.owner_id, e.kind, e.ref, e.idx, e.repeat_idx, e.part, e.body`

var engines = map[db.Dialect]engine{
	// The ids of search_term are the negative ids of entries: FTS5 stores the entries with a term by ascending id, and
	// reading them in descending order takes twice the time. The statement `put` inserts rows by ascending id, because
	// FTS5 writes its buffer to the disk whenever an id is smaller than the id before it.
	db.SQLite: {
		busy:    busyBatch, // small, because new data of answers waits for the end of the indexing transaction
		buried:  settleBatch,
		ordered: true,
		claim: `UPDATE search_entry SET pending = FALSE, body = w.value ->> '$.body' FROM json_each($1) w
			WHERE search_entry.id = w.value ->> '$.id' AND owner_id = w.value ->> '$.owner' AND ref = w.value ->> '$.ref' AND pending
			RETURNING search_entry.id`,
		exhume: `DELETE FROM search_gone WHERE id IN (SELECT value FROM json_each($1)) RETURNING id`,
		put:    `INSERT INTO search_term (rowid, terms) SELECT -(value ->> '$.id') AS r, value ->> '$.terms' FROM json_each($1) ORDER BY r`,
		drop:   `DELETE FROM search_term WHERE rowid = -$1`,
		newest: `SELECT ` + entryColumns + ` FROM search_term t CROSS JOIN search_entry e ON e.id = -t.rowid
			WHERE t.search_term MATCH $1 AND t.rowid > -$3 AND t.rowid <= -$4 AND e.owner_id = $2
			ORDER BY t.rowid LIMIT $5`,
		merge:    `INSERT INTO search_term (search_term, rank) VALUES ('merge', $1)`,
		mergeTwo: `INSERT INTO search_term (search_term, rank) VALUES ('usermerge', 2)`,
		frequency: `SELECT j.value, (SELECT count(*) FROM (SELECT 1 FROM search_term t WHERE t.search_term MATCH '"' || j.value || '"' LIMIT 2000) n)
			FROM json_each($1) j`,
		// CROSS JOIN makes SQLite read only the entries of the hits instead of all entries of the owner.
		heaviest: `WITH wanted AS MATERIALIZED (
			SELECT json_extract(value, '$.q') AS q, json_extract(value, '$.w') AS w FROM json_each($1)),
			hit AS (
			SELECT -t.rowid AS id, SUM(wanted.w) AS score
			FROM wanted CROSS JOIN search_term t ON t.search_term MATCH wanted.q
			WHERE t.rowid > -$3 AND t.rowid <= -$4
			GROUP BY t.rowid ORDER BY score DESC, t.rowid LIMIT $5)
			SELECT ` + entryColumns + ` FROM hit CROSS JOIN search_entry e ON e.id = hit.id
			WHERE e.owner_id = $2 ORDER BY hit.score DESC, e.id DESC`,
		beginning: `*`, quote: `"`, and: ` AND `, or: ` OR `,
	},
	db.Postgres: {
		busy:   settleBatch / 2,
		buried: 1, // with several entries each, two transactions could deadlock
		// SKIP LOCKED prevents deadlocks: while a transaction holds locks of entries, it does not wait for further locks.
		claim: `WITH held AS (
			SELECT e.id, w.body FROM json_to_recordset($1::text::json) AS w(id BIGINT, owner TEXT, ref TEXT, body TEXT)
			JOIN search_entry e ON e.id = w.id AND e.owner_id = w.owner AND e.ref = w.ref
			WHERE e.pending FOR UPDATE OF e SKIP LOCKED)
			UPDATE search_entry e SET pending = FALSE, body = held.body FROM held WHERE e.id = held.id RETURNING e.id`,
		exhume: `DELETE FROM search_gone WHERE id IN (SELECT value::bigint FROM json_array_elements_text($1::text::json)) RETURNING id`,
		put: `INSERT INTO search_term (id, terms)
			SELECT id, array_to_tsvector(string_to_array(terms, ' ')) FROM json_to_recordset($1::text::json) AS r(id BIGINT, terms TEXT) ORDER BY id`,
		drop: `DELETE FROM search_term WHERE id = $1`,
		// Each OFFSET 0 makes PostgreSQL execute a subquery as it is written: find the terms in their index, then sort,
		// then read each entry by its key. Without OFFSET 0, PostgreSQL may choose slower plans, depending on the
		// statistics of the tables: it compares all texts with the terms, newest first, or reads the entries of all matches.
		newest: `SELECT ` + entryColumns + ` FROM (
			SELECT id FROM (SELECT id FROM search_term WHERE terms @@ $1::tsquery OFFSET 0) m
			WHERE id < $3 AND id >= $4 ORDER BY id DESC OFFSET 0) t
			CROSS JOIN LATERAL (SELECT * FROM search_entry WHERE id = t.id OFFSET 0) e
			WHERE e.owner_id = $2
			ORDER BY t.id DESC LIMIT $5`,
		frequency: `SELECT j.value, (SELECT count(*) FROM (SELECT 1 FROM search_term t WHERE t.terms @@ ('''' || j.value || '''')::tsquery LIMIT 2000) n)
			FROM json_array_elements_text($1::text::json) j`,
		// OFFSET 0 has the same purpose as in newest. The inner LIMIT tells PostgreSQL how many terms there are.
		heaviest: `WITH hit AS (
			SELECT t.id, SUM(j.w) AS score
			FROM (SELECT * FROM json_to_recordset($1::text::json) AS r(q TEXT, w FLOAT8) LIMIT json_array_length($1::text::json)) j
			CROSS JOIN LATERAL (SELECT id FROM search_term WHERE terms @@ j.q::tsquery OFFSET 0) t
			WHERE t.id < $3 AND t.id >= $4
			GROUP BY t.id ORDER BY score DESC, t.id DESC LIMIT $5)
			SELECT ` + entryColumns + ` FROM hit CROSS JOIN LATERAL (SELECT * FROM search_entry WHERE id = hit.id OFFSET 0) e
			WHERE e.owner_id = $2 ORDER BY hit.score DESC, e.id DESC`,
		beginning: `:*`, quote: `'`, and: ` & `, or: ` | `,
	},
}

// Prefixes of the terms for pronunciations and ids.
const (
	soundMark = ":s" // letters of a pronunciation
	refMark   = ":r" // id of the thing that contains the text
)

// refTerm returns the term for a thing's id.
func refTerm(ref string) string {
	sum := sha256.Sum256([]byte(ref))
	return refMark + hex.EncodeToString(sum[:8])
}

// shelved returns the stored form of a term: prefixed with the number of the owner's shelf
// and the code of the kind. Terms contain only letters, combining marks, numbers, colons,
// and symbols such as emoji. A term therefore cannot contain a closing quote or be parsed
// as syntax.
func shelved(shelf int64, code byte, term string) string {
	return strconv.FormatInt(shelf, 10) + string(code) + ":" + term
}

// termsOf returns the terms under which an entry is found, separated by spaces. For an ordered index, all bigrams of
// the text come first, in the order of the text and with repetitions. Every other term is returned once.
func (e engine) termsOf(k Kind, shelf int64, ref, body string) string {
	var b strings.Builder
	prefix := shelved(shelf, k.Code, "")
	write := func(term string) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(prefix)
		b.WriteString(term)
	}
	seen := map[string]struct{}{}
	add := func(term string) {
		if _, twice := seen[term]; !twice {
			seen[term] = struct{}{}
			write(term)
		}
	}
	folded := fold(body)
	if e.ordered {
		eachBigram(folded, func(bigram string) {
			seen[bigram] = struct{}{}
			write(bigram)
		})
	}
	add(refTerm(ref))
	eachTerm(folded, add)
	if k.Sounded {
		eachSound(folded, add)
	}
	return b.String()
}

// maxSeries is the maximum number of terms per series in a query to an ordered index. Further terms are left out.
// Without this limit, a search would be slow in texts that repeat a few characters thousands of times.
const maxSeries = 16

// expression returns the query in the engine's syntax. In an ordered index, it finds texts that contain every series of
// every phrase. In any other index, it finds texts that contain all terms of these series, in any order. If a phrase
// has a prefix, the text must also contain a word that begins with the prefix. In a Sounded kind, the text may instead
// have a pronunciation that begins with the phrase's `sound`. If `refs` is not empty, the text must belong to a thing
// in `refs`.
func (e engine) expression(q query, k Kind, shelves []int64, refs []string) string {
	var any []string
	for _, shelf := range shelves {
		quoted := func(term string) string { return e.quote + shelved(shelf, k.Code, term) + e.quote }
		var all []string
		if len(refs) > 0 {
			all = append(all, e.anyOf(refs, quoted))
		}
		for _, p := range q.phrases {
			for _, s := range p.series {
				if !e.ordered {
					for _, t := range s {
						all = append(all, quoted(t))
					}
					continue
				}
				var terms []string
				for _, t := range s[:min(len(s), maxSeries)] {
					terms = append(terms, shelved(shelf, k.Code, t))
				}
				all = append(all, e.quote+strings.Join(terms, " ")+e.quote)
			}
			if p.prefix == "" {
				continue
			}
			begins := quoted(p.prefix) + e.beginning
			if k.Sounded && p.sound != "" {
				begins = "(" + begins + e.or + quoted(soundMark+p.sound) + e.beginning + ")"
			}
			all = append(all, begins)
		}
		any = append(any, "("+strings.Join(all, e.and)+")")
	}
	return strings.Join(any, e.or)
}

// anyOf returns a condition: the text belongs to one of the things in `refs`.
func (e engine) anyOf(refs []string, quoted func(string) string) string {
	terms := make([]string, len(refs))
	for i, r := range refs {
		terms[i] = quoted(refTerm(r))
	}
	return "(" + strings.Join(terms, e.or) + ")"
}

// wanted is one row of the input of engine.heaviest.
type wanted struct {
	Q string  `json:"q"`
	W float64 `json:"w"`
}

func (e engine) wants(weight map[string]float64, terms []string, k Kind, shelves []int64, refs []string) []wanted {
	var out []wanted
	for _, shelf := range shelves {
		quoted := func(term string) string { return e.quote + shelved(shelf, k.Code, term) + e.quote }
		for _, t := range terms {
			q := quoted(t)
			if len(refs) > 0 {
				q += e.and + e.anyOf(refs, quoted)
			}
			out = append(out, wanted{q, weight[t]})
		}
	}
	return out
}

// located is an entry, as returned by the queries for entries.
type located struct {
	id    int64
	owner string
	place entry.Place
	part  int
	body  string // copy of the part of the text; empty: the text must be read from the domain
}

func locatedOf(r searchdb.SearchEntry) located {
	return located{r.ID, r.OwnerID, entry.Place{Kind: entry.Kind(r.Kind), Ref: r.Ref, Index: int(r.Idx), Repeat: int(r.RepeatIdx)}, int(r.Part), r.Body}
}

// entries runs a query that returns entries.
func (s *Service) entries(ctx context.Context, query string, args ...any) ([]located, error) {
	rows, err := s.DB.Read().QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("find entries: %w", err)
	}
	defer rows.Close()
	out := make([]located, 0, readAtOnce)
	var r searchdb.SearchEntry // outside of the loop, so that it is allocated only once
	for rows.Next() {
		if err := rows.Scan(&r.ID, &r.OwnerID, &r.Kind, &r.Ref, &r.Idx, &r.RepeatIdx, &r.Part, &r.Body); err != nil {
			return nil, err
		}
		out = append(out, locatedOf(r))
	}
	return out, rows.Err()
}

// frequencies counts how many entries of a kind contain each term. For each term, it counts at most `commonest` entries
// in each shelf.
func (s *Service) frequencies(ctx context.Context, k Kind, shelves []int64, terms []string) (map[string]int, error) {
	of := map[string]string{}
	var all []string
	for _, shelf := range shelves {
		for _, t := range terms {
			stored := shelved(shelf, k.Code, t)
			of[stored] = t
			all = append(all, stored)
		}
	}
	rows, err := s.DB.Read().QueryContext(ctx, s.engine.frequency, asJSON(all))
	if err != nil {
		return nil, fmt.Errorf("frequencies: %w", err)
	}
	defer rows.Close()
	out := map[string]int{}
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

// asJSON encodes a []string or a []wanted. Encoding these types cannot fail.
func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}
