package reading

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

func TestNotes(t *testing.T) {
	each(t, func(t *testing.T, r *harness) {
		r.library.add(t, contract())
		save := func(body string) marginNote {
			t.Helper()
			var got marginNoteAnswer
			r.post(t, "/api/user/agent/doc/notes/save", alice, body, &got)
			return got.Note
		}
		second := save(`{"docId":"doc-contract","unit":2,"quote":"押金13,000元","prefix":"支付","suffix":"，期满","text":"要问清楚"}`)
		first := save(`{"docId":"doc-contract","unit":1,"quote":"八十九平方米","color":"green"}`)
		if second.ID == "" || second.Color != "yellow" || second.CreatedAt == 0 || second.UpdatedAt != second.CreatedAt || first.Text != "" {
			t.Errorf("%+v %+v", first, second)
		}
		r.clock.Add(time.Minute)
		changed := save(fmt.Sprintf(`{"id":%q,"docId":"doc-contract","unit":2,"quote":"押金13,000元","text":"已经问过","color":"blue"}`, second.ID))
		want := second
		want.Text, want.Color, want.Prefix, want.Suffix, want.UpdatedAt = "已经问过", "blue", "", "", changed.UpdatedAt
		if diff := cmp.Diff(want, changed); diff != "" || changed.UpdatedAt <= second.UpdatedAt {
			t.Error(diff)
		}
		var list marginNotesAnswer
		r.post(t, "/api/user/agent/doc/notes/list", alice, `{"docId":"doc-contract"}`, &list)
		if diff := cmp.Diff([]marginNote{first, changed}, list.Notes); diff != "" || list.Pagination.TotalResults != 2 {
			t.Errorf("%s %+v", diff, list.Pagination)
		}
		r.post(t, "/api/user/agent/doc/notes/list", alice, `{"docId":"doc-contract","offset":1,"limit":1}`, &list)
		if len(list.Notes) != 1 || list.Notes[0].ID != second.ID || list.Pagination.Offset != 2 {
			t.Errorf("the second page: %+v", list)
		}
		// Either all notes are deleted or none.
		if status, _, body := r.call(t, http.MethodPost, "/api/user/agent/doc/notes/delete", alice, fmt.Sprintf(`{"ids":[%q,"nope"]}`, first.ID)); status != 404 {
			t.Errorf("%d %s", status, body)
		}
		r.post(t, "/api/user/agent/doc/notes/delete", alice, fmt.Sprintf(`{"id":%q}`, second.ID), nil)
		r.post(t, "/api/user/agent/doc/notes/list", alice, `{"docId":"doc-contract"}`, &list)
		if diff := cmp.Diff([]marginNote{first}, list.Notes, cmpopts.EquateEmpty()); diff != "" {
			t.Error(diff)
		}
	})
}

func TestNotesHaveBounds(t *testing.T) {
	on(t, func(t *testing.T, r *harness) {
		r.library.add(t, contract())
		for name, n := range map[string]Note{
			"nothing":    {Unit: 1},
			"spaces":     {Unit: 1, Text: " \n"},
			"no unit":    {Text: "x"},
			"a page off": {Unit: 4, Text: "x"},
			"a colour":   {Unit: 1, Text: "x", Color: "url(x)"},
			"no UTF-8":   {Unit: 1, Text: "\xff"},
		} {
			n.DocumentID = "doc-contract"
			if _, err := r.SaveNote(t.Context(), alice, n); !errs.Is(err, errs.BadRequest) {
				t.Errorf("%s: %v", name, err)
			}
		}
		for name, n := range map[string]Note{
			"text":   {Text: strings.Repeat("字", maxNoteText+1)},
			"quote":  {Quote: strings.Repeat("字", maxNoteQuote+1)},
			"prefix": {Text: "x", Prefix: strings.Repeat("字", maxAround+1)},
			"suffix": {Text: "x", Suffix: strings.Repeat("字", maxAround+1)},
		} {
			n.DocumentID, n.Unit = "doc-contract", 1
			if _, err := r.SaveNote(t.Context(), alice, n); !errs.Is(err, errs.TooLarge) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if n, err := r.SaveNote(t.Context(), alice, Note{DocumentID: "doc-contract", Unit: 1, Text: "a\x00b" + strings.Repeat("字", maxNoteText-2)}); err != nil || strings.Contains(n.Text, "\x00") {
			t.Errorf("at the bound: %v", err)
		}
		var values []string
		for i := range maxNotes - 1 {
			values = append(values, fmt.Sprintf("('n%d', '%s', 'doc-contract', 1, '', '', '', '', 'x', 0, 0)", i, alice))
		}
		r.library.exec(t, "INSERT INTO reading_note (id, owner_id, document_id, unit, quote, prefix, suffix, color, body, created_at, updated_at) VALUES "+strings.Join(values, ","))
		if _, err := r.SaveNote(t.Context(), alice, Note{DocumentID: "doc-contract", Unit: 1, Text: "x"}); !errs.Is(err, errs.NotesFull) {
			t.Errorf("one too many: %v", err)
		}
		if _, err := r.SaveNote(t.Context(), alice, Note{ID: "n1", DocumentID: "doc-contract", Unit: 1, Text: "changed"}); err != nil {
			t.Errorf("a change when there is no room for more: %v", err)
		}
	})
}

// Exported notes are grouped by page and include their quotes. Markup in the text of a note is escaped.
func TestExportNotes(t *testing.T) {
	on(t, func(t *testing.T, r *harness) {
		r.library.add(t, contract())
		for _, n := range []Note{
			{Unit: 2, Quote: "每月租金\n为人民币", Text: "# 不是标题\n<b>*x*</b>"}, {Unit: 2, Text: "第二条"}, {Unit: 1, Quote: "八十九平方米"},
		} {
			n.DocumentID = "doc-contract"
			if _, err := r.SaveNote(t.Context(), alice, n); err != nil {
				t.Fatal(err)
			}
		}
		status, header, body := r.call(t, http.MethodPost, "/api/user/agent/doc/notes/export", alice, `{"docId":"doc-contract","format":"md","offsetOfHour":8}`)
		want := "## 第 1 页\n\n> 八十九平方米\n\n*"
		if status != 200 || !strings.HasPrefix(body, want) || !strings.Contains(body, "## 第 2 页\n\n> 每月租金  \n> 为人民币\n\n\\# 不是标题\n\\<b\\>\\*x\\*\\</b\\>\n\n*") || strings.Count(body, "## ") != 2 {
			t.Errorf("%d %s", status, body)
		}
		if r.papers.last.Generated || r.papers.last.Title != "《租赁合同》的笔记" || !strings.Contains(header.Get("Content-Disposition"), "attachment") {
			t.Errorf("%+v %v", r.papers.last, header)
		}
		if status, _, _ := r.call(t, http.MethodPost, "/api/user/agent/doc/notes/export", alice, `{"docId":"doc-contract","format":"exe"}`); status != 400 {
			t.Errorf("%d", status)
		}
	})
}

func TestEveryLocaleHasEveryPhrase(t *testing.T) {
	t.Parallel()
	for locale, p := range locales {
		for kind := range locales["zh-CN"].unit {
			if !strings.Contains(p.unit[kind], "%d") {
				t.Errorf("%s: no place of a %s", locale, kind)
			}
		}
		if !strings.Contains(p.notesOf, "%s") || p.noNotes == "" {
			t.Errorf("%s: %+v", locale, p)
		}
	}
}

// On PostgreSQL, calls at the same time do not exceed a limit together.
func TestNotesWaitForEachOther(t *testing.T) {
	t.Parallel()
	r := newRoom(t, dbtest.OpenPostgres(t))
	r.library.add(t, contract())
	for what, call := range map[string]func() error{
		"a note": func() error {
			_, err := r.SaveNote(t.Context(), alice, Note{DocumentID: "doc-contract", Unit: 1, Text: "x"})
			return err
		},
		"imported notes": func() error {
			_, err := r.ImportNotes(t.Context(), alice, "doc-contract", []Note{{Unit: 1, Text: "y"}})
			return err
		},
		"a share": func() error {
			_, err := r.share(t.Context(), alice, "doc-contract", "", Snapshot{Kind: SharedMap})
			return err
		},
	} {
		if err := domaintest.WhileLocked(t, r.DB, alice, nil, call); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}
