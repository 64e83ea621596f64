package retrieve_test

import (
	"database/sql"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
)

// open makes an index of a database.
func open(d *db.DB) *retrieve.Index {
	return retrieve.New(d, retrieve.Options{})
}

// page makes a page of paragraphs; a leading # marks a heading.
func page(number int, paragraphs ...string) parsed.Unit {
	u := parsed.Unit{Number: number, Kind: parsed.Page}
	for _, p := range paragraphs {
		b := parsed.Block{Kind: parsed.Paragraph, Text: p}
		if name := strings.TrimLeft(p, "#"); name != p {
			b = parsed.Block{Kind: parsed.Title, Level: len(p) - len(name), Text: strings.TrimSpace(name)}
		}
		u.Blocks = append(u.Blocks, b)
	}
	return u
}

func add(t testing.TB, d *db.DB, x *retrieve.Index, owner, documentID string, units ...parsed.Unit) {
	t.Helper()
	inTx(t, d, func(tx *sql.Tx) error {
		for _, u := range units {
			if err := x.Add(t.Context(), tx, owner, documentID, u); err != nil {
				return err
			}
		}
		return nil
	})
}

func inTx(t testing.TB, d *db.DB, f func(tx *sql.Tx) error) {
	t.Helper()
	if err := d.InTx(t.Context(), f); err != nil {
		t.Fatal(err)
	}
}

func search(t testing.TB, x *retrieve.Index, owner, text string, docs ...string) []retrieve.Passage {
	t.Helper()
	found, err := x.Search(t.Context(), retrieve.Query{Owner: owner, Text: text, Documents: docs})
	if err != nil {
		t.Fatalf("search %q: %v", text, err)
	}
	return found
}

// rows counts the rows of each table of the index.
func rows(t testing.TB, d *db.DB) (n [4]int) {
	t.Helper()
	for i, table := range []string{"chunk", "chunk_term", "chunk_vector", "chunk_shelf"} {
		if err := d.Read().QueryRowContext(t.Context(), `SELECT count(*) FROM `+table).Scan(&n[i]); err != nil {
			t.Fatal(err)
		}
	}
	return n
}
