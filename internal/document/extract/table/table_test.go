package table_test

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/document/extract/table"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// sheet reads a file of testdata/tables and returns it as the parser does: in blocks of
// at most perBlock rows.
func sheet(t testing.TB, name string, perBlock int) []parsed.Unit {
	t.Helper()
	f, err := os.Open("testdata/tables/" + name + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return blocks(name, rows, perBlock)
}

func blocks(name string, rows [][]string, perBlock int) []parsed.Unit {
	u := parsed.Unit{Number: 1, Kind: parsed.Sheet, Name: name}
	for i := 0; i < len(rows); i += perBlock {
		u.Blocks = append(u.Blocks, parsed.Block{Kind: parsed.Table, Rows: rows[i:min(i+perBlock, len(rows))], First: i + 1})
	}
	return []parsed.Unit{u}
}

// Every question of the evaluation set has the expected answer, whether the sheet is in one block
// or in several. The expected answers were computed without this package.
func TestPhrasings(t *testing.T) {
	t.Parallel()
	f, err := os.Open("testdata/tables/phrasings.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); n++ {
		var p struct {
			Table, Ask, Chart string
			Text              []string
			Rows              [][]string
			None              bool
		}
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		for _, perBlock := range []int{500, 4} {
			a, ok := table.Ask(table.Tables(sheet(t, p.Table, perBlock)), p.Ask)
			if ok == p.None {
				t.Errorf("%s: answered %v: %s", p.Ask, ok, a.Text)
				continue
			}
			if p.None {
				continue
			}
			for _, want := range p.Text {
				if !strings.Contains(a.Text, want) {
					t.Errorf("%s: no %q in %q %v", p.Ask, want, a.Text, a.Rows)
				}
			}
			for i, want := range p.Rows {
				if i >= len(a.Rows) || len(a.Rows[i]) < len(want) || !cmp.Equal(want, a.Rows[i][:len(want)]) {
					t.Errorf("%s: row %d is not %v: %q %v", p.Ask, i+1, want, a.Text, a.Rows)
					break
				}
			}
			if !strings.HasPrefix(a.Chart, p.Chart) {
				t.Errorf("%s: chart %q", p.Ask, a.Chart)
			}
			if a.How == "" || a.Used == 0 || a.Unit != 1 || strings.Contains(a.Markdown(), "{") {
				t.Errorf("%s: %+v", p.Ask, a)
			}
		}
	}
	if n < 60 {
		t.Errorf("only %d phrasings", n)
	}
}
