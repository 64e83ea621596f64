//go:build unix

package app_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
)

// An administrator adds a server in the private network; a model calls its tool for another
// user after that user's consent, and the result is in the answer. Users cannot add that
// address, and visitors have no connectors.
func TestConnectorInAnAnswer(t *testing.T) {
	t.Parallel()
	var made atomic.Int32
	server := sdk.NewServer(&sdk.Implementation{Name: "家", Version: "1"}, nil)
	server.AddTool(&sdk.Tool{Name: "light", Description: "开关灯", InputSchema: map[string]any{"type": "object"}},
		func(_ context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			made.Add(1)
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "客厅的灯开了：" + string(r.Params.Arguments)}}}, nil
		})
	tools := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, nil))
	t.Cleanup(func() { tools.CloseClientConnections(); tools.Close() })

	world, env := outside(t)
	model, at := llmtest.Start(t, llmtest.Options{})
	url, _ := start(t, t.TempDir(), append(env, "WENQU_LIMITS=off", "LLM_URL="+at+"/v1")...)
	modelAnswers(t, url)
	alice := login(t, world, url, person{}, "+8613800138000")
	admin := promote(t, url, login(t, world, url, person{}, "+8613700137000"))

	if status, _ := alice.call(t, url, "/api/admin/mcp/save", `{}`); status != http.StatusForbidden {
		t.Errorf("a person defines a server for everybody: %d", status)
	}
	if status, _ := newPerson(t, url).call(t, url, "/api/mcp/list", `{}`); status != http.StatusUnauthorized {
		t.Errorf("a visitor has connectors: %d", status)
	}
	if status, out := alice.call(t, url, "/api/mcp/save", fmt.Sprintf(`{"url":%q,"local":true,"active":true}`, tools.URL)); status != http.StatusBadRequest || !strings.Contains(fmt.Sprint(out), "https://") {
		t.Errorf("a person adds a private address: %d %v", status, out)
	}
	_, saved := admin.call(t, url, "/api/admin/mcp/save", fmt.Sprintf(`{"name":"home","url":%q,"local":true,"active":true}`, tools.URL))
	id, _ := saved["id"].(string)
	admin.must(t, url, "/api/admin/mcp/test", fmt.Sprintf(`{"id":%q}`, id))
	_, seen := alice.call(t, url, "/api/mcp/list", `{}`)
	if said := fmt.Sprint(seen); !strings.Contains(said, "mcp_home_light") || strings.Contains(said, tools.URL) {
		t.Fatalf("%s", said)
	}

	body := `{"prompt":"[[tool mcp_home_light {\"on\":true}]] 把灯打开"}`
	res := alice.do(t, "POST", url+"/api/chat/conversation-1", body)
	waits := make(chan string, 1)
	go func() { waits <- string(whole(t, res)) }()
	domaintest.Eventually(t, "the call waits, and is allowed", func() bool {
		status, _ := alice.call(t, url, "/api/chat/conversation-1/tools/2.0.1.0", `{"allow":true}`)
		return status == http.StatusOK
	})
	frames := <-waits
	if !strings.Contains(frames, "home：light") || !strings.Contains(frames, `"state":"waiting"`) || !strings.Contains(frames, "客厅的灯开了") || !strings.HasSuffix(frames, "data: [DONE]\n\n") {
		t.Errorf("%s", frames)
	}
	if made.Load() != 1 {
		t.Errorf("%d calls", made.Load())
	}
	told := false
	for _, r := range model.Requests() {
		told = told || strings.Contains(r.Body, "客厅的灯开了") && strings.Contains(r.Body, `"role":"tool"`)
	}
	if !told {
		t.Error("the model was not told what the tool gave")
	}
}
