package search

import (
	"database/sql"
	"math"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
)

// PostgreSQL must use the index even for a table that has just been filled and has no statistics
// yet. Without the index it compares all texts with each term of a query, which takes seconds.
func TestPlanWithoutStatistics(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenPostgres(t)
	err := d.InTx(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.ExecContext(t.Context(), `INSERT INTO search_term (id, terms)
			SELECT g, array_to_tsvector(ARRAY['1m:a', '1m:' || g]) FROM generate_series(1, 20000) g`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	check := func(plan string) {
		t.Helper()
		if !strings.Contains(plan, "search_term_gin") || strings.Contains(plan, "Join Filter") {
			t.Errorf("the index of terms is not used for each term:\n%s", plan)
		}
	}
	check(explained(t, d, engines[db.Postgres].newest, "'1m:7' & '1m:a'", "ann", int64(math.MaxInt64), int64(0), 50))
	for _, query := range []string{`[{"q":"'1m:7'","w":1}]`, `[{"q":"'1m:7'","w":1},{"q":"'1m:a'","w":1},{"q":"'1m:8'","w":1}]`} {
		check(explained(t, d, engines[db.Postgres].heaviest, query, "ann", int64(math.MaxInt64), int64(0), 50))
	}
}

// PostgreSQL must also use the index if it has statistics and plans a statement without the
// arguments. It makes such plans for statements that are used often. Without the index, PostgreSQL
// compares all texts with the terms, newest first.
func TestPlanOfKeptStatement(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenPostgres(t)
	plan := ""
	err := d.InTx(t.Context(), func(tx *sql.Tx) error {
		for _, statement := range []string{
			`INSERT INTO search_term (id, terms) SELECT g, array_to_tsvector(ARRAY['1m:a', '1m:' || g]) FROM generate_series(1, 20000) g`,
			`INSERT INTO search_entry (id, owner_id, kind, ref, idx, repeat_idx, part, pending)
				SELECT g, 'ann', 'answer', 'c', g, 0, 0, FALSE FROM generate_series(1, 20000) g`,
			`ANALYZE search_term`, `ANALYZE search_entry`, `SET LOCAL plan_cache_mode = force_generic_plan`,
			`PREPARE newest (text, text, bigint, bigint, int) AS ` + engines[db.Postgres].newest,
		} {
			if _, err := tx.ExecContext(t.Context(), statement); err != nil {
				return err
			}
		}
		rows, err := tx.QueryContext(t.Context(), `EXPLAIN EXECUTE newest ($q$'1m:7'$q$, 'ann', 30000, 0, 25)`)
		if err != nil {
			return err
		}
		plan = lines(t, rows)
		_, err = tx.ExecContext(t.Context(), `DEALLOCATE newest`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(plan, "search_term_gin") || strings.Index(plan, "Sort") < strings.Index(plan, "Nested Loop") {
		t.Errorf("the index of terms is not used, or entries are read before matches are sorted:\n%s", plan)
	}
}

func explained(t *testing.T, d *db.DB, query string, args ...any) string {
	t.Helper()
	rows, err := d.Read().QueryContext(t.Context(), "EXPLAIN "+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	return lines(t, rows)
}

// lines joins the rows of a one-column result with line ends, and closes the result.
func lines(t *testing.T, rows *sql.Rows) string {
	t.Helper()
	defer rows.Close()
	var all strings.Builder
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		all.WriteString(line + "\n")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// SQLite must read the entries of the matches by their ids. In the slow plan, SQLite reads all entries of the owner and
// looks for each entry among the matches.
func TestPlanOfSQLite(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenSQLite(t)
	for name, query := range map[string][2]string{
		"newest":   {engines[db.SQLite].newest, `"1m:7" AND "1m:a"`},
		"heaviest": {engines[db.SQLite].heaviest, `[{"q":"\"1m:7\"","w":1}]`},
	} {
		// Package db makes this replacement in queries, but not in EXPLAIN statements.
		statement := strings.ReplaceAll(query[0], "LIMIT $", "LIMIT 0+$")
		rows, err := d.Read().QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+statement, query[1], "ann", int64(math.MaxInt64), int64(0), 50)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		var steps []string
		for rows.Next() {
			var id, parent, unused int
			var step string
			if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
				t.Fatal(err)
			}
			steps = append(steps, step)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		if plan := strings.Join(steps, "\n"); !strings.Contains(plan, "SEARCH e USING INTEGER PRIMARY KEY (rowid=?)") {
			t.Errorf("%s:\n%s", name, plan)
		}
	}
}
