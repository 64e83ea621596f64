//go:build unix

package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/account/accounttest"
)

// impersonation returns additional fields for a call that tries to impersonate somebody: another
// owner, another role, and values that only the server decides.
func impersonation(who string) map[string]any {
	return map[string]any{
		"ownerId": who, "owner_id": who, "OwnerID": who, "owner": who, "accountId": who, "account_id": who, "uid": who, "anonUser": false,
		"role": 1, "Role": 1, "isAdmin": true, "admin": true, "state": "active", "createdAt": 1, "created_at": 1, "leavesAt": 1, "verifiedAt": 1 << 50,
		"hidden": false, "handledBy": who, "updatedBy": who, "deletedAt": 1, "sessions": []string{}, "tries": 0, "used": 0, "lockedUntil": 0,
	}
}

// with adds the fields of `more` to a JSON body. Existing fields of `body` stay unchanged.
func with(t *testing.T, body string, more map[string]any) string {
	t.Helper()
	all := maps.Clone(more)
	if err := json.Unmarshal([]byte(body), &all); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	b, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Additional fields in a client's call have no effect: the call acts on the asker's own rows and
// changes nobody's rights.
func TestAddedFieldsMeanNothing(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	docs := strings.TrimSuffix(strings.TrimPrefix(env[0], "WENQU_SMS_URL="), accounttest.SMSPath) + accounttest.DocsPath
	env = append(env, "WENQU_LIMITS=off", "WENQU_DOCS_URL="+docs, "WENQU_DOCS_APP="+accounttest.AppID, "WENQU_DOCS_SECRET="+accounttest.AppSecret)
	url, _ := start(t, t.TempDir(), append(env, "WENQU_FETCH_ALLOW=127.0.0.0/8")...)
	alice, bob := login(t, world, url, person{}, "+8613800138000"), login(t, world, url, person{}, "+8613900139000")
	admin := promote(t, url, login(t, world, url, person{}, "+8613700137000"))
	own(t, url, alice)
	world.As("bob")
	has := own(t, url, bob)
	hers := func() string {
		_, list := alice.call(t, url, "/api/user/agent/conversation/list", `{"limit":100}`)
		_, files := alice.call(t, url, "/api/user/docs/list", `{"limit":100}`)
		_, found := admin.call(t, url, "/api/admin/user/list", `{"query":"`+alice.id+`"}`)
		for _, body := range []map[string]any{list, files, found} {
			delete(body, "traceId")
		}
		return fmt.Sprint(list, files, found)
	}
	before := hers()
	// The first loop makes all POST calls without an id in the path, except the logout. Their bodies
	// contain little more than the added fields. The second loop makes the POST calls with ids of bob's
	// rows, except the deletion of bob's account.
	for _, p := range operations(t) {
		if p.Method == http.MethodPost && !strings.Contains(p.Path, "{") && p.Path != "/api/login/logout" {
			body := with(t, `{"name":"乙"}`, impersonation(alice.id))
			whole(t, bob.do(t, "POST", url+p.Path, body))
		}
	}
	for i, n := range naming {
		method, path, body := has.make(n, cidOf(i))
		if method == http.MethodPost && n.call != "POST /api/unregister" {
			status, _, text := answerOf(t, bob.do(t, method, url+path, with(t, body, impersonation(alice.id))))
			if strings.Contains(text, alice.id) || status == http.StatusForbidden {
				t.Errorf("%s: %d %s", n.call, status, text)
			}
		}
	}
	if diff := cmp.Diff(before, hers()); diff != "" {
		t.Errorf("alice's rows changed:\n%s", diff)
	}
	_, found := admin.call(t, url, "/api/admin/user/list", `{}`)
	for _, row := range found["users"].([]any) {
		if u := row.(map[string]any); (u["role"] == 1.0) != (u["userId"] == admin.id) {
			t.Errorf("%v has the role %v", u["userId"], u["role"])
		}
	}
	if status, _ := bob.call(t, url, "/api/admin/user/list", `{}`); status != http.StatusForbidden {
		t.Errorf("bob administers: %d", status)
	}
}

// Additional fields in an administrator's call have no effect, and the call is recorded under the
// administrator's own id.
func TestAddedFieldsOfAdministratorsMeanNothing(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(env, "WENQU_LIMITS=off")...)
	alice := login(t, world, url, person{}, "+8613800138000")
	admin := promote(t, url, login(t, world, url, person{}, "+8613700137000"))
	whole(t, alice.do(t, "POST", url+"/api/chat/conversation-1", `{"prompt":"1+1"}`))
	alice.call(t, url, "/api/ai/feedback", `{"conversationId":"conversation-1","index":2,"type":-1,"text":"不对"}`)
	one := func(path, body, list string) map[string]any {
		t.Helper()
		status, out := admin.call(t, url, path, body)
		rows, _ := out[list].([]any)
		if status != http.StatusOK || len(rows) != 1 {
			t.Fatalf("%s: %d %v", path, status, out)
		}
		return rows[0].(map[string]any)
	}
	user := func() map[string]any { return one("/api/admin/user/list", `{"query":"`+alice.id+`"}`, "users") }
	before := user()
	do := func(path, body string) map[string]any {
		t.Helper()
		status, out := admin.call(t, url, path, with(t, body, impersonation("somebody")))
		if status != http.StatusOK {
			t.Fatalf("%s: %d %v", path, status, out)
		}
		return out
	}
	fields := impersonation("somebody")
	delete(fields, "role") // changing the role is the purpose of this call
	delete(fields, "Role")
	if status, out := admin.call(t, url, "/api/admin/user/change", with(t, `{"userId":"`+alice.id+`","name":"改名","identities":[],"lastSeenAt":1}`, fields)); status != http.StatusOK {
		t.Fatalf("%d %v", status, out)
	}
	if diff := cmp.Diff(before, user()); diff != "" {
		t.Errorf("the account changed:\n%s", diff)
	}
	for _, bad := range []string{`"role":2`, `"role":-1`, `"role":"1"`, `"disabled":"yes"`, `"bannedUntil":-1,"banReason":"x"`} {
		if status, out := admin.call(t, url, "/api/admin/user/change", `{"userId":"`+alice.id+`",`+bad+`}`); status < 400 || status > 499 {
			t.Errorf("%s: %d %v", bad, status, out)
		}
	}
	do("/api/admin/feedback/handle", `{"ownerId":"`+alice.id+`","cid":"conversation-1","index":2,"repeatIndex":0,"handled":true,"handledAt":1}`)
	if f := one("/api/admin/feedback/list", `{"everything":true}`, "feedback"); f["handledBy"] != admin.id || f["handledAt"].(float64) < float64(time.Now().Add(-time.Hour).UnixMilli()) {
		t.Errorf("dealt with: %v", f)
	}
	saved := do("/api/admin/settings/save", `{"name":"limits","value":{"visitorsPerHour":7},"version":0,"updatedAt":1}`)
	if saved["updatedBy"] != admin.id || saved["updatedAt"] == 1.0 {
		t.Errorf("saved: %v", saved)
	}
	posted := do("/api/admin/notice/post", `{"id":"mine","type":"system","title":{"zh-CN":"一","zh-TW":"一","en":"one"},"content":{"zh-CN":"二","zh-TW":"二","en":"two"}}`)
	if n := one("/api/admin/notice/list", `{}`, "notices"); n["id"] == "mine" || n["id"] != posted["id"] || n["createdAt"] == 1.0 {
		t.Errorf("posted: %v", n)
	}
	_, audit := admin.call(t, url, "/api/admin/audit", `{}`)
	for _, e := range audit["entries"].([]any) {
		if e := e.(map[string]any); e["actorId"] != admin.id {
			t.Errorf("done by %v", e)
		}
	}
}
