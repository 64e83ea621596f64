package chat

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// outcome makes a call and returns its status and the code of its error, if it fails.
func (h *harness) outcome(t *testing.T, c call) string {
	t.Helper()
	res, body := h.do(t, c)
	if res.StatusCode < 400 {
		return fmt.Sprint(res.StatusCode)
	}
	var e struct{ Error struct{ Code string } }
	if err := json.Unmarshal([]byte(body), &e); err != nil {
		t.Fatalf("%s: %q", c.Path, body)
	}
	return fmt.Sprintf("%d %s", res.StatusCode, e.Error.Code)
}

// TestDeletedMeanwhile makes the calls of a page whose conversation was deleted on another page. Only
// the owner of the conversation is told that it was deleted.
func TestDeletedMeanwhile(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		const cid = "conv-0001"
		calls := []call{
			{Path: "/api/chat/" + cid, Body: `{"prompt":"改","editIndex":1}`},
			{Path: "/api/chat/repeat/" + cid, Body: `{"index":2}`},
			{Path: conversation + "continue", Body: `{"conversationId":"` + cid + `","index":2,"repeatIndex":0}`},
			{Path: "/api/stop/chat", Body: `{"conversationId":"` + cid + `"}`},
			{Path: "/api/chat/" + cid, Body: `{"prompt":"再问"}`},
		}
		outcomes := func(owner string) (out []string) {
			for _, c := range calls {
				c.Owner = owner
				out = append(out, h.outcome(t, c))
			}
			return out
		}
		deleted, unknown := "410 "+string(errs.ChatDeleted), "404 "+string(errs.NotFound)
		check := func(when, owner string, want ...string) {
			t.Helper()
			if diff := cmp.Diff(want, outcomes(owner)); diff != "" {
				t.Errorf("%s: %s", when, diff)
			}
		}

		h.ask(t, alice, cid, "问")
		if err := h.Delete(t.Context(), alice, cid); err != nil {
			t.Fatal(err)
		}
		check("deleted", alice, deleted, deleted, deleted, deleted, deleted)
		check("somebody else's", bob, unknown, unknown, unknown, unknown, "200")
		if err := h.Restore(t.Context(), alice, cid); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"1:问", "2:答：问"}, h.texts(t, alice, cid)); diff != "" {
			t.Errorf("a refused call left something: %s", diff)
		}

		if err := h.Delete(t.Context(), alice, cid); err != nil {
			t.Fatal(err)
		}
		h.clock.Add(UndoWindow + time.Second)
		if err := h.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		check("purged", alice, unknown, unknown, unknown, unknown, "200")
	})
}
