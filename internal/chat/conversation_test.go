package chat

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

func TestPaging(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		for i := range 5 {
			h.ask(t, alice, "conv-0001", fmt.Sprintf("问%d", i+1))
		}
		var got []int
		before := 0
		for page := 0; ; page++ {
			d, err := h.Detail(t.Context(), Key{alice, "conv-0001"}, before, 3)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range d.Convs {
				got = append(got, c.Index)
			}
			before = got[len(got)-1]
			if !d.HasMore {
				if page != 3 {
					t.Errorf("%d pages", page+1)
				}
				break
			}
		}
		if diff := cmp.Diff([]int{10, 9, 8, 7, 6, 5, 4, 3, 2, 1}, got); diff != "" {
			t.Error(diff)
		}
		_, d := h.json(t, alice, conversation+"v1/detail", map[string]any{"conversationId": "conv-0001", "offset": 3, "limit": 10})
		if n := len(d["convs"].([]any)); n != 2 || d["hasMore"] != false || d["code"] != 0.0 {
			t.Errorf("detail below 3: %v", d)
		}
	})
}

func TestLists(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		for i := range 5 {
			h.ask(t, alice, fmt.Sprintf("conv-000%d", i), "问", func(a *Ask) { a.HotCard = i == 3 })
		}
		if _, err := h.Create(t.Context(), alice, "", false); err != nil { // a conversation without questions is not listed
			t.Fatal(err)
		}
		if err := h.Pin(t.Context(), Key{alice, "conv-0001"}, true); err != nil {
			t.Fatal(err)
		}
		order := []string{"conv-0001", "conv-0004", "conv-0003", "conv-0002", "conv-0000"}
		page := func(q ListQuery) (ids []string, total int) {
			p, err := h.List(t.Context(), alice, q)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range p.Conversations {
				ids = append(ids, c.ID)
			}
			if p.Offset != q.Offset+len(ids) {
				t.Errorf("%+v: the next page begins at %d", q, p.Offset)
			}
			return ids, p.Total
		}
		first, total := page(ListQuery{Limit: 3, AgentID: "naQivTmsDa"})
		second, _ := page(ListQuery{Limit: 3, Offset: 3})
		if diff := cmp.Diff(order, append(first, second...)); diff != "" || total != 5 {
			t.Errorf("total %d: %s", total, diff)
		}
		if ids, total := page(ListQuery{FilterGoodQuestion: true}); total != 4 || strings.Contains(fmt.Sprint(ids), "conv-0003") {
			t.Errorf("without cards: %v of %d", ids, total)
		}
		h.ask(t, alice, "conv-0003", "再问")
		order = []string{"conv-0001", "conv-0003", "conv-0004", "conv-0002", "conv-0000"}
		if ids, _ := page(ListQuery{FilterGoodQuestion: true}); !cmp.Equal(order, ids) {
			t.Errorf("a card that was gone on with is hidden: %v", ids)
		}
		if _, err := h.List(t.Context(), alice, ListQuery{AgentID: "other"}); !errs.Is(err, errs.NotFound) {
			t.Errorf("an unknown agent: %v", err)
		}

		var got []string
		body := map[string]any{"agent_id": "", "page_size": 2, "action": 0}
		for range 5 {
			_, out := h.json(t, alice, conversation+"v3/list", body)
			data := out["data"].(map[string]any)
			for _, c := range data["conversations"].([]any) {
				c := c.(map[string]any)
				got = append(got, c["id"].(string))
				body["top_time"], body["last_replied_at"] = fmt.Sprintf("%.0f", c["topAt"]), c["lastRepliedAt"]
			}
			if data["hasMore"] == false {
				break
			}
		}
		if diff := cmp.Diff(order, got); diff != "" {
			t.Errorf("by cursor: %s", diff)
		}
	})
}

func TestTitles(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.ask(t, alice, "conv-0001", "一二三四五六七八九十一二三四五六七八九十")
		k := Key{alice, "conv-0001"}
		title := func() string {
			d, err := h.Detail(t.Context(), k, 0, 1)
			if err != nil {
				t.Fatal(err)
			}
			return d.Title
		}
		if title() != "一二三四五六七八九十一二三四五六" {
			t.Errorf("first title %q", title())
		}
		for _, tc := range []struct {
			in   string
			want string
			code errs.Code
		}{
			{"  新 标题\n ", "新 标题", ""},
			{strings.Repeat("字", 64), strings.Repeat("字", 64), ""},
			{strings.Repeat("字", 65), "", errs.TooLarge},
			{" \n ", "", errs.BadRequest},
			{"\x00", "", errs.BadRequest},
			{"坏\xff", "", errs.BadRequest},
		} {
			got, err := h.Rename(t.Context(), k, "", tc.in)
			if tc.code != "" {
				if !errs.Is(err, tc.code) {
					t.Errorf("rename %q: %q %v", tc.in, got, err)
				}
				continue
			}
			if err != nil || got != tc.want || title() != tc.want {
				t.Errorf("rename %q: %q %v, now %q", tc.in, got, err, title())
			}
		}
		if got, err := h.MakeTitle(t.Context(), k, "", ""); err != nil || got != strings.Repeat("字", 64) {
			t.Errorf("the owner's title was replaced: %q %v", got, err)
		}
	})
}

func TestUndo(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.ask(t, alice, "conv-0001", "甲")
		h.ask(t, alice, "conv-0002", "乙")
		h.ask(t, bob, "conv-0001", "丙")
		ids := func(who string) int {
			p, err := h.List(t.Context(), who, ListQuery{})
			if err != nil {
				t.Fatal(err)
			}
			return p.Total
		}
		if err := h.Delete(t.Context(), alice, "conv-0001", "conv-0009"); !errs.Is(err, errs.NotFound) || ids(alice) != 2 {
			t.Errorf("half a deletion: %v, %d left", err, ids(alice))
		}
		if err := h.Delete(t.Context(), alice, "conv-0001", "conv-0001"); err != nil || ids(alice) != 1 || ids(bob) != 1 {
			t.Fatalf("delete: %v", err)
		}
		if _, err := h.Detail(t.Context(), Key{alice, "conv-0001"}, 0, 0); !errs.Is(err, errs.NotFound) {
			t.Errorf("a deleted conversation can be read: %v", err)
		}
		if _, err := h.Ask(t.Context(), Ask{Key: Key{alice, "conv-0001"}, Prompt: "还在吗"}); !errs.Is(err, errs.ChatDeleted) {
			t.Errorf("a deleted conversation answers: %v", err)
		}
		if err := h.Restore(t.Context(), bob, "conv-0001"); !errs.Is(err, errs.NotFound) {
			t.Errorf("somebody else restores: %v", err)
		}
		if err := h.Restore(t.Context(), alice, "conv-0001"); err != nil || ids(alice) != 2 {
			t.Fatalf("restore: %v", err)
		}
		if diff := cmp.Diff([]string{"1:甲", "2:答：甲"}, h.texts(t, alice, "conv-0001")); diff != "" {
			t.Error(diff)
		}

		all, err := h.DeleteAll(t.Context(), alice, "")
		if err != nil || len(all) != 2 || ids(alice) != 0 || ids(bob) != 1 {
			t.Fatalf("delete all: %v %v", all, err)
		}
		h.clock.Add(UndoWindow - time.Second)
		if err := h.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := h.Restore(t.Context(), alice, all...); err != nil || ids(alice) != 2 {
			t.Fatalf("restore at the last moment: %v", err)
		}
		if _, err := h.DeleteAll(t.Context(), alice, ""); err != nil {
			t.Fatal(err)
		}
		h.clock.Add(UndoWindow + time.Second)
		if err := h.Restore(t.Context(), alice, "conv-0001"); !errs.Is(err, errs.NotFound) {
			t.Errorf("restored after the window: %v", err)
		}
		if err := h.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, row := range h.everything(t) {
			if strings.Contains(row, alice) && !strings.HasPrefix(row, "run|") {
				t.Errorf("not purged: %s", row)
			}
		}
		if diff := cmp.Diff([]string{"1:丙", "2:答：丙"}, h.texts(t, bob, "conv-0001")); diff != "" {
			t.Errorf("bob's was swept away: %s", diff)
		}
	})
}

func TestClearOverHTTP(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		for i := range 4 {
			h.ask(t, alice, fmt.Sprintf("conv-000%d", i), "问")
		}
		for _, c := range []struct {
			path, body string
			status     int
			left       int
		}{
			{"v1/clear", `{}`, 400, 4},
			{"clear", `{"conversationIds":[]}`, 400, 4},
			{"v1/clear", `{"conversationIds":["conv-0000"],"uiOptions":{"noToast":true}}`, 200, 3},
			{"v1/delete", `{"cid":"conv-0001"}`, 200, 2},
			{"v1/restore", `{"cid":"conv-0001"}`, 200, 3},
			{"clear", `{"clearAll":true,"agentId":"other"}`, 200, 3},
			{"clear", `{"clearAll":true}`, 200, 0},
		} {
			res, body := h.do(t, call{Path: conversation + c.path, Owner: alice, Body: c.body})
			p, err := h.List(t.Context(), alice, ListQuery{})
			if err != nil || res.StatusCode != c.status || p.Total != c.left {
				t.Errorf("%s %s: %d, %d left, %s", c.path, c.body, res.StatusCode, p.Total, body)
			}
		}
	})
}

// TestTemporary checks that a temporary conversation leaves nothing in the database.
func TestTemporary(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		temporary := func(a *Ask) { a.Temporary = true }
		h.models.online = true // with a connected model, a conversation that is not temporary gets a generated title
		h.ask(t, alice, "conv-0001", "不留痕迹", temporary)
		h.ask(t, alice, "conv-0001", "第二问", temporary)
		want := []string{"1:不留痕迹", "2:答：不留痕迹", "3:第二问", "4:答：第二问"}
		if diff := cmp.Diff(want, h.texts(t, alice, "conv-0001")); diff != "" {
			t.Error(diff)
		}
		d, err := h.Detail(t.Context(), Key{alice, "conv-0001"}, 0, 0)
		if err != nil || !d.IsTemporary {
			t.Errorf("%+v %v", d, err)
		}
		if rows := dump(t, h.DB); len(rows) > 0 {
			t.Errorf("left behind: %v", rows)
		}
		if p, err := h.List(t.Context(), alice, ListQuery{}); err != nil || p.Total != 0 {
			t.Errorf("listed: %+v %v", p, err)
		}
		if _, err := h.Detail(t.Context(), Key{bob, "conv-0001"}, 0, 0); !errs.Is(err, errs.NotFound) {
			t.Errorf("somebody else reads it: %v", err)
		}
		h.clock.Add(TemporaryIdle + time.Hour)
		h.ask(t, alice, "conv-0002", "留下")
		if err := h.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Detail(t.Context(), Key{alice, "conv-0001"}, 0, 0); !errs.Is(err, errs.NotFound) {
			t.Errorf("it never expires: %v", err)
		}
		if len(h.texts(t, alice, "conv-0002")) != 2 {
			t.Error("an ordinary conversation was swept")
		}
		// An existing ordinary conversation cannot become temporary.
		h.ask(t, alice, "conv-0002", "再问", temporary)
		if len(h.texts(t, alice, "conv-0002")) != 4 || h.temporary.has(Key{alice, "conv-0002"}) {
			t.Error("a conversation was split in two")
		}
		id, err := h.Create(t.Context(), alice, "", true)
		if err != nil {
			t.Fatal(err)
		}
		h.ask(t, alice, id, "也不留")
		if rows := strings.Join(dump(t, h.DB), "\n"); strings.Contains(rows, "也不留") || strings.Contains(rows, id) {
			t.Error("left behind by create")
		}
	})
}

func TestForget(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.ask(t, alice, "conv-0001", "甲")
		h.ask(t, alice, "conv-0002", "乙", func(a *Ask) { a.Temporary = true })
		h.ask(t, bob, "conv-0001", "丙")
		if err := h.Forget(t.Context(), alice); err != nil {
			t.Fatal(err)
		}
		for _, row := range h.everything(t) {
			if strings.Contains(row, alice) && !strings.HasPrefix(row, "run|") {
				t.Errorf("not forgotten: %s", row)
			}
		}
		if len(h.texts(t, bob, "conv-0001")) != 2 {
			t.Error("bob was forgotten")
		}
	})
}
