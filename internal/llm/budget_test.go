package llm_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

func TestEstimate(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"": 0, "好": 1, strings.Repeat("好", 100): 60, strings.Repeat("a", 100): 30, "你好，world": 4, "😀": 1,
	} {
		if got := llm.Estimate(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestMeterLearns(t *testing.T) {
	t.Parallel()
	var m llm.Meter
	text := strings.Repeat("字", 1000)
	for range 100 {
		m.Observe("a", m.Count("a", text), 900)
	}
	if got := m.Count("a", text); got < 880 || got > 920 {
		t.Errorf("learnt %d, want about 900", got)
	}
	if got := m.Count("b", text); got != 600 {
		t.Errorf("another model: %d, want 600", got)
	}
	for range 100 {
		m.Observe("b", 600, 60_000_000)
		m.Observe("c", 600, 0)
	}
	if b, c := m.Count("b", text), m.Count("c", text); b != 1500 || c != 600 {
		t.Errorf("lies: %d and %d, want 1500 and 600", b, c)
	}
}

func TestTrim(t *testing.T) {
	t.Parallel()
	count := func(s string) int { return len(s) } // each message counts 4 tokens more than its text
	sys := llm.Message{Role: llm.System, Content: "system"}
	q := func(s string) llm.Message { return llm.Message{Role: llm.User, Content: s} }
	a := func(s string) llm.Message { return llm.Message{Role: llm.Assistant, Content: s} }
	call := llm.Message{Role: llm.Assistant, ToolCalls: []llm.ToolCall{{ID: "1", Name: "f", Arguments: "{}"}}}
	result := llm.Message{Role: llm.ToolRole, ToolCallID: "1", Content: "r"}
	history := []llm.Message{sys, q("q1"), a("a1"), q("q2"), call, result, a("a2"), q("q3")}
	tests := []struct {
		name    string
		in      []llm.Message
		budget  int
		rounds  int
		want    []llm.Message
		dropped int
		code    errs.Code
	}{
		{"all", history, 1000, 0, history, 0, ""},
		{"the oldest round goes first", history, 55, 30, []llm.Message{sys, q("q2"), call, result, a("a2"), q("q3")}, 1, ""},
		{"a round goes whole", history, 43, 30, []llm.Message{sys, q("q3")}, 2, ""},
		{"rounds", history, 1000, 2, []llm.Message{sys, q("q2"), call, result, a("a2"), q("q3")}, 1, ""},
		{"a picture has its price", []llm.Message{{Role: llm.User, Content: "q", Images: make([]llm.Image, 1)}}, 1000, 0, nil, 0, errs.ModelTooLong},
		{"exactly the question", history, 16, 0, []llm.Message{sys, q("q3")}, 2, ""},
		{"not even the question", history, 15, 0, nil, 0, errs.ModelTooLong},
		{"nothing", nil, 10, 0, nil, 0, ""},
		{"an answer in front", []llm.Message{a("a0"), q("q1")}, 100, 0, []llm.Message{a("a0"), q("q1")}, 0, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, dropped, err := llm.Trim(tt.in, tt.budget, tt.rounds, count)
			if diff := cmp.Diff(tt.want, got); diff != "" || dropped != tt.dropped {
				t.Fatalf("dropped %d (-want +got):\n%s", dropped, diff)
			}
			if (err != nil) != (tt.code != "") || (err != nil && !errs.Is(err, tt.code)) {
				t.Fatalf("error %v", err)
			}
		})
	}
}

// If Trim does not fail, the kept messages fit into the budget. They are the newest messages,
// no message between them is missing, and the last message is unchanged.
func TestTrimFits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var in []llm.Message
		for range rapid.IntRange(1, 40).Draw(t, "n") {
			role := rapid.SampledFrom([]llm.Role{llm.User, llm.Assistant}).Draw(t, "role")
			in = append(in, llm.Message{Role: role, Content: rapid.StringN(0, 50, -1).Draw(t, "text")})
		}
		budget, rounds := rapid.IntRange(1, 500).Draw(t, "budget"), rapid.IntRange(0, 10).Draw(t, "rounds")
		got, _, err := llm.Trim(in, budget, rounds, llm.Estimate)
		if err != nil {
			return
		}
		var m llm.Meter
		if n := m.Messages("x", got); n > budget {
			t.Fatalf("%d tokens of %d", n, budget)
		}
		if diff := cmp.Diff(in[len(in)-len(got):], got); diff != "" || len(got) == 0 {
			t.Fatal(diff)
		}
	})
}
