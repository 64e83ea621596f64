package gather_test

import (
	"testing"
	"time"
)

// BenchmarkGather uses 200 pages and a search that takes 200 ms. It reports the longest time until the
// first step, and the mean time that Gather takes in addition to these 200 ms.
func BenchmarkGather(b *testing.B) {
	const source = 200 * time.Millisecond
	w := readWorld(b)
	w.wait = source
	g := w.gatherer()
	questions := readQuestions(b)
	if _, err := g.Gather(b.Context(), turn(questions[0].question), &recorder{}); err != nil { // not measured: the first call builds the lookup tables
		b.Fatal(err)
	}
	var first, added time.Duration
	n := 0
	for b.Loop() {
		out := &recorder{}
		begun := time.Now()
		if _, err := g.Gather(b.Context(), turn(questions[n%len(questions)].question), out); err != nil {
			b.Fatal(err)
		}
		first = max(first, out.at[0].Sub(begun))
		added += time.Since(begun) - source
		n++
	}
	b.ReportMetric(float64(first.Microseconds())/1000, "ms-first-step-max")
	b.ReportMetric(float64(added.Microseconds())/1000/float64(n), "ms-added")
	b.ReportMetric(float64(added)/float64(source*time.Duration(n)), "of-the-source")
}
