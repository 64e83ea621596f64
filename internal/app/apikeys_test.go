//go:build unix

package app_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
)

// echoModel is a model provider that records the requests for answers. If a request offers the function
// get_weather and its last message is the user's, the model calls the function. Otherwise the model answers
// with a fixed text.
type echoModel struct {
	url  string
	mu   sync.Mutex
	sent []string
}

func newEchoModel(t *testing.T) *echoModel {
	t.Helper()
	m := &echoModel{}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/models", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"data":[{"id":"echo"},{"id":"bge-m3"}]}`)
	})
	mux.HandleFunc("POST /v1/embeddings", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"data":[{"index":0,"embedding":[0.5,-2]}],"usage":{"prompt_tokens":3}}`)
	})
	mux.HandleFunc("POST /v1/chat/completions", func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		m.mu.Lock()
		m.sent = append(m.sent, string(b))
		m.mu.Unlock()
		var body struct {
			Tools    []json.RawMessage
			Messages []struct{ Role string }
		}
		_ = json.Unmarshal(b, &body)
		w.Header().Set("Content-Type", "text/event-stream")
		last := body.Messages[len(body.Messages)-1].Role
		if slices.Contains([]string{"user"}, last) && bytes.Contains(b, []byte(`"get_weather"`)) {
			fmt.Fprint(w, `data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"杭州\"}"}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":11,"completion_tokens":4}}`+"\n\n")
		} else {
			fmt.Fprint(w, `data: {"choices":[{"delta":{"content":"你好，"}}]}`+"\n\n"+
				`data: {"choices":[{"delta":{"content":"世界 [citation:1]。"},"finish_reason":"stop"}],"usage":{"prompt_tokens":11,"completion_tokens":4}}`+"\n\n")
		}
		fmt.Fprint(w, "data: [DONE]\n\n")
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	m.url = server.URL + "/v1"
	return m
}

func (m *echoModel) last() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.sent[len(m.sent)-1]
}

// program is a client with a key.
type program struct{ url, key string }

func (p program) do(t *testing.T, method, path, body string, header ...string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, p.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if p.key != "" {
		req.Header.Set("Authorization", "Bearer "+p.key)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { res.Body.Close() })
	return res
}

func (p program) post(t *testing.T, path, body string) (int, map[string]any) {
	t.Helper()
	res := p.do(t, http.MethodPost, path, body)
	b := whole(t, res)
	var out map[string]any
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatalf("%s: %s", path, b)
	}
	return res.StatusCode, out
}

// makeKey creates a key and returns its id and a program that uses the key.
func makeKey(t *testing.T, url string, who person, wish string) (string, program) {
	t.Helper()
	status, out := who.call(t, url, "/api/apikey/create", wish)
	if status != http.StatusOK {
		t.Fatalf("making a key: %d %v", status, out)
	}
	data := out["data"].(map[string]any)
	return data["key"].(map[string]any)["id"].(string), program{url, data["token"].(string)}
}

func keyOf(id string, p program) (string, string) { return id, p.key }

const everyCall = `{"name":"程序","scope":{"calls":["chat","embeddings","mcp"]}}`

func at(t *testing.T, v any, path ...any) any {
	t.Helper()
	for _, step := range path {
		switch s := step.(type) {
		case string:
			object, ok := v.(map[string]any)
			if !ok {
				t.Fatalf("%v has no %v", v, path)
			}
			v = object[s]
		case int:
			list, ok := v.([]any)
			if !ok || len(list) <= s {
				t.Fatalf("%v has no %v", v, path)
			}
			v = list[s]
		}
	}
	return v
}

// A program lists the models. Its messages reach the model without additions. The program receives the
// calls to its own tools. It also asks an agent, the built-in engine and an embedding model.
func TestProgramsAsk(t *testing.T) {
	t.Parallel()
	for engine, more := range map[string][]string{"sqlite": nil, "postgres": {"WENQU_DATABASE_URL=" + dbtest.PostgresURL(t)}} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			programsAsk(t, more...)
		})
	}
}

func programsAsk(t *testing.T, more ...string) {
	model := newEchoModel(t)
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(append(env, more...), "LLM_URL="+model.url)...)
	alice := login(t, world, url, person{}, "+8613800138000")
	modelAnswers(t, url)
	_, p := makeKey(t, url, alice, everyCall)

	var list struct{ Data []struct{ ID, Object string } }
	if err := json.Unmarshal(whole(t, p.do(t, "GET", "/v1/models", "")), &list); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, m := range list.Data {
		ids = append(ids, m.ID)
	}
	for _, want := range []string{"echo", "bge-m3", "offline"} {
		if !slices.Contains(ids, want) {
			t.Errorf("the models are %v, without %s", ids, want)
		}
	}
	agent := ids[slices.IndexFunc(ids, func(id string) bool { return strings.HasPrefix(id, "agent:") })]
	if res := p.do(t, "GET", "/v1/models/echo", ""); res.StatusCode != 200 {
		t.Errorf("one model: %d", res.StatusCode)
	}

	status, out := p.post(t, "/v1/chat/completions", `{"model":"echo","temperature":0.3,"max_completion_tokens":99,"stop":"完","unknown":1,"n":1,
		"messages":[{"role":"developer","content":"简短"},{"role":"user","content":[{"type":"text","text":"你好"}]}]}`)
	if status != 200 || at(t, out, "choices", 0, "message", "content") != "你好，世界 [citation:1]。" || at(t, out, "choices", 0, "finish_reason") != "stop" ||
		at(t, out, "usage", "total_tokens") != 15.0 || at(t, out, "object") != "chat.completion" || at(t, out, "model") != "echo" {
		t.Errorf("%d %v", status, out)
	}
	for _, part := range []string{`"temperature":0.3`, `"max_tokens":99`, `"stop":["完"]`, `{"role":"system","content":"简短"}`} {
		if !strings.Contains(model.last(), part) {
			t.Errorf("%s was not sent: %s", part, model.last())
		}
	}
	const tools = `"tools":[{"type":"function","function":{"name":"get_weather","parameters":{"type":"object","properties":{"city":{"type":"string"}}}}}]`
	status, out = p.post(t, "/v1/chat/completions", `{"model":"echo","tool_choice":"auto",`+tools+`,"messages":[{"role":"user","content":"杭州天气"}]}`)
	if status != 200 || at(t, out, "choices", 0, "finish_reason") != "tool_calls" || at(t, out, "choices", 0, "message", "content") != nil ||
		at(t, out, "choices", 0, "message", "tool_calls", 0, "function", "arguments") != `{"city":"杭州"}` {
		t.Errorf("%d %v", status, out)
	}
	status, out = p.post(t, "/v1/chat/completions", `{"model":"echo",`+tools+`,"messages":[{"role":"user","content":"杭州天气"},
		{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"get_weather","arguments":"{}"}}]},
		{"role":"tool","tool_call_id":"call_1","content":"晴"}]}`)
	if status != 200 || at(t, out, "choices", 0, "finish_reason") != "stop" || !strings.Contains(model.last(), `"role":"tool","content":"晴","tool_call_id":"call_1"`) {
		t.Errorf("%d %v\n%s", status, out, model.last())
	}

	stream := string(whole(t, p.do(t, "POST", "/v1/chat/completions", `{"model":"echo","stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"user","content":"你好"}]}`)))
	frames := strings.Split(strings.TrimSuffix(stream, "\n\n"), "\n\n")
	if frames[len(frames)-1] != "data: [DONE]" || !strings.Contains(frames[0], `"delta":{"role":"assistant","content":"你好，`) ||
		!strings.Contains(frames[len(frames)-2], `"choices":[],"usage":{"prompt_tokens":11`) || strings.Contains(stream, "\nevent:") {
		t.Errorf("the stream: %s", stream)
	}

	// An agent answers with its own tools and instructions; nothing is stored.
	status, out = p.post(t, "/v1/chat/completions", `{"model":"`+agent+`","messages":[{"role":"system","content":"说方言"},{"role":"user","content":"一"},{"role":"assistant","content":"二"},{"role":"user","content":"三"}]}`)
	if status != 200 || !strings.Contains(at(t, out, "choices", 0, "message", "content").(string), "你好，世界") {
		t.Errorf("%d %v", status, out)
	}
	if sent := model.last(); !strings.Contains(sent, "说方言") || !strings.Contains(sent, `{"role":"assistant","content":"二"}`) || strings.Count(sent, `"role":"system"`) != 1 {
		t.Errorf("the agent was sent %s", sent)
	}
	if _, list := alice.call(t, url, "/api/user/agent/conversation/list", `{}`); strings.Contains(fmt.Sprint(list), "三") {
		t.Errorf("a conversation is stored: %v", list)
	}
	status, out = p.post(t, "/v1/chat/completions", `{"model":"offline","messages":[{"role":"user","content":"3+4等于几"}]}`)
	if status != 200 || !strings.Contains(at(t, out, "choices", 0, "message", "content").(string), "7") {
		t.Errorf("the built-in engine: %d %v", status, out)
	}

	status, out = p.post(t, "/v1/embeddings", `{"model":"bge-m3","input":"你好"}`)
	if status != 200 || at(t, out, "data", 0, "embedding", 1) != -2.0 || at(t, out, "usage", "prompt_tokens") != 3.0 {
		t.Errorf("%d %v", status, out)
	}
	if _, out = p.post(t, "/v1/embeddings", `{"model":"bge-m3","input":["你好"],"encoding_format":"base64"}`); at(t, out, "data", 0, "embedding") != "AAAAPwAAAMA=" {
		t.Errorf("%v", out)
	}

	var keys struct {
		Data struct {
			Keys []struct{ TokensToday, LastUsedAt int64 }
		}
	}
	if err := json.Unmarshal(whole(t, alice.do(t, "GET", url+"/api/apikey/list", "")), &keys); err != nil || keys.Data.Keys[0].TokensToday < 60 || keys.Data.Keys[0].LastUsedAt == 0 {
		t.Errorf("%+v %v", keys, err)
	}
}

// Errors have the format of OpenAI's API. They never contain the key, and pages of other origins may
// not read them.
func TestProgramsAreRefused(t *testing.T) {
	t.Parallel()
	model := newEchoModel(t)
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(env, "LLM_URL="+model.url)...)
	alice := login(t, world, url, person{}, "+8613800138000")
	modelAnswers(t, url)
	_, p := makeKey(t, url, alice, `{"name":"窄","scope":{"calls":["chat"],"models":["echo"]}}`)
	const messages = `"messages":[{"role":"user","content":"好"}]`
	ask := func(more string) string { return `{"model":"echo",` + messages + more + `}` }
	for name, c := range map[string]struct {
		who          program
		method, path string
		body         string
		status       int
		kind, code   string
	}{
		"no key":            {program{url, ""}, "POST", "/v1/chat/completions", ask(""), 401, "invalid_request_error", "invalid_api_key"},
		"a wrong key":       {program{url, "wq-" + strings.Repeat("a", 46)}, "POST", "/v1/chat/completions", ask(""), 401, "invalid_request_error", "invalid_api_key"},
		"in the address":    {p, "GET", "/v1/models?key=" + p.key, "", 400, "invalid_request_error", "key_in_address"},
		"another call":      {p, "POST", "/v1/embeddings", `{"model":"bge-m3","input":"x"}`, 403, "permission_error", "23043"},
		"another model":     {p, "POST", "/v1/chat/completions", `{"model":"offline",` + messages + `}`, 404, "invalid_request_error", "model_not_found"},
		"an agent":          {p, "POST", "/v1/chat/completions", `{"model":"agent:default",` + messages + `}`, 404, "invalid_request_error", "model_not_found"},
		"an unknown model":  {p, "GET", "/v1/models/nothing", "", 404, "invalid_request_error", "model_not_found"},
		"an unknown path":   {p, "POST", "/v1/completions", "{}", 404, "invalid_request_error", "20004"},
		"another method":    {p, "GET", "/v1/chat/completions", "", 405, "invalid_request_error", "20015"},
		"no JSON":           {p, "POST", "/v1/chat/completions", "{", 400, "invalid_request_error", "20001"},
		"no messages":       {p, "POST", "/v1/chat/completions", `{"model":"echo"}`, 400, "invalid_request_error", "20001"},
		"two answers":       {p, "POST", "/v1/chat/completions", ask(`,"n":2`), 400, "invalid_request_error", "unsupported_parameter"},
		"a hot temperature": {p, "POST", "/v1/chat/completions", ask(`,"temperature":3`), 400, "invalid_request_error", "20001"},
		"an old function":   {p, "POST", "/v1/chat/completions", ask(`,"functions":[{}]`), 400, "invalid_request_error", "unsupported_parameter"},
		"a fetched picture": {p, "POST", "/v1/chat/completions", `{"model":"echo","messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"http://127.0.0.1/x.png"}}]}]}`, 400, "invalid_request_error", "unsupported_parameter"},
		"a giant body":      {p, "POST", "/v1/chat/completions", `{"model":"` + strings.Repeat("x", 25<<20) + `"}`, 413, "invalid_request_error", "20005"},
	} {
		res := c.who.do(t, c.method, c.path, c.body)
		b := whole(t, res)
		var out struct {
			Error struct{ Message, Type, Code string }
		}
		if err := json.Unmarshal(b, &out); err != nil || res.StatusCode != c.status || out.Error.Type != c.kind || out.Error.Code != c.code || out.Error.Message == "" {
			t.Errorf("%s: %d %.300s", name, res.StatusCode, b)
		}
		if c.who.key != "" && strings.Contains(string(b), c.who.key) || res.Header.Get("X-Request-Id") == "" || res.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: the key is told, or a header is wrong: %v", name, res.Header)
		}
	}
	if res := p.do(t, "OPTIONS", "/v1/chat/completions", "", "Origin", "https://evil.example", "Access-Control-Request-Method", "POST"); res.StatusCode < 400 || res.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("a preflight: %d", res.StatusCode)
	}
	// The calls for programs refuse a login token, and the page's calls refuse a key.
	if res := alice.do(t, "GET", url+"/v1/models", ""); res.StatusCode != 401 {
		t.Errorf("with a login: %d", res.StatusCode)
	}
	if res := p.do(t, "GET", "/api/apikey/list", ""); res.StatusCode != 401 {
		t.Errorf("the page's calls with a key: %d", res.StatusCode)
	}
	res := p.do(t, "POST", "/v1/chat/completions", ask(""))
	if res.Header.Get("X-Ratelimit-Limit-Requests") != "60" || res.Header.Get("X-Ratelimit-Remaining-Tokens") == "" {
		t.Errorf("the headers of limits: %v", res.Header)
	}
}

// When a key is revoked, its running answer ends although the model continues. The program gets an
// error.
func TestRevokedKeyEndsItsStream(t *testing.T) {
	t.Parallel()
	model := newHeldModel(t)
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(env, "LLM_URL="+model.url)...)
	alice := login(t, world, url, person{}, "+8613800138000")
	modelAnswers(t, url)
	id, p := makeKey(t, url, alice, everyCall)
	model.hold()
	live := bufio.NewReader(p.do(t, "POST", "/v1/chat/completions", `{"model":"held","stream":true,"messages":[{"role":"user","content":"慢慢说"}]}`).Body)
	waitFor(t, live, "开头")
	if status, out := alice.call(t, url, "/api/apikey/"+id+"/revoke", `{}`); status != 200 {
		t.Fatalf("%d %v", status, out)
	}
	rest, err := io.ReadAll(live)
	if err != nil || !strings.Contains(string(rest), `"code":"invalid_api_key"`) || strings.Contains(string(rest), "[DONE]") {
		t.Errorf("%v %s", err, rest)
	}
	if res := p.do(t, "GET", "/v1/models", ""); res.StatusCode != 401 {
		t.Errorf("a revoked key: %d", res.StatusCode)
	}
}

// Keys never appear in the log.
func TestKeysAreNotLogged(t *testing.T) {
	var log safeBuffer
	old := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	t.Cleanup(func() { slog.SetDefault(old) })
	world, env := outside(t)
	url, stop := start(t, t.TempDir(), env...)
	alice := login(t, world, url, person{}, "+8613800138000")
	_, p := makeKey(t, url, alice, everyCall)
	wrong := program{url, p.key[:20] + "Z" + p.key[21:]}
	for _, who := range []program{p, wrong} {
		for _, call := range [][2]string{{"/v1/models", ""}, {"/v1/models?api_key=" + who.key, ""}, {"/v1/" + who.key, ""}, {"/mcp", "{"}, {"/v1/chat/completions", `{"model":"` + who.key + `"}`}, {"/v1/chat/completions", "{"}} {
			whole(t, who.do(t, "POST", call[0], call[1]))
			whole(t, who.do(t, "GET", call[0], ""))
		}
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if logged := log.String(); strings.Contains(logged, p.key[11:40]) || !strings.Contains(logged, "apikey.failed") || !strings.Contains(logged, "apikey.made") {
		t.Errorf("the log: %s", logged)
	}
}

// safeBuffer is a buffer for concurrent writes by several goroutines.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// A project answers only members, and only if the scope of the key includes the project. It answers
// with its own prompt.
func TestProgramsAskProjects(t *testing.T) {
	t.Parallel()
	model := newEchoModel(t)
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(env, "LLM_URL="+model.url)...)
	alice, bob := login(t, world, url, person{}, "+8613800138000"), login(t, world, url, person{}, "+8613900139000")
	modelAnswers(t, url)
	id := "project:" + newProject(t, url, alice)
	ask := `{"model":"` + id + `","messages":[{"role":"user","content":"好"}]}`
	_, hers := makeKey(t, url, alice, everyCall)
	_, his := makeKey(t, url, bob, everyCall)
	_, narrow := makeKey(t, url, alice, `{"name":"窄","scope":{"calls":["chat"],"models":["echo"]}}`)
	if status, out := hers.post(t, "/v1/chat/completions", ask); status != 200 || !strings.Contains(model.last(), "只用两句话回答") {
		t.Errorf("%d %v\n%s", status, out, model.last())
	}
	if list := string(whole(t, hers.do(t, "GET", "/v1/models", ""))); !strings.Contains(list, id) {
		t.Errorf("her models: %s", list)
	}
	for name, p := range map[string]program{"another's": his, "a narrower": narrow} {
		if status, out := p.post(t, "/v1/chat/completions", ask); status != 404 || at(t, out, "error", "code") != "model_not_found" {
			t.Errorf("%s key: %d %v", name, status, out)
		}
		if list := string(whole(t, p.do(t, "GET", "/v1/models", ""))); strings.Contains(list, id) {
			t.Errorf("%s key lists it", name)
		}
	}
}

// A running call ends when its user is banned or disabled. A revocation in one process ends calls in
// another process.
func TestKeysEndWithTheirAccount(t *testing.T) {
	t.Parallel()
	model := newHeldModel(t)
	world, env := outside(t)
	dir := t.TempDir()
	env = append(env, "WENQU_DATABASE_URL="+dbtest.PostgresURL(t), "WENQU_LIMITS=off", "LLM_URL="+model.url)
	here, _ := start(t, dir, env...)
	there, _ := start(t, dir, env...)
	user := login(t, world, here, person{}, "+8613800138000")
	admin := promote(t, here, login(t, world, here, person{}, "+8613700137000"))
	modelAnswers(t, here)
	modelAnswers(t, there)
	change := func(what string) {
		t.Helper()
		if status, out := admin.call(t, here, "/api/admin/user/change", `{"userId":"`+user.id+`",`+what+`}`); status != http.StatusOK {
			t.Fatalf("%s: %d %v", what, status, out)
		}
	}
	id, p := makeKey(t, here, user, everyCall)
	p.url = there
	model.hold()
	ask := func() *bufio.Reader {
		t.Helper()
		live := bufio.NewReader(p.do(t, "POST", "/v1/chat/completions", `{"model":"held","stream":true,"messages":[{"role":"user","content":"慢慢说"}]}`).Body)
		waitFor(t, live, "开头")
		return live
	}
	ends := func(live *bufio.Reader, code string) {
		t.Helper()
		rest, err := io.ReadAll(live)
		if err != nil || !strings.Contains(string(rest), code) || strings.Contains(string(rest), "[DONE]") {
			t.Errorf("%v %s, want %s", err, rest, code)
		}
	}
	live := ask()
	if status, out := user.call(t, here, "/api/apikey/"+id+"/revoke", `{}`); status != 200 {
		t.Fatalf("%d %v", status, out)
	}
	ends(live, `"code":"invalid_api_key"`)
	_, p.key = keyOf(makeKey(t, here, user, everyCall))
	live = ask()
	change(fmt.Sprintf(`"bannedUntil":%d,"banReason":"刷屏"`, time.Now().Add(time.Hour).UnixMilli()))
	ends(live, `"code":"21005"`)
	if status, out := p.post(t, "/v1/chat/completions", `{"model":"held","messages":[{"role":"user","content":"好"}]}`); status != 403 || at(t, out, "error", "code") != "21005" {
		t.Errorf("during a ban: %d %v", status, out)
	}
	change(`"bannedUntil":0`)
	live = ask()
	change(`"disabled":true`)
	ends(live, `"code":"invalid_api_key"`)
	if res := p.do(t, "GET", "/v1/models", ""); res.StatusCode != 401 {
		t.Errorf("of a disabled account: %d", res.StatusCode)
	}
}
