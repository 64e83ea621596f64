//go:build unix

package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/account/accounttest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
)

// planted are the secrets of a server, by description.
type planted map[string]string

// search fails the test if an output contains a secret in the clear. `but` lists the descriptions
// of allowed secrets.
func (p planted) search(t *testing.T, where, output string, but ...string) {
	t.Helper()
	for what, secret := range p {
		allowed := false
		for _, b := range but {
			allowed = allowed || what == b
		}
		if i := strings.Index(output, secret); i >= 0 && !allowed {
			t.Errorf("%s is in %s: …%.160s", what, where, output[max(0, i-80):])
		}
	}
}

// The outputs of a server, for example its log, errors, exports, diagnostics and files, contain no
// secrets. Where an output must contain a secret, the test names it in the argument `but` of `search` or
// `seen`.
func TestSecretsStayInside(t *testing.T) {
	t.Parallel()
	outside := httptest.NewUnstartedServer(nil)
	base := "http://" + outside.Listener.Addr().String()
	world := accounttest.New(base)
	outside.Config.Handler = world
	outside.Start()
	t.Cleanup(outside.Close)
	_, good := llmtest.Start(t, llmtest.Options{Key: "llm-key-of-the-variable-1"})
	_, refuses := llmtest.Start(t, llmtest.Options{Key: "another key"}) // a provider that repeats our key in its refusal
	secrets := planted{
		"the key of the variable": "llm-key-of-the-variable-1", "the key of the administration": "llm-key-of-the-admin-2", "a key that is refused": "llm-key-refused-3",
		"the gateway's key": accounttest.SMSKey, "the app's secret": accounttest.AppSecret, "the passphrase": "passphrase-that-seals-4", "the token of the figures": "metrics-token-5",
		"the password of a proxy": "proxy-password-6",
	}
	env := []string{
		"LLM_URL=" + strings.Replace(good, "http://", "http://"+secrets["the key of the variable"]+"@", 1) + "/v1",
		"WENQU_SECRET_KEY=" + secrets["the passphrase"], "WENQU_METRICS_TOKEN=" + secrets["the token of the figures"], "WENQU_LOG_LEVEL=debug", "WENQU_CAPTCHA=off",
		"WENQU_SMS_URL=" + base + accounttest.SMSPath, "WENQU_SMS_KEY=" + accounttest.SMSKey,
		"WENQU_WX_APP=" + accounttest.AppID, "WENQU_WX_SECRET=" + accounttest.AppSecret, "WENQU_WX_MINI_APP=" + accounttest.AppID, "WENQU_WX_MINI_SECRET=" + accounttest.AppSecret, "WENQU_WX_OPEN_URL=" + base + accounttest.WeChatPath, "WENQU_WX_API_URL=" + base + accounttest.WeChatPath,
		"WENQU_ONEID_ISSUER=" + world.Issuer(), "WENQU_ONEID_APP=" + accounttest.AppID, "WENQU_ONEID_SECRET=" + accounttest.AppSecret,
	}
	dir := t.TempDir()
	s := started(t, dir, env...)
	seen := func(who person, status int, method, path, body string, but ...string) string {
		t.Helper()
		res, text := who.read(t, method, s.url+path, body)
		if res.StatusCode != status {
			t.Errorf("%s is answered with %d, want %d: %.300s", path, res.StatusCode, status, text)
		}
		secrets.search(t, path, text, but...)
		return text
	}

	// Users log in by phone. Their codes, tokens and phone numbers are secrets as well.
	visitor := newPerson(t, s.url)
	secrets["the visitor's token"] = visitor.token
	const question = "只对你说的一句话"
	seen(visitor, 200, "POST", "/api/chat/conversation-1", `{"prompt":"`+question+`"}`)
	user := loggedIn(t, s.url, world, secrets, "a user", "+8613800138000")
	admin := loggedIn(t, s.url, world, secrets, "an administrator", "+8613900139000")
	command := wenqu(t.Context(), "admin", "--data", dir)
	command.Env = append(command.Env, env...)
	link, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	_, ticket, _ := strings.Cut(strings.TrimSpace(string(link)), "admin=")
	secrets["the administrator's link"] = ticket
	if status, out := admin.call(t, s.url+"/api/joint/login", `{"type":"admin","ticket":"`+ticket+`"}`); status != http.StatusOK {
		t.Fatalf("%d %v", status, out)
	} else {
		admin.token = out["token"].(string)
		secrets["the administrator's new token"] = admin.token
	}

	// Calls that fail must not reveal secrets either.
	seen(user, 400, "POST", "/api/joint/login", `{"type":"phone","phone":"+8613800138000","code":"000000"}`)
	seen(person{user.id, "wrong-token-" + user.token[:20]}, 401, "GET", "/api/getuserinfo", "")
	seen(person{}, 400, "POST", "/api/joint/login", `{"type":"wx","code":`+secrets["the code of a user"]+`,"state":"x"}`)
	world.Break(accounttest.SMSPath, true)
	seen(visitor, 502, "POST", "/api/login/getverificationcode", `{"phone":"+8613700137000"}`)
	world.Break(accounttest.SMSPath, false)
	world.Break(accounttest.WeChatPath, true)
	world.Break(accounttest.OIDCPath, true)
	seen(visitor, 502, "POST", "/api/joint/login", `{"type":"wx","jsCode":"js-code-7"}`)
	seen(visitor, 502, "POST", "/api/oneid/authorization", `{"app":"oneid"}`)
	seen(visitor, 400, "POST", "/api/joint/login", `not JSON with `+secrets["the token of a user"], "the token of a user")

	// The administrator saves and tests secret settings, and reads the data of several administration pages.
	providers, _ := json.Marshal(map[string]any{"providers": []map[string]any{
		{"id": "one", "baseUrl": good + "/v1", "key": secrets["the key of the administration"], "local": true, "proxy": "http://user:" + secrets["the password of a proxy"] + "@127.0.0.1:1"},
		{"id": "two", "baseUrl": refuses + "/v1", "key": secrets["a key that is refused"], "local": true, "models": []map[string]any{{"id": "refusing"}}},
	}})
	doc := string(providers)
	for path, body := range map[string]string{
		"settings/save": `{"name":"providers","value":` + doc + `,"version":0}`, "provider/test": `{"id":"two","value":` + doc + `}`,
	} {
		seen(admin, 200, "POST", "/api/admin/"+path, body)
	}
	seen(admin, 200, "POST", "/api/admin/provider/test", `{"id":"one","value":`+doc+`}`)
	seen(admin, 200, "POST", "/api/admin/settings/save", `{"name":"login","value":{"sms_key":"`+accounttest.SMSKey+`","sms_url":"`+base+accounttest.SMSPath+`"},"version":0}`)
	seen(admin, 400, "POST", "/api/admin/settings/save", `{"name":"login","value":{"sms_key":5,"no such":"`+accounttest.SMSKey+`"},"version":1}`)
	if said := seen(user, 200, "POST", "/api/chat/conversation-2", `{"prompt":"你好","chatModelId":"refusing"}`); !strings.Contains(said, `"code":"`+string(errs.ModelKey)+`"`) {
		t.Errorf("the answer does not fail for the key that is refused: %s", said)
	}
	seen(admin, 200, "POST", "/api/model/reprobe", `{}`)
	for _, call := range []string{
		"settings/get {\"name\":\"providers\"}", "settings/get {\"name\":\"login\"}", "provider/list {}", "user/list {}", "user/list {\"query\":\"13800138000\"}", "audit {}",
		"system {}", `usage {"from":"2026-11-01","to":"2026-11-30"}`, "feedback/list {}", "notice/list {}", "system/backup {}",
	} {
		path, body, _ := strings.Cut(call, " ")
		seen(admin, 200, "POST", "/api/admin/"+path, body)
	}
	if list := seen(admin, 200, "POST", "/api/admin/provider/list", `{}`); strings.Count(list, `"keyed":true`) != 3 {
		t.Errorf("not every provider has its key: %s", list)
	}
	secrets.search(t, "the diagnostics", unzipped(t, seen(admin, 200, "POST", "/api/admin/system/diagnostics", `{}`)))
	user.upload(t, s.url, "one.txt", "some text") // an export with a file is an archive
	secrets.search(t, "the archive", unzipped(t, seen(user, 200, "POST", "/api/data/export", `{}`)))
	seen(visitor, 200, "POST", "/api/data/export", `{}`)
	for _, path := range []string{"/api/account/devices", "/api/profile", "/api/getuserinfo", "/api/v5/accountLogic/login/config", "/api/model/capabilities", "/api/info/general", "/"} {
		seen(user, 200, "GET", path, "")
	}
	_, figures := person{}.read(t, "GET", s.url+"/metrics", "", "Authorization", "Bearer "+secrets["the token of the figures"])
	secrets.search(t, "the figures", figures)

	// Check everything that was written to disk.
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	secrets.search(t, "the log", s.log(t))
	if strings.Contains(s.log(t), question) {
		t.Error("the log tells what people say")
	}
	doctor := wenqu(t.Context(), "doctor", "--data", dir)
	doctor.Env = append(doctor.Env, env...)
	found, _ := doctor.CombinedOutput() // the exit status of doctor does not matter here
	secrets.search(t, "what doctor says", string(found))
	// A database must contain phone numbers to recognise users, but no other secrets.
	numbers := []string{"the number of a user", "the bare number of a user", "the number of an administrator", "the bare number of an administrator"}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	copies, err := filepath.Glob(filepath.Join(dir, "backup", "*"))
	if err != nil || len(copies) == 0 {
		t.Fatalf("%v %v", copies, err)
	}
	for _, name := range append(files, copies...) {
		if b, err := os.ReadFile(name); err == nil {
			secrets.search(t, filepath.Base(name), string(b), numbers...)
		}
	}
}

// loggedIn logs a user in by phone and records the user's secrets.
func loggedIn(t *testing.T, url string, world *accounttest.World, secrets planted, who, phone string) person {
	t.Helper()
	status, sent := person{}.call(t, url+"/api/login/getverificationcode", `{"phone":"`+phone+`"}`)
	message, ok := world.Sent(phone)
	if status != http.StatusOK || !ok {
		t.Fatalf("the code: %d %v", status, sent)
	}
	status, out := person{}.call(t, url+"/api/joint/login", `{"type":"phone","phone":"`+phone+`","code":"`+message.Code+`"}`)
	if status != http.StatusOK {
		t.Fatalf("the login: %d %v", status, out)
	}
	p := person{out["userId"].(string), out["token"].(string)}
	secrets["the token of "+who], secrets["the number of "+who], secrets["the bare number of "+who] = p.token, phone, strings.TrimPrefix(phone, "+86")
	secrets["the code of "+who] = `"` + message.Code + `"` // six digits alone may occur by chance
	if strings.Contains(fmt.Sprint(sent), message.Code) {
		t.Error("whoever asks for a code is told it")
	}
	return p
}

func unzipped(t *testing.T, file string) string {
	t.Helper()
	z, err := zip.NewReader(strings.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	var all bytes.Buffer
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(&all, r); err != nil {
			t.Fatal(err)
		}
	}
	return all.String()
}
