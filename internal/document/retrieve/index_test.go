package retrieve_test

import (
	"database/sql"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
)

func TestAddReplacesAUnit(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		x := open(d)
		add(t, d, x, "a", "doc", page(1, "#渡口", "老人撑了四十一年的船。"), page(2, "桥在第二年通车。"))
		before := rows(t, d)
		add(t, d, x, "a", "doc", page(1, "#渡口", "老人撑了四十一年的船。"))
		if after := rows(t, d); after != before {
			t.Errorf("adding a unit again left %v rows in place of %v", after, before)
		}
		add(t, d, x, "a", "doc", page(1, "灯塔在岬角上。"))
		if found := search(t, x, "a", "四十一"); len(found) != 0 {
			t.Errorf("a replaced unit is still found: %v", found)
		}
		if found := search(t, x, "a", "灯塔"); len(found) != 1 || found[0].Unit != 1 {
			t.Errorf("the new text is not found: %v", found)
		}
		if found := search(t, x, "a", "通车"); len(found) != 1 || found[0].Unit != 2 {
			t.Errorf("the other unit is gone: %v", found)
		}
		// Adding a page again without text removes the page's earlier text.
		add(t, d, x, "a", "doc", page(1))
		if found := search(t, x, "a", "灯塔"); len(found) != 0 {
			t.Errorf("an emptied unit is still found: %v", found)
		}
	})
}

func TestAddIsPartOfTheCallersTransaction(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		x := open(d)
		mine := errors.New("mine")
		err := d.InTx(t.Context(), func(tx *sql.Tx) error {
			if err := x.Add(t.Context(), tx, "a", "doc", page(1, "灯塔在岬角上。")); err != nil {
				return err
			}
			return mine
		})
		if !errors.Is(err, mine) {
			t.Fatal(err)
		}
		if n := rows(t, d); n != [4]int{} {
			t.Errorf("a transaction that was taken back left %v rows", n)
		}
		if found := search(t, x, "a", "灯塔"); len(found) != 0 {
			t.Errorf("found %v", found)
		}
	})
}

func TestHeadingsGoOnOverPages(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		x := open(d)
		add(t, d, x, "a", "doc", page(1, "#租赁合同", "##押金", "押金一万元。"), page(2, "退租后七日内退还。", "##宠物"), page(3, "可以养一只猫。"))
		for text, want := range map[string]string{
			"退还":  "租赁合同 › 押金",
			"一只猫": "租赁合同 › 宠物",
		} {
			if found := search(t, x, "a", text); len(found) == 0 || found[0].Heading != want {
				t.Errorf("%s stands under %v, want %q", text, found, want)
			}
		}
		// The earlier headings do not apply to a named sheet.
		sheet := page(4, "存货清单。")
		sheet.Kind, sheet.Name = parsed.Sheet, "库存"
		add(t, d, x, "a", "doc", sheet)
		if found := search(t, x, "a", "存货清单"); len(found) == 0 || found[0].Heading != "库存" {
			t.Errorf("a sheet stands under %v", found)
		}
	})
}

func TestRemoveForgetMove(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		x := retrieve.New(d, retrieve.Options{Embedder: &fakeEmbedder{model: "m", dimension: 8}})
		fill := func(owner, documentID string) {
			add(t, d, x, owner, documentID, page(1, "#标题", "灯塔在岬角上。"), page(2, "渡船停在码头。"))
		}
		embed := func(owner string) {
			if err := x.Embed(t.Context(), owner, nil); err != nil {
				t.Fatal(err)
			}
		}
		fill("a", "one")
		fill("a", "two")
		fill("b", "three")
		embed("a")
		embed("b")
		if n := rows(t, d); n != [4]int{6, 6, 6, 2} {
			t.Fatalf("%v rows", n)
		}

		inTx(t, d, func(tx *sql.Tx) error { return x.Remove(t.Context(), tx, "b", "one") })
		if n := rows(t, d); n != [4]int{6, 6, 6, 2} {
			t.Errorf("somebody else's document was removed: %v rows", n)
		}
		inTx(t, d, func(tx *sql.Tx) error { return x.Remove(t.Context(), tx, "a", "one") })
		if n := rows(t, d); n != [4]int{4, 4, 4, 2} {
			t.Errorf("after Remove %v rows", n)
		}
		for _, p := range search(t, x, "a", "灯塔") {
			if p.DocumentID == "one" {
				t.Error("a removed document is found")
			}
		}

		inTx(t, d, func(tx *sql.Tx) error { return x.Move(t.Context(), tx, "a", "b") })
		if found := search(t, x, "a", "灯塔"); len(found) != 0 {
			t.Errorf("what was moved away is found: %v", found)
		}
		if found := documents(search(t, x, "b", "灯塔")); found != "three two" {
			t.Errorf("after Move %q is found", found)
		}
		if found := documents(search(t, x, "b", "灯塔", "two")); found != "two" {
			t.Errorf("in the moved document %q is found", found)
		}
		if hits, err := x.SearchText(t.Context(), "b", "渡船", nil, 0); err != nil || len(hits) != 2 {
			t.Errorf("after Move %d places, %v", len(hits), err)
		}
		// The new owner's searches use both shelves, and the old owner gets a new shelf.
		fill("b", "four")
		fill("a", "five")
		if found := documents(search(t, x, "b", "灯塔")); found != "four three two" {
			t.Errorf("after adding %q is found", found)
		}
		if found := documents(search(t, x, "a", "灯塔")); found != "five" {
			t.Errorf("the old owner finds %q", found)
		}

		inTx(t, d, func(tx *sql.Tx) error { return x.Forget(t.Context(), tx, "b") })
		if n := rows(t, d); n != [4]int{2, 2, 0, 1} {
			t.Errorf("after Forget %v rows", n)
		}
		inTx(t, d, func(tx *sql.Tx) error { return x.Forget(t.Context(), tx, "a") })
		if n := rows(t, d); n != [4]int{} {
			t.Errorf("after the last Forget %v rows", n)
		}
		if d.Dialect() == db.SQLite {
			inTx(t, d, func(tx *sql.Tx) error {
				var terms int
				if _, err := tx.Exec(`CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, chunk_term, row)`); err != nil {
					return err
				}
				if err := tx.QueryRow(`SELECT count(*) FROM vocabulary`).Scan(&terms); err != nil || terms != 0 {
					t.Errorf("%d terms of forgotten texts are left, %v", terms, err)
				}
				return nil
			})
		}
	})
}

// documents returns the document ids in `found`, each once, in alphabetical order.
func documents(found []retrieve.Passage) string {
	seen := map[string]bool{}
	var ids []string
	for _, p := range found {
		if !seen[p.DocumentID] {
			seen[p.DocumentID] = true
			ids = append(ids, p.DocumentID)
		}
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}
