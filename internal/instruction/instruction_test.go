package instruction_test

import (
	"database/sql"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/instruction"
)

func save(t *testing.T, s *instruction.Service, owner, text string, active bool) {
	t.Helper()
	if _, err := s.Save(t.Context(), owner, instruction.Instruction{Text: text, Active: active}); err != nil {
		t.Fatal(err)
	}
}

func want(t *testing.T, s *instruction.Service, owner, text string, active bool) {
	t.Helper()
	got, err := s.Of(t.Context(), owner)
	if err != nil || got != (instruction.Instruction{Text: text, Active: active}) {
		t.Errorf("%s wants %+v %v; expected %q %v", owner, got, err, text, active)
	}
	used, err := s.Active(t.Context(), owner)
	if err != nil || (used == text) != active && text != "" {
		t.Errorf("%s: %q is used, %v", owner, used, err)
	}
}

func TestSave(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := instruction.New(d, time.Now)
		want(t, s, "ann", "", false)
		save(t, s, "ann", " 用表格回答\x00 ", true)
		want(t, s, "ann", "用表格回答", true)
		want(t, s, "bob", "", false)
		save(t, s, "ann", "用表格回答", false)
		want(t, s, "ann", "用表格回答", false)
		save(t, s, "ann", strings.Repeat("长", instruction.MaxText), true)
		_, err := s.Save(t.Context(), "ann", instruction.Instruction{Text: strings.Repeat("长", instruction.MaxText+1)})
		if !errs.Is(err, errs.TooLarge) {
			t.Errorf("over the limit: %v", err)
		}
		if err := s.Forget(t.Context(), "ann"); err != nil {
			t.Fatal(err)
		}
		want(t, s, "ann", "", false)
	})
}

// At a login, the visitor's instruction moves to the account. Neither a login nor an import
// replaces an instruction of the account.
func TestMoveAndImport(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx, s := t.Context(), instruction.New(d, time.Now)
		save(t, s, "visitor", "简短", true)
		save(t, s, "other", "详细", false)
		move := func(from, to string) {
			t.Helper()
			if err := d.InTx(ctx, func(tx *sql.Tx) error { return s.Move(ctx, tx, from, to) }); err != nil {
				t.Fatal(err)
			}
		}
		move("visitor", "user")
		move("visitor", "user")
		move("other", "user")
		want(t, s, "user", "简短", true)
		want(t, s, "visitor", "", false)
		want(t, s, "other", "", false)
		for _, i := range []instruction.Instruction{{Text: "别的", Active: true}, {Text: strings.Repeat("长", 2000)}, {}} {
			if err := s.Import(ctx, "user", i); err != nil {
				t.Fatal(err)
			}
			if err := s.Import(ctx, "new", i); err != nil {
				t.Fatal(err)
			}
		}
		want(t, s, "user", "简短", true)
		want(t, s, "new", "别的", true)
	})
}
