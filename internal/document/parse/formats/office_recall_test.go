//go:build unix

package formats

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
)

// BenchmarkOfficeRecall reads the files in the folder WENQU_BENCH_OFFICE. Each file has a reference
// text, written by LibreOffice or catdoc, in a file with the additional extension .ref. The
// benchmark compares the words of both texts, and the pairs of Chinese or Japanese characters. It
// reports the share of the reference text also found by Parse.
func BenchmarkOfficeRecall(b *testing.B) {
	refs, err := filepath.Glob(filepath.Join(os.Getenv("WENQU_BENCH_OFFICE"), "*.ref"))
	if err != nil || len(refs) == 0 {
		b.Fatal("WENQU_BENCH_OFFICE names a folder of files and their .ref")
	}
	for b.Loop() {
		all := map[string][]float64{}
		wrong := 0
		for _, ref := range refs {
			reference, err := os.ReadFile(ref)
			if err != nil {
				b.Fatal(err)
			}
			name := strings.TrimSuffix(ref, ".ref")
			data, err := os.ReadFile(name)
			if err != nil {
				b.Fatal(err)
			}
			sum, units, err := parseBytes(b, data, parse.Options{Name: filepath.Base(name), Tools: tools(b)})
			var text strings.Builder
			for _, u := range units {
				text.WriteString(u.Name + "\n" + u.Text() + "\n")
			}
			want := tokens(string(reference))
			got, missed := recall(want, tokens(text.String()))
			if err != nil && len(want) > 0 {
				wrong++
			}
			ext := strings.TrimPrefix(filepath.Ext(name), ".")
			all[ext] = append(all[ext], got)
			b.Logf("%.3f %s: %d units, %v %v, without %q", got, filepath.Base(name), sum.Units, sum.Warnings, err, missed[:min(len(missed), 12)])
		}
		for _, ext := range slices.Sorted(maps.Keys(all)) {
			mean := 0.0
			for _, r := range all[ext] {
				mean += r / float64(len(all[ext]))
			}
			b.ReportMetric(mean, ext)
			b.ReportMetric(slices.Min(all[ext]), ext+"-least")
		}
		b.ReportMetric(float64(wrong), "wrongly-empty")
	}
}
