//go:build unix

package db

import (
	"maps"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// before returns the real migrations with numbers below `number`, which has five digits.
func before(t *testing.T, number string) fstest.MapFS {
	t.Helper()
	files := grow(t, 0)
	maps.DeleteFunc(files, func(name string, _ *fstest.MapFile) bool {
		return name[strings.LastIndex(name, "/")+1:] >= number
	})
	return files
}

// After the upgrade, the entries of the old queues are jobs: files that were queued or partly read,
// and overviews that were waiting or being made.
func TestQueuesBecomeJobs(t *testing.T) {
	t.Parallel()
	d, err := Connect(t.Context(), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := d.migrate(t.Context(), before(t, "00017"), time.Now()); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		`INSERT INTO document SELECT id, 'alice', '', '', '', '', '', '', 0, '', '', 0, 0, state, '', 0, '', '', 0, 0, '', '', '', 0, 0, 0
			FROM (SELECT 'queued' AS id, 'queued' AS state UNION SELECT 'half', 'parsing' UNION SELECT 'read', 'ready')`,
		`INSERT INTO document_job VALUES ('queued', 'alice', '', 0, 5, 6, '', 0), ('half', 'alice', 'v1', 1, 7, 8, 'claimed', 9)`,
		`INSERT INTO reading_overview VALUES ('alice', 'waits', 'v', 'offline', '{}', 'queued', 0, 1, '', 10, '', 0, 11),
			('alice', 'works', 'v', 'offline', '{}', 'running', 500, 2, '', 12, 'claimed', 13, 14),
			('alice', 'good', 'v', 'm', '{}', 'ready', 1000, 1, '', 0, '', 0, 0), ('alice', 'bad', 'v', 'offline', '{}', 'failed', 0, 3, '20001', 0, '', 0, 0)`,
	} {
		if _, err := d.write.Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	if err := d.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	rows := func(query string) (out []string) {
		t.Helper()
		found, err := d.read.Query(query)
		if err != nil {
			t.Fatal(err)
		}
		defer found.Close()
		for found.Next() {
			var s string
			if err := found.Scan(&s); err != nil {
				t.Fatal(err)
			}
			out = append(out, s)
		}
		if err := found.Err(); err != nil {
			t.Fatal(err)
		}
		return out
	}
	want := []string{"document half alice queued 1 7 8", "document queued alice queued 0 5 6", "overview waits alice queued 1 11 10", "overview works alice queued 2 14 12"}
	got := rows(`SELECT kind || ' ' || key || ' ' || owner_id || ' ' || state || ' ' || attempts || ' ' || queued_at || ' ' || next_at FROM job WHERE ended_at = 0 ORDER BY kind, key`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"half v1", "queued ", "read "}, rows(`SELECT id || ' ' || build FROM document ORDER BY id`)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"bad 20001", "good ", "waits ", "works "}, rows(`SELECT document_id || ' ' || error_code FROM reading_overview ORDER BY document_id`)); diff != "" {
		t.Error(diff)
	}
}
