package compose

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
)

// TestPossible checks how the sentence closest to the question in meaning is quoted. If the sentence
// may be an answer, it is called possibly relevant. Otherwise the text states that the sentence does
// not answer the question.
func TestPossible(t *testing.T) {
	t.Parallel()
	s := source.Source{Kind: source.File, ID: "1", Title: "合同.pdf", Locator: source.Locator{Unit: 2, UnitKind: "page"}, Text: "押金在十日内退还。"}
	for _, possible := range []bool{true, false} {
		f := source.Finding{Intent: source.Answer, Attached: true, Refused: true, Things: []source.Source{s}, Near: []source.Source{s}, Possible: possible}
		deltas, ok := Answer(llm.Request{Locale: "zh-CN", Sources: []source.Source{s}, Finding: f}, "builtin", func() bool { return false })
		if !ok {
			t.Fatal("no answer")
		}
		said := ""
		for _, d := range deltas {
			said += d.Text
		}
		if !strings.Contains(said, "押金在十日内退还。[citation:1]") || strings.Contains(said, "可能相关") != possible || strings.Contains(said, "不是答案") == possible {
			t.Errorf("%t: %s", possible, said)
		}
	}
}

// TestHints checks that questions about files are suggested only if the answer is about files.
func TestHints(t *testing.T) {
	t.Parallel()
	file := source.Source{Kind: source.File, ID: "1", Title: "合同.pdf", Locator: source.Locator{Unit: 2, UnitKind: "page"}, Text: "押金在十日内退还。"}
	for name, c := range map[string]struct {
		finding source.Finding
		hints   int
	}{
		"a file":                          {source.Finding{Intent: source.Answer, Refused: true, Things: []source.Source{file}}, 3},
		"nothing of the asker's is known": {source.Finding{Intent: source.Answer, Refused: true, Everything: true}, 0},
	} {
		deltas, ok := Answer(llm.Request{Locale: "zh-CN", Finding: c.finding}, "builtin", func() bool { return false })
		if !ok || len(deltas[len(deltas)-1].Hints) != c.hints {
			t.Errorf("%s: %t %+v", name, ok, deltas)
		}
	}
}
