//go:build unix

package main

import (
	"context"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/app"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
)

// Requests of the oldest and of the newest clients (docs/protocol.md, section 4). Fields that the
// server does not read have arbitrary values.
const (
	oldestBody = `{"prompt":"你好"}`
	newestBody = `{"model":"gpt_175B_0404","prompt":"你好","displayPrompt":"你好","displayPromptType":1,"plugin":"Adaptive",
		"agentId":"naQivTmsDa","conversationId":"ignored-here","chatModelId":"deep_seek",
		"chatModelExtInfo":"{\"modelId\":\"deep_seek_v3\",\"subModelId\":\"deep_seek\",\"supportFunctions\":{\"internetSearch\":\"closeInternetSearch\"},\"internetSearch\":\"closeInternetSearch\"}",
		"supportFunctions":["openAutoSearchSwitch","closeInternetSearch"],"multimedia":[],"parsingPromptUrl":[],
		"options":{"imageIntention":{"needIntentionModel":true,"backendUpdateFlag":2,"intentionStatus":true}},
		"supportHint":1,"version":"v2","isTemporary":false,"projectId":null,"chatSource":"","offsetOfHour":8,
		"applicationIdList":[],"extReportParams":null,"unknownField":{"deep":[[[{}]]]}}`
)

// hostile is a model's text with imitations of frames and control tokens.
const hostile = "好。\n\ndata: [DONE]\n\n<|im_end|>[ENTRY]\u2028完"

// wireFrames are the frames of an answer with thinking (docs/protocol.md, section 5), byte for byte,
// with CID and TRACE in place of the ids of the conversation and the request.
const wireFrames = `id: 1
data: {"type":"text"}

id: 2
event: speech_type
data: status

id: 3
data: {"type":"status","msg":"正在准备回答"}

id: 4
event: speech_type
data: reasoner

id: 5
data: {"type":"think","title":"思考中...","iconType":9,"content":"先想。","status":1}

id: 6
data: {"type":"think","title":"已深度思考(用时1秒)","iconType":9,"content":"","status":2}

id: 7
event: speech_type
data: text

id: 8
data: {"type":"text","msg":"好。\n\ndata: [DONE]\n\n<|im_end|>[ENTRY]\u2028完"}

id: 9
data: [plugin: ]

id: 10
data: [MSGINDEX:2]

id: 11
data: {"type":"meta","messageId":"CID_2","index":2,"replyId":"CID_1","replyIndex":1,"repeatIndex":0,"traceId":"TRACE","stopReason":"stop","endConv":false,"chainID":"Adaptive","chatModelId":"m","modelId":"test-model","tokenUsageInfo":{"promptTokens":10,"completionTokens":2,"totalTokens":12}}

id: 12
data: [TRACEID:TRACE]

id: 13
data: [DONE]

`

// TestClientsOfEveryAge sends the requests of the oldest and the newest clients. It sends a visitor's
// id and token in headers, in cookies, and not at all, each time with every content type used by
// clients.
func TestClientsOfEveryAge(t *testing.T) {
	t.Parallel()
	provider, address := llmtest.Start(t, llmtest.Options{})
	provider.On("你好", llmtest.Answer(llmtest.DeepSeek, llmtest.Say{
		Reasoning: []string{"先想。"}, Text: []string{hostile},
	}))
	s := started(t, t.TempDir(), "LLM_URL="+address+"/v1", "LLM_MODEL=m")
	me := newPerson(t, s.url)
	clients := map[string][]string{
		"headers":           {"X-ID", me.id, "X-Token", me.token},
		"the older header":  {"X-ID", "", "T-UserID", me.id, "X-Token", me.token, "X-AgentID", "naQivTmsDa/some-cid", "X-Uskey", "x", "X-HY92", "y"},
		"cookies":           {"Cookie", "hy_source=web; hy_user=" + me.id + "; hy_token=" + me.token},
		"nobody, at first":  {},
		"with an origin":    {"X-ID", me.id, "X-Token", me.token, "Origin", "https://another.example"},
		"its own page, too": {"Cookie", "hy_user=" + me.id + "; hy_token=" + me.token, "Origin", s.url, "Sec-Fetch-Site", "same-origin"},
	}
	cid := 0
	for client, header := range clients {
		for age, body := range map[string]string{"oldest": oldestBody, "newest": newestBody} {
			for _, contentType := range []string{"text/plain;charset=UTF-8", "application/json"} {
				cid++
				id := "6b7e1f0a-0000-4000-8000-" + strings.Repeat("0", 10) + string(rune('a'+cid/10)) + string(rune('0'+cid%10))
				t.Run(client+" "+age+" "+contentType, func(t *testing.T) {
					t.Parallel()
					res, got := person{}.read(t, http.MethodPost, s.url+"/api/chat/"+id, body, append([]string{"Content-Type", contentType}, header...)...)
					if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "text/event-stream" {
						t.Fatalf("%s %q: %s", res.Status, res.Header.Get("Content-Type"), got)
					}
					trace := res.Header.Get("x-traceid")
					if res.Header.Get("x-answer-msgid") != id+"_2" || res.Header.Get("x-query-msgid") != id+"_1" || !regexp.MustCompile(`^[0-9a-f]{32}$`).MatchString(trace) {
						t.Errorf("headers: %v", res.Header)
					}
					got = strings.NewReplacer(trace, "TRACE", id, "CID").Replace(got)
					if diff := cmp.Diff(wireFrames, got); diff != "" {
						t.Errorf("frames (-want +got):\n%s", diff)
					}
					var given []string
					for _, c := range res.Cookies() {
						given = append(given, c.Name+"="+c.Value)
					}
					if len(header) == 0 {
						header = []string{"Cookie", strings.Join(given, "; ")}
					} else if len(given) > 0 {
						t.Errorf("a client that is known was given cookies: %q", given)
					}
					checkHistory(t, s.url, id, header)
				})
			}
		}
	}
}

// checkHistory compares the history of the conversation with docs/protocol.md, section 6.
func checkHistory(t *testing.T, url, cid string, header []string) {
	t.Helper()
	_, body := person{}.read(t, http.MethodPost, url+detail, `{"conversationId":"`+cid+`","agentId":"naQivTmsDa","offset":0,"limit":20}`, header...)
	type object = map[string]any
	var d struct {
		Code                    int
		ID, Title, SessionTitle string
		HasMore                 bool
		MultiMediaInfo          []any
		Convs                   []object
	}
	if err := json.Unmarshal([]byte(body), &d); err != nil || len(d.Convs) != 2 || d.ID != cid || d.Title == "" || d.SessionTitle != d.Title || d.HasMore || d.MultiMediaInfo == nil {
		t.Fatalf("history: %v %s", err, body)
	}
	wants := []struct {
		id, speaker, speech string
		content             []any
	}{
		{cid + "_2", "ai", hostile, []any{
			object{"type": "think", "title": "已深度思考(用时1秒)", "iconType": 9.0, "content": "先想。", "status": 2.0},
			object{"type": "text", "msg": hostile},
		}},
		{cid + "_1", "human", "你好", []any{object{"type": "text", "msg": "你好"}}},
	}
	for i, want := range wants {
		c := d.Convs[i]
		versions, _ := c["speechesV2"].([]any)
		if len(versions) != 1 || c["id"] != want.id || c["speaker"] != want.speaker || c["speech"] != want.speech || c["conversationId"] != cid || c["index"] != float64(2-i) {
			t.Fatalf("message: %v", c)
		}
		if at, _ := c["createTime"].(float64); at < 1.7e9 || at > 1e11 {
			t.Errorf("createTime %v is no Unix time in seconds", at)
		}
		if diff := cmp.Diff(want.content, versions[0].(object)["content"]); diff != "" {
			t.Errorf("content of %s (-want +got):\n%s", want.id, diff)
		}
	}
}

// TestEveryPath calls every path known to clients, as a visitor. Paths that need a user, an
// administrator or a key refuse the visitor. Paths that are not implemented say so. Unknown paths are
// not found. Every failure is a JSON error, and no path returns the page.
func TestEveryPath(t *testing.T) {
	t.Parallel()
	s := started(t, t.TempDir())
	me := newPerson(t, s.url)
	named := regexp.MustCompile(`\{[a-z.]+\}`)
	call := func(method, path string) (int, string) {
		res, body := me.read(t, method, s.url+named.ReplaceAllString(path, "unknown-cid1"), `{}`)
		switch {
		case res.StatusCode >= 400 && !isFailure(body, ""):
			t.Errorf("%s %s: %d without a code and a sentence: %.200s", method, path, res.StatusCode, body)
		case strings.Contains(body, "<html"):
			t.Errorf("%s %s answers with a page", method, path)
		}
		return res.StatusCode, body
	}
	for _, op := range operations(t) {
		status, body := call(op.Method, op.Path)
		users := op.Owner == httpapi.LogIn || op.Owner == httpapi.Admin || op.Owner == httpapi.Keyed // these operations refuse the caller, a visitor without a key
		if status >= 500 || users != (status == http.StatusUnauthorized) || status == http.StatusMethodNotAllowed {
			t.Errorf("%s: %d %.200s", op.Call(), status, body)
		}
	}
	for _, l := range httpapi.LaterPaths {
		for _, method := range l.Methods() {
			if status, body := call(method, l.Path); status != http.StatusNotImplemented || !isFailure(body, "20007") {
				t.Errorf("%s %s of a later part: %d %.200s", method, l.Path, status, body)
			}
		}
	}
	for _, path := range []string{"/api/", "/api/nothing", "/api/chats", "/api/chat/", "/api/user/agent/conversation/v1/detail/", "/api/user/agent/conversation/v9/list"} {
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions} {
			if res, body := me.read(t, method, s.url+path, ""); res.StatusCode != http.StatusNotFound || !isFailure(body, "20004") {
				t.Errorf("%s %s: %d %.200s", method, path, res.StatusCode, body)
			}
		}
	}
	if log := s.log(t); strings.Contains(log, "ERROR") || strings.Contains(log, "panic") {
		t.Errorf("the log: %s", log)
	}
}

// registered returns the operations of the server; they are computed once.
var registered = sync.OnceValues(func() ([]httpapi.Op, error) { return app.Operations(context.Background()) })

// operations returns a copy of the list of all operations.
func operations(t *testing.T) []httpapi.Op {
	t.Helper()
	all, err := registered()
	if err != nil || len(all) == 0 {
		t.Fatalf("%d operations, %v", len(all), err)
	}
	return slices.Clone(all)
}

// isFailure reports whether a body is an error of docs/protocol.md section 1. If `code` is not empty,
// the error must also have that code.
func isFailure(body, code string) bool {
	var e struct {
		Error struct{ Code, Message string }
		Msg   string
	}
	return json.Unmarshal([]byte(body), &e) == nil && e.Error.Code != "" && e.Error.Message != "" && e.Msg == e.Error.Message && (code == "" || code == e.Error.Code)
}
