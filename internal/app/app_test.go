//go:build unix

package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/app"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
)

// start runs a complete server on a free port. stop ends it and returns the error of Serve; further
// calls to stop do nothing.
func start(t *testing.T, dir string, env ...string) (url string, stop func() error) {
	t.Helper()
	if !slices.ContainsFunc(env, func(v string) bool { return strings.HasPrefix(v, "WENQU_DATABASE_URL=") }) {
		dbtest.SQLiteFile(t, dir)
	}
	env = append([]string{"WENQU_DATA=" + dir, "WENQU_PROBE=off", "WENQU_DRAIN=5s"}, env...)
	c := load(t, app.Inputs{Environ: env})
	a, err := app.New(t.Context(), c, "test")
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- a.Serve(ctx, l) }()
	stopped := false
	stop = func() error {
		if stopped {
			return nil
		}
		stopped = true
		cancel()
		err := <-served
		if e := a.Close(); e != nil {
			t.Errorf("close: %v", e)
		}
		return err
	}
	t.Cleanup(func() { _ = stop() })
	url = "http://" + l.Addr().String()
	configs.Store(url, c)
	return url, stop
}

// person is a client of the API with its own identity.
type person struct{ id, token string }

func newPerson(t *testing.T, url string) person {
	t.Helper()
	status, body := person{}.call(t, url, "/api/anon/login", `{}`)
	if status != 200 || body["userId"] == "" || body["userId"] != body["data"].(map[string]any)["userId"] {
		t.Fatalf("anonymous login: %d %v", status, body)
	}
	return person{body["userId"].(string), body["token"].(string)}
}

func (p person) do(t *testing.T, method, url, body string) *http.Response {
	t.Helper()
	return p.doIn(t, method, url, body, "")
}

// doIn makes a call in the language `locale`. If `locale` is empty, the call states no language.
func (p person) doIn(t *testing.T, method, url, body, locale string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if p.id != "" {
		req.Header.Set("X-ID", p.id)
		req.Header.Set("X-Token", p.token)
		req.Header.Set("X-Check-Token-Type", "hy_anon_token")
	}
	if locale != "" {
		req.Header.Set("X-Language", locale)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { res.Body.Close() })
	return res
}

func (p person) call(t *testing.T, url, path, body string) (int, map[string]any) {
	t.Helper()
	return p.callIn(t, url, path, body, "")
}

func (p person) callIn(t *testing.T, url, path, body, locale string) (int, map[string]any) {
	t.Helper()
	res := p.doIn(t, "POST", url+path, body, locale)
	var out map[string]any
	if err := json.NewDecoder(res.Body).Decode(&out); err != nil {
		t.Fatalf("%s: %d, %v", path, res.StatusCode, err)
	}
	return res.StatusCode, out
}

func TestTwoVisitorsAndARestart(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		twoVisitors(t)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		twoVisitors(t, "WENQU_DATABASE_URL="+dbtest.PostgresURL(t))
	})
}

func twoVisitors(t *testing.T, env ...string) {
	dir := t.TempDir()
	url, stop := start(t, dir, env...)
	a, b := newPerson(t, url), newPerson(t, url)
	const cid = "the-same-cid-of-both"

	ask := a.do(t, "POST", url+"/api/chat/"+cid, `{"prompt":"1+1"}`)
	stream, err := io.ReadAll(ask.Body)
	if err != nil || ask.StatusCode != 200 || ask.Header.Get("Content-Type") != "text/event-stream" || !bytes.HasSuffix(stream, []byte("data: [DONE]\n\n")) {
		t.Fatalf("asking: %d %q %v\n%s", ask.StatusCode, ask.Header.Get("Content-Type"), err, stream)
	}
	detail := `{"conversationId":"` + cid + `"}`
	if status, body := a.call(t, url, "/api/user/agent/conversation/v1/detail", detail); status != 200 || len(body["convs"].([]any)) != 2 {
		t.Errorf("the asker reads %d %v", status, body)
	}
	for name, who := range map[string]person{"another visitor": b, "nobody": {}} {
		foreign, body := who.call(t, url, "/api/user/agent/conversation/v1/detail", detail)
		unknown, same := who.call(t, url, "/api/user/agent/conversation/v1/detail", `{"conversationId":"never-seen-before"}`)
		delete(body, "traceId")
		delete(same, "traceId")
		if foreign != 404 || unknown != 404 || cmp.Diff(body, same) != "" {
			t.Errorf("%s reads %d %v, and an unknown one %d %v", name, foreign, body, unknown, same)
		}
	}
	if err := stop(); err != nil {
		t.Errorf("stopping: %v", err)
	}
	url, _ = start(t, dir, env...)
	if status, body := a.call(t, url, "/api/user/agent/conversation/v1/detail", detail); status != 200 || len(body["convs"].([]any)) != 2 {
		t.Errorf("after a restart the asker reads %d %v", status, body)
	}
	if res := (person{a.id, b.token}).do(t, "GET", url+"/api/getuserinfo", ""); res.StatusCode != 401 {
		t.Errorf("a wrong token gets %d", res.StatusCode)
	}
}

func TestServesTheHouse(t *testing.T) {
	t.Parallel()
	url, stop := start(t, t.TempDir(), "WENQU_DRAIN=1h", "WENQU_SIGNING=on", "WENQU_BRAND_NAME=问</script>渠")
	for path, want := range map[string]string{
		"/healthz":                 "ok",
		"/readyz":                  "ready",
		"/metrics":                 "wenqu_runs_running 0",
		"/":                        `"name":"问\u003c/script\u003e渠"`,
		"/api/getuserinfo":         `"anonUser":true`,
		"/api/info/public/general": `"code":0`,
	} {
		res := person{}.do(t, "GET", url+path, "")
		body, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != 200 || !strings.Contains(string(body), want) {
			t.Errorf("%s: %d %v\n%.300s", path, res.StatusCode, err, body)
		}
	}
	if status, _ := (person{}).call(t, url, "/api/anon/login", `{}`); status != 400 {
		t.Errorf("an unsigned call got %d", status)
	}
	// When no answer is running, the server stops at once and does not wait for the drain time, here an
	// hour.
	if err := stop(); err != nil {
		t.Errorf("stopping: %v", err)
	}
}

func TestOpenAPI(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := app.WriteOpenAPI(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"/api/chat/{cid}:", "text/event-stream:", "/api/anon/login:", "ErrorBody:"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the document lacks %s", want)
		}
	}
	if strings.Contains(out.String(), "$schema") {
		t.Error("the document has $schema")
	}
}
