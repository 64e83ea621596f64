//go:build unix

package app_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/account/accounttest"
	"github.com/wenqu-ai/wenqu/internal/app"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
)

// outside starts the simulated services of accounts. It returns the variables for a server with the
// simulated SMS gateway and without captchas.
func outside(t *testing.T) (*accounttest.World, []string) {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	base := "http://" + server.Listener.Addr().String()
	world := accounttest.New(base)
	server.Config.Handler = world
	server.Start()
	t.Cleanup(server.Close)
	return world, []string{"WENQU_SMS_URL=" + base + accounttest.SMSPath, "WENQU_SMS_KEY=" + accounttest.SMSKey, "WENQU_CAPTCHA=off"}
}

// configs stores the settings of each test server by the server's URL.
var configs sync.Map

// adminTicket is the secret in the link that `wenqu admin` prints while the
// server runs.
func adminTicket(t *testing.T, url string) string {
	t.Helper()
	c, ok := configs.Load(url)
	if !ok {
		t.Fatal("the server was not started here")
	}
	link, err := app.NewAdminLink(t.Context(), c.(*app.Config))
	if err != nil || link == "" {
		t.Fatalf("the link is %q, %v", link, err)
	}
	_, ticket, _ := strings.Cut(link, "admin=")
	return ticket
}

func TestVisitorLogsInWithEverything(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		visitorLogsIn(t)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		visitorLogsIn(t, "WENQU_DATABASE_URL="+dbtest.PostgresURL(t))
	})
}

// A visitor with three conversations, an address for an upload and a running answer logs in. The
// account gets all of them under the same ids, and the answer continues.
func visitorLogsIn(t *testing.T, env ...string) {
	world, more := outside(t)
	slow := newHeldModel(t)
	url, _ := start(t, t.TempDir(), append(append(env, more...), "LLM_URL="+slow.url)...)
	modelAnswers(t, url)
	v := newPerson(t, url)
	for i := range 3 {
		if _, err := io.ReadAll(v.do(t, "POST", fmt.Sprintf("%s/api/chat/conversation-%d", url, i), fmt.Sprintf(`{"prompt":"第 %d 个问题"}`, i)).Body); err != nil {
			t.Fatal(err)
		}
	}
	status, upload := v.call(t, url, "/api/resource/genUploadInfo", `{"fileName":"一.txt","docFrom":"localDoc","size":12}`)
	if status != 200 {
		t.Fatalf("the upload: %d %v", status, upload)
	}
	// An answer is running during the login.
	slow.hold()
	live := v.do(t, "POST", url+"/api/chat/conversation-live", `{"prompt":"慢慢说"}`)
	lines := bufio.NewReader(live.Body)
	waitFor(t, lines, "开头")

	user := login(t, world, url, v, "+8613800138000")
	if user.id == v.id {
		t.Fatal("the user has the visitor's id")
	}
	if res := v.do(t, "GET", url+"/api/getuserinfo", ""); res.StatusCode != 401 {
		t.Errorf("the visitor's token gets %d", res.StatusCode)
	}
	for i := range 3 {
		detail := fmt.Sprintf(`{"conversationId":"conversation-%d"}`, i)
		if status, body := user.call(t, url, "/api/user/agent/conversation/v1/detail", detail); status != 200 || len(body["convs"].([]any)) != 2 {
			t.Errorf("conversation %d: %d %v", i, status, body)
		}
	}
	if _, list := user.call(t, url, "/api/user/agent/conversation/list", `{"limit":20}`); len(list["conversations"].([]any)) != 4 {
		t.Errorf("the list: %v", list)
	}
	// The account sees the running answer, and the visitor's open stream continues.
	again := user.do(t, "GET", url+"/api/chat/conversation-live/stream?from=0", "")
	if again.StatusCode != 200 {
		t.Fatalf("attaching: %d", again.StatusCode)
	}
	slow.release()
	for name, r := range map[string]io.Reader{"the visitor's stream": lines, "the account's stream": again.Body} {
		rest, err := io.ReadAll(r)
		if err != nil || !strings.Contains(string(rest), "结尾") || !strings.HasSuffix(string(rest), "data: [DONE]\n\n") {
			t.Errorf("%s: %v\n%s", name, err, rest)
		}
	}
	if _, body := user.call(t, url, "/api/user/agent/conversation/v1/detail", `{"conversationId":"conversation-live"}`); !strings.Contains(fmt.Sprint(body["convs"]), "结尾") {
		t.Errorf("the answer is stored as %v", body["convs"])
	}
	// The address for the upload still works, and the file belongs to the account.
	res := person{}.do(t, "PUT", url+upload["uploadUrl"].(string), "hello, world")
	if res.StatusCode != 200 {
		b, _ := io.ReadAll(res.Body)
		t.Fatalf("the rest of the upload: %d %s", res.StatusCode, b)
	}
	if _, docs := user.call(t, url, "/api/user/docs/list", `{"limit":20}`); !strings.Contains(fmt.Sprint(docs["docs"]), "一.txt") {
		t.Errorf("the library: %v", docs)
	}
}

func waitFor(t *testing.T, r *bufio.Reader, word string) {
	t.Helper()
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			t.Fatalf("the stream ended before %q: %v", word, err)
		}
		if strings.Contains(line, word) {
			return
		}
	}
}

// A visitor's data is moved to an account, and both have a conversation with the same id. The
// visitor's conversation gets another id. After the account's own conversation is deleted, the old id
// leads to the visitor's conversation.
func TestCollidingConversations(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(env, "WENQU_LIMITS=off")...)
	say := func(p person, what string) {
		t.Helper()
		if _, err := io.ReadAll(p.do(t, "POST", url+"/api/chat/the-same-cid", `{"prompt":"`+what+`"}`).Body); err != nil {
			t.Fatal(err)
		}
	}
	read := func(p person, cid string) string {
		t.Helper()
		_, body := p.call(t, url, "/api/user/agent/conversation/v1/detail", `{"conversationId":"`+cid+`"}`)
		return fmt.Sprint(body["convs"])
	}
	user := login(t, world, url, person{}, "+8613800138000")
	say(user, "1+1")
	v := newPerson(t, url)
	say(v, "2+2")
	moveTo := fmt.Sprintf(`{"userId":%q,"token":%q}`, v.id, v.token)
	if status, body := user.call(t, url, "/api/account/bindid", moveTo); status != 200 {
		t.Fatalf("bindid: %d %v", status, body)
	}
	if got := read(user, "the-same-cid"); !strings.Contains(got, "1+1") {
		t.Errorf("the account's own: %s", got)
	}
	_, list := user.call(t, url, "/api/user/agent/conversation/list", `{"limit":20}`)
	all := list["conversations"].([]any)
	if len(all) != 2 {
		t.Fatalf("the list: %v", all)
	}
	// After the account's own conversation is deleted, the old id resolves to the visitor's
	// conversation.
	if status, _ := user.call(t, url, "/api/user/agent/conversation/v1/clear", `{"conversationIds":["the-same-cid"]}`); status != 200 {
		t.Fatal("not deleted")
	}
	if got := read(user, "the-same-cid"); !strings.Contains(got, "2+2") {
		t.Errorf("by its old id: %s", got)
	}
}

func TestAskingNeedsALogin(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(env, "WENQU_ANON_ASK=off")...)
	v := newPerson(t, url)
	for _, who := range []person{{}, v} {
		if status, body := who.call(t, url, "/api/chat/conversation-1", `{"prompt":"1+1"}`); status != 401 || body["code"] != 23001.0 {
			t.Errorf("%q asks: %d %v", who.id, status, body)
		}
	}
	_, config := v.call(t, url, "/api/v5/accountLogic/login/config", `{}`)
	if data := config["data"].(map[string]any); data["passAnonCheckLogin"] != false || data["showLoginModalWhenAnonAsk"] != true {
		t.Errorf("the page is told %v", data)
	}
	user := login(t, world, url, v, "+8613800138000")
	if res := user.do(t, "POST", url+"/api/chat/conversation-1", `{"prompt":"1+1"}`); res.StatusCode != 200 {
		t.Errorf("a user asks: %d", res.StatusCode)
	}
}

// heldModel is a model provider whose answers stop halfway while it is blocked.
type heldModel struct {
	url  string
	mu   sync.Mutex
	gate chan struct{} // answers wait until it is closed; it stays closed while the model is not blocked
}

func newHeldModel(t *testing.T) *heldModel {
	t.Helper()
	m := &heldModel{gate: make(chan struct{})}
	close(m.gate)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/models", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"data":[{"id":"held"}]}`) })
	mux.HandleFunc("POST /v1/chat/completions", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		m.mu.Lock()
		gate := m.gate
		m.mu.Unlock()
		fmt.Fprint(w, `data: {"choices":[{"delta":{"content":"开头，"}}]}`+"\n\n")
		_ = http.NewResponseController(w).Flush()
		select {
		case <-gate:
		case <-r.Context().Done():
			return
		}
		fmt.Fprint(w, `data: {"choices":[{"delta":{"content":"结尾。"},"finish_reason":"stop"}]}`+"\n\ndata: [DONE]\n\n")
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	t.Cleanup(m.release) // runs before server.Close, which waits for the running answers
	m.url = server.URL + "/v1"
	return m
}

func (m *heldModel) hold() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.gate = make(chan struct{})
}

func (m *heldModel) release() {
	m.mu.Lock()
	defer m.mu.Unlock()
	select {
	case <-m.gate:
	default:
		close(m.gate)
	}
}
