package summary_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/extract/summary"

	"github.com/wenqu-ai/wenqu/internal/document/extract/extracttest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// document is a test document, with the sentences marked as important by a reader.
type document struct {
	name    string
	summary parsed.Summary
	units   []parsed.Unit
	marked  []string
}

// documents reads testdata/documents. A line beginning with # is a heading, a line beginning with
// "! " is a sentence marked by the reader, and any other line is a paragraph. Each unit except the
// last has six lines.
func documents(t testing.TB) []document {
	t.Helper()
	files, err := filepath.Glob("testdata/documents/*.txt")
	if err != nil || len(files) < 8 {
		t.Fatal(files, err)
	}
	var out []document
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		d := document{name: filepath.Base(f)}
		d.units, d.marked = extracttest.Units(string(data), 6)
		out = append(out, d)
	}
	return out
}

// occurs reports whether a unit contains a text.
func occurs(units []parsed.Unit, unit int, text string) bool {
	for _, u := range units {
		if u.Number == unit {
			return strings.Contains(u.Text(), text)
		}
	}
	return false
}

func texts(in []summary.Sentence) []string {
	var out []string
	for _, s := range in {
		out = append(out, s.Text)
	}
	return out
}
