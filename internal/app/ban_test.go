//go:build unix

package app_test

import (
	"bufio"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
)

// When a logged-in user is banned, the running answer ends with an error that states the end of
// the ban and the reason. The next question is refused with the same error. The list of
// conversations can still be read. A disabled account is logged out at once.
func TestBannedAndDisabledInMidSession(t *testing.T) {
	t.Parallel()
	for engine, url := range map[string]string{"sqlite": "", "postgres": dbtest.PostgresURL(t)} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			var env []string
			if url != "" {
				env = append(env, "WENQU_DATABASE_URL="+url)
			}
			bannedAndDisabled(t, env...)
		})
	}
}

func bannedAndDisabled(t *testing.T, more ...string) {
	t.Helper()
	world, env := outside(t)
	env = append(env, more...)
	slow := newHeldModel(t)
	url, _ := start(t, t.TempDir(), append(env, "WENQU_LIMITS=off", "LLM_URL="+slow.url)...)
	modelAnswers(t, url)
	user := login(t, world, url, person{}, "+8613800138000")
	second := byScan(t, url, user)
	admin := promote(t, url, login(t, world, url, person{}, "+8613700137000"))
	change := func(what string) {
		t.Helper()
		if status, out := admin.call(t, url, "/api/admin/user/change", `{"userId":"`+user.id+`",`+what+`}`); status != http.StatusOK {
			t.Fatalf("%s: %d %v", what, status, out)
		}
	}
	if _, frames := askRaw(t, user, url, "conversation-1", "第一问"); !strings.HasSuffix(frames, "data: [DONE]\n\n") {
		t.Fatalf("before: %s", frames)
	}
	slow.hold()
	live := bufio.NewReader(user.do(t, "POST", url+"/api/chat/conversation-live", `{"prompt":"慢慢说"}`).Body)
	waitFor(t, live, "开头")

	until := time.Now().Add(2 * time.Hour)
	change(fmt.Sprintf(`"bannedUntil":%d,"banReason":"刷屏"`, until.UnixMilli()))
	for _, who := range []person{user, second} {
		for path, body := range map[string]string{
			"/api/chat/conversation-1": `{"prompt":"第二问"}`, "/api/chat/repeat/conversation-1": `{"index":2}`,
			"/api/user/agent/conversation/continue": `{"conversationId":"conversation-1","index":2}`,
		} {
			res := who.do(t, "POST", url+path, body)
			status, code, text := answerOf(t, res)
			wait, err := strconv.Atoi(res.Header.Get("Retry-After"))
			if status != http.StatusForbidden || code != "21005" || err != nil || wait < 7100 || wait > 7200 ||
				!strings.Contains(text, "刷屏") || !strings.Contains(text, until.Format("2006-01-02 15:04")) {
				t.Errorf("%s: %d, Retry-After %q, %s", path, status, res.Header.Get("Retry-After"), text)
			}
		}
		if status, _ := who.call(t, url, "/api/user/agent/conversation/list", `{}`); status != http.StatusOK {
			t.Errorf("the history: %d", status)
		}
	}
	waitFor(t, live, `"code":"21005"`) // the answer ends although the model is still blocked
	slow.release()
	change(`"bannedUntil":0`)
	if _, frames := askRaw(t, user, url, "conversation-1", "第三问"); !strings.HasSuffix(frames, "data: [DONE]\n\n") {
		t.Errorf("afterwards: %s", frames)
	}

	change(`"disabled":true`)
	for _, who := range []person{user, second} {
		for _, path := range []string{"/api/chat/conversation-1", "/api/user/agent/conversation/list", "/api/profile"} {
			if status, code, text := answerOf(t, who.do(t, "POST", url+path, `{"prompt":"第四问","name":"x"}`)); status != http.StatusUnauthorized || code != "23000" {
				t.Errorf("%s of a disabled account: %d %s", path, status, text)
			}
		}
	}
	change(`"disabled":false`)
	if res := user.do(t, "GET", url+"/api/profile", ""); res.StatusCode != http.StatusUnauthorized {
		t.Errorf("a login from before lives again: %d", res.StatusCode)
	}
}
