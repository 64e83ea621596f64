package search_test

import (
	"database/sql"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/search"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
)

// If another transaction is changing an entry, the index leaves out the entry and indexes
// it later. If the index waited for the transaction, both could deadlock, because each
// can hold locks of several entries.
func TestEntriesInUse(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenPostgres(t)
	h := open(t, d)
	h.put(t, ann, question("c1", 1), "第一个水库", day0)
	h.put(t, ann, question("c1", 3), "第二个水库", day0+1)
	h.put(t, bob, question("c2", 1), "第三个水库", day0+2)
	waiting := func() int64 {
		n, err := h.Waiting(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	stop := func() {}
	defer func() { stop() }()
	h.tx(t, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(t.Context(), "UPDATE search_entry SET pending = pending WHERE owner_id = $1 AND idx = 1", ann); err != nil {
			return err
		}
		stop = domaintest.Background(t, h.Run)
		domaintest.Eventually(t, "the others are indexed", func() bool { return waiting() == 1 })
		return nil
	})
	domaintest.Eventually(t, "all are indexed", func() bool { return waiting() == 0 })
	if got := h.find(t, search.Asked{Owner: ann, Text: "水库"}); len(got) != 2 {
		t.Errorf("%q", got)
	}
}

// An owner has more entries of a kind unknown to this version than a batch has. The owner's other
// entries are indexed.
func TestUnknownKinds(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		const unknown = 200
		h.tx(t, func(tx *sql.Tx) error {
			for i := range unknown {
				if err := entry.Put(t.Context(), tx, ann, entry.Place{Kind: "later", Ref: "l", Index: i}, day0); err != nil {
					return err
				}
			}
			return nil
		})
		h.put(t, ann, question("c1", 1), "一个水库", day0+1)
		stop := domaintest.Background(t, h.Run)
		defer stop()
		domaintest.Eventually(t, "the question is indexed", func() bool {
			n, err := h.Waiting(t.Context())
			return err == nil && n == unknown
		})
	})
}

// The background work joins the segments left in SQLite's index by many transactions.
func TestSegmentsAreMerged(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenSQLite(t)
	h := open(t, d)
	const entries = 30
	for i := range entries {
		h.tx(t, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(t.Context(), "INSERT INTO search_term (rowid, terms) VALUES ($1, '1m:水 1m:水库')", i+1)
			return err
		})
	}
	count := func(query string) (n int) {
		if err := d.Read().QueryRowContext(t.Context(), query).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	const segments = "SELECT count(DISTINCT id >> 37) FROM search_term_data WHERE id > 10"
	before := count(segments)
	if before < 4 {
		t.Fatalf("the transactions left only %d segments", before)
	}
	stop := domaintest.Background(t, h.Run)
	defer stop()
	domaintest.Eventually(t, "segments are joined", func() bool { return count(segments) <= before/2 })
	if n := count("SELECT count(*) FROM search_term WHERE search_term MATCH '\"1m:水库\"'"); n != entries {
		t.Errorf("%d entries have the term", n)
	}
}

// Of the texts in the time range that are not indexed yet, a search covers the newest 100. The result
// states the number of the remaining texts.
func TestWaitingInRange(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.tx(t, func(tx *sql.Tx) error {
			for i := range 2 * 105 {
				if err := entry.Put(t.Context(), tx, ann, question("c1", i+1), day0+int64(i/105)*1000); err != nil {
					return err
				}
			}
			return nil
		})
		for name, c := range map[string]struct {
			within search.Range
			want   int
		}{
			"all":     {search.Range{}, 110},
			"since":   {search.Range{Since: day0 + 1}, 5},
			"until":   {search.Range{Until: day0}, 5},
			"nothing": {search.Range{Since: day0 + 1001}, 0},
		} {
			if r, err := h.Search(t.Context(), search.Asked{Owner: ann, Text: "航班", Range: c.within}); err != nil || r.Waiting != c.want {
				t.Errorf("%s: %d, want %d: %v", name, r.Waiting, c.want, err)
			}
		}
	})
}
