package chat

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// TestRulesOfAskerInProject has two people of one project, one of them with strict rules. The strict
// rules apply to the texts that this person gives to the project's conversations or has made for them.
func TestRulesOfAskerInProject(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		h.strictFor(t, bob)
		h.models.online = true
		h.models.set("default", assistant("遮住的题", "", "遮住的摘要"))
		server := domaintest.ServeWith(t, httpapi.Options{Identities: users{}, Projects: anyProject{}}, h.Routes)
		const project = "project-0001"
		post := func(who, path string, body map[string]any) int {
			res, _ := server.Do(t, call{Path: path, Owner: who, Header: map[string]string{"X-Project-Id": project}, Body: body})
			return res.StatusCode
		}
		texts := func(who string) (out []string) {
			k := Key{project, "conv-" + who}
			note := func(what string, status int) {
				d, err := h.Detail(t.Context(), k, 0, 2)
				if err != nil {
					t.Fatal(err)
				}
				out = append(out, fmt.Sprintf("%s %d: %s", what, status, d.Title))
			}
			status := post(who, "/api/chat/"+k.CID, map[string]any{"prompt": "问一问"})
			h.background.Wait()
			note("ask", status)
			note("make", post(who, conversation+"gentitle", map[string]any{"conversationId": k.CID}))
			note("rename", post(who, conversation+"update", map[string]any{"conversationId": k.CID, "title": "遮住的名"}))
			note("blanks", post(who, conversation+"blanks", map[string]any{"conversationId": k.CID, "blanks": []string{"遮住", "好"}}))
			out = append(out, fmt.Sprint(h.answerOf(t, project, k.CID).SpeechesV2[0].Blanks))
			if status := post(who, conversation+"create", map[string]any{"summaryOf": k.CID}); status != http.StatusOK {
				t.Errorf("%s: a successor: %d", who, status)
			}
			return out
		}
		for who, want := range map[string][]string{
			alice: {"ask 200: ＊＊的题", "make 200: ＊＊的题", "rename 200: ＊＊的名", "blanks 200: ＊＊的名", "[＊＊ 好]"},
			bob:   {"ask 200: 问一问", "make 200: 问一问", "rename 400: 问一问", "blanks 200: 问一问", "[ 好]"},
		} {
			if diff := cmp.Diff(want, texts(who)); diff != "" {
				t.Errorf("%s: %s", who, diff)
			}
		}
		masked := map[string]bool{}
		for _, row := range dumpTables(t, h.DB, "conversation") {
			for _, who := range []string{alice, bob} {
				if strings.Contains(row, "|conv-"+who+"|") && strings.Contains(row, "的摘要") {
					masked[who] = true
				}
			}
		}
		if diff := cmp.Diff(map[string]bool{alice: true}, masked); diff != "" {
			t.Errorf("whose successors have a summary with a masked word: %s", diff)
		}
	})
}
