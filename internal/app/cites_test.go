package app_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// cited matches the path of a Markdown page in the repository. elsewhere matches words that cite a
// specification outside of the repository.
var (
	cited     = regexp.MustCompile(`\b(docs|api|spec|design)/[\w/.-]*\.md\b`)
	elsewhere = regexp.MustCompile(`\((the )?specification\b|specification,? points?\b|\bwire(\.md)? section\b`)
)

// TestCommentsCitePagesThatAreHere checks that each page named in the sources exists in the
// repository, and that the sources cite no specification outside of it.
func TestCommentsCitePagesThatAreHere(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	found := 0
	for _, dir := range []string{"cmd", "internal", "bench", "tools", "web/src", "web/e2e"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && slices.Contains([]string{"node_modules", "testdata"}, d.Name()) {
				return filepath.SkipDir
			}
			if !slices.Contains([]string{".go", ".ts", ".tsx", ".sql", ".mjs", ".css"}, filepath.Ext(name)) || strings.HasSuffix(name, "cites_test.go") {
				return nil
			}
			b, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			for _, page := range cited.FindAllString(string(b), -1) {
				found++
				if _, err := os.Stat(filepath.Join(root, page)); err != nil {
					t.Errorf("%s names %s, which is not here", name, page)
				}
			}
			if at := elsewhere.FindString(string(b)); at != "" {
				t.Errorf("%s cites what nobody can open: %s", name, at)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 10 {
		t.Errorf("only %d pages are named", found)
	}
}
