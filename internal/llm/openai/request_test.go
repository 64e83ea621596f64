package openai

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

func TestRequestBody(t *testing.T) {
	t.Parallel()
	turns := []llm.Message{
		{Role: llm.User, Content: "一"},
		{Role: llm.System, Content: "乙"},
		{Role: llm.Assistant, Content: "", Reasoning: "想", ToolCalls: []llm.ToolCall{{ID: "c1", Name: "f", Arguments: `{"x":1}`}, {ID: "c2", Name: "g", Arguments: `broken`}}},
		{Role: llm.ToolRole, ToolCallID: "c1", Content: "结果"},
		{Role: llm.ToolRole, ToolCallID: "unknown", Content: "孤儿"},
		{Role: llm.Assistant, Content: ""},
		{Role: llm.User, Content: "二"},
		{Role: llm.System, Content: "丙"},
	}
	tool := llm.Tool{Name: "f", Parameters: []byte(`{"type":"object"}`)}
	const settled = `{"role":"tool","content":"The call was interrupted and has no result.","tool_call_id":"c2"}`
	const calls = `"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\"x\":1}"}},{"id":"c2","type":"function","function":{"name":"g","arguments":"{}"}}]`
	const result = `{"role":"tool","content":"结果","tool_call_id":"c1"}`
	const system = `{"role":"system","content":"乙\n\n丙"}`
	const tools = `"tools":[{"type":"function","function":{"name":"f","description":"f","parameters":{"type":"object"}}}]`
	tests := []struct {
		name    string
		req     llm.Request
		quirks  llm.Quirks
		think   llm.Thinking
		dropped string
		want    string
	}{
		{
			name: "plain", req: llm.Request{Messages: turns, Thinking: true}, think: llm.ThinkSwitch,
			want: `{"model":"m","messages":[` + system + `,{"role":"user","content":"一"},{"role":"assistant","content":"",` + calls + `},` + result + `,` + settled + `,{"role":"user","content":"二"}],"stream":true,"stream_options":{"include_usage":true}}`,
		},
		{
			name: "moonshot", req: llm.Request{Messages: turns, Tools: []llm.Tool{tool}, MaxTokens: 9}, think: llm.ThinkSwitch,
			quirks: llm.Quirks{Thinking: llm.ThinkParamType, EmptyContent: " ", KeepReasoning: true},
			want:   `{"model":"m","messages":[` + system + `,{"role":"user","content":"一"},{"role":"assistant","content":" ","reasoning_content":"想",` + calls + `},` + result + `,` + settled + `,{"role":"assistant","content":" "},{"role":"user","content":"二"}],"stream":true,` + tools + `,"max_tokens":9,"stream_options":{"include_usage":true},"thinking":{"type":"disabled"}}`,
		},
		{
			name: "the last step, asked without tools", req: llm.Request{Messages: turns[2:4]}, think: llm.ThinkNever,
			quirks: llm.QuirksOf(llm.Provider{BaseURL: "https://api.deepseek.com/v1"}),
			want:   `{"model":"m","messages":[{"role":"assistant","content":"","reasoning_content":"想",` + calls + `},` + result + `,` + settled + `],"stream":true,"stream_options":{"include_usage":true}}`,
		},
		{
			name: "ollama", req: llm.Request{Messages: turns[2:4], Thinking: true, MaxTokens: 9}, think: llm.ThinkSwitch,
			quirks: llm.Quirks{Dialect: llm.DialectOllama, Thinking: llm.ThinkParamOllama},
			want:   `{"model":"m","messages":[{"role":"assistant","content":"","tool_calls":[{"function":{"name":"f","arguments":{"x":1}}},{"function":{"name":"g","arguments":{}}}]},{"role":"tool","content":"结果","tool_name":"f"},{"role":"tool","content":"The call was interrupted and has no result.","tool_name":"g"}],"stream":true,"think":true,"options":{"num_ctx":4096,"num_predict":9}}`,
		},
		{
			name: "dashscope", req: llm.Request{Thinking: true}, quirks: llm.Quirks{Thinking: llm.ThinkParamEnable}, think: llm.ThinkSwitch,
			want: `{"model":"m","messages":[],"stream":true,"stream_options":{"include_usage":true},"enable_thinking":true}`,
		},
		{
			name: "effort", req: llm.Request{Thinking: true}, quirks: llm.Quirks{Thinking: llm.ThinkParamEffort, Effort: "high"}, think: llm.ThinkSwitch,
			want: `{"model":"m","messages":[],"stream":true,"stream_options":{"include_usage":true},"reasoning_effort":"high"}`,
		},
		{
			name: "effort off", quirks: llm.Quirks{Thinking: llm.ThinkParamEffort, Effort: "high"}, think: llm.ThinkSwitch,
			want: `{"model":"m","messages":[],"stream":true,"stream_options":{"include_usage":true}}`,
		},
		{
			name: "tokenhub", req: llm.Request{Thinking: true}, quirks: llm.QuirksOf(llm.Provider{BaseURL: "https://tokenhub.tencentmaas.com/v1"}), think: llm.ThinkSwitch,
			want: `{"model":"m","messages":[],"stream":true,"stream_options":{"include_usage":true},"thinking":{"type":"enabled"},"reasoning_effort":"high"}`,
		},
		{
			name: "vllm", quirks: llm.Quirks{Thinking: llm.ThinkParamTemplate}, think: llm.ThinkSwitch,
			want: `{"model":"m","messages":[],"stream":true,"stream_options":{"include_usage":true},"chat_template_kwargs":{"enable_thinking":false}}`,
		},
		{
			name: "a model without a switch", req: llm.Request{Thinking: true}, quirks: llm.Quirks{Thinking: llm.ThinkParamType}, think: llm.ThinkAlways,
			want: `{"model":"m","messages":[],"stream":true,"stream_options":{"include_usage":true}}`,
		},
		{
			name: "dropped", req: llm.Request{Thinking: true, MaxTokens: 5, Tools: []llm.Tool{tool}}, think: llm.ThinkSwitch, quirks: llm.Quirks{Thinking: llm.ThinkParamType},
			dropped: "thinking max_tokens stream", want: `{"model":"m","messages":[],"stream":false,` + tools + `,"max_completion_tokens":5}`,
		},
		{
			name: "混元 searches", req: llm.Request{Search: llm.SearchAlways}, think: llm.ThinkNever, quirks: llm.QuirksOf(llm.Provider{BaseURL: "https://api.hunyuan.cloud.tencent.com/v1"}),
			dropped: "", want: `{"model":"m","messages":[],"stream":true,"stream_options":{"include_usage":true},"enable_enhancement":true,"search_info":true,"citation":true,"force_search_enhancement":true}`,
		},
		{
			name: "tokenhub searches", req: llm.Request{Search: llm.SearchIfNeeded}, think: llm.ThinkNever, quirks: llm.QuirksOf(llm.Provider{BaseURL: "https://tokenhub.tencentmaas.com/v1"}),
			dropped: "", want: `{"model":"m","messages":[],"stream":true,"stream_options":{"include_usage":true},"web_search_options":{}}`,
		},
		{
			name: "百炼 searches", req: llm.Request{Search: llm.SearchIfNeeded}, think: llm.ThinkNever, quirks: llm.QuirksOf(llm.Provider{BaseURL: "https://dashscope.aliyuncs.com/v1"}),
			dropped: "", want: `{"model":"m","messages":[],"stream":true,"stream_options":{"include_usage":true},"enable_search":true,"search_options":{"enable_source":true,"enable_citation":true,"citation_format":"[ref_<number>]"}}`,
		},
		{
			name: "百炼 searches without options", req: llm.Request{Search: llm.SearchAlways}, think: llm.ThinkNever, quirks: llm.QuirksOf(llm.Provider{BaseURL: "https://dashscope.aliyuncs.com/v1"}),
			dropped: "search_options", want: `{"model":"m","messages":[],"stream":true,"stream_options":{"include_usage":true},"enable_search":true}`,
		},
		{
			name: "智谱 searches", req: llm.Request{Search: llm.SearchAlways}, think: llm.ThinkNever, quirks: llm.QuirksOf(llm.Provider{BaseURL: "https://open.bigmodel.cn/v1"}),
			dropped: "", want: `{"model":"m","messages":[],"stream":true,"tools":[{"type":"web_search","web_search":{"enable":true,"search_engine":"search_std","search_result":true,"result_sequence":"before","require_search":true}}]}`,
		},
		{
			name: "MiniMax searches", req: llm.Request{Search: llm.SearchIfNeeded}, think: llm.ThinkNever, quirks: llm.QuirksOf(llm.Provider{BaseURL: "https://api.minimaxi.com/v1"}),
			dropped: "", want: `{"model":"m","messages":[],"stream":true,"stream_options":{"include_usage":true},"tools":[{"type":"web_search"}]}`,
		},
		{
			name: "MiniMax refused it", req: llm.Request{Search: llm.SearchIfNeeded}, think: llm.ThinkNever, quirks: llm.QuirksOf(llm.Provider{BaseURL: "https://api.minimaxi.com/v1"}),
			dropped: "web_search", want: `{"model":"m","messages":[],"stream":true,"stream_options":{"include_usage":true}}`,
		},
		{
			name: "a provider without a search", req: llm.Request{Search: llm.SearchAlways}, think: llm.ThinkNever, quirks: llm.QuirksOf(llm.Provider{BaseURL: "https://api.deepseek.com/v1"}),
			dropped: "", want: `{"model":"m","messages":[],"stream":true,"stream_options":{"include_usage":true}}`,
		},
		{
			name: "Kimi searches and does not think", req: llm.Request{Search: llm.SearchAlways, Thinking: true, Tools: []llm.Tool{tool}}, think: llm.ThinkSwitch, quirks: llm.QuirksOf(llm.Provider{BaseURL: "https://api.moonshot.cn/v1"}),
			want: `{"model":"m","messages":[],"stream":true,"stream_options":{"include_usage":true},"thinking":{"type":"disabled"},` + tools[:len(tools)-1] + `,{"type":"builtin_function","function":{"name":"$web_search"}}]}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.req.Model = "m"
			dropped := map[string]bool{}
			for _, n := range strings.Fields(tt.dropped) {
				dropped[n] = true
			}
			got, err := encode(tt.req, llm.ModelRow{ID: "m", Context: 4096, Thinking: tt.think}, tt.quirks, dropped)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tree(t, tt.want), tree(t, string(got))); diff != "" {
				t.Fatalf("(-want +got):\n%s", diff)
			}
		})
	}
}

func tree(t *testing.T, s string) (v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(s), &v); err != nil {
		t.Fatalf("%v in %s", err, s)
	}
	return v
}

func TestRefused(t *testing.T) {
	t.Parallel()
	sent := []byte(`{"model":"m","thinking":{"type":"enabled"},"stream_options":{},"max_tokens":4,"tools":[]}`)
	tests := []struct {
		status int
		said   string
		want   string
	}{
		{400, `{"error":{"message":"Unknown parameter: 'thinking'."}}`, "thinking"},
		{400, `{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."}}`, "max_tokens"},
		{422, `{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}`, "stream_options"},
		{400, `{"error":"registry.ollama.ai/library/gemma does not support tools"}`, "tools"},
		{500, `{"error":{"code":500,"message":"Cannot use tools with stream"}}`, "stream"},
		{400, `{"error":{"message":"Unknown parameter: 'enable_thinking'"}}`, ""},
		{400, `{"error":{"message":"thinking is hard"}}`, ""},
		{401, `Unknown parameter: thinking`, ""},
		{500, `unsupported thinking`, ""},
	}
	for _, tt := range tests {
		if got := refused(tt.status, tt.said, sent); got != tt.want {
			t.Errorf("%d %s: %q, want %q", tt.status, tt.said, got, tt.want)
		}
	}
}

// TestOwnFunctionGoesBack checks a call to a provider's own function. The call is sent
// back unchanged, with its type. The result also contains the function's name.
func TestOwnFunctionGoesBack(t *testing.T) {
	t.Parallel()
	const arguments = `{"search_result": {"search_id":"x"}, "usage":{"total_tokens":7}}`
	raw, err := encode(llm.Request{Messages: []llm.Message{
		{Role: llm.User, Content: "问"},
		{Role: llm.Assistant, ToolCalls: []llm.ToolCall{{ID: "$web_search:0", Name: "$web_search", Arguments: arguments, Own: true}, {ID: "b", Name: "f", Arguments: "{}"}}},
		{Role: llm.ToolRole, ToolCallID: "$web_search:0", Content: arguments},
		{Role: llm.ToolRole, ToolCallID: "b", Content: "结果"},
	}}, llm.ModelRow{ID: "m"}, llm.Quirks{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	quoted := strconv.Quote(arguments)
	for _, want := range []string{
		`{"id":"$web_search:0","type":"builtin_function","function":{"name":"$web_search","arguments":` + quoted + `}}`,
		`{"id":"b","type":"function","function":{"name":"f","arguments":"{}"}}`,
		`{"role":"tool","content":` + quoted + `,"tool_call_id":"$web_search:0","name":"$web_search"}`,
		`{"role":"tool","content":"结果","tool_call_id":"b"}`,
	} {
		if !strings.Contains(string(raw), want) {
			t.Errorf("%s\nis not in\n%s", want, raw)
		}
	}
}
