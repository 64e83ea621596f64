package reading

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
)

// Everybody with the token sees the content of a share as it was at the share's creation. The share
// ends when it is revoked or when the file is deleted.
func TestShareMindMap(t *testing.T) {
	each(t, func(t *testing.T, r *harness) {
		f := contract()
		r.library.add(t, f)
		var made readingShareAnswer
		r.post(t, "/api/user/agent/doc/mindMap/share", alice, `{"docId":"doc-contract"}`, &made)
		if len(made.Share.Token) != tokenLength || made.Share.URL != sharePath+made.Share.Token || made.Share.Title != "租赁合同" {
			t.Errorf("%+v", made)
		}
		status, _, before := r.call(t, http.MethodGet, made.Share.URL, "", "")
		var got map[string]any
		if err := json.Unmarshal([]byte(before), &got); err != nil || status != 200 {
			t.Fatalf("%d %s", status, before)
		}
		for _, secret := range []string{alice, "doc-contract", "pdf"} {
			if strings.Contains(before, secret) {
				t.Errorf("it tells %s: %s", secret, before)
			}
		}
		var keys []string
		for _, k := range []string{"code", "createdAt", "engine", "kind", "mindMap", "title"} {
			if _, ok := got[k]; ok {
				keys = append(keys, k)
			}
		}
		if len(keys) != 6 || len(got) != 6 {
			t.Errorf("%v", got)
		}
		f.Version, f.units = "v2", f.units[:1]
		if _, err := r.Overview(t.Context(), alice, f.ID, false); err != nil {
			t.Fatal(err)
		}
		if _, _, after := r.call(t, http.MethodGet, made.Share.URL, bob, ""); after != before {
			t.Errorf("it changed:\n%s\n%s", before, after)
		}
		var list readingSharesAnswer
		r.post(t, "/api/user/agent/doc/share/list", alice, `{"docId":"doc-contract"}`, &list)
		if diff := cmp.Diff([]readingShare{made.Share}, list.Shares); diff != "" {
			t.Error(diff)
		}
		if status, _, _ := r.call(t, http.MethodPost, "/api/user/agent/doc/share/delete", bob, fmt.Sprintf(`{"token":%q}`, made.Share.Token)); status != 404 {
			t.Errorf("somebody else revokes: %d", status)
		}
		r.post(t, "/api/user/agent/doc/share/delete", alice, fmt.Sprintf(`{"token":%q}`, made.Share.Token), nil)
		if status, _, body := r.call(t, http.MethodGet, made.Share.URL, alice, ""); status != 404 {
			t.Errorf("revoked: %d %s", status, body)
		}
		r.post(t, "/api/user/agent/doc/mindMap/share", alice, `{"docId":"doc-contract"}`, &made)
		r.library.remove(t, f.ID)
		if status, _, body := r.call(t, http.MethodGet, made.Share.URL, "", ""); status != 404 {
			t.Errorf("the file is gone: %d %s", status, body)
		}
		for _, token := range []string{"x", strings.Repeat("a", tokenLength), "list", "%00"} {
			if status, _, body := r.call(t, http.MethodGet, sharePath+token, "", ""); status != 404 {
				t.Errorf("%s: %d %s", token, status, body)
			}
		}
	})
}

// Texts withheld by the content rules are not shared; a file with a withheld name cannot be shared. A
// translation cannot be shared before a paragraph is translated. A file has at most maxShares shares.
func TestSharesFollowTheRules(t *testing.T) {
	on(t, func(t *testing.T, r *harness) {
		f := contract()
		f.units[0].Blocks[0].Text, f.units[1].Blocks[0].Text = "敏感的房屋", "违禁的一章"
		r.library.add(t, f)
		shown, err := r.ShareMindMap(t.Context(), alice, f.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.Shared(t.Context(), shown.Token)
		if err != nil || len(got.MindMap.Children) != 2 || got.MindMap.Children[0].Text != "**的房屋" || got.MindMap.Children[1].Text != "违约" {
			t.Errorf("%+v %v", got.MindMap, err)
		}
		if _, err := r.ShareTranslation(t.Context(), alice, f.ID, "en", ""); !errs.Is(err, errs.TranslationShort) {
			t.Errorf("nothing is translated: %v", err)
		}
		english(t, r)
		r.models.connect(r.modelAt)
		r.work(t)
		r.translate(t, Wish{Owner: alice, ID: f.ID, From: 1, To: 2, Lang: "en"})
		var made readingShareAnswer
		r.post(t, "/api/user/agent/doc/translate/share", alice, `{"docId":"doc-contract","lang":"en"}`, &made)
		if got, err = r.Shared(t.Context(), made.Share.Token); err != nil || got.Lang != "en" || len(got.Items) != 5 || got.Items[0].Source != "**的房屋" {
			t.Errorf("%+v %v", got, err)
		}
		f.Name = "违禁.pdf"
		if _, err := r.ShareMindMap(t.Context(), alice, f.ID, ""); !errs.Is(err, errs.Withheld) {
			t.Errorf("a name that may not be seen: %v", err)
		}
		f.Name = "合同.pdf"
		for range maxShares {
			_, err = r.ShareMindMap(t.Context(), alice, f.ID, "")
		}
		if !errs.Is(err, errs.SharesFull) {
			t.Errorf("one too many: %v", err)
		}
	})
}

// A translation withheld as a whole by the content rules is not shared.
func TestWithheldTranslationIsNotShared(t *testing.T) {
	on(t, func(t *testing.T, r *harness) {
		f := contract()
		r.library.add(t, f)
		r.model.On(asksTerms, says(`{}`))
		r.model.OnFunc(asksBatch, func(q llmtest.Request) llmtest.Script {
			batch := list(t, q)
			for i := range batch {
				batch[i] = "违禁"
			}
			b, _ := json.Marshal(batch)
			return says(string(b))
		})
		r.models.connect(r.modelAt)
		r.work(t)
		r.translate(t, Wish{Owner: alice, ID: f.ID, From: 1, To: 2, Lang: "en"})
		if s, err := r.ShareTranslation(t.Context(), alice, f.ID, "en", ""); !errs.Is(err, errs.TranslationShort) {
			t.Errorf("%+v %v", s, err)
		}
	})
}

// Every call about another owner's file has the same response as a call about a nonexistent file.
func TestOthersFindNothing(t *testing.T) {
	each(t, func(t *testing.T, r *harness) {
		r.library.add(t, contract())
		note, err := r.SaveNote(t.Context(), alice, Note{DocumentID: "doc-contract", Unit: 1, Text: "秘密"})
		if err != nil {
			t.Fatal(err)
		}
		english(t, r)
		r.models.connect(r.modelAt)
		r.work(t)
		r.translate(t, Wish{Owner: alice, ID: "doc-contract", From: 1, Lang: "en"})
		if _, err := r.Conversation(t.Context(), alice, "doc-contract"); err != nil {
			t.Fatal(err)
		}
		calls := r.model.Calls()
		body := `{"docId":%q,"query":"租金","unit":1,"text":"x","from":1,"lang":"en","format":"md","ids":[%q],"id":%q}`
		for _, path := range []string{
			"doc/overview", "doc/getMindMap", "doc/mindMap", "doc/mindMap/share", "doc/translate", "doc/translate/share", "doc/translate/download", "doc/download",
			"doc/share/list", "doc/share/delete", "doc/notes/list", "doc/notes/save", "doc/notes/delete", "doc/notes/export", "doc/state/get", "doc/state/save",
			"docDeepMode/search", "v2/docChatRecord/queryMsg", "v2/docChatRecord/visit", "v2/docChatRecord/delete",
		} {
			for _, who := range []string{bob, ""} {
				status, _, others := r.call(t, http.MethodPost, "/api/user/agent/"+path, who, fmt.Sprintf(body, "doc-contract", note.ID, note.ID))
				nobodys, _, nothing := r.call(t, http.MethodPost, "/api/user/agent/"+path, who, fmt.Sprintf(body, "doc-nothing", "none", "none"))
				if status != http.StatusNotFound || nobodys != http.StatusNotFound || trace(others) != trace(nothing) {
					t.Errorf("%s as %q: %d %s; of nothing: %d %s", path, who, status, others, nobodys, nothing)
				}
			}
		}
		var list readingRecordsAnswer
		r.post(t, "/api/user/agent/v2/docChatRecord/query", bob, `{}`, &list)
		if len(list.Records) != 0 || r.model.Calls() != calls {
			t.Errorf("%+v, %d calls", list, r.model.Calls()-calls)
		}
		got, _, err := r.Notes(t.Context(), alice, "doc-contract", 0, 0)
		if diff := cmp.Diff([]Note{note}, got); diff != "" || err != nil {
			t.Errorf("%s %v", diff, err)
		}
	})
}

// trace removes the request id from an error response.
func trace(body string) string {
	var v map[string]any
	if json.Unmarshal([]byte(body), &v) != nil {
		return body
	}
	delete(v, "traceId")
	b, _ := json.Marshal(v)
	return string(b)
}

// rows counts an owner's rows per table.
func rows(t *testing.T, r *harness, owner string) map[string]int {
	t.Helper()
	out := map[string]int{}
	for _, table := range []string{"reading_record", "reading_note", "reading_overview", "reading_translation", "reading_share"} {
		var n int
		if err := r.DB.Read().QueryRowContext(t.Context(), "SELECT count(*) FROM "+table+" WHERE owner_id = $1", owner).Scan(&n); err != nil {
			t.Fatal(err)
		}
		out[table] = n
	}
	return out
}

// fill adds a row of the owner to every table. Jobs must be running, because a job makes the translation.
func fill(t *testing.T, r *harness, owner string) string {
	t.Helper()
	f := contract()
	f.ID, f.owner = "doc-of-"+owner, owner
	r.library.add(t, f)
	english(t, r)
	r.models.connect(r.modelAt)
	r.translate(t, Wish{Owner: owner, ID: f.ID, From: 1, Lang: "en"})
	r.models.disconnect()
	if _, err := r.ShareMindMap(t.Context(), owner, f.ID, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := r.SaveNote(t.Context(), owner, Note{DocumentID: f.ID, Unit: 1, Text: "x"}); err != nil {
		t.Fatal(err)
	}
	if err := r.Visit(t.Context(), owner, f.ID); err != nil {
		t.Fatal(err)
	}
	for table, n := range rows(t, r, owner) {
		if n == 0 {
			t.Fatalf("%s is empty", table)
		}
	}
	return f.ID
}

// Move moves all data of an owner. Sweep and Drop delete the data about a deleted file, and Forget
// deletes all data of an owner. The data of other owners stays unchanged.
func TestWhatBelongsToAnOwner(t *testing.T) {
	each(t, func(t *testing.T, r *harness) {
		none := map[string]int{"reading_record": 0, "reading_note": 0, "reading_overview": 0, "reading_translation": 0, "reading_share": 0}
		r.work(t)
		document := fill(t, r, alice)
		fill(t, r, bob)
		had, others := rows(t, r, alice), rows(t, r, bob)
		for range 2 { // a repeated move changes nothing more
			r.library.move(t, alice, "user-1")
			if err := r.DB.InTx(t.Context(), func(tx *sql.Tx) error { return r.Move(t.Context(), tx, alice, "user-1") }); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(had, rows(t, r, "user-1")) + cmp.Diff(none, rows(t, r, alice)) + cmp.Diff(others, rows(t, r, bob)); diff != "" {
			t.Errorf("after the move: %s", diff)
		}
		if err := r.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(had, rows(t, r, "user-1")); diff != "" {
			t.Errorf("swept what is in use: %s", diff)
		}
		r.library.remove(t, document)
		r.clock.Add(sweepAfter)
		if err := r.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(none, rows(t, r, "user-1")) + cmp.Diff(others, rows(t, r, bob)); diff != "" {
			t.Errorf("after the file is gone: %s", diff)
		}
		document = fill(t, r, alice)
		if err := r.DB.InTx(t.Context(), func(tx *sql.Tx) error { return r.Drop(t.Context(), tx, alice, document) }); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(none, rows(t, r, alice)) + cmp.Diff(others, rows(t, r, bob)); diff != "" {
			t.Errorf("with its file: %s", diff)
		}
		fill(t, r, alice)
		if err := r.Forget(t.Context(), bob); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(none, rows(t, r, bob)) + cmp.Diff(had, rows(t, r, alice)); diff != "" {
			t.Errorf("after one was forgotten: %s", diff)
		}
	})
}

// The shares of an account that waits for deletion are hidden.
func TestSharesOfWhoHasLeft(t *testing.T) {
	each(t, func(t *testing.T, r *harness) {
		r.library.add(t, contract())
		var made readingShareAnswer
		r.post(t, "/api/user/agent/doc/mindMap/share", alice, `{"docId":"doc-contract"}`, &made)
		left := map[string]bool{bob: true}
		r.Away = func(_ context.Context, owner string) (bool, error) { return left[owner], nil }
		for range 2 {
			for _, owner := range []string{alice, bob} {
				want := http.StatusOK
				if left[alice] {
					want = http.StatusNotFound
				}
				if status, _, body := r.call(t, http.MethodGet, made.Share.URL, owner, ""); status != want {
					t.Errorf("%d %s, want %d", status, body, want)
				}
			}
			left[alice] = true
		}
	})
}
