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

func explained(t *testing.T, d *db.DB, query string, args ...any) string {
	t.Helper()
	rows, err := d.Read().QueryContext(t.Context(), "EXPLAIN "+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		plan.WriteString(line + "\n")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return plan.String()
}
