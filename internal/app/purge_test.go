//go:build unix

package app_test

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/account/accounttest"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
)

// After an account is deleted, no table with an owner column contains a row of the account, and the
// disk contains no file of the account. The same is true for a visitor who has not come back for a long
// time. A user who deletes everything keeps only the rows of the tables in `accounts`. The test finds
// the tables by their columns.
func TestWhoGoesLeavesNothing(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		goes(t, "")
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		goes(t, dbtest.PostgresURL(t))
	})
}

func goes(t *testing.T, database string) {
	world, env := outside(t)
	docs := strings.TrimSuffix(strings.TrimPrefix(env[0], "WENQU_SMS_URL="), accounttest.SMSPath) + accounttest.DocsPath
	env = append(env, "WENQU_LIMITS=off", "WENQU_FETCH_ALLOW=127.0.0.0/8", "WENQU_DOCS_URL="+docs, "WENQU_DOCS_APP="+accounttest.AppID, "WENQU_DOCS_SECRET="+accounttest.AppSecret)
	if database != "" {
		env = append(env, "WENQU_DATABASE_URL="+database)
	}
	dir := t.TempDir()
	url, stop := start(t, dir, env...)
	user := login(t, world, url, person{}, "+8613800138000")
	own(t, url, user)
	empties := login(t, world, url, person{}, "+8613900139000")
	own(t, url, empties)
	visitor := newPerson(t, url)
	visitor.bringFile(t, url, "lease.md", lease)
	whole(t, visitor.do(t, "POST", url+"/api/chat/conversation-1", `{"prompt":"1+1"}`))
	stays := newPerson(t, url)
	kept := stays.bringFile(t, url, "kept.md", "# 留下\n\n这个文件留下。")
	if status, body := user.call(t, url, "/api/unregister", `{"userId":"`+user.id+`"}`); status != http.StatusOK {
		t.Fatalf("%d %v", status, body)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}

	d, err := db.Connect(t.Context(), db.Options{Dir: dir, URL: database})
	if err != nil {
		t.Fatal(err)
	}
	owned := ownedTables(t, d)
	if len(owned) < 20 {
		t.Fatalf("only %v belong to somebody", owned)
	}
	for table, column := range owned {
		fill(t, d, table, column, user.id)
		if column == "owner_id" { // only users have rows with an account_id
			fill(t, d, table, column, visitor.id)
			fill(t, d, table, column, empties.id)
		}
	}
	change(t, d, `UPDATE account_code SET sent_at = 1`) // the codes are now old enough to be deleted
	change(t, d, `UPDATE account SET leaves_at = 1 WHERE id = $1`, user.id)
	change(t, d, `UPDATE visitor SET last_seen_at = 1 WHERE id = $1`, visitor.id)
	if got := foldersOf(t, dir); len(got) != 4 {
		t.Errorf("files lie in %v", got)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}

	// The grace period is over: the next start deletes the rows.
	url, stop = start(t, dir, env...)
	if d, err = db.Connect(t.Context(), db.Options{Dir: dir, URL: database}); err != nil {
		t.Fatal(err)
	}
	if status, body := empties.call(t, url, "/api/data/delete", `{"confirm":true}`); status != http.StatusOK {
		t.Fatalf("%d %v", status, body)
	}
	domaintest.Eventually(t, "the account and its visitor are deleted", func() bool {
		return count(t, d, "account", "id", user.id)+count(t, d, "visitor", "id", visitor.id) == 0 && len(foldersOf(t, dir)) == 1
	})
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if text := whole(t, stays.do(t, "GET", url+"/api/resource/content/"+kept, "")); !strings.Contains(string(text), "留下") {
		t.Errorf("somebody else's file: %s", text)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if d, err = db.Connect(t.Context(), db.Options{Dir: dir, URL: database}); err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for name, who := range map[string]string{"user": user.id, "visitor": visitor.id} {
		for table, column := range owned {
			if n := count(t, d, table, column, who); n != 0 {
				t.Errorf("%d rows of the %s are left in %s", n, name, table)
			}
		}
	}
	for table, column := range owned {
		if n := count(t, d, table, column, empties.id); n != 0 && !accounts[table] {
			t.Errorf("%d rows of who deletes everything are left in %s", n, table)
		}
	}
	for table, rows := range tables(t, d) {
		for name, what := range map[string]string{"the question": "秘密的问题", "the answer": "秘密的回答", "the number": "13800138000", "the file": "押金", "the user": user.id} {
			if i := strings.Index(rows, what); i >= 0 {
				t.Errorf("%s is left in %s: %.200s", name, table, rows[max(0, i-60):])
			}
		}
	}
}

// accounts are the tables that keep their rows when a person deletes everything: the tables of the
// account itself, and the tables with counters, decisions and events about the person.
var accounts = set("api_key", "account_identity", "account_session", "account_avatar", "account_ticket", "account_docs", "account_factor", "account_recovery", "account_ban", "account_minor", "admin_usage", "security_event")

// ownedTables returns the owner column of every table that has one, by table.
func ownedTables(t *testing.T, d *db.DB) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, table := range tableNames(t, d) {
		for _, column := range columns(t, d, table) {
			if column == "owner_id" || column == "account_id" {
				out[table] = column
			}
		}
	}
	return out
}

var filled atomic.Int64

// fill inserts one row for the person `who` into a table. If the person already has a row, fill
// does nothing.
func fill(t *testing.T, d *db.DB, table, owner, who string) {
	t.Helper()
	if count(t, d, table, owner, who) > 0 {
		return
	}
	rows, err := d.Read().QueryContext(t.Context(), "SELECT * FROM "+table+" LIMIT 0")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil || rows.Err() != nil {
		t.Fatal(err, rows.Err())
	}
	var names, places []string
	var values []any
	for _, c := range types {
		kind := strings.ToUpper(c.DatabaseTypeName())
		if kind == "" { // SQLite reports the type of a column only when there are rows
			if err := d.Read().QueryRowContext(t.Context(), "SELECT upper(type) FROM pragma_table_info($1) WHERE name = $2", table, c.Name()).Scan(&kind); err != nil {
				t.Fatal(err)
			}
		}
		if c.Name() == "id" && (table == "chunk" || table == "chunk_shelf" || table == "search_shelf") {
			continue // the database assigns the value
		}
		var v any = "filled-" + who[len(who)-6:]
		switch {
		case c.Name() == owner:
			v = who
		case c.Name() == "id" && table == "search_entry":
			v = filled.Add(1)
		case strings.HasPrefix(kind, "INT"), strings.HasPrefix(kind, "BIGINT"):
			v = filled.Add(1) // a different number each time, because keys must be unique; read as a time, the number is long ago
		case kind == "BYTEA", kind == "BLOB":
			v = []byte{1}
		case strings.HasPrefix(kind, "FLOAT"), strings.HasPrefix(kind, "DOUBLE"), kind == "REAL":
			v = 1.0
		case kind == "BOOL", kind == "BOOLEAN":
			v = false
		}
		names = append(names, c.Name())
		values = append(values, v)
		places = append(places, fmt.Sprintf("$%d", len(values)))
	}
	change(t, d, "INSERT INTO "+table+" ("+strings.Join(names, ",")+") VALUES ("+strings.Join(places, ",")+")", values...)
}

func count(t *testing.T, d *db.DB, table, column, value string) (n int) {
	t.Helper()
	if err := d.Read().QueryRowContext(t.Context(), "SELECT count(*) FROM "+table+" WHERE "+column+" = $1", value).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func change(t *testing.T, d *db.DB, query string, values ...any) {
	t.Helper()
	err := d.InTx(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.ExecContext(context.WithoutCancel(t.Context()), query, values...)
		return err
	})
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

// foldersOf lists the folders of uploaded files, one for each owner.
func foldersOf(t *testing.T, dir string) (out []string) {
	t.Helper()
	root := filepath.Join(dir, "files")
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return nil //nolint:nilerr // a folder may be deleted during the walk
		}
		if part, err := filepath.Rel(root, filepath.Dir(path)); err == nil && !slices.Contains(out, part) {
			out = append(out, part)
		}
		return nil
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return out
}
