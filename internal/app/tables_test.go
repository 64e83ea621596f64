//go:build unix

package app_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db"
)

// tableNames returns the tables of a database, without the system tables of the engine.
func tableNames(t *testing.T, d *db.DB) (out []string) {
	t.Helper()
	query := `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`
	if d.Dialect() == db.Postgres {
		query = `SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`
	}
	rows, err := d.Read().QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		out = append(out, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

func columns(t *testing.T, d *db.DB, table string) []string {
	t.Helper()
	rows, err := d.Read().QueryContext(t.Context(), "SELECT * FROM "+table+" LIMIT 0")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil || rows.Err() != nil {
		t.Fatal(err, rows.Err())
	}
	return names
}

// tables returns all rows of a database as text, by table.
func tables(t *testing.T, d *db.DB) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, table := range tableNames(t, d) {
		rows, err := d.Read().QueryContext(t.Context(), "SELECT * FROM "+table)
		if err != nil {
			t.Fatal(err)
		}
		names, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for rows.Next() {
			values := make([]any, len(names))
			for i := range values {
				values[i] = new(any)
			}
			if err := rows.Scan(values...); err != nil {
				t.Fatal(err)
			}
			for _, v := range values {
				if raw, ok := (*v.(*any)).([]byte); ok {
					fmt.Fprintf(&b, "|%s", raw)
				} else {
					fmt.Fprintf(&b, "|%v", *v.(*any))
				}
			}
			b.WriteByte('\n')
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
		out[table] = b.String()
	}
	return out
}
