package llmtest

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestActing checks a script that calls tools in two steps and then answers from the last result.
// If the request has no tools, no tool is called.
func TestActing(t *testing.T) {
	t.Parallel()
	const question = `{"role":"user","content":"[[tool look {\"a\":1}]]+[[tool look {\"a\":2}]] [[tool read {\"b\":{}}]] 期限？"}`
	const first = `,{"role":"assistant","content":"","tool_calls":[{"id":"call_0"},{"id":"call_1"}]},{"role":"tool","content":"一"},{"role":"tool","content":"二"}`
	const second = `,{"role":"assistant","content":"","tool_calls":[{"id":"call_2"}]},{"role":"tool","content":"[source 4 begin]\n书 · 第 9 页\n三十日内付清。\n[source 4 end]"}`
	for messages, want := range map[string]string{
		question:                  `"arguments":"{\"a\":2}"`,
		question + first:          `"name":"read"`,
		question + first + second: "三十日内付清",
	} {
		var r Request
		if err := json.Unmarshal([]byte(`{"tools":[{}],"messages":[`+messages+`]}`), &r); err != nil {
			t.Fatal(err)
		}
		var sent strings.Builder
		for _, s := range New(Options{Piece: 100}).script(r).Steps {
			sent.WriteString(s.Send)
		}
		if !strings.Contains(sent.String(), want) {
			t.Errorf("%s\nwants %s", sent.String(), want)
		}
	}
	var r Request
	if err := json.Unmarshal([]byte(`{"messages":[`+question+`]}`), &r); err != nil {
		t.Fatal(err)
	}
	if _, ok := r.acting(); ok {
		t.Error("it calls tools that were not sent")
	}
}
