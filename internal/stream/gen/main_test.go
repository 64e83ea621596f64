package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The committed files equal the generators' output.
func TestGeneratedFilesAreFresh(t *testing.T) {
	t.Parallel()
	root := "../../.."
	m, err := load(root)
	if err != nil {
		t.Fatal(err)
	}
	for path, make := range outputs {
		want, err := make(m)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is stale: go run ./internal/stream/gen", path)
		}
	}
}
