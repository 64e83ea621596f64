package chat

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

// thinks is a model that yields thinking before its answer.
var thinks script = func(_ context.Context, _ llm.Request, yield func(llm.Delta, error) bool) {
	_ = yield(llm.Delta{Reasoning: "先想"}, nil) &&
		yield(llm.Delta{Reasoning: "一想"}, nil) &&
		yield(llm.Delta{Text: "你好"}, nil) &&
		yield(llm.Delta{Text: "，[DONE] 只是文字\n第二行"}, nil) &&
		yield(llm.Delta{Finish: llm.FinishStop, Model: "deepseek-r1-0528"}, nil) &&
		yield(llm.Delta{Usage: &llm.Usage{PromptTokens: 7, CompletionTokens: 9}}, nil)
}

// newestBody is a request from the newest client, with fields unknown to the server.
const newestBody = `{"model":"gpt_175B_0404","prompt":"你好","displayPrompt":"你好","displayPromptType":1,"plugin":"Adaptive",
"agentId":"naQivTmsDa","conversationId":"6b7e1f0a-0000-4000-8000-000000000001","chatModelId":"deep_seek",
"chatModelExtInfo":"{\"modelId\":\"deep_seek_v3\",\"subModelId\":\"deep_seek\",\"supportFunctions\":{\"internetSearch\":\"closeInternetSearch\"},\"internetSearch\":\"closeInternetSearch\"}",
"supportFunctions":["openAutoSearchSwitch","closeInternetSearch"],"multimedia":[],
"options":{"imageIntention":{"needIntentionModel":true,"backendUpdateFlag":2,"intentionStatus":true}},"parsingPromptUrl":[],
"supportHint":1,"version":"v2","isTemporary":false,"projectId":null,"chatSource":"","offsetOfHour":8,"applicationIdList":[],
"extReportParams":null,"reportExtParams":{"isHotRecommand":false},"unknownField":{"a":[1,2]}}`

// TestWire compares the responses to the oldest and to the newest client with transcripts in testdata.
func TestWire(t *testing.T) {
	bodies := map[string]string{"oldest": `{"prompt":"你好"}`, "newest": newestBody}
	for name, body := range bodies {
		for _, contentType := range []string{"text/plain;charset=UTF-8", "application/json"} {
			t.Run(name+" "+contentType, func(t *testing.T) {
				on(t, func(t *testing.T, h *harness) {
					h.models.set("default", thinks)
					h.models.set("deep_seek", thinks)
					const cid = "6b7e1f0a-0000-4000-8000-000000000001"
					res, got := h.do(t, call{Path: "/api/chat/" + cid, Owner: alice, Body: body, Header: map[string]string{"Content-Type": contentType}})
					if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "text/event-stream" {
						t.Fatalf("%s %s: %s", res.Status, res.Header.Get("Content-Type"), got)
					}
					if res.Header.Get("X-Answer-Msgid") != cid+"_2" || res.Header.Get("X-Query-Msgid") != cid+"_1" {
						t.Errorf("message ids: %v", res.Header)
					}
					trace := res.Header.Get("X-Traceid")
					if !regexp.MustCompile(`^[0-9a-f]{32}$`).MatchString(trace) {
						t.Errorf("trace id %q", trace)
					}
					golden(t, name+".sse", strings.ReplaceAll(got, trace, "TRACE"))

					_, d := h.json(t, alice, conversation+"v1/detail", map[string]any{"conversationId": cid})
					convs := d["convs"].([]any)
					a := convs[0].(map[string]any)
					if len(convs) != 2 || a["id"] != cid+"_2" || a["speaker"] != "ai" || a["state"] != "done" {
						t.Fatalf("detail: %v", d)
					}
					want := []any{
						map[string]any{"type": "think", "title": "已深度思考(用时1秒)", "iconType": 9.0, "content": "先想一想", "status": 2.0},
						map[string]any{"type": "text", "msg": "你好，[DONE] 只是文字\n第二行"},
					}
					content := a["speechesV2"].([]any)[0].(map[string]any)["content"]
					if diff := cmp.Diff(any(want), content); diff != "" {
						t.Errorf("history: %s", diff)
					}

					res, got = h.do(t, call{
						Path: conversation + "v1/detail", Owner: alice, Body: `{"conversationId":"` + cid + `"}`, Header: map[string]string{"X-WebVersion": "1.18.0"},
					})
					older := `{"type":"deepSearch","title":"已深度思考(用时1秒)","iconType":9,"contents":[{"type":"text","msg":"先想一想"}]}`
					if res.StatusCode != http.StatusOK || !strings.Contains(got, older) || !strings.Contains(got, `"type":"think"`) {
						t.Errorf("history for a client of before: %s %s", res.Status, got)
					}
				})
			})
		}
	}
}

// golden compares `got` with the file `name` in testdata. If the environment variable UPDATE is set, it
// first writes `got` to that file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}

func TestNewcomerBecomesVisitor(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		res, _ := h.do(t, call{Path: "/api/chat/conv-0001", Body: `{"prompt":"你好"}`})
		if res.StatusCode != 200 || len(res.Cookies()) != 3 {
			t.Fatalf("%s, cookies %v", res.Status, res.Cookies())
		}
		res, _ = h.do(t, call{Path: conversation + "list", Body: `{}`})
		if res.StatusCode != 200 || len(res.Cookies()) != 0 {
			t.Errorf("a look made a visitor: %s %v", res.Status, res.Cookies())
		}
	})
}

// TestAddressWithoutConversation checks the calls whose address names no conversation: the body names
// it, and a question without it begins a new one.
func TestAddressWithoutConversation(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		const cid = "conv-0001"
		ask := func(path, body, requestID string) (answered string) {
			t.Helper()
			res, got := h.do(t, call{Path: path, Owner: alice, Body: body, Header: map[string]string{"X-Request-Id": requestID}})
			if res.StatusCode != http.StatusOK || !strings.HasSuffix(got, "data: [DONE]\n\n") {
				t.Fatalf("%s %s: %s %s", path, body, res.Status, got)
			}
			return res.Header.Get("X-Answer-Msgid")
		}
		if got := ask("/api/chat", `{"conversationId":"conv-0001","prompt":"甲"}`, "request-1"); got != cid+"_2" {
			t.Errorf("the answer is %s", got)
		}
		if got := ask("/api/chat/repeat", `{"conversationId":"conv-0001","index":2}`, "request-2"); got != cid+"_2" {
			t.Errorf("the other version is of %s", got)
		}
		begun := ask("/api/chat", `{"prompt":"乙"}`, "request-3")
		if strings.HasPrefix(begun, cid) || !strings.HasSuffix(begun, "_2") {
			t.Errorf("a question without a conversation is answered as %s", begun)
		}
		if again := ask("/api/chat", `{"prompt":"乙"}`, "request-3"); again != begun {
			t.Errorf("the repeated request is answered as %s, not %s", again, begun)
		}
		if res, body := h.do(t, call{Method: http.MethodGet, Path: "/api/convs?limit=1", Owner: alice}); res.StatusCode != http.StatusOK || !strings.Contains(body, `"totalResults":2`) {
			t.Errorf("list: %s %s", res.Status, body)
		}
		if res, body := h.do(t, call{Method: http.MethodGet, Path: "/api/conv?conversationId=" + cid + "&limit=1", Owner: alice}); res.StatusCode != http.StatusOK || !strings.Contains(body, `"id":"conv-0001_2"`) || strings.Contains(body, `"id":"conv-0001_1"`) {
			t.Errorf("detail: %s %s", res.Status, body)
		}
		if res, body := h.do(t, call{Method: http.MethodGet, Path: "/api/generate/id"}); res.StatusCode != http.StatusOK || len(body) < 8 {
			t.Errorf("id: %s %s", res.Status, body)
		}
	})
}
