//go:build unix

package mcp

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/seal"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// ann and bob are logged in. The visitor is not logged in and has no connectors.
const (
	ann     = "ann"
	bob     = "bob"
	visitor = "visitor-1"
)

// If the environment variable helperVariable is set, the test binary runs `helper` instead of the
// tests. The value is the mode of `helper`.
const helperVariable = "WENQU_MCP_HELPER"

func TestMain(m *testing.M) {
	if os.Getenv(helperVariable) != "" {
		helper(os.Getenv(helperVariable))
		return
	}
	domaintest.Main(m)
}

// bench is a service with a clock set by tests.
type bench struct {
	*Service
	t     testing.TB
	clock *domaintest.Clock
	kept  sync.Map // pictures by name
}

func newBench(t testing.TB, d *db.DB, change ...func(*Options)) *bench {
	t.Helper()
	b := &bench{t: t, clock: domaintest.NewRealClock()}
	o := Options{
		DB: d, Sealer: seal.NewKey("a key of the tests, long enough to be one").Sealer(SealPurpose), Stdio: true, Product: "Wenqu", Version: "test",
		Callback: func(origin string) string { return origin + CallbackPath },
		Person:   func(_ context.Context, owner string) bool { return owner != visitor },
		Keep: func(_ context.Context, _, name string, data []byte) (stream.Media, error) {
			b.kept.Store(name, data)
			return stream.Media{MediaID: name, URL: "/api/resource/content/" + name}, nil
		},
		Now: b.clock.Now, Log: slog.New(slog.DiscardHandler),
	}
	for _, f := range change {
		f(&o)
	}
	b.Service = New(o)
	t.Cleanup(b.Close)
	return b
}

func onSQLite(t testing.TB, change ...func(*Options)) *bench {
	return newBench(t, dbtest.OpenSQLite(t), change...)
}

// add stores an enabled server for everybody. If its kind is not Stdio, its address may be on this
// machine.
func (b *bench) add(f Fields) string {
	b.t.Helper()
	f.Active = true
	if f.Kind != Stdio {
		f.Local = true
	}
	id, err := b.Save(context.Background(), Everybody, f)
	if err != nil {
		b.t.Fatal(err)
	}
	return id
}

// test runs Test as an administrator and returns the server as ann sees it.
func (b *bench) test(id string) Standing {
	b.t.Helper()
	if err := b.Test(context.Background(), Everybody, id); err != nil {
		b.t.Fatal(err)
	}
	return b.standing(ann, id)
}

func (b *bench) standing(owner, id string) Standing {
	b.t.Helper()
	all, err := b.Standings(context.Background(), owner)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, v := range all {
		if v.Server.ID == id {
			return v
		}
	}
	b.t.Fatalf("%s has no server %s", owner, id)
	return Standing{}
}

// reach adds a server and returns its state after a connection attempt.
func (b *bench) reach(url string) Standing {
	b.t.Helper()
	return b.test(b.add(Fields{Name: "s", URL: url}))
}

func turnOf(owner string) answer.Turn {
	return answer.Turn{Owner: func() string { return owner }, Locale: "zh-CN", TraceID: "t"}
}

// tool returns a tool as it is offered to an owner's answers.
func (b *bench) tool(owner, name string) answer.Tool {
	b.t.Helper()
	for _, tool := range b.MoreTools(context.Background(), turnOf(owner)) {
		if tool.Spec.Name == name {
			return tool
		}
	}
	b.t.Fatalf("%s is not offered %s", owner, name)
	return answer.Tool{}
}

func (b *bench) use(tool answer.Tool, owner, input string) (answer.Result, error) {
	b.t.Helper()
	return tool.Call(context.Background(), answer.Call{ID: "1", Input: []byte(input), Turn: turnOf(owner)})
}

// mcpServer starts an HTTP server built with the MCP SDK.
func mcpServer(t testing.TB, fill func(*sdk.Server)) (*sdk.Server, *httptest.Server) {
	t.Helper()
	server := sdk.NewServer(&sdk.Implementation{Name: "助手的工具", Version: "1"}, nil)
	fill(server)
	h := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, nil))
	t.Cleanup(func() { h.CloseClientConnections(); h.Close() })
	return server, h
}

// says is a tool that returns its input as text after “说：”.
func says(name, description string) (*sdk.Tool, sdk.ToolHandler) {
	tool := &sdk.Tool{Name: name, Description: description, InputSchema: map[string]any{
		"type": "object", "properties": map[string]any{"text": map[string]any{"type": "string", "description": "要说的话"}}, "required": []string{"text"},
	}}
	return tool, func(_ context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "说：" + string(r.Params.Arguments)}}}, nil
	}
}

func echo(s *sdk.Server) { s.AddTool(says("echo", "原样说回来")) }

// rpc is a server that initialises correctly and then answers calls with the handler `answer`. It does
// not know methods with the prefix "server/".
func rpc(t testing.TB, answer func(w http.ResponseWriter, r *http.Request, method string, id json.RawMessage)) *httptest.Server {
	t.Helper()
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		var m struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
		}
		b, _ := io.ReadAll(r.Body)
		_ = json.Unmarshal(b, &m)
		switch {
		case m.Method == "initialize":
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":`+string(m.ID)+`,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"bad","version":"1"}}}`)
		case m.ID == nil:
			w.WriteHeader(http.StatusAccepted)
		case strings.HasPrefix(m.Method, "server/"):
			w.WriteHeader(http.StatusNotFound)
		default:
			answer(w, r, m.Method, m.ID)
		}
	}))
	t.Cleanup(func() { h.CloseClientConnections(); h.Close() })
	return h
}

// quick shortens the service's timeouts.
func (b *bench) quick() {
	b.wait = waits{connect: time.Second, list: time.Second, header: time.Second / 2}
}
