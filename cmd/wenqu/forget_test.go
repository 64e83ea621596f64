//go:build unix

package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/account/accounttest"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
)

// TestForgetSecrets deletes the key of a server with users and settings. Then the server does not
// start, and its error names the command forget-secrets. This command lists what will be lost and
// asks for confirmation. After the confirmation the server starts again. Users are still logged in, but
// the token of an earlier visitor is invalid.
func TestForgetSecrets(t *testing.T) {
	t.Parallel()
	for engine, address := range map[string]string{"sqlite": "", "postgres": dbtest.PostgresURL(t)} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			forgetSecretsOn(t, address)
		})
	}
}

func forgetSecretsOn(t *testing.T, address string) {
	t.Helper()
	outside := httptest.NewUnstartedServer(nil)
	base := "http://" + outside.Listener.Addr().String()
	world := accounttest.New(base)
	outside.Config.Handler = world
	outside.Start()
	t.Cleanup(outside.Close)
	dir := t.TempDir()
	env := []string{"WENQU_CAPTCHA=off", "WENQU_LIMITS=off", "WENQU_SMS_URL=" + base + accounttest.SMSPath, "WENQU_SMS_KEY=" + accounttest.SMSKey, "WENQU_DATABASE_URL=" + address}
	run := func(input string, args ...string) (string, error) {
		cmd := wenqu(t.Context(), append(args, "--data", dir)...)
		cmd.Env = append(cmd.Env, env...)
		cmd.Stdin = strings.NewReader(input)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}

	s := started(t, dir, env...)
	visitor := newPerson(t, s.url)
	if res, _ := visitor.read(t, http.MethodPost, s.url+"/api/chat/conversation-1", `{"prompt":"问"}`); res.StatusCode != http.StatusOK {
		t.Fatal(res.StatusCode)
	}
	user := loggedIn(t, s.url, world, planted{}, "a user", "+8613800138000")
	admin := loggedIn(t, s.url, world, planted{}, "an administrator", "+8613900139000")
	link, err := run("", "admin")
	if err != nil {
		t.Fatal(link)
	}
	_, ticket, _ := strings.Cut(strings.TrimSpace(link), "admin=")
	_, out := admin.call(t, s.url+"/api/joint/login", `{"type":"admin","ticket":"`+ticket+`"}`)
	admin.token, _ = out["token"].(string)
	for _, body := range []string{
		`{"name":"providers","version":0,"value":{"providers":[{"id":"one","baseUrl":"http://127.0.0.1:1/v1","local":true,"key":"sk-lost","proxy":"http://user:password@127.0.0.1:2"}]}}`,
		`{"name":"login","version":0,"value":{"qq_app":"1","qq_secret":"lost"}}`,
	} {
		if status, out := admin.call(t, s.url+"/api/admin/settings/save", body); status != http.StatusOK {
			t.Fatalf("%d %v", status, out)
		}
	}
	if out, err := run("", "admin", "forget-secrets", "--yes"); err == nil || !strings.Contains(out, "server is using") {
		t.Errorf("beside a running server: %v\n%s", err, out)
	}
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	if out, err := run("", "admin", "forget-secrets", "--yes"); err == nil || !strings.Contains(out, "nothing to forget") {
		t.Errorf("with the key there: %v\n%s", err, out)
	}

	if err := os.Remove(filepath.Join(dir, "secret.key")); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"serve", "--addr", "127.0.0.1:0"}, {"admin"}} {
		if out, err := run("", args...); err == nil || !strings.Contains(out, "wenqu admin forget-secrets") {
			t.Errorf("%v with another key: %v\n%s", args, err, out)
		}
	}
	for _, input := range []string{"", "yes\n"} {
		out, err := run(input, "admin", "forget-secrets")
		if err == nil || !strings.Contains(out, "nothing was changed") {
			t.Errorf("answered %q: %v\n%s", input, err, out)
		}
		for _, lost := range []string{"providers.providers[one].key", "providers.providers[one].proxy", "login.qq_secret", "1  visitors"} {
			if !strings.Contains(out, lost) {
				t.Errorf("what is lost lacks %s:\n%s", lost, out)
			}
		}
	}
	if out, err := run("", "serve", "--addr", "127.0.0.1:0"); err == nil {
		t.Errorf("it starts without a confirmation:\n%s", out)
	}
	if out, err := run("forget\n", "admin", "forget-secrets"); err != nil || !strings.Contains(out, "Done") {
		t.Fatalf("%v\n%s", err, out)
	}
	if copies, _ := filepath.Glob(filepath.Join(dir, "backup", "wenqu-before-forget-*.db")); (len(copies) == 1) != (address == "") {
		t.Errorf("copies from before: %v", copies)
	}

	s = started(t, dir, env...)
	for who, p := range map[string]person{"the user": user, "the administrator": admin} {
		if res, body := p.read(t, http.MethodGet, s.url+"/api/profile", ""); res.StatusCode != http.StatusOK {
			t.Errorf("%s is logged out: %d %s", who, res.StatusCode, body)
		}
	}
	if res, body := visitor.read(t, http.MethodPost, s.url+"/api/user/agent/conversation/list", `{}`); res.StatusCode != http.StatusUnauthorized {
		t.Errorf("a visitor of before: %d %s", res.StatusCode, body)
	}
	if res, _ := newPerson(t, s.url).read(t, http.MethodPost, s.url+"/api/chat/conversation-2", `{"prompt":"问"}`); res.StatusCode != http.StatusOK {
		t.Errorf("a new visitor: %d", res.StatusCode)
	}
	for name, want := range map[string]string{"providers": `"key":""`, "login": `"qq_secret":""`} {
		_, body := admin.read(t, http.MethodPost, s.url+"/api/admin/settings/get", `{"name":"`+name+`"}`)
		if !strings.Contains(body, want) || !strings.Contains(body, `"problem":""`) || strings.Contains(body, "sealed") {
			t.Errorf("%s: %s", name, body)
		}
	}
	if _, body := admin.read(t, http.MethodPost, s.url+"/api/admin/security", `{"kind":"secret.changed"}`); !strings.Contains(body, "admin forget-secrets") {
		t.Errorf("the security log: %s", body)
	}
	if err := s.stop(); err != nil {
		t.Error(err)
	}
}
