package formats

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
)

// root returns the root folder of the repository.
func root() string { return filepath.Join(parsetest.Dir(), "../../../..") }

// TestPageTable compares the extensions offered by the web page with the table of
// formats.
func TestPageTable(t *testing.T) {
	t.Parallel()
	groups := map[FileType]string{}
	for _, group := range FileTypes() {
		if exts := Extensions(group); len(exts) > 0 {
			groups[group] = strings.Join(exts, " ")
		}
	}
	want, err := json.MarshalIndent(groups, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(root(), "web/src/features/document/upload/extensions.json")
	if *update {
		if err := os.WriteFile(name, append(want, '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want)+"\n", string(got)); diff != "" {
		t.Errorf("go test -run TestPageTable -update (-want +got):\n%s", diff)
	}
}

// TestFormatsAreDocumented checks that the documentation for operators lists the extensions of
// each group in the group's row. The groups Cloud and File are skipped.
func TestFormatsAreDocumented(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile(filepath.Join(root(), "docs/formats.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range FileTypes() {
		if group == Cloud || group == File {
			continue
		}
		var documented []string
		for line := range strings.Lines(string(b)) {
			cells := strings.Split(line, "|")
			if len(cells) > 2 && strings.TrimSpace(cells[1]) == "`"+string(group)+"`" {
				documented = append(documented, strings.Fields(cells[2])...)
			}
		}
		slices.Sort(documented)
		if diff := cmp.Diff(Extensions(group), documented); diff != "" {
			t.Errorf("%s (-table +docs/formats.md):\n%s", group, diff)
		}
	}
}
