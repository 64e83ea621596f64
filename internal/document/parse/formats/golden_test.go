package formats

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
)

var update = flag.Bool("update", false, "write the .want files anew")

// TestSamples reads every file of testdata and compares the result with the stored result.
func TestSamples(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(parsetest.Dir() + "/*.*")
	if err != nil || len(files) < 60 {
		t.Fatal(len(files), err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, ".want") || strings.HasSuffix(name, "README.md") {
			continue
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			data := parsetest.Sample(t, filepath.Base(name))
			o := parse.Options{Name: strings.TrimSuffix(filepath.Base(name), ".gz")}
			if strings.Contains(name, "password") {
				o.Password = "wenqu"
			}
			got := parsetest.Describe(parseBytes(t, data, o))
			want := name + ".want"
			if *update {
				if err := os.WriteFile(want, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			golden, err := os.ReadFile(want)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(golden), got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		})
	}
}
