package db

import "testing"

func TestHideLimit(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		`SELECT n FROM kept ORDER BY n LIMIT $2`:           `SELECT n FROM kept ORDER BY n LIMIT 0+$2`,
		`SELECT n FROM kept LIMIT $12 OFFSET $3`:           `SELECT n FROM kept LIMIT 0+$12 OFFSET $3`,
		`SELECT n FROM (SELECT n FROM kept LIMIT ?)`:       `SELECT n FROM (SELECT n FROM kept LIMIT 0+?)`,
		`SELECT n FROM kept LIMIT 5`:                       `SELECT n FROM kept LIMIT 5`,
		`SELECT n_LIMIT FROM kept WHERE word = 'LIMIT 5'`:  `SELECT n_LIMIT FROM kept WHERE word = 'LIMIT 5'`,
		`SELECT n FROM kept WHERE no_LIMIT $1 LIMIT $2, 3`: `SELECT n FROM kept WHERE no_LIMIT $1 LIMIT 0+$2, 3`,
	} {
		if got := hideLimit(query); got != want {
			t.Errorf("%s\n is %s\nwant %s", query, got, want)
		}
	}
}

// BenchmarkLimit measures a statement whose LIMIT is an argument, with and without the change by hideLimit.
// In the form "seen", a tab precedes the argument instead of a space, so that hideLimit changes nothing.
func BenchmarkLimit(b *testing.B) {
	d, err := OpenMemory(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = d.Close() })
	const named = `SELECT * FROM search_entry WHERE owner_id = $1 AND pending AND id >= $3 ORDER BY id DESC LIMIT`
	for name, query := range map[string]string{"hidden": named + ` $2`, "seen": named + "\t$2"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				rows, err := d.Read().QueryContext(b.Context(), query, "ann", 5, 0)
				if err != nil {
					b.Fatal(err)
				}
				if err := rows.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
