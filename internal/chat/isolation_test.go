package chat

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// foreign returns the calls with the id of a conversation, as sent by the conversation's owner. It must
// list every call of this package with the id of a conversation, except the calls in ownByName.
func foreign(cid string) map[string]call {
	ids := map[string]any{"conversationIds": []string{cid}}
	one := func(more ...any) map[string]any {
		m := map[string]any{"conversationId": cid}
		for i := 0; i < len(more); i += 2 {
			m[more[i].(string)] = more[i+1]
		}
		return m
	}
	calls := []call{
		{Path: "/api/chat/repeat/" + cid, Body: map[string]any{"index": 2}},
		{Method: http.MethodGet, Path: "/api/chat/" + cid + "/stream?from=0"},
		{Path: "/api/chat/" + cid + "/tools/{id}", Body: map[string]any{"allow": true}},
		{Path: "/api/stop/chat", Body: one()},
		{Path: "/api/stop/conversation", Body: one()},
		{Path: conversation + "continue", Body: one("index", 2)},
		{Path: conversation + "v1/detail", Body: one()},
		{Path: conversation + "v1/clear", Body: ids},
		{Path: conversation + "clear", Body: ids},
		{Path: conversation + "batchHistoryConversationClear", Body: ids},
		{Path: conversation + "v1/batchHistoryConversationClear", Body: ids},
		{Path: conversation + "v1/delete", Body: map[string]any{"cid": cid}},
		{Path: conversation + "v1/restore", Body: ids},
		{Path: conversation + "updateModel", Body: map[string]any{"cid": cid, "chatModelId": "other"}},
		{Path: conversation + "hintV2", Body: one("msgId", cid+"_2")},
		{Path: conversation + "prompthint", Body: one("msgId", cid+"_2")},
		{Path: conversation + "selectRepeatIndex", Body: one("index", 2, "repeatIndex", 0)},
		{Path: conversation + "selectBranch", Body: one("index", 1)},
		{Path: conversation + "blanks", Body: one("index", 2, "blanks", []string{"偷填的"})},
		{Path: conversation + "top", Body: one("top", true)},
		{Path: conversation + "update", Body: one("title", "偷改的标题")},
		{Path: conversation + "gentitle", Body: one()},
		{Path: conversation + "create", Body: map[string]any{"summaryOf": cid}},
		{Path: "/api/conv", Body: one()},
		{Method: http.MethodGet, Path: "/api/conv?conversationId=" + cid},
		{Path: "/api/chat/repeat", Body: one("index", 2)},
		{Path: session + "top", Body: one("top", true)},
		{Path: session + "update", Body: one("title", "偷改的标题")},
		{Path: session + "clear", Body: ids},
		{Path: "/api/ai/feedback", Body: one("index", 2, "type", 1)},
		{Path: "/api/ai/suitable", Body: one("index", 2, "type", 1)},
		{Path: "/api/ai/complaint", Body: one("index", 2)},
	}
	out := map[string]call{}
	for _, c := range calls {
		if c.Method == "" {
			c.Method = http.MethodPost
		}
		path, _, _ := strings.Cut(strings.ReplaceAll(c.Path, cid, "{cid}"), "?")
		out[c.Method+" "+path] = c
	}
	return out
}

// ownByName lists the calls whose conversation id always refers to a conversation of the caller, even if
// another owner has a conversation with the same id.
var ownByName = map[string]bool{
	"POST /api/chat":       true,
	"POST /api/chat/{cid}": true,
}

func TestEveryCallThatNamesAConversationIsTried(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		named := foreign("{cid}")
		for _, op := range h.server.Router.Operations() {
			if _, ok := named[op.Call()]; !ok && op.Others != httpapi.NoNames && !ownByName[op.Call()] {
				t.Errorf("%s is in no list of this test", op.Call())
			}
		}
	})
}

// TestForeignIsUnknown makes every call except restore on another owner's conversation: the response
// must equal the response for an unknown id, and nothing may change.
func TestForeignIsUnknown(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		const mine, unknown = "conv-0001", "conv-9999"
		h.ask(t, alice, mine, "秘密的问题")
		before := h.everything(t)
		for name, c := range foreign(mine) {
			if name == "POST "+conversation+"v1/restore" {
				continue // nothing is deleted here; see TestUndo
			}
			for _, who := range []string{bob, ""} {
				status := func(c call) (int, string) {
					c.Owner = who
					res, body := h.do(t, c)
					var e struct{ Error, Msg, Code any }
					if err := json.Unmarshal([]byte(body), &e); err != nil {
						t.Fatalf("%s: %q", name, body)
					}
					return res.StatusCode, fmt.Sprint(e)
				}
				gotStatus, got := status(c)
				wantStatus, want := status(foreign(unknown)[name])
				if gotStatus != http.StatusNotFound || gotStatus != wantStatus || got != want {
					t.Errorf("%s by %q: %d %s; of an unknown id: %d %s", name, who, gotStatus, got, wantStatus, want)
				}
			}
		}
		if diff := cmp.Diff(before, h.everything(t)); diff != "" {
			t.Errorf("somebody else changed: %s", diff)
		}
		for _, path := range []string{conversation + "list", conversation + "v3/list", session + "list", "/api/convs"} {
			for _, who := range []string{bob, ""} {
				if _, body := h.do(t, call{Path: path, Owner: who, Body: "{}"}); strings.Contains(body, mine) {
					t.Errorf("%s shows %q: %s", path, who, body)
				}
			}
		}
		for _, who := range []string{bob, ""} {
			if _, body := h.do(t, call{Method: http.MethodGet, Path: "/api/convs", Owner: who}); strings.Contains(body, mine) {
				t.Errorf("GET /api/convs shows %q: %s", who, body)
			}
		}
		if past, err := h.PastQuestions(t.Context(), bob); err != nil || strings.Contains(fmt.Sprint(past), "秘密") {
			t.Errorf("suggestions are made of somebody else's questions: %v %v", past, err)
		}
	})
}

// TestSameIDInTwoHands checks that two owners can have conversations with the same id, and that each
// owner sees only their own conversation.
func TestSameIDInTwoHands(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.ask(t, alice, "conv-0001", "甲")
		h.ask(t, bob, "conv-0001", "乙")
		if diff := cmp.Diff([]string{"1:甲", "2:答：甲"}, h.texts(t, alice, "conv-0001")); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]string{"1:乙", "2:答：乙"}, h.texts(t, bob, "conv-0001")); diff != "" {
			t.Error(diff)
		}
	})
}

// everything dumps the rows of both databases and returns them.
func (h *harness) everything(t *testing.T) []string {
	t.Helper()
	return append(dump(t, h.DB), dump(t, h.Memory)...)
}
