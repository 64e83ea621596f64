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
	const unit = "千万[citation:1]"
	passage := strings.Repeat(unit, 24_000/len(unit))
	c := New(Options{Locale: "zh-CN"})
	c.Add(1, []source.Source{{Kind: source.Web, Title: "甲", URL: "https://example.com", Text: passage}})
	sentence := strings.Repeat("千万", 250) + "[citation:1]。"
	begin := time.Now()
	c.Write(sentence)
	c.Flush()
	if took := time.Since(begin); took > time.Minute {
		t.Errorf("%s", took)
	}
}

// TestComparisonsOfAnAnswerHaveALimit cites one source again and again: when maxWork is used up, marks are
// dropped.
func TestComparisonsOfAnAnswerHaveALimit(t *testing.T) {
	t.Parallel()
	const said = "合同约定押金为一千元[citation:1]。"
	c := New(Options{Locale: "zh-CN"})
	c.Add(1, []source.Source{{Kind: source.Web, Title: "合同", URL: "https://example.com", Text: "合同约定押金为一千元，租期两年。"}})
	if got := c.Write(said) + c.Flush(); !strings.Contains(got, "[citation:1]") {
		t.Fatalf("a supported sentence lost its mark: %s", got)
	}
	if c.read.left >= maxWork {
		t.Error("the comparison took no work")
	}
	c.read.left = 10
	if got := c.Write(said) + c.Flush(); strings.Contains(got, "[citation:1]") {
		t.Errorf("the mark was checked without work left: %s", got)
	}
}
