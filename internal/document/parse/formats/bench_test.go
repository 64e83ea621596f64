//go:build unix

package formats

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
)

// BenchmarkPDF reads the samples with text. "of-pdftotext" is the CPU time of this reader divided by
// that of pdftotext for the same files. The time of pdftotext includes the start of its process.
func BenchmarkPDF(b *testing.B) {
	names := []string{"report.pdf", "columns.pdf", "headers.pdf", "contract.pdf"}
	folder := parsetest.Dir()
	if own := os.Getenv("WENQU_BENCH_PDF"); own != "" { // a larger file given by the user
		names, folder = []string{filepath.Base(own)}, filepath.Dir(own)
	}
	files := map[string][]byte{}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			b.Fatal(err)
		}
		files[name] = data
	}
	o := parse.Options{Tools: tools(b)}
	parseBytes(b, files[names[0]], o) // the first call compiles PDFium, which is not measured
	pages, start := 0, spent(b, syscall.RUSAGE_SELF)
	for b.Loop() {
		for _, name := range names {
			sum, _, err := parseBytes(b, files[name], o)
			if err != nil {
				b.Fatal(err)
			}
			pages += sum.Units
		}
	}
	ours := (spent(b, syscall.RUSAGE_SELF) - start) / time.Duration(b.N)
	b.ReportMetric(float64(pages)/float64(b.N)/ours.Seconds(), "pages/cpu-s")
	program, err := exec.LookPath("pdftotext")
	if err != nil {
		return
	}
	start = spent(b, syscall.RUSAGE_CHILDREN)
	const rounds = 3
	for range rounds {
		for _, name := range names {
			if err := exec.CommandContext(b.Context(), program, filepath.Join(folder, name), "-").Run(); err != nil {
				b.Fatal(err)
			}
		}
	}
	theirs := (spent(b, syscall.RUSAGE_CHILDREN) - start) / rounds
	b.ReportMetric(ours.Seconds()/theirs.Seconds(), "of-pdftotext")
}

// spent returns the CPU time used so far.
func spent(b *testing.B, who int) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkFormats reads one sample of each of several formats.
func BenchmarkFormats(b *testing.B) {
	for _, name := range []string{"contract.docx", "contract.doc", "deck.pptx", "water.xlsx", "book.epub", "page.html", "notes.md", "gbk.csv", "gbk.txt"} {
		b.Run(filepath.Ext(name)[1:], func(b *testing.B) {
			data := parsetest.Sample(b, name)
			b.SetBytes(int64(len(data)))
			o := parse.Options{Name: name, Tools: tools(b)}
			for b.Loop() {
				if _, err := Parse(context.Background(), bytes.NewReader(data), int64(len(data)), o, &parsetest.Sink{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
