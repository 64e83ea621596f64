package cite

import (
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/source"
)

// TestHostilePassage cites a long passage of one sentence with very many clauses. The time must not grow with
// the square of the length of the passage: then, this mark takes minutes.
func TestHostilePassage(t *testing.T) {
	t.Parallel()
	c, sentence := hostile("千万[citation:1]", 24_000)
	begin := time.Now()
	c.Write(sentence)
	c.Flush()
	if took := time.Since(begin); took > time.Minute {
		t.Errorf("%s", took)
	}
}

// hostile makes a checker whose first source is a passage of many units, and a sentence of the same words
// with a mark of the source.
func hostile(unit string, size int) (c *Checker, sentence string) {
	passage := strings.Repeat(unit, size/len(unit))
	c = New(Options{Locale: "zh-CN"})
	c.Add(1, []source.Source{{Kind: source.Web, Title: "甲", URL: "https://example.com", Text: passage}})
	runes := []rune(strings.ReplaceAll(passage, "[citation:1]", ""))
	return c, string(runes[:min(500, len(runes))]) + "[citation:1]。"
}
