package openai

import (
	"strings"
	"testing"
	"time"
)

// splitAll feeds pieces of a text to a splitter. It returns the thinking and the answer.
func splitAll(pieces ...string) (thinking, text string) {
	var out [call + 1]strings.Builder
	emit := func(p part, b []byte) { out[p].Write(b) }
	s := splitter{tools: true}
	for _, p := range pieces {
		s.feed([]byte(p), emit)
	}
	s.close(emit)
	return out[thought].String(), out[answer].String()
}

// TestManyMarks checks that the time of the splitter grows only linearly with the number of marks in an
// event, and with the number of pieces of white space or of a tool call. Quadratic growth takes many
// minutes for these texts.
func TestManyMarks(t *testing.T) {
	t.Parallel()
	const size = 4 << 20
	for name, pieces := range map[string][]string{
		"calls":          {strings.Repeat("<tool_call></tool_call>", size/23)},
		"thinking":       {strings.Repeat("<think></think>", size/15)},
		"leading blanks": strings.Split(strings.Repeat(" ", size/16), ""),
		"blanks thought": append([]string{"<think>"}, strings.Split(strings.Repeat(" ", size/16), "")...),
		"call in pieces": append([]string{"a<tool_call>"}, strings.Split(strings.Repeat("a", size/8), "")...),
	} {
		begin := time.Now()
		splitAll(pieces...)
		if took := time.Since(begin); took > time.Minute {
			t.Errorf("%s: %s", name, took)
		}
	}
}

// TestHeldBlanks checks that at most maxBlank bytes of white space are dropped around thinking, however
// the text is split.
func TestHeldBlanks(t *testing.T) {
	t.Parallel()
	few, many := strings.Repeat(" ", maxBlank), strings.Repeat(" ", maxBlank+3)
	for in, want := range map[string][2]string{
		few + "<think>a" + few + "</think>b": {"a", "b"},
		"<think>a" + many + "</think>b":      {"a   ", "b"},
		many + "<think>a</think>b":           {"", many + "<think>a</think>b"},
	} {
		for name, pieces := range map[string][]string{"whole": {in}, "bytes": strings.Split(in, "")} {
			if thinking, text := splitAll(pieces...); thinking != want[0] || text != want[1] {
				t.Errorf("%s: thinking %q, text %q", name, thinking, text)
			}
		}
	}
}
