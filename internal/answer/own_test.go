package answer

import (
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// TestProvidersOwnFunction checks a function executed by the provider: the function's arguments are
// returned unchanged as its result. Later questions may go to another provider, so their requests do
// not contain the call.
func TestProvidersOwnFunction(t *testing.T) {
	t.Parallel()
	const arguments = `{"search_result": {"search_id":"x"}, "usage":{"total_tokens":7}}`
	own := llm.ToolCall{ID: "$web_search:0", Name: "$web_search", Arguments: arguments, Own: true}
	c := &counted{}
	b := on(t, c.tool("look"))
	b.model.parts = []part{
		calls("", own, call("b", "look", `{"x":1}`)),
		calls("", llm.ToolCall{Name: "$web_search", Arguments: arguments, Own: true}), // the repeated call gets its arguments back, and no tools are offered any more
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
	if got := toolResults(requests[1]); got["$web_search:0"] != arguments || !strings.Contains(got["b"], "look：") {
		t.Errorf("the results are %q", got)
	}
	if got := toolResults(requests[2]); got["call_2_0"] != arguments || len(requests[2].Tools) != 0 {
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
	if got := toolResults(b.model.requests()[3]); len(got) != 0 {
		t.Errorf("the next question's model is told %q", got)
	}
}

// TestProvidersOwnSearch checks three things. The provider is asked to search when the model's
// settings and the asker allow it. The provider's search function works without any of our tools. When
// tools are no longer offered, the function is not offered either.
func TestProvidersOwnSearch(t *testing.T) {
	t.Parallel()
	own := llm.ToolCall{ID: "$web_search:0", Name: "$web_search", Arguments: `{"q":"西湖"}`, Own: true}
	asked := func(by llm.Search, mode Search) (stream.Message, []llm.SearchWish) {
		b := on(t)
		b.model.parts = []part{calls("", own), calls("", own), says("西湖在杭州。")}
		m := b.answer(b.turn(func(t *Turn) { t.Choice.Info.Search, t.Search = by, mode }))
		var wishes []llm.SearchWish
		for _, r := range b.model.requests() {
			wishes = append(wishes, r.Search)
		}
		return m, wishes
	}
	if m, wishes := asked(llm.SearchItself, SearchOpen); m.State != stream.StateDone || m.PlainText() != "西湖在杭州。" ||
		!slices.Equal(wishes, []llm.SearchWish{llm.SearchAlways, llm.SearchAlways, llm.SearchNotWished}) {
		t.Errorf("%s %q %q", m.State, m.PlainText(), wishes)
	}
	if _, wishes := asked(llm.SearchItself, SearchAuto); wishes[0] != llm.SearchIfNeeded {
		t.Errorf("%q", wishes)
	}
	for _, c := range []struct {
		by   llm.Search
		mode Search
	}{{llm.SearchItself, SearchClosed}, {llm.SearchItself, SearchKnowledge}, {llm.SearchItself, SearchUnsaid}, {llm.SearchForIt, SearchOpen}, {llm.SearchByTools, SearchOpen}} {
		if _, wishes := asked(c.by, c.mode); wishes[0] != llm.SearchNotWished {
			t.Errorf("%+v: %q", c, wishes)
		}
	}
}
