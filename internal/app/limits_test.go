//go:build unix

package app_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"testing"
)

// An owner may have five running answers; an administrator can change this limit. A question beyond
// the limit is refused with an error, and accepted after the answers have ended.
func TestAnswersAtOnce(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	slow := newHeldModel(t)
	url, _ := start(t, t.TempDir(), append(env, "LLM_URL="+slow.url)...)
	modelAnswers(t, url)
	admin := promote(t, url, login(t, world, url, person{}, "+8613800138000"))
	alice := newPerson(t, url)
	ask := func(who person, i int) *http.Response {
		return who.do(t, "POST", fmt.Sprintf("%s/api/chat/conversation-%d", url, i), `{"prompt":"慢慢说"}`)
	}
	slow.hold()
	var streams []io.Reader
	for i := range 5 {
		live := bufio.NewReader(ask(alice, i).Body)
		waitFor(t, live, "开头")
		streams = append(streams, live)
	}
	status, code, text := answerOf(t, ask(alice, 5))
	if status != http.StatusTooManyRequests || code != "20097" {
		t.Fatalf("the sixth: %d %s", status, text)
	}
	_, now := admin.call(t, url, "/api/admin/settings/get", `{"name":"limits"}`)
	if value := now["default"].(map[string]any)["runningAnswersPerOwner"]; value != 5.0 {
		t.Errorf("the page is told the default %v", value)
	}
	if status, out := admin.call(t, url, "/api/admin/settings/save", `{"name":"limits","version":0,"value":{"runningAnswersPerOwner":6}}`); status != http.StatusOK {
		t.Fatalf("%d %v", status, out)
	}
	live := bufio.NewReader(ask(alice, 5).Body)
	waitFor(t, live, "开头")
	if status, code, text := answerOf(t, ask(alice, 6)); status != http.StatusTooManyRequests || code != "20097" {
		t.Errorf("the seventh: %d %s", status, text)
	}
	slow.release()
	for _, s := range append(streams, live) {
		if _, err := io.Copy(io.Discard, s); err != nil {
			t.Error(err)
		}
	}
	if res := ask(alice, 6); res.StatusCode != http.StatusOK {
		t.Errorf("when all have ended: %d", res.StatusCode)
	}
}
