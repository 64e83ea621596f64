package app

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/account"
)

// keyedColumn matches a column in a migration if the column's comment says that its values are encrypted
// or computed with the server's secret key.
var keyedColumn = regexp.MustCompile(`(?m)^\s+(\w+) .*--.*(encrypted|under the server's secret)`)

// Every table with a column that keyedColumn matches is in the list of tables that are cleared after the
// loss of the key.
func TestSealedTablesAreForgotten(t *testing.T) {
	t.Parallel()
	forgotten := append(account.KeyedTables(), "admin_setting") // see admin.ForgetSealed
	found := 0
	migrations := os.DirFS("../db/migrations")
	err := fs.WalkDir(migrations, ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".sql") {
			return err
		}
		raw, err := fs.ReadFile(migrations, path)
		if err != nil {
			return err
		}
		for _, statement := range strings.Split(string(raw), "CREATE TABLE ")[1:] {
			table, columns, _ := strings.Cut(statement, " ")
			columns, _, _ = strings.Cut(columns, "\n);")
			if !keyedColumn.MatchString(columns) {
				continue
			}
			found++
			known := false
			for _, f := range forgotten {
				known = known || f == table
			}
			if !known {
				t.Errorf("%s: %s has something sealed, and account.keyed has no row for it", path, table)
			}
		}
		return nil
	})
	if err != nil || found < 3 {
		t.Errorf("%d tables: %v", found, err)
	}
}
