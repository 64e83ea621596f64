//go:build unix

package main

import (
	"net/http"
	"testing"
)

// TestWhatCostsIsLimited tests several routes protected by the limit of questions. It calls each
// route three times, with a limit of two questions a minute. Only the third call gets the status
// 429, and its response says when to try again.
func TestWhatCostsIsLimited(t *testing.T) {
	t.Parallel()
	s := started(t, t.TempDir(), "WENQU_QUESTIONS_PER_MINUTE=2")
	for _, path := range []string{
		"/api/chat/conversation-0001",
		"/api/chat/repeat/conversation-0001",
		"/api/user/agent/conversation/continue",
		"/api/user/agent/conversation/create",
		"/api/user/agent/conversation/gentitle",
		"/api/user/agent/conversation/hintV2",
		"/api/user/agent/conversation/prompthint",
		"/api/conversation/export",
	} {
		me := newPerson(t, s.url)
		for i := range 3 {
			res, body := me.read(t, http.MethodPost, s.url+path, `{"conversationId":"unknown-0001"}`)
			if limited := res.StatusCode == http.StatusTooManyRequests; limited != (i == 2) || limited && (!isFailure(body, "20006") || res.Header.Get("Retry-After") == "") {
				t.Errorf("%s, call %d: %s, %s", path, i+1, res.Status, body)
			}
		}
	}
}
