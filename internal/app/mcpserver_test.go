//go:build unix

package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
)

// withKey adds a key to every request.
type withKey struct{ key string }

func (k withKey) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+k.key)
	return http.DefaultTransport.RoundTrip(r)
}

func (p program) connect(t *testing.T) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	s, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: p.url + "/mcp", HTTPClient: &http.Client{Transport: withKey{p.key}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// use calls a tool and returns its structured result, or its error message.
func use(t *testing.T, s *mcp.ClientSession, name string, in map[string]any) (out map[string]any, failure string) {
	t.Helper()
	r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: in})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if r.IsError {
		return nil, r.Content[0].(*mcp.TextContent).Text
	}
	b, err := json.Marshal(r.StructuredContent)
	if err == nil {
		err = json.Unmarshal(b, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out, ""
}

// A client of the SDK lists the tools, asks questions, searches conversations and reads files
// of its user.
func TestMCPServer(t *testing.T) {
	t.Parallel()
	model := newEchoModel(t)
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(env, "LLM_URL="+model.url, "WENQU_LIMITS=off")...)
	alice, bob := login(t, world, url, person{}, "+8613800138000"), login(t, world, url, person{}, "+8613900139000")
	modelAnswers(t, url)
	file := alice.bringFile(t, url, "lease.md", lease)
	foreign := bob.bringFile(t, url, "secret.md", "# 秘密\n\n鲍勃的密码是 4711。\n")
	whole(t, alice.do(t, "POST", url+"/api/chat/conversation-tram", `{"prompt":"有轨电车的票价"}`))
	whole(t, bob.do(t, "POST", url+"/api/chat/conversation-bobs", `{"prompt":"有轨电车的司机"}`))
	_, p := makeKey(t, url, alice, everyCall)
	s := p.connect(t)

	tools, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range tools.Tools {
		names = append(names, tool.Name)
	}
	if got := strings.Join(names, " "); got != "ask list_files read_file search_conversations" {
		t.Errorf("the tools are %s", got)
	}
	if out, failure := use(t, s, "ask", map[string]any{"question": "你好"}); failure != "" || !strings.Contains(out["text"].(string), "你好，世界") {
		t.Errorf("%v %s", out, failure)
	}
	if out, failure := use(t, s, "ask", map[string]any{"question": "2+5等于几", "model": "offline"}); failure != "" || !strings.Contains(out["text"].(string), "7") {
		t.Errorf("%v %s", out, failure)
	}
	domaintest.Eventually(t, "the question is found", func() bool {
		out, _ := use(t, s, "search_conversations", map[string]any{"query": "有轨电车"})
		return len(out["found"].([]any)) > 0
	})
	out, _ := use(t, s, "search_conversations", map[string]any{"query": "有轨电车"})
	for _, f := range out["found"].([]any) {
		if id := f.(map[string]any)["conversationId"]; id != "conversation-tram" {
			t.Errorf("another one's conversation is found: %v", f)
		}
	}
	out, _ = use(t, s, "list_files", map[string]any{"limit": 1})
	if files := out["files"].([]any); len(files) != 1 || files[0].(map[string]any)["id"] != file || out["next"] != nil {
		t.Errorf("%v", out)
	}
	out, failure := use(t, s, "read_file", map[string]any{"id": file, "to": 99999})
	if failure != "" || out["name"] != "lease.md" || !strings.Contains(out["text"].([]any)[0].(map[string]any)["text"].(string), "押金") {
		t.Errorf("%v %s", out, failure)
	}
	for name, in := range map[string]map[string]any{
		"read_file": {"id": foreign}, "ask": {"question": "x", "model": "agent:nobodys"}, "search_conversations": {"query": " "},
	} {
		if out, failure := use(t, s, name, in); failure == "" || strings.Contains(failure, "4711") {
			t.Errorf("%s with %v: %v", name, in, out)
		}
	}
}

// The server refuses pages of other origins, keys without the scope, and invalid requests.
func TestMCPServerRefuses(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), env...)
	alice := login(t, world, url, person{}, "+8613800138000")
	_, narrow := makeKey(t, url, alice, `{"name":"窄","scope":{"calls":["chat"]}}`)
	_, p := makeKey(t, url, alice, everyCall)
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	both := []string{"Accept", "application/json, text/event-stream", "Content-Type", "application/json"}
	with := func(more ...string) []string { return append(append([]string{}, both...), more...) }
	for name, c := range map[string]struct {
		who          program
		method, body string
		header       []string
		status       int
	}{
		"a list":          {p, "POST", list, both, 200},
		"our own page":    {p, "POST", list, with("Origin", url), 200},
		"another origin":  {p, "POST", list, with("Origin", "https://evil.example"), 403},
		"reading from it": {p, "GET", "", with("Origin", "https://evil.example"), 403},
		"no key":          {program{url, ""}, "POST", list, both, 401},
		"without scope":   {narrow, "POST", list, both, 403},
		"a stream of GET": {p, "GET", "", both, 405},
		"an old version":  {p, "POST", list, with("MCP-Protocol-Version", "2001-01-01"), 400},
		"a giant":         {p, "POST", `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", 2<<20) + `"}`, both, 413},
		"no message":      {p, "POST", "{", both, 400},
	} {
		res := c.who.do(t, c.method, "/mcp", c.body, c.header...)
		if b := whole(t, res); res.StatusCode != c.status {
			t.Errorf("%s: %d %.200s", name, res.StatusCode, b)
		}
	}
	if res := (program{url, ""}).do(t, "POST", "/mcp", list, both...); !strings.HasPrefix(res.Header.Get("WWW-Authenticate"), "Bearer") {
		t.Errorf("without a key: %v", res.Header)
	}
}

// A client of the SDK asks an agent of its user. The agent answers from its file and gives the
// file's address; its tools run on the server. A key of another person cannot ask the agent. A key
// without the agent in its scope cannot ask it either.
func TestMCPServerAsksAnAgent(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	_, provider := llmtest.Start(t, llmtest.Options{})
	url, _ := start(t, t.TempDir(), append(env, "LLM_URL="+provider+"/v1", "WENQU_LIMITS=off")...)
	modelAnswers(t, url)
	alice, bob := login(t, world, url, person{}, "+8613800138000"), login(t, world, url, person{}, "+8613900139000")
	file := alice.bringFile(t, url, "lease.md", lease)
	_, out := alice.call(t, url, "/api/user/agent/create", fmt.Sprintf(`{"spec":{"name":"房东","persona":"你按合同回答。","files":[%q],"tools":["calculator"]}}`, file))
	agent := "agent:" + at(t, out, "data", "agentId").(string)
	_, p := makeKey(t, url, alice, everyCall)
	_, narrow := makeKey(t, url, alice, `{"name":"窄","scope":{"calls":["mcp"],"models":["offline"]}}`)
	_, his := makeKey(t, url, bob, everyCall)
	s := p.connect(t)

	out, failure := use(t, s, "ask", map[string]any{"question": "押金要交多少？", "model": agent})
	if failure != "" || !strings.Contains(out["text"].(string), "[1]") || at(t, out, "sources", 0, "title") != "lease.md" || !strings.HasPrefix(at(t, out, "sources", 0, "url").(string), url) {
		t.Errorf("%v %s", out, failure)
	}
	out, failure = use(t, s, "ask", map[string]any{"question": `[[tool calculator {"expression":"6500*12"}]] 一年多少？`, "model": agent})
	if failure != "" || !strings.Contains(strings.ReplaceAll(out["text"].(string), ",", ""), "78000") {
		t.Errorf("%v %s", out, failure)
	}
	for name, other := range map[string]program{"a narrower": narrow, "another's": his} {
		if out, failure := use(t, other.connect(t), "ask", map[string]any{"question": "押金要交多少？", "model": agent}); failure == "" {
			t.Errorf("%s key asks it: %v", name, out)
		}
	}
}
