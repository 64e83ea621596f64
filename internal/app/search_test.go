//go:build unix

package app_test

import (
	"fmt"
	"net/http"
	neturl "net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/moderation"
)

// finds returns the kinds and texts of a user's search results.
func finds(t *testing.T, url string, who person, query string) (out []string) {
	t.Helper()
	status, body := who.call(t, url, "/api/search/global", fmt.Sprintf(`{"query":%q,"limit":20}`, query))
	if status != http.StatusOK {
		t.Fatalf("%s: %d %v", query, status, body)
	}
	groups, _ := body["groups"].([]any)
	for _, g := range groups {
		group := g.(map[string]any)
		for _, f := range group["found"].([]any) {
			var text strings.Builder
			for _, p := range f.(map[string]any)["snippet"].([]any) {
				text.WriteString(p.(map[string]any)["text"].(string))
			}
			out = append(out, group["kind"].(string)+" "+text.String())
		}
	}
	return out
}

// What a person says, saves and notes is found by that person alone, from the moment it is stored until
// it is deleted. A visitor still finds it after logging in. The text of a file is found
// soon after the file has been parsed.
func TestSearchFollowsWhatIsStored(t *testing.T) {
	t.Parallel()
	for engine, env := range map[string][]string{"sqlite": nil, "postgres": {"WENQU_DATABASE_URL=" + dbtest.PostgresURL(t)}} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			world, more := outside(t)
			rules := t.TempDir()
			if err := os.WriteFile(filepath.Join(rules, moderation.FileName), []byte(`{"words":[{"word":"坏词语","level":"block"}]}`), 0o600); err != nil {
				t.Fatal(err)
			}
			url, _ := start(t, t.TempDir(), append(append([]string{"WENQU_LIMITS=off", "WENQU_CONTENT=" + rules}, env...), more...)...)
			ann, bob := newPerson(t, url), newPerson(t, url)
			want := func(what string, who person, query string, n int) {
				t.Helper()
				if got := finds(t, url, who, query); len(got) != n {
					t.Errorf("%s: %q finds %d, want %d: %q", what, query, len(got), n, got)
				}
			}
			must := func(path, body string) {
				t.Helper()
				if status, out := ann.call(t, url, path, body); status != http.StatusOK {
					t.Fatalf("%s: %d %v", path, status, out)
				}
			}
			whole(t, ann.do(t, "POST", url+"/api/chat/conversation-one", `{"prompt":"13579 加 1 等于几"}`))
			want("asked: the title, the question, the answer", ann, "13579", 3)
			want("somebody else", bob, "13579", 0)
			must("/api/user/agent/conversation/update", `{"conversationId":"conversation-one","title":"算术练习"}`)
			want("renamed", ann, "算术练习", 1)
			want("the sound of its title", ann, "sslx", 1)
			want("the old title is gone", ann, "13579", 2)

			whole(t, ann.do(t, "POST", url+"/api/chat/conversation-two", `{"prompt":"24680 加 1 等于几","isTemporary":true}`))
			want("temporary", ann, "24680", 0)

			whole(t, ann.do(t, "POST", url+"/api/chat/conversation-three", `{"prompt":"坏词语：97531 加 1 等于几"}`))
			want("hidden by the content rules", ann, "97531", 0)

			must("/api/user/agent/conversation/v1/clear", `{"conversationIds":["conversation-one"]}`)
			want("deleted", ann, "13579", 0)
			want("deleted, its title", ann, "算术练习", 0)
			must("/api/user/agent/conversation/v1/restore", `{"conversationIds":["conversation-one"]}`)
			want("restored", ann, "13579", 2)
			want("restored, its title", ann, "算术练习", 1)

			file := ann.bringFile(t, url, neturl.QueryEscape("季度报告.md"), "# 概要\n\n营收为珊瑚色的三百万。\n")
			want("the name of a file", ann, "季度报告", 1)
			want("the sound of its name", ann, "jdbg", 1)
			domaintest.Eventually(t, "the file was read", func() bool { return len(finds(t, url, ann, "珊瑚色")) == 1 })
			must("/api/user/agent/doc/notes/save", `{"docId":"`+file+`","unit":1,"quote":"营收","text":"要问清楚琥珀"}`)
			want("a note", ann, "琥珀", 1)

			me := login(t, world, url, ann, "+8613800138000")
			want("after the login", me, "13579", 2)
			want("after the login, the file", me, "珊瑚色", 1)
			want("after the login, the note", me, "琥珀", 1)
			ann = me
			must("/api/user/docs/delete", `{"resourceIds":["`+file+`"]}`)
			for _, query := range []string{"季度报告", "珊瑚色", "琥珀"} {
				want("deleted with the file", me, query, 0)
			}
			must("/api/data/delete", `{"confirm":true}`)
			want("everything deleted", me, "13579", 0)
		})
	}
}
