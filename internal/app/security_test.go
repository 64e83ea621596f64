//go:build unix

package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
)

// The security log records actions of users and administrators, for example on logins, rights and
// secrets. It does not contain their input: a phone number, the reason of a ban, a secret.
func TestSecurityLogTellsWhatHappened(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	dir := t.TempDir()
	url, _ := start(t, dir, append(env, "WENQU_LIMITS=off")...)
	const phone = "+8613800138000"
	user := login(t, world, url, person{}, phone)
	admin := promote(t, url, login(t, world, url, person{}, "+8613700137000"))
	do := func(who person, path, body string, want int) map[string]any {
		t.Helper()
		status, out := who.call(t, url, path, body)
		if status != want {
			t.Fatalf("%s: %d %v", path, status, out)
		}
		return out
	}
	do(person{}, "/api/joint/login", `{"type":"phone","phone":"`+phone+`","code":"000000"}`, http.StatusBadRequest)
	do(user, "/api/admin/user/list", `{}`, http.StatusForbidden)
	user.do(t, "POST", url+"/api/data/export", `{}`)
	do(admin, "/api/admin/settings/save", `{"name":"login","value":{"sms_url":"https://sms.example","sms_key":"a secret"},"version":0}`, http.StatusOK)
	version := do(admin, "/api/admin/settings/get", `{"name":"login"}`, http.StatusOK)["version"].(float64)
	do(admin, "/api/admin/settings/save", fmt.Sprintf(`{"name":"login","value":{"sms_url":"https://sms.example","sms_key":"••••••••","leave_days":"9"},"version":%.0f}`, version), http.StatusOK)
	do(admin, "/api/admin/user/change", fmt.Sprintf(`{"userId":%q,"bannedUntil":%d,"banReason":"刷屏"}`, user.id, time.Now().Add(time.Hour).UnixMilli()), http.StatusOK)
	do(user, "/api/chat/conversation-1", `{"prompt":"问"}`, http.StatusForbidden)
	do(admin, "/api/admin/user/change", `{"userId":"`+user.id+`","bannedUntil":0}`, http.StatusOK)
	// This change sets a role and then a ban. The ban is refused, because its end is in the past.
	do(admin, "/api/admin/user/change", `{"userId":"`+user.id+`","role":1,"bannedUntil":1,"banReason":"过期"}`, http.StatusBadRequest)
	do(admin, "/api/admin/user/change", `{"userId":"`+user.id+`","disabled":true}`, http.StatusOK)
	do(admin, "/api/admin/user/change", `{"userId":"`+user.id+`","disabled":false}`, http.StatusOK)
	do(admin, "/api/admin/user/logout", `{"userId":"`+user.id+`"}`, http.StatusOK)
	do(admin, "/api/admin/system/backup", `{}`, http.StatusOK)

	type event struct {
		Kind, UserID, ActorID, Network, Detail, Reason string
		Times                                          int
	}
	want := []string{
		"account.banned|user|admin||", "account.disabled|user|admin||", "account.enabled|user|admin||", "account.loggedOut|user|admin||",
		"account.unbanned|user|admin||", "data.exported||admin|backup|", "data.exported|user||archive|", "login.done|admin||admin|",
		"login.done|user||phone|", "login.failed|user||phone|23010", "right.refused|user||POST /api/admin/user/list|23002",
		"right.refused|user||POST /api/chat/{cid}|21005", "role.changed|admin||role=1|", "role.changed|user|admin|role=1|",
		"secret.changed||admin|login|",
	}
	named := func(id string) string {
		switch id {
		case user.id:
			return "user"
		case admin.id:
			return "admin"
		}
		return id
	}
	// Events are written in the background, within a second.
	missing := ""
	t.Cleanup(func() {
		if t.Failed() {
			t.Log("missing:", missing)
		}
	})
	domaintest.Eventually(t, "the event is stored", func() bool {
		raw, err := json.Marshal(do(admin, "/api/admin/security", `{"limit":100}`, http.StatusOK)["events"])
		if err != nil {
			t.Fatal(err)
		}
		if text := string(raw); strings.Contains(text, "13800138000") || strings.Contains(text, "刷屏") || strings.Contains(text, "a secret") {
			t.Fatalf("it says what somebody wrote: %s", text)
		}
		var events []event
		if err := json.Unmarshal(raw, &events); err != nil {
			t.Fatal(err)
		}
		got := map[string]int{}
		for _, e := range events {
			if e.Network != "loopback" {
				t.Errorf("%s: the network %q", e.Kind, e.Network)
			}
			got[strings.Join([]string{e.Kind, named(e.UserID), named(e.ActorID), e.Detail, e.Reason}, "|")] += e.Times
		}
		for _, one := range want {
			if got[one] == 0 {
				missing = one
				return false
			}
		}
		if got["secret.changed||admin|login|"] != 1 {
			t.Errorf("saving a section whose secrets stayed is %d changed secrets", got["secret.changed||admin|login|"])
		}
		return true
	})
	audit := do(admin, "/api/admin/audit", `{"action":"user.change"}`, http.StatusOK)
	if raw, err := json.Marshal(audit); err != nil || !strings.Contains(string(raw), `"detail":"role=1"`) {
		t.Errorf("the audit lacks the role: %s %v", raw, err)
	}
	mine := do(admin, "/api/admin/security", `{"userId":"`+user.id+`","kind":"login.failed"}`, http.StatusOK)["events"].([]any)
	if len(mine) != 1 {
		t.Errorf("the failed logins of one user: %v", mine)
	}
	do(user, "/api/admin/security", `{}`, http.StatusUnauthorized) // the administrator logged the user out above
}

// A normal stop loses no event, however recent.
func TestSecurityLogOutlivesAStop(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	dir := t.TempDir()
	url, stop := start(t, dir, append(env, "WENQU_LIMITS=off")...)
	login(t, world, url, person{}, "+8613800138000")
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	d, err := db.Connect(t.Context(), db.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if n := count(t, d, "security_event", "kind", "login.done"); n != 1 {
		t.Errorf("%d logins are stored", n)
	}
}
