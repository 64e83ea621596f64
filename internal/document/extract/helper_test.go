package extract_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/extract"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// document is one of our own documents with the sentences that a reader marked
// as the ones that matter.
type document struct {
	name    string
	summary parsed.Summary
	units   []parsed.Unit
	marked  []string
}

// documents reads testdata/documents: a line is a paragraph, # begins a heading,
// and ! marks a sentence. Six paragraphs are a unit.
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
		d.units, d.marked = unitsOf(string(data), 6)
		out = append(out, d)
	}
	return out
}

func unitsOf(text string, perUnit int) (units []parsed.Unit, marked []string) {
	u := parsed.Unit{Number: 1, Kind: parsed.Page}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if len(u.Blocks) == perUnit {
			units = append(units, u)
			u = parsed.Unit{Number: u.Number + 1, Kind: parsed.Page}
		}
		block := parsed.Block{Kind: parsed.Paragraph, Text: line}
		if s, ok := strings.CutPrefix(line, "! "); ok {
			marked = append(marked, s)
			block.Text = s
		}
		if h := strings.TrimLeft(line, "#"); h != line {
			block = parsed.Block{Kind: parsed.Title, Level: len(line) - len(h), Text: strings.TrimSpace(h)}
		}
		u.Blocks = append(u.Blocks, block)
	}
	return append(units, u), marked
}

// occurs says that a text stands in a unit.
func occurs(units []parsed.Unit, unit int, text string) bool {
	for _, u := range units {
		if u.Number == unit {
			return strings.Contains(u.Text(), text)
		}
	}
	return false
}

func texts(in []extract.Sentence) []string {
	var out []string
	for _, s := range in {
		out = append(out, s.Text)
	}
	return out
}
