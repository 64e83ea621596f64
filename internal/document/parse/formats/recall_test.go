//go:build unix

package formats

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
)

// comparedPages is the maximum number of pages compared per file, beginning with the first page.
const comparedPages = 150

// BenchmarkRecall reads the PDFs in the folder WENQU_BENCH_PDF with Parse and with pdftotext. It compares
// the words of both texts, and the pairs of Chinese or Japanese characters. It reports the share of
// pdftotext's text also found by Parse. The folder must not contain files misread by pdftotext.
func BenchmarkRecall(b *testing.B) {
	program, err := exec.LookPath("pdftotext")
	if err != nil {
		b.Fatal("it compares with pdftotext, of poppler-utils")
	}
	names, err := filepath.Glob(filepath.Join(os.Getenv("WENQU_BENCH_PDF"), "*.pdf"))
	if err != nil || len(names) == 0 {
		b.Fatal("WENQU_BENCH_PDF names a folder of PDFs")
	}
	for b.Loop() {
		var all []float64
		var ours, theirs time.Duration
		wrong := 0
		for _, name := range names {
			start := spent(b, syscall.RUSAGE_CHILDREN)
			reference, err := exec.CommandContext(b.Context(), program, "-l", strconv.Itoa(comparedPages), name, "-").Output()
			if err != nil {
				b.Fatal(name, err)
			}
			they := spent(b, syscall.RUSAGE_CHILDREN) - start
			data, err := os.ReadFile(name)
			if err != nil {
				b.Fatal(err)
			}
			o := parse.Options{Tools: tools(b), MaxPages: comparedPages}
			start = spent(b, syscall.RUSAGE_SELF)
			sum, units, err := parseBytes(b, data, o)
			we := spent(b, syscall.RUSAGE_SELF) - start
			var text strings.Builder
			for _, u := range units {
				text.WriteString(u.Text() + "\n")
			}
			ours, theirs = ours+we, theirs+they
			want := tokens(withoutMargins(string(reference)))
			got, missed := recall(want, tokens(text.String()))
			if err != nil && len(want) > 0 {
				wrong++
			}
			all = append(all, got)
			b.Logf("%.3f %s: %d pages, %v and %v, %v %v, without %q", got, filepath.Base(name), sum.Units, we.Round(time.Millisecond), they.Round(time.Millisecond), sum.Warnings, err, missed[:min(len(missed), 12)])
		}
		slices.Sort(all)
		mean := 0.0
		for _, r := range all {
			mean += r / float64(len(all))
		}
		b.ReportMetric(mean, "recall")
		b.ReportMetric(all[len(all)/10], "recall-p10")
		b.ReportMetric(ours.Seconds()/theirs.Seconds(), "of-pdftotext")
		b.ReportMetric(float64(wrong), "wrongly-empty")
	}
}

// withoutMargins removes headers, footers and page numbers from the text of pdftotext, because package
// pdf leaves headers and footers out, too. Only the first and last three lines of each page are
// considered. Of these lines it removes those that consist of a number, and those that occur more than
// once when digits and white space are ignored.
func withoutMargins(s string) string {
	pages := strings.Split(s, "\f")
	digits := regexp.MustCompile(`[\d\s]+|^[ivxlc]+$`)
	key := func(line string) string { return digits.ReplaceAllString(line, "") }
	const outer = 3
	seen := map[string]int{}
	lines := make([][]string, len(pages))
	at := func(i, n int) bool { return i < outer || i >= n-outer }
	for p, page := range pages {
		for line := range strings.SplitSeq(page, "\n") {
			if strings.TrimSpace(line) != "" {
				lines[p] = append(lines[p], line)
			}
		}
		for i, line := range lines[p] {
			if at(i, len(lines[p])) {
				seen[key(line)]++
			}
		}
	}
	var b strings.Builder
	for _, page := range lines {
		for i, line := range page {
			if k := key(line); at(i, len(page)) && (k == "" || seen[k] > 1) {
				continue
			}
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

// tokens counts the words of a text and its pairs of Chinese or Japanese characters.
func tokens(s string) map[string]int {
	out := map[string]int{}
	s = regexp.MustCompile(`(\pL)[-\x{2010}\x{ad}]\n(\pL)`).ReplaceAllString(parse.Clean(s), "$1$2")
	var word strings.Builder
	last := rune(0)
	for _, r := range s + "\n" {
		if parse.Wide(r) && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			if parse.Wide(last) {
				out[string([]rune{last, r})]++
			}
			last = r
		} else if !unicode.IsSpace(r) {
			last = 0
		}
		if !parse.Wide(r) && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) {
			word.WriteRune(r)
		} else if word.Len() > 0 {
			out[word.String()]++
			word.Reset()
		}
	}
	return out
}

// recall returns the share of the tokens in `want` that are also in `got`. `missed` lists the tokens
// with a lower count in `got` than in `want`, beginning with the largest difference.
func recall(want, got map[string]int) (share float64, missed []string) {
	all, have := 0, 0
	for t, n := range want {
		all += n
		have += min(n, got[t])
		if got[t] < n {
			missed = append(missed, t)
		}
	}
	slices.SortFunc(missed, func(a, b string) int { return (want[b] - got[b]) - (want[a] - got[a]) })
	if all == 0 {
		return 1, nil
	}
	return float64(have) / float64(all), missed
}
