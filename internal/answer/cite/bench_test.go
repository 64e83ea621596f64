package cite

import (
	"testing"

	"github.com/wenqu-ai/wenqu/internal/source"
)

// BenchmarkSupport checks a sentence against two passages.
func BenchmarkSupport(b *testing.B) {
	passages, sentences := readJudged(b, "testdata/support_practice.txt")
	for i := 0; b.Loop(); i++ {
		s := sentences[i%len(sentences)]
		c := New(Options{})
		c.Add(1, []source.Source{passages[s.passage], passages[(s.passage+2)%len(passages)]})
		c.Write(s.text[:len(s.text)-len("。")] + "[citation:1][citation:2]。")
		c.Flush()
	}
}
