package answer

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// TestProvidersOwnFunction checks that the arguments of a function that the provider executes
// are returned unchanged as its result, and that the call is not part of later requests, which
// may go to another provider.
func TestProvidersOwnFunction(t *testing.T) {
	t.Parallel()
	const arguments = `{"search_result": {"search_id":"x"}, "usage":{"total_tokens":7}}`
	own := llm.ToolCall{ID: "$web_search:0", Name: "$web_search", Arguments: arguments, Own: true}
	c := &counted{}
	b := on(t, c.tool("look"))
	b.model.parts = []part{
		calls("", own, call("b", "look", `{"x":1}`)),
		calls("", llm.ToolCall{Name: "$web_search", Arguments: arguments, Own: true}), // the same call again: it is returned, and no tools are offered any more
		says("西湖在杭州。"),
	}
	m := b.answer(b.turn())
	want := `think "想一想"
tool 2.0.1.0 $web_search done
tool 2.0.1.1 look done
think "想一想"
tool 2.0.2.0 $web_search done
text "西湖在杭州。"`
	if got := outline(m); got != want || m.State != stream.StateDone {
		t.Errorf("%s\n%s", m.State, got)
	}
	requests := b.model.requests()
	if got := told(requests[1]); got["$web_search:0"] != arguments || !strings.Contains(got["b"], "look：") {
		t.Errorf("the results are %q", got)
	}
	if got := told(requests[2]); got["call_2_0"] != arguments || len(requests[2].Tools) != 0 {
		t.Errorf("the results are %q, %d tools are offered", got, len(requests[2].Tools))
	}
	if calls := requests[1].Messages[2].ToolCalls; len(calls) != 2 || calls[0] != own {
		t.Errorf("%+v", calls)
	}
	for _, r := range requests {
		paired(t, r)
	}
	b.answer(b.turn(func(t *Turn) {
		t.Index, t.Earlier = 4, []Round{{Index: 2, Question: "问", Answer: "西湖在杭州。", Tools: true}}
	}))
	if got := told(b.model.requests()[3]); len(got) != 0 {
		t.Errorf("the next question's model is told %q", got)
	}
}
