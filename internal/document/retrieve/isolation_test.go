package retrieve_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
)

// TestNothingForeign makes random owners add, remove, move and forget random documents with similar
// texts, and then searches as each owner. Each search returns all matching documents of the owner,
// and no documents of other owners.
func TestNothingForeign(t *testing.T) {
	t.Parallel()
	words := []string{"灯塔", "渡口", "合同", "押金", "水位", "帐篷", "AND", "note", "2024"}
	owners := []string{"a", "b", "c' OR 1=1", "1:合同", `"`}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		x := retrieve.New(d, retrieve.Options{Embedder: &fakeEmbedder{model: "m", dimension: 8}})
		rapid.Check(t, func(r *rapid.T) {
			has := map[string]map[string]string{} // text by owner and document
			ctx := t.Context()
			tx := func(f func(tx *sql.Tx) error) {
				if err := d.InTx(ctx, f); err != nil {
					r.Fatal(err)
				}
			}
			for _, o := range owners {
				has[o] = map[string]string{}
				tx(func(tx *sql.Tx) error { return x.Forget(ctx, tx, o) })
			}
			owner := rapid.SampledFrom(owners)
			for step := range rapid.IntRange(1, 12).Draw(r, "steps") {
				o := owner.Draw(r, "owner")
				switch rapid.SampledFrom([]string{"add", "add", "add", "remove", "move", "forget"}).Draw(r, "do") {
				case "add":
					id := fmt.Sprintf("doc%d", step)
					text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 5).Draw(r, "words"), " ")
					tx(func(tx *sql.Tx) error { return x.Add(ctx, tx, o, id, page(1, text+"。")) })
					has[o][id] = text
					if err := x.Embed(ctx, o, []string{id}); err != nil {
						r.Fatal(err)
					}
				case "remove":
					id := fmt.Sprintf("doc%d", rapid.IntRange(0, step).Draw(r, "which"))
					tx(func(tx *sql.Tx) error { return x.Remove(ctx, tx, o, id) })
					delete(has[o], id)
				case "move":
					to := owner.Draw(r, "to")
					tx(func(tx *sql.Tx) error { return x.Move(ctx, tx, o, to) })
					if to != o {
						for id, text := range has[o] {
							has[to][id] = text
						}
						has[o] = map[string]string{}
					}
				case "forget":
					tx(func(tx *sql.Tx) error { return x.Forget(ctx, tx, o) })
					has[o] = map[string]string{}
				}
			}
			word := rapid.SampledFrom(words[:6]).Draw(r, "word")
			for _, o := range owners {
				all := map[string]bool{}
				found, err := x.Search(ctx, retrieve.Query{Owner: o, Text: word, Limit: 100})
				if err != nil {
					r.Fatal(err)
				}
				hits, err := x.SearchText(ctx, o, word, nil, 0)
				if err != nil {
					r.Fatal(err)
				}
				for id, text := range has[o] {
					if strings.Contains(text, word) {
						all[id] = true
					}
				}
				places := map[string]bool{}
				for _, h := range hits {
					places[h.DocumentID] = true
				}
				got := map[string]bool{}
				for _, p := range found {
					if _, mine := has[o][p.DocumentID]; !mine {
						r.Fatalf("%q found %s, which is not theirs", o, p.DocumentID)
					}
					got[p.DocumentID] = true
				}
				for id := range all {
					if !got[id] || !places[id] {
						r.Fatalf("%q does not find %s in %s", o, word, id)
					}
				}
				if len(places) != len(all) {
					r.Fatalf("%q finds %s in %v, want %v", o, word, places, all)
				}
			}
			// A query for a document of another owner finds nothing.
			for _, o := range owners {
				for _, other := range owners {
					for id := range has[other] {
						if _, mine := has[o][id]; mine {
							continue
						}
						if found, err := x.Search(ctx, retrieve.Query{Owner: o, Text: word, Documents: []string{id}}); err != nil || len(found) != 0 {
							r.Fatalf("%q asked for %s and got %v, %v", o, id, found, err)
						}
						if whole, _, err := x.Whole(ctx, o, []string{id}, 1000); err != nil || len(whole) != 0 {
							r.Fatalf("%q asked for all of %s and got %v, %v", o, id, whole, err)
						}
					}
				}
			}
		})
	})
}

// TestHostileQuestions asks questions that look like query syntax. No call fails, and a question with
// a word of page 1 finds page 1.
func TestHostileQuestions(t *testing.T) {
	t.Parallel()
	questions := map[string]bool{ // the value states whether page 1 is found
		`灯塔" OR "1:渡口`:                 true,
		`灯塔 AND NOT 岬角`:                true,
		`NEAR(灯塔 岬角, 3)`:               true,
		`灯塔*`:                          true,
		`terms:灯塔`:                     true,
		`{terms}:灯塔`:                   true,
		`^灯塔`:                          true,
		`灯塔 & 岬角 | !渡口 <-> 码头`:         true,
		`'灯塔':*`:                       true,
		"灯塔\x00岬角":                     true,
		"\xff\xfe灯塔":                   true,
		`灯塔'; DROP TABLE chunk; --`:    true,
		`\灯塔\`:                         true,
		"灯😀塔 🗼 灯塔":                     true,
		"灯\u200b塔":                     true,
		strings.Repeat("灯塔在哪里？", 2000): true,
		strings.Repeat("x", 10000):     false,
		strings.Repeat(`"`, 10000):     false,
		"😀😀😀":                          false,
		"":                             false,
		"\x00":                         false,
		"  \n":                         false,
		"的了吗？":                         false,
		`" OR 1 --`:                    false,
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		x := open(d)
		add(t, d, x, "a", "doc", page(1, "灯塔在岬角上。"), page(2, "码头边有渡船。"))
		for q, want := range questions {
			if found := search(t, x, "a", q); want != (len(found) > 0 && found[0].Unit == 1) {
				t.Errorf("%.40q found %v", q, found)
			}
			if _, err := x.Answer(t.Context(), retrieve.Query{Owner: "a", Text: q}); err != nil {
				t.Errorf("answer %.40q: %v", q, err)
			}
			if _, err := x.SearchText(t.Context(), "a", q, nil, 0); err != nil {
				t.Errorf("find %.40q: %v", q, err)
			}
		}
		if n := rows(t, d); n[0] != 2 {
			t.Errorf("%v rows are left", n)
		}
		// The texts of documents may be as hostile as the questions.
		add(t, d, x, "a", "bad", page(1, "#标题\x00", "坏\x00字节 \xff\xfe 和 \" ' : * & | ! 号 "+strings.Repeat("长", 3000)))
		if found := search(t, x, "a", "坏字节"); len(found) == 0 || found[0].DocumentID != "bad" {
			t.Errorf("a text with broken bytes is not found: %v", found)
		}
	})
}
