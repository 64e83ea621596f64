//go:build unix

package app_test

import (
	"net/http"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
)

// An id with NUL or invalid UTF-8 identifies nothing. This is true for both databases, and for ids
// in the path, the query and the body of a call.
func TestIDsThatNoDatabaseTakes(t *testing.T) {
	t.Parallel()
	for name, database := range map[string]func(t *testing.T) string{
		"sqlite": func(*testing.T) string { return "" }, "postgres": func(t *testing.T) string { return dbtest.PostgresURL(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := []string{"WENQU_LIMITS=off"}
			if url := database(t); url != "" {
				env = append(env, "WENQU_DATABASE_URL="+url)
			}
			url, _ := start(t, t.TempDir(), env...)
			who := newPerson(t, url)
			for _, call := range [][3]string{
				{"GET", "/api/resource/content/a%00b", ""},
				{"GET", "/api/resource/content/%ff%fe", ""},
				{"GET", "/api/user/agent/conversation/v1/detail?conversationId=a%00b", ""},
				{"GET", "/api/chat/conversation%00-1/stream", ""},
				{"POST", "/api/chat/conversation%ff-1", `{"prompt":"问"}`},
				{"POST", "/api/user/agent/conversation/v1/detail", `{"conversationId":"a\u0000b-conversation"}`},
				{"POST", "/api/user/agent/conversation/v1/detail", `{"conversationId":"a\ud800b-conversation"}`},
				{"POST", "/api/resource/fileParse", `{"resourceId":"a\u0000b"}`},
			} {
				res := who.do(t, call[0], url+call[1], call[2])
				if res.StatusCode != http.StatusNotFound {
					t.Errorf("%s %s %s: %d", call[0], call[1], call[2], res.StatusCode)
				}
			}
			if res := who.do(t, "POST", url+"/api/resource/fileParse", "{\"resourceId\":\"\xff\"}"); res.StatusCode >= 500 {
				t.Errorf("a body that is no UTF-8: %d", res.StatusCode)
			}
		})
	}
}
