// Command gen writes internal/db/schema.sql: the schema made by the migrations in SQLite. Run it in
// the repository's root: go run ./internal/db/gen
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

// objects selects the statements for the schema, in the order of the objects' creation by the
// migrations. It leaves out goose's table of versions and the objects made by SQLite itself, such as
// the shadow tables of a full-text index and the indexes of primary keys.
const objects = `SELECT o.sql FROM sqlite_schema o JOIN pragma_table_list t ON t.schema = 'main' AND t.name = o.tbl_name
	WHERE t.type <> 'shadow' AND o.sql IS NOT NULL AND o.name NOT LIKE 'sqlite\_%' ESCAPE '\' AND o.tbl_name NOT LIKE 'goose\_%' ESCAPE '\'
	ORDER BY o.rowid`

// schema returns the statements that make all tables, indexes and triggers, and that set the options of
// indexes.
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
	texts, err := column(ctx, d, objects)
	if err != nil {
		return "", err
	}
	options, err := indexOptions(ctx, d)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("-- Generated from the migrations by `go run ./internal/db/gen`. Do not edit.\n")
	for _, text := range append(texts, options...) {
		fmt.Fprintf(&b, "\n%s;\n", text)
	}
	return b.String(), nil
}

// indexOptions returns statements that set the same options of full-text indexes as the migrations.
// FTS5 stores an index's options in its shadow table ending in _config.
func indexOptions(ctx context.Context, d *db.DB) (out []string, err error) {
	tables, err := column(ctx, d, `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual' ORDER BY name`)
	if err != nil {
		return nil, err
	}
	for _, table := range tables {
		set, err := column(ctx, d, fmt.Sprintf(`SELECT format('INSERT INTO %[1]s (%[1]s, rank) VALUES (%%Q, %%Q)', k, v)
			FROM %[1]s_config WHERE k <> 'version' ORDER BY k`, table))
		if err != nil {
			return nil, err
		}
		out = append(out, set...)
	}
	return out, nil
}

// column returns the first column of the rows of a query.
func column(ctx context.Context, d *db.DB, query string) (out []string, err error) {
	rows, err := d.Read().QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		out = append(out, text)
	}
	return out, rows.Err()
}
