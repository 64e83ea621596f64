package chat

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
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

// meanwhile runs once, after a turn was read and before it is stored.
type meanwhile struct {
	once sync.Once
	do   func()
}

func (m *meanwhile) Answer(context.Context, AnswererAsk, *Assistant) error {
	m.once.Do(m.do)
	return nil
}

// TestGoneMeanwhile asks in a conversation that is emptied, or goes to a project, after it was read.
func TestGoneMeanwhile(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		gone := map[string]func(cid string) error{
			"emptied": func(string) error { return h.Forget(t.Context(), alice) },
			"given": func(cid string) error {
				_, _, err := h.MoveConversation(t.Context(), ConversationMove{Key: Key{alice, cid}, To: bob})
				return err
			},
		}
		for how, remove := range gone {
			for body, want := range map[string]string{
				`{"prompt":"再问"}`:                "200",
				`{"prompt":"再问","afterIndex":2}`: "404 " + string(errs.NotFound),
				`{"prompt":"改","editIndex":1}`:   "404 " + string(errs.NotFound),
			} {
				cid := NewID()
				h.ask(t, alice, cid, "问")
				h.Answerers = []Answerer{&meanwhile{do: func() {
					if err := remove(cid); err != nil {
						t.Error(err)
					}
				}}}
				if got := h.outcome(t, call{Path: "/api/chat/" + cid, Owner: alice, Body: body}); got != want {
					t.Errorf("%s, %s: %s, not %s", how, body, got, want)
				}
			}
		}
	})
}

// TestUsedWhilePurged uses conversations at the moment of their purge. In PostgreSQL, the purge waits for
// the transaction that uses them, and must then see its result. SQLite has one writer at a time.
func TestUsedWhilePurged(t *testing.T) {
	t.Parallel()
	h := newHarness(t, dbtest.OpenPostgres(t))
	h.ask(t, alice, "conv-deleted", "问")
	if err := h.Delete(t.Context(), alice, "conv-deleted"); err != nil {
		t.Fatal(err)
	}
	unused, err := h.Create(t.Context(), alice, "", false)
	if err != nil {
		t.Fatal(err)
	}
	h.clock.Add(UnusedFor + UndoWindow + time.Second)
	swept := make(chan error, 1)
	err = h.DB.InTx(t.Context(), func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(t.Context(), `UPDATE conversation SET deleted_at = 0, next_index = 3`); err != nil {
			return err
		}
		go func() { swept <- h.Sweep(t.Context()) }()
		domaintest.Eventually(t, "the sweep waits", func() bool {
			var n int
			if err := h.DB.Read().QueryRowContext(t.Context(), `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&n); err != nil {
				t.Error(err)
			}
			return n > 0
		})
		return nil
	})
	if err = errors.Join(err, <-swept); err != nil {
		t.Fatal(err)
	}
	for _, cid := range []string{"conv-deleted", unused} {
		if there, err := h.Exists(t.Context(), Key{alice, cid}); !there || err != nil {
			t.Errorf("%s was purged: %v", cid, err)
		}
	}
	if diff := cmp.Diff([]string{"1:问", "2:答：问"}, h.texts(t, alice, "conv-deleted")); diff != "" {
		t.Error(diff)
	}
}

// TestBranchedMeanwhile asks from a page that shows a conversation as it was: another page has edited
// its first question, so that the shown branch is another one.
func TestBranchedMeanwhile(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		const cid = "conv-0001"
		h.ask(t, alice, cid, "甲")
		h.ask(t, alice, cid, "乙")
		h.ask(t, alice, cid, "甲改", func(a *Ask) { a.EditIndex = 1 })
		for _, step := range []struct{ cid, body, want string }{
			{cid, `{"prompt":"丙","afterIndex":4}`, "409 " + string(errs.ChatEdited)},
			{cid, `{"prompt":"丙","afterIndex":9}`, "409 " + string(errs.ChatEdited)},
			{cid, `{"prompt":"丙","afterIndex":9223372036854775807}`, "409 " + string(errs.ChatEdited)},
			{cid, `{"prompt":"丁","afterIndex":6}`, "200"},
			{cid, `{"prompt":"戊","afterIndex":6}`, "200"}, // another page has asked, too, which branches nothing
			{cid, `{"prompt":"己"}`, "200"},
			{"conv-0002", `{"prompt":"丙","afterIndex":4}`, "404 " + string(errs.NotFound)},
		} {
			if got := h.outcome(t, call{Path: "/api/chat/" + step.cid, Owner: alice, Body: step.body}); got != step.want {
				t.Errorf("%s: %s, not %s", step.body, got, step.want)
			}
		}
		want := []string{"5:甲改", "6:答：甲改", "7:丁", "8:答：丁", "9:戊", "10:答：戊", "11:己", "12:答：己"}
		if diff := cmp.Diff(want, h.texts(t, alice, cid)); diff != "" {
			t.Error(diff)
		}
		if there, err := h.Exists(t.Context(), Key{alice, "conv-0002"}); there || err != nil {
			t.Errorf("a refused question began a conversation: %v %v", there, err)
		}
		// An edit says by itself where it belongs.
		if got := h.outcome(t, call{Path: "/api/chat/" + cid, Owner: alice, Body: `{"prompt":"乙改","editIndex":3,"afterIndex":4}`}); got != "200" {
			t.Errorf("an edit: %s", got)
		}
	})
}
