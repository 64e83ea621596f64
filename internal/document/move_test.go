//go:build unix

package document

import (
	"database/sql"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

func TestMoveWhileParsing(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		d := h.add(t, alice, "a.txt", pages(100, "wait"))
		open, err := h.Begin(t.Context(), alice, "later.txt", Unsaid)
		if err != nil {
			t.Fatal(err)
		}
		if err := h.NoteUse(t.Context(), alice, "conv-0001", []string{d.ID}); err != nil {
			t.Fatal(err)
		}
		<-h.parser.met
		if err := h.db.InTx(t.Context(), func(tx *sql.Tx) error { return h.move(t.Context(), tx, alice, bob) }); err != nil {
			t.Fatal(err)
		}
		close(h.parser.gate)
		d.OwnerID = bob
		h.whole(t, h.ended(t, d, Ready, ""), 100)
		if _, err := h.Get(t.Context(), alice, d.ID); !errs.Is(err, errs.NotFound) {
			t.Errorf("the old owner still has it: %v", err)
		}
		if used, err := h.Usage(t.Context(), bob, d.ID); err != nil || len(used) != 1 {
			t.Errorf("its use: %v %v", used, err)
		}
		// A ticket that is still open is moved to the new owner, too.
		if a, err := h.Receive(t.Context(), open.Token, 0, strings.NewReader("后来")); err != nil || a.Document.OwnerID != bob {
			t.Errorf("%+v, %v", a, err)
		}
		// The bytes stored for the old owner can be deleted: they are stored for the new owner, too.
		h.forget(t, alice)
		f, _, err := h.Open(t.Context(), bob, d.ID)
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
		if left := h.stored(t); len(left) != 2 {
			t.Errorf("stored are %v", left)
		}
	})
}

// waits reports whether a transaction waits for a lock of PostgreSQL.
func (h *harness) waits(t testing.TB) bool {
	return h.count(t, `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`) > 0
}

// A file that is stored during a move stays whole: its row, its bytes and its job have the same owner.
// On PostgreSQL, both transactions run at the same time.
func TestUploadDuringAMove(t *testing.T) {
	t.Parallel()
	h := newHarness(t, dbtest.OpenPostgres(t), t.TempDir())
	h.run(t)
	d := h.ready(t, alice, "a.txt", "好")
	open, err := h.Begin(t.Context(), alice, "b.txt", Unsaid)
	if err != nil {
		t.Fatal(err)
	}
	uploaded := make(chan error, 1)
	h.files.sharing = func() {
		go func() {
			_, err := h.Receive(t.Context(), open.Token, 0, strings.NewReader("新"))
			uploaded <- err
		}()
		domaintest.Eventually(t, "the upload ends, or waits for the move", func() bool { return len(uploaded) > 0 || h.waits(t) })
	}
	if err := h.db.InTx(t.Context(), func(tx *sql.Tx) error { return h.move(t.Context(), tx, alice, bob) }); err != nil {
		t.Fatal(err)
	}
	if err := <-uploaded; err != nil && !errs.Is(err, errs.TicketOver) {
		t.Error(err)
	}
	all, err := h.All(t.Context(), bob)
	if err != nil || !slices.ContainsFunc(all, func(has Document) bool { return has.ID == d.ID }) {
		t.Errorf("moved are %+v, %v", all, err)
	}
	for _, has := range all {
		f, _, err := h.Open(t.Context(), bob, has.ID)
		if err != nil {
			t.Fatalf("the bytes of %s: %v", has.Name, err)
		}
		f.Close()
		h.ended(t, has, Ready, "")
	}
}

func TestMoveIsAllOrNothing(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		d := h.ready(t, alice, "a.txt", "好")
		no := errors.New("no")
		err := h.db.InTx(t.Context(), func(tx *sql.Tx) error {
			if err := h.move(t.Context(), tx, alice, bob); err != nil {
				return err
			}
			return no
		})
		if !errors.Is(err, no) {
			t.Fatal(err)
		}
		if _, err := h.Get(t.Context(), alice, d.ID); err != nil {
			t.Error(err)
		}
		h.clock.Add(3 * time.Hour)
		if err := h.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if h.countContent(t, "好") != 1 {
			t.Errorf("stored are %v", h.stored(t))
		}
	})
}

// A document whose bytes are missing moves without them: otherwise its owner could not log in.
func TestMoveWithoutBytes(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		lost, whole := h.ready(t, alice, "a.txt", "丢了"), h.ready(t, alice, "b.txt", "还在")
		row, err := h.reads().GetSigned(t.Context(), lost.ID)
		if err != nil {
			t.Fatal(err)
		}
		if err := h.files.Delete(t.Context(), alice, row.Hash); err != nil {
			t.Fatal(err)
		}
		if err := h.db.InTx(t.Context(), func(tx *sql.Tx) error { return h.move(t.Context(), tx, alice, bob) }); err != nil {
			t.Fatal(err)
		}
		if all, err := h.All(t.Context(), bob); err != nil || len(all) != 2 {
			t.Errorf("moved are %+v, %v", all, err)
		}
		if f, _, err := h.Open(t.Context(), bob, whole.ID); err != nil {
			t.Error(err)
		} else {
			f.Close()
		}
		if _, _, err := h.Open(t.Context(), bob, lost.ID); !errs.Is(err, errs.NotFound) {
			t.Errorf("the lost bytes: %v", err)
		}
	})
}

// Two questions about the same files in another order, at the same moment. Both store that they use the
// files in the same order; otherwise PostgreSQL would end one of them because of a deadlock.
func TestUsesAreStoredInOneOrder(t *testing.T) {
	t.Parallel()
	h := newHarness(t, dbtest.OpenPostgres(t), t.TempDir())
	ids := []string{h.add(t, alice, "a.txt", "甲").ID, h.add(t, alice, "b.txt", "乙").ID}
	slices.Sort(ids)
	other := make(chan error, 1)
	err := h.db.InTx(t.Context(), func(tx *sql.Tx) error {
		use := func(id string) error {
			_, err := tx.ExecContext(t.Context(), `UPDATE document SET used_at = 1 WHERE id = $1`, id)
			return err
		}
		if err := use(ids[0]); err != nil {
			return err
		}
		go func() { other <- h.NoteUse(t.Context(), alice, "conv-0001", []string{ids[1], ids[0]}) }()
		domaintest.Eventually(t, "the other question waits", func() bool { return h.waits(t) })
		return use(ids[1])
	})
	if err = errors.Join(err, <-other); err != nil {
		t.Error(err)
	}
}
