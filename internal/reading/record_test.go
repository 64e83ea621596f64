package reading

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRecords(t *testing.T) {
	each(t, func(t *testing.T, r *harness) {
		r.library.add(t, contract())
		other := contract()
		other.ID, other.Name = "doc-other", "论文.docx"
		r.library.add(t, other)
		r.post(t, "/api/user/agent/v2/docChatRecord/visit", alice, `{"docId":"doc-contract"}`, nil)
		r.post(t, "/api/user/agent/v2/docChatRecord/visit", alice, `{"docId":"doc-other"}`, nil)
		r.post(t, "/api/user/agent/doc/state/save", alice, `{"docId":"doc-contract","unit":2,"offset":0.25,"panel":"mind-map","sizes":[320,0.5]}`, nil)
		if _, err := r.SaveNote(t.Context(), alice, Note{DocumentID: "doc-contract", Unit: 1, Text: "x"}); err != nil {
			t.Fatal(err)
		}
		var talk readingConversationAnswer
		r.post(t, "/api/user/agent/v2/docChatRecord/queryMsg", alice, `{"docId":"doc-contract"}`, &talk)
		if talk.CID == "" || talk.ConversationID != talk.CID {
			t.Errorf("%+v", talk)
		}
		list := func() (names []string, all readingRecordsAnswer) {
			t.Helper()
			r.post(t, "/api/user/agent/v2/docChatRecord/query", alice, `{}`, &all)
			for _, rec := range all.Records {
				names = append(names, rec.FileName)
			}
			return names, all
		}
		names, all := list()
		if diff := cmp.Diff([]string{"租赁合同.pdf", "论文.docx"}, names); diff != "" || all.Pagination.TotalResults != 2 {
			t.Errorf("%s %+v", diff, all.Pagination)
		}
		got := all.Records[0]
		if got.CID != talk.CID || got.Unit != 2 || got.Units != 3 || got.Notes != 1 || got.VisitedAt == 0 || got.Progress < 0.66 || got.Progress > 0.67 {
			t.Errorf("%+v", got)
		}
		var place readingPlaceAnswer
		r.post(t, "/api/user/agent/doc/state/get", alice, `{"docId":"doc-contract"}`, &place)
		if diff := cmp.Diff(Place{Unit: 2, Offset: 0.25, Panel: "mind-map", Sizes: []float64{320, 0.5}}, place.Place); diff != "" {
			t.Error(diff)
		}
		r.post(t, "/api/user/agent/doc/state/get", alice, `{"docId":"doc-other"}`, &place)
		if place.Unit != 0 || place.Sizes == nil {
			t.Errorf("never begun: %+v", place)
		}
		// The reading list has no deleted files. Deleting a record keeps the file's notes.
		r.library.remove(t, "doc-other")
		if names, all = list(); len(names) != 1 || all.Pagination.TotalResults != 1 {
			t.Errorf("%v", names)
		}
		r.post(t, "/api/user/agent/v2/docChatRecord/delete", alice, `{"docIds":["doc-contract"]}`, nil)
		if names, _ = list(); len(names) != 0 {
			t.Errorf("%v", names)
		}
		if notes, _, err := r.Notes(t.Context(), alice, "doc-contract", 0, 0); err != nil || len(notes) != 1 {
			t.Errorf("the notes went with the record: %v %v", notes, err)
		}
	})
}

// Concurrent requests get the same conversation about a file. After that conversation is deleted, a
// new one is created.
func TestConversation(t *testing.T) {
	each(t, func(t *testing.T, r *harness) {
		r.library.add(t, contract())
		var all sync.WaitGroup
		got := make([]string, 8)
		for i := range got {
			all.Go(func() {
				cid, err := r.Conversation(t.Context(), alice, "doc-contract")
				if err != nil {
					t.Error(err)
				}
				got[i] = cid
			})
		}
		all.Wait()
		for _, cid := range got {
			if cid != got[0] || cid == "" {
				t.Fatalf("%v", got)
			}
		}
		r.talks.mu.Lock()
		delete(r.talks.there, got[0])
		r.talks.mu.Unlock()
		again, err := r.Conversation(t.Context(), alice, "doc-contract")
		if err != nil || again == got[0] || again == "" {
			t.Errorf("after it was deleted: %q %v", again, err)
		}
		if once, err := r.Conversation(t.Context(), alice, "doc-contract"); err != nil || once != again {
			t.Errorf("%q %v", once, err)
		}
	})
}

func TestPlacesHaveBounds(t *testing.T) {
	on(t, func(t *testing.T, r *harness) {
		r.library.add(t, contract())
		for _, bad := range []string{
			`"unit":4`, `"unit":-1`, `"unit":1,"offset":1.5`, `"unit":1,"offset":-1`, `"unit":1,"panel":"<b>"`,
			`"unit":1,"panel":"` + strings.Repeat("a", 33) + `"`, `"unit":1,"sizes":[1,2,3,4,5,6,7,8,9]`, `"unit":1,"sizes":[1e9]`,
		} {
			if status, _, body := r.call(t, http.MethodPost, "/api/user/agent/doc/state/save", alice, `{"docId":"doc-contract",`+bad+`}`); status != 400 {
				t.Errorf("%s: %d %s", bad, status, body)
			}
		}
	})
}
