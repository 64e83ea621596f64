//go:build unix

package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
)

// acts waits until a change on one server takes effect on another and logs how long that took.
func acts(t *testing.T, what string, ok func() bool) {
	t.Helper()
	begin := time.Now()
	domaintest.Eventually(t, what+" acts on the other server", ok)
	t.Logf("%s acted after %s", what, time.Since(begin).Round(time.Millisecond))
}

// Two servers use one database. TestTwoServersAgree changes the content rules, bans a user and
// ends a session on one server; each change takes effect on the other. A temporary conversation
// exists only on the server where it began, and the other server reports this.
func TestTwoServersAgree(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	env = append(env, "WENQU_LIMITS=off", "WENQU_DATABASE_URL="+dbtest.PostgresURL(t))
	dir := t.TempDir()
	one, _ := start(t, dir, env...)
	two, _ := start(t, dir, env...)
	user := login(t, world, one, person{}, "+8613800138000")
	admin := promote(t, one, login(t, world, one, person{}, "+8613700137000"))
	n := 0
	asks := func(url, prompt string) (int, string) {
		n++
		res, frames := askRaw(t, user, url, fmt.Sprintf("conversation-%d", n), prompt)
		return res.StatusCode, frames
	}
	if status, frames := asks(two, "1+1"); status != http.StatusOK || !strings.HasSuffix(frames, "data: [DONE]\n\n") {
		t.Fatalf("a login of the one on the other: %d %s", status, frames)
	}

	_, now := admin.call(t, one, "/api/admin/settings/get", `{"name":"moderation"}`)
	if status, out := admin.call(t, one, "/api/admin/settings/save",
		with(t, `{"name":"moderation","value":{"words":[{"word":"头发","level":"block"}]}}`, map[string]any{"version": now["version"]})); status != http.StatusOK {
		t.Fatalf("saving the rules: %d %v", status, out)
	}
	acts(t, "a content rule", func() bool {
		_, frames := asks(two, "头发")
		return strings.HasSuffix(frames, "data: [SENSITIVE]\n\n")
	})

	change := func(what string) {
		t.Helper()
		if status, out := admin.call(t, one, "/api/admin/user/change", `{"userId":"`+user.id+`",`+what+`}`); status != http.StatusOK {
			t.Fatalf("%s: %d %v", what, status, out)
		}
	}
	change(fmt.Sprintf(`"bannedUntil":%d,"banReason":"刷屏"`, time.Now().Add(time.Hour).UnixMilli()))
	acts(t, "a ban", func() bool { status, _ := asks(two, "1+1"); return status == http.StatusForbidden })
	change(`"bannedUntil":0`)
	acts(t, "its end", func() bool { status, _ := asks(two, "1+1"); return status == http.StatusOK })

	// A temporary conversation exists only on the server where it began.
	res := user.do(t, "POST", one+"/api/chat/only-here", `{"prompt":"1+1","isTemporary":true}`)
	if res.StatusCode != http.StatusOK {
		t.Fatalf("a temporary conversation: %d", res.StatusCode)
	}
	for url, want := range map[string]string{one: "", two: "20017"} {
		status, code, text := answerOf(t, user.do(t, "POST", url+"/api/user/agent/conversation/v1/detail", `{"conversationId":"only-here"}`))
		if code != want || want != "" && (status != http.StatusConflict || !strings.Contains(text, "另一个服务进程")) {
			t.Errorf("the temporary conversation: %d %s", status, text)
		}
	}
	if res, frames := askRaw(t, user, two, "only-here", "1+2"); res.StatusCode != http.StatusConflict {
		t.Errorf("asking in it: %d %s", res.StatusCode, frames)
	}
	if status, code, text := answerOf(t, newPerson(t, two).do(t, "POST", two+"/api/user/agent/conversation/v1/detail", `{"conversationId":"only-here"}`)); code != "20004" {
		t.Errorf("somebody else: %d %s", status, text)
	}

	asks(two, "1+1") // this loads the session into the cache of the other server
	change(`"disabled":true`)
	acts(t, "the end of a session", func() bool { status, _ := asks(two, "1+1"); return status == http.StatusUnauthorized })
}
