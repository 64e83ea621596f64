package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestScanSeesWhatTheServerIsMadeOf(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name string, at int64) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Unix(at, 0), time.Unix(at, 0)); err != nil {
			t.Fatal(err)
		}
	}
	write("a/b.go", 1)
	before := scan([]string{dir})
	for _, ignored := range []string{"a/b_test.go", "a/testdata/x.txt", ".git/index", "a/.b.go.swp"} {
		write(ignored, 2)
		if !scan([]string{dir}).same(before) {
			t.Errorf("%s counts", ignored)
		}
	}
	for _, counts := range []string{"a/b.go", "a/c.sql", "content/x.json"} {
		before := scan([]string{dir})
		write(counts, 3)
		if scan([]string{dir}).same(before) {
			t.Errorf("%s does not count", counts)
		}
	}
	before = scan([]string{dir})
	if err := os.Remove(filepath.Join(dir, "a/b.go")); err != nil {
		t.Fatal(err)
	}
	if scan([]string{dir}).same(before) {
		t.Error("a file that is gone does not count")
	}
}
