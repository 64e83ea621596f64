// Command gen writes internal/db/schema.sql: the schema that the migrations make in SQLite. Run
// it in the repository's root: go run ./internal/db/gen
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/db"
)

const output = "internal/db/schema.sql"

func main() {
	text, err := schema(context.Background())
	if err == nil {
		err = os.WriteFile(filepath.FromSlash(output), []byte(text), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// objects selects the statements that make the schema, in the order in which the migrations made the
// objects. It leaves out goose's table of versions, and what SQLite makes itself, such as the shadow
// tables of a full-text index and the indexes of primary keys.
const objects = `SELECT o.sql FROM sqlite_schema o JOIN pragma_table_list t ON t.schema = 'main' AND t.name = o.tbl_name
	WHERE t.type <> 'shadow' AND o.sql IS NOT NULL AND o.name NOT LIKE 'sqlite\_%' ESCAPE '\' AND o.tbl_name NOT LIKE 'goose\_%' ESCAPE '\'
	ORDER BY o.rowid`

// schema returns the statements that make all tables, indexes and triggers.
func schema(ctx context.Context) (_ string, err error) {
	dir, err := os.MkdirTemp("", "wenqu-schema-")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	d, err := db.Open(ctx, db.Options{Dir: dir})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	rows, err := d.Read().QueryContext(ctx, objects)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	var b strings.Builder
	b.WriteString("-- Generated from the migrations by `go run ./internal/db/gen`. Do not edit.\n")
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "\n%s;\n", text)
	}
	return b.String(), rows.Err()
}
