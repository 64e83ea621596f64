package reading

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Notes are imported completely and once, also to a file that is still being parsed; invalid
// notes are skipped.
func TestImportedNotes(t *testing.T) {
	each(t, func(t *testing.T, r *harness) {
		b := contract()
		b.Status, b.Units = Waiting, 0
		r.library.add(t, b)
		now := r.Now().UnixMilli()
		good := []Note{
			{DocumentID: "doc-contract", Unit: 1, Quote: "八十九平方米", Prefix: "建筑面积", Suffix: "。", Color: "green", CreatedAt: now - 3000, UpdatedAt: now - 3000},
			{DocumentID: "doc-contract", Unit: 2, Quote: "押金13,000元", Color: "yellow", Text: "要问清楚", CreatedAt: now - 2000, UpdatedAt: now - 1000},
		}
		bad := []Note{
			{Unit: 0, Quote: "无处"}, {Unit: unreadUnits + 1, Quote: "太远"}, {Unit: 1}, {Unit: 1, Quote: "色", Color: "red"},
			{Unit: 1, Text: strings.Repeat("长", maxNoteText+1)}, {Unit: 1, Text: "\xff"},
		}
		if n, err := r.ImportNotes(t.Context(), alice, "doc-contract", append(bad, append(good, good...)...)); err != nil || n != len(good) {
			t.Fatal(n, err)
		}
		notes, total, err := r.Notes(t.Context(), alice, "doc-contract", 0, 0)
		if diff := cmp.Diff(good, notes, cmpopts.IgnoreFields(Note{}, "ID")); diff != "" || total != 2 || err != nil {
			t.Error(diff, total, err)
		}

		// A note that was changed since the export is recognised and not replaced.
		b.Status, b.Units = Readable, 3
		r.library.add(t, b)
		changed := notes[1]
		changed.Text = "已经问过"
		if _, err := r.SaveNote(t.Context(), alice, changed); err != nil {
			t.Fatal(err)
		}
		far := Note{Unit: 4, Quote: "没有这一页"}
		if n, err := r.ImportNotes(t.Context(), alice, "doc-contract", append(good, far)); err != nil || n != 0 {
			t.Errorf("again: %d %v", n, err)
		}
		// Notes without a time are compared by their content.
		timeless := []Note{{Unit: 3, Text: "没有时间"}}
		for i, want := range []int{1, 0} {
			if n, err := r.ImportNotes(t.Context(), alice, "doc-contract", timeless); err != nil || n != want {
				t.Errorf("timeless, time %d: %d %v", i+1, n, err)
			}
		}
		if _, err := r.ImportNotes(t.Context(), bob, "doc-contract", good); !errs.Is(err, errs.NotFound) {
			t.Errorf("on another one's file: %v", err)
		}
		b.Status = Textless
		r.library.add(t, b)
		if n, err := r.ImportNotes(t.Context(), alice, "doc-contract", []Note{{Unit: 1, Text: "无字"}}); err != nil || n != 0 {
			t.Errorf("on a file without text: %d %v", n, err)
		}
	})
}

// An import stops at the maximum number of notes per file.
func TestImportedNotesHaveABound(t *testing.T) {
	on(t, func(t *testing.T, r *harness) {
		r.library.add(t, contract())
		var all []Note
		for i := range maxNotes + 5 {
			all = append(all, Note{Unit: 1, Text: strings.Repeat("记", i+1)})
		}
		if n, err := r.ImportNotes(t.Context(), alice, "doc-contract", all); err != nil || n != maxNotes {
			t.Errorf("%d %v", n, err)
		}
	})
}
