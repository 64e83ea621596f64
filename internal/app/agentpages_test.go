//go:build unix

package app_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// browse requests a page with a user's cookies.
func (p person) browse(t *testing.T, url string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"hy_user": p.id, "hy_token": p.token} {
		if value != "" {
			req.AddCookie(&http.Cookie{Name: name, Value: value})
		}
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	return res.StatusCode
}

// For users who may not use an agent, its pages answer 404, like the pages of an unknown agent.
// The editor page exists only for the author.
func TestPagesOfAnAgentAreMissingForOthers(t *testing.T) {
	t.Parallel()
	url, _ := start(t, t.TempDir(), "WENQU_LIMITS=off")
	alice, bob := newPerson(t, url), newPerson(t, url)
	_, made := alice.call(t, url, "/api/user/agent/create", `{"spec":{"name":"甲"}}`)
	own := made["data"].(map[string]any)["agentId"].(string)
	for _, c := range []struct {
		id                    string
		author, other, nobody int
	}{
		{own, 200, 404, 404}, {"unknown", 404, 404, 404}, {"weekly-report", 200, 200, 200}, {"naQivTmsDa", 200, 200, 200}, {"bHsqM7dTzY", 200, 200, 200},
	} {
		for _, page := range []string{"/chat/", "/deepsearch-subpage/", "/bot/app/agent?agentId=", "/bot/shareToImage?agentId=", "/bot/app/clockIn/"} {
			for who, want := range map[person]int{alice: c.author, bob: c.other, {}: c.nobody, {id: alice.id, token: "wrong"}: c.nobody} {
				if got := who.browse(t, url+page+c.id); got != want {
					t.Errorf("%s%s for %q: %d, want %d", page, c.id, who.id, got, want)
				}
			}
		}
	}
	for who, want := range map[person]int{alice: 200, bob: 404, {}: 404} {
		if got := who.browse(t, url+"/app/edit/"+own); got != want {
			t.Errorf("the editor: %d, want %d", got, want)
		}
	}
	for _, id := range []string{own, "unknown"} { // an unpublished agent has no share page, not even for its author
		if got := alice.browse(t, url+"/bot/app/share/"+id); got != 404 {
			t.Errorf("/bot/app/share/%s: %d", id, got)
		}
	}
}

// If a mini-program names no agent, the plain assistant answers, under another id than on the web page.
func TestMiniProgramHasADefaultAgentOfItsOwn(t *testing.T) {
	t.Parallel()
	url, _ := start(t, t.TempDir(), "WENQU_LIMITS=off")
	alice := newPerson(t, url)
	do := func(agent, path, body string) *http.Response {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]string{"X-ID": alice.id, "X-Token": alice.token, "X-Check-Token-Type": "hy_anon_token", "User-Agent": agent} {
			req.Header.Set(name, value)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { res.Body.Close() })
		return res
	}
	call := func(agent, path, body string) (out map[string]any) {
		t.Helper()
		if err := json.NewDecoder(do(agent, path, body).Body).Decode(&out); err != nil {
			t.Fatal(path, err)
		}
		return out
	}
	for agent, want := range map[string]string{"Mozilla/5.0 miniProgram": "bHsqM7dTzY", "Mozilla/5.0": "naQivTmsDa"} {
		if got := call(agent, "/api/user/agent/detail", `{}`)["agent"].(map[string]any)["agentId"]; got != want {
			t.Errorf("%s: detail gives %v", agent, got)
		}
		if got := call(agent, "/api/user/agent/v4/list", `{}`)["agents"].([]any)[0].(map[string]any)["agentId"]; got != want {
			t.Errorf("%s: the list begins with %v", agent, got)
		}
		cid := call(agent, "/api/user/agent/conversation/create", `{}`)["id"].(string)
		if _, err := io.Copy(io.Discard, do(agent, "/api/chat/"+cid, `{"prompt":"1+1"}`).Body); err != nil {
			t.Error(err)
		}
		if got := call(agent, "/api/user/agent/conversation/v1/detail", `{"conversationId":"`+cid+`"}`)["agentId"]; got != want {
			t.Errorf("%s: the conversation is with %v", agent, got)
		}
	}
}
