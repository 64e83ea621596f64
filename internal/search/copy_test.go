package search_test

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/search"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
)

// A search in messages reads a text from the domain in two cases only: the text is not indexed yet, or an
// older version of the program indexed it without a copy. The results are the same as with a copy.
func TestCopies(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		long := strings.Repeat("水库大坝", 2000) + "翡翠原石"
		h.put(t, ann, question("c1", 1), "翡翠原石怎么看", day0)
		h.put(t, ann, answer("c1", 2, 0), long, day0+1)
		h.put(t, bob, answer("c1", 2, 0), "翡翠原石是别人的", day0+2)
		find := func(when string, reads bool) {
			t.Helper()
			for _, order := range []search.Order{search.Newest, search.Best} {
				h.reads = 0
				r, err := h.Search(t.Context(), search.Asked{Owner: ann, Text: "翡翠原石", Kinds: []string{"message"}, Order: order})
				if err != nil || len(r.Groups) != 1 || len(r.Groups[0].Found) != 2 {
					t.Fatalf("%s, %s: %+v, %v", when, order, r, err)
				}
				if reads != (h.reads > 0) {
					t.Errorf("%s, %s: texts were read %d times", when, order, h.reads)
				}
				found := r.Groups[0].Found
				if order == search.Best {
					slices.SortFunc(found, func(a, b search.Found) int { return b.Link.Index - a.Link.Index })
				}
				if got := shown(found[0].Snippet); !strings.HasSuffix(got, "水库大坝[翡翠原石]") || found[0].Link.Index != 2 || found[0].Time != day0+1 {
					t.Errorf("%s, %s: the long text is %+v", when, order, found[0])
				}
				if got := shown(found[1].Snippet); got != "[翡翠原石]怎么看" || found[1].Link.Index != 1 || found[1].Time != day0 {
					t.Errorf("%s, %s: the short text is %+v", when, order, found[1])
				}
			}
		}
		find("waiting", true)
		h.settled(t)
		find("indexed", false)
		h.tx(t, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(t.Context(), `UPDATE search_entry SET body = ''`)
			return err
		})
		find("indexed without copies", true)
	})
}

// If its context has ended, a search returns no result, even if all its short queries have succeeded. On SQLite, short
// queries do not watch the context.
func TestEndedSearch(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.put(t, ann, answer("c1", 2, 0), "翡翠原石怎么看", day0)
		h.settled(t)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for _, order := range []search.Order{search.Newest, search.Best} {
			r, err := h.Search(ctx, search.Asked{Owner: ann, Text: "翡翠原石", Order: order})
			if !errs.Is(err, errs.Incomplete) || len(r.Groups) > 0 {
				t.Errorf("%s: %+v, %v", order, r, err)
			}
		}
	})
}

// A copy is never older than its text. A changed text is found by its new words only. If the domain no
// longer returns a text, the search does not find it.
func TestCopiesFollowTexts(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.put(t, ann, answer("c1", 2, 0), "先写的甘蔗", day0)
		h.put(t, ann, answer("c1", 4, 0), "另一段甘蔗\u00a0有空格", day0+1)
		h.settled(t)
		h.put(t, ann, answer("c1", 2, 0), "后写的甜菜", day0)
		lines := func(text string) []string {
			t.Helper()
			return h.find(t, search.Asked{Owner: ann, Text: text, Order: search.Newest})
		}
		for _, when := range []string{"waiting", "indexed"} {
			if got := lines("甘蔗"); !slices.Equal(got, []string{"m 另一段[甘蔗] 有空格"}) {
				t.Errorf("%s: the old text: %q", when, got)
			}
			if got := lines("甜菜"); !slices.Equal(got, []string{"m 后写的[甜菜]"}) {
				t.Errorf("%s: the new text: %q", when, got)
			}
			h.settled(t)
		}
		h.mu.Lock()
		delete(h.texts[ann], answer("c1", 2, 0))
		h.mu.Unlock()
		if got := lines("甜菜"); got != nil {
			t.Errorf("without its conversation: %q", got)
		}
		h.tx(t, func(tx *sql.Tx) error { return entry.DropRef(t.Context(), tx, ann, "c1") })
		h.settled(t)
		if n := h.count(t, "search_entry"); n != 0 {
			t.Errorf("%d entries with copies are left", n)
		}
	})
}
