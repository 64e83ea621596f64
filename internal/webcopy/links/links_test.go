package links

import (
	"testing"

	"github.com/wenqu-ai/wenqu/internal/answer"
)

// TestApplies checks that the gatherer applies if the question, an earlier question or `Links` contains a
// link, and only then.
func TestApplies(t *testing.T) {
	t.Parallel()
	const page = "看看 www.lib.example/hours，几点开门"
	for name, c := range map[string]struct {
		turn answer.Turn
		want bool
	}{
		"no link":             {answer.Turn{Question: "几点开门", Earlier: []answer.Round{{Question: "你好", Answer: page}}}, false},
		"in the question":     {answer.Turn{Question: page}, true},
		"in an earlier one":   {answer.Turn{Question: "几点关门", Earlier: []answer.Round{{Question: page}}}, true},
		"from the client":     {answer.Turn{Question: "几点关门", Links: []string{"https://lib.example/"}}, true},
		"nothing but a colon": {answer.Turn{Question: "http 是什么：一种协议"}, false},
	} {
		if got := (&Gatherer{}).Applies(c.turn); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
