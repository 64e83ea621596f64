//go:build unix

package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/content"
	"github.com/wenqu-ai/wenqu/internal/agent/builtin"
	"github.com/wenqu-ai/wenqu/internal/agent/store"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

func TestMain(m *testing.M) { domaintest.Main(m) }

type harness struct {
	*store.Service
	db    *db.DB
	clock *domaintest.Clock
	gone  map[string]bool
	noted []string
}

func open(t testing.TB, d *db.DB) *harness {
	h := &harness{db: d, clock: domaintest.NewTickingClock(time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)), gone: map[string]bool{}}
	h.Service = store.New(store.Options{DB: d, Now: h.clock.Now, Sound: sound, Cards: h.cards, Newcomer: func(context.Context, string) (bool, error) { return true, nil }, Note: func(_ context.Context, ids string) error {
		h.noted = append(h.noted, ids)
		return nil
	}})
	return h
}

// sound returns the search forms of the pronunciation of two names in these tests, and nil for all others.
func sound(name string) []string {
	return map[string][]string{"周报助手": {"zbzs", "zhoubaozhushou"}, "旅行计划": {"lxjh", "lvxingjihua"}}[name]
}

func (h *harness) cards(_ context.Context, _ string, ids []string, _ string) (map[string]store.Card, error) {
	out := map[string]store.Card{}
	for _, id := range ids {
		if !h.gone[id] {
			out[id] = store.Card{Name: id}
		}
	}
	return out, nil
}

func (h *harness) tx(t testing.TB, f func(tx *sql.Tx) error) {
	t.Helper()
	if err := h.db.InTx(t.Context(), f); err != nil {
		t.Fatal(err)
	}
}

func (h *harness) show(t testing.TB, id, category, name, description string) {
	t.Helper()
	h.tx(t, func(tx *sql.Tx) error {
		return h.Show(t.Context(), tx, store.Listing{AgentID: id, Category: category, Names: []string{name}, Descriptions: []string{description}})
	})
}

func (h *harness) used(t testing.TB, id string, people ...string) {
	t.Helper()
	for _, p := range people {
		h.tx(t, func(tx *sql.Tx) error { return h.Used(t.Context(), tx, p, id) })
	}
}

func (h *harness) like(t testing.TB, owner, id string, like bool) store.Counts {
	t.Helper()
	c, err := h.Like(t.Context(), owner, id, like)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (h *harness) list(t testing.TB, q store.Query) string {
	t.Helper()
	list, more, err := h.List(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, e := range list {
		ids = append(ids, e.AgentID)
	}
	if more {
		ids = append(ids, "…")
	}
	return strings.Join(ids, " ")
}

func people(from, n int) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprintf("person-%04d", from+i))
	}
	return out
}

func TestRanking(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		h.show(t, "a", "work", "甲", "")
		h.show(t, "b", "work", "乙", "")
		h.show(t, "c", "life", "丙", "")
		h.used(t, "a", people(0, 12)...)
		h.used(t, "a", people(0, 12)...) // a second question of the same user does not count
		h.used(t, "b", people(0, 3)...)
		if got := h.list(t, store.Query{}); got != "a b c" {
			t.Error(got)
		}
		h.clock.Add(60 * 24 * time.Hour) // old uses count less
		h.used(t, "c", people(0, 2)...)
		if got := h.list(t, store.Query{}); got != "c a b" {
			t.Error(got)
		}
		if got := h.list(t, store.Query{Category: "work"}); got != "a b" {
			t.Error(got)
		}
		if got := h.list(t, store.Query{Sort: store.Newest}); got != "c b a" {
			t.Error(got)
		}
		if got := h.list(t, store.Query{Sort: store.Newest, Category: "work"}); got != "b a" {
			t.Error(got)
		}
		for i := range 3 {
			h.like(t, people(i, 1)[0], "b", true)
		}
		if got := h.list(t, store.Query{}); got != "b c a" {
			t.Error(got)
		}
		if got := h.list(t, store.Query{Limit: 2}); got != "b c …" {
			t.Error(got)
		}
		if got := h.list(t, store.Query{Limit: 2, Offset: 2}); got != "a" {
			t.Error(got)
		}
		if _, _, err := h.List(t.Context(), store.Query{Offset: -1}); !errs.Is(err, errs.BadRequest) {
			t.Error(err)
		}
		list, _, err := h.List(t.Context(), store.Query{Asker: people(0, 1)[0], Limit: 1})
		want := []store.Entry{{AgentID: "b", Category: "work", People: 3, Likes: 3, Liked: true, Card: store.Card{Name: "b"}}}
		if diff := cmp.Diff(want, list); err != nil || diff != "" {
			t.Error(err, diff)
		}
	})
}

// Removing a like restores the ranking, and no like is counted twice.
func TestLike(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		h.show(t, "a", "work", "甲", "")
		h.show(t, "b", "work", "乙", "")
		h.used(t, "a", "x", "y")
		h.used(t, "b", "x")
		h.like(t, domaintest.Alice, "b", true)
		if c := h.like(t, domaintest.Alice, "b", true); c != (store.Counts{People: 1, Likes: 1, Liked: true}) {
			t.Error(c)
		}
		if got := h.list(t, store.Query{}); got != "b a" {
			t.Error(got)
		}
		h.clock.Add(24 * time.Hour)
		h.like(t, domaintest.Alice, "b", false)
		if c := h.like(t, domaintest.Alice, "b", false); c != (store.Counts{People: 1}) {
			t.Error(c)
		}
		if got := h.list(t, store.Query{}); got != "a b" {
			t.Error(got)
		}
		if c := h.like(t, domaintest.Alice, "nobody", true); c != (store.Counts{}) {
			t.Error(c)
		}
	})
}

func TestSearch(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		h.show(t, "weekly", "work", "周报助手", "把记录整理成报告")
		h.show(t, "travel", "life", "旅行计划", "按天排好路线，写成旅行报告")
		h.show(t, "percent", "data", "100% _ab! Sure", "計算百分比")
		for query, want := range map[string]string{
			"周报": "weekly", "週報": "weekly", "助手": "weekly", "zbzs": "weekly", "zhoubao": "weekly", "LXJH": "travel",
			"报告": "weekly travel", "旅行 报告": "travel", "旅行的计划": "", "计算": "percent", "100%": "percent", "%": "percent", "_": "percent",
			"旅行计": "travel", "b!": "percent", "周报周": "", "  ": "weekly travel percent", "zz": "",
		} {
			if got := h.list(t, store.Query{Text: query}); !same(got, want) {
				t.Errorf("%q finds %q, not %q", query, got, want)
			}
		}
		if got := h.list(t, store.Query{Text: "报告", Category: "life"}); got != "travel" {
			t.Error(got)
		}
		h.used(t, "travel", people(0, 50)...)
		if got := h.list(t, store.Query{Text: "报"}); got != "weekly travel" { // matches in names rank above matches in descriptions
			t.Error(got)
		}
		if got := h.list(t, store.Query{Text: strings.Repeat("周报", 5000)}); got != "" {
			t.Error(got)
		}
	})
}

// A search within a category finds an agent even if another category has maxFound matching agents
// with more heat.
func TestSearchInCategory(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		h.show(t, "travel", "life", "旅行报告", "")
		h.tx(t, func(tx *sql.Tx) error {
			for i := range 1000 {
				l := store.Listing{AgentID: fmt.Sprintf("a%04d", i), Category: "work", Names: []string{"工作报告"}}
				if err := h.Show(t.Context(), tx, l); err != nil {
					return err
				}
			}
			return nil
		})
		if got := h.list(t, store.Query{Text: "报告", Category: "life"}); got != "travel" {
			t.Errorf("found %q", got)
		}
	})
}

// same compares lists, ignoring their order.
func same(a, b string) bool {
	left, right := strings.Fields(a), strings.Fields(b)
	seen := map[string]int{}
	for _, s := range left {
		seen[s]++
	}
	for _, s := range right {
		seen[s]--
	}
	for _, n := range seen {
		if n != 0 {
			return false
		}
	}
	return true
}

func TestHideAndDrop(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		h.show(t, "a", "work", "甲", "")
		h.show(t, "b", "work", "乙", "")
		h.used(t, "a", "x")
		h.like(t, "x", "a", true)
		h.tx(t, func(tx *sql.Tx) error { return h.Hide(t.Context(), tx, "a") })
		if got := h.list(t, store.Query{}) + h.list(t, store.Query{Text: "甲"}); got != "b" {
			t.Error(got)
		}
		h.show(t, "a", "life", "甲二", "")
		if got := h.list(t, store.Query{Category: "life"}); got != "a" {
			t.Error(got)
		}
		if c, err := h.Counts(t.Context(), "x", "a"); err != nil || c != (store.Counts{People: 1, Likes: 1, Liked: true}) {
			t.Error(c, err)
		}
		h.gone["b"] = true // the agent is deleted while the list is made
		if got := h.list(t, store.Query{}); got != "a" {
			t.Error(got)
		}
		h.tx(t, func(tx *sql.Tx) error { return h.Drop(t.Context(), tx, "a") })
		if c, err := h.Counts(t.Context(), "x", "a"); err != nil || c != (store.Counts{}) {
			t.Error(c, err)
		}
	})
}

func TestOwners(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		h.show(t, "a", "work", "甲", "")
		h.show(t, "b", "work", "乙", "")
		for _, who := range []string{"visitor", "user"} {
			h.used(t, "a", who)
			h.like(t, who, "a", true)
		}
		h.used(t, "b", "visitor")
		h.like(t, "visitor", "b", true)
		h.tx(t, func(tx *sql.Tx) error { return h.Move(t.Context(), tx, "visitor", "user") })
		counts := func(id string, want store.Counts) {
			t.Helper()
			if c, err := h.Counts(t.Context(), "user", id); err != nil || c != want {
				t.Errorf("%s: %+v %v", id, c, err)
			}
		}
		counts("a", store.Counts{People: 1, Likes: 1, Liked: true})
		counts("b", store.Counts{People: 1, Likes: 1, Liked: true})
		if err := h.Forget(t.Context(), "user"); err != nil {
			t.Fatal(err)
		}
		counts("a", store.Counts{People: 1})
		counts("b", store.Counts{People: 1})
	})
}

// TestMoveKeepsTheOtherUse checks an agent that was used by a visitor and by the account of the visitor.
// At the login, one of the two uses is removed from the heat. It must be removed with the weight of its
// own time, even if the login is much later.
func TestMoveKeepsTheOtherUse(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		for _, id := range []string{"joined", "once"} {
			h.show(t, id, "work", id, "")
		}
		h.used(t, "once", "other")
		h.clock.Add(time.Minute)
		h.used(t, "joined", "user", "visitor")
		h.clock.Add(28 * 24 * time.Hour)
		h.tx(t, func(tx *sql.Tx) error { return h.Move(t.Context(), tx, "visitor", "user") })
		if got := h.list(t, store.Query{}); got != "joined once" {
			t.Errorf("after the login: %s", got)
		}
	})
}

// Agents that ship with the program are listed from the start, until they no longer ship. Agents
// featured by an administrator stay featured at the next start.
func TestStart(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		all, err := builtin.Load(content.FS(""))
		if err != nil {
			t.Fatal(err)
		}
		start := func(agents []builtin.Agent) {
			t.Helper()
			s := store.New(store.Options{DB: h.db, Now: h.clock.Now, Sound: sound, Cards: h.cards, Builtin: agents})
			if err := s.Start(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		start(all)
		start(all)
		h.show(t, "mine", "work", "我的", "")
		if list, more, err := h.List(t.Context(), store.Query{Limit: store.MaxPage}); err != nil || more || len(list) != len(all)+1 {
			t.Errorf("%d %v %v", len(list), more, err)
		}
		featured, err := h.Featured(t.Context(), "", "en")
		if err != nil || len(featured) != 6 || featured[0].AgentID != "weekly-report" {
			t.Errorf("%+v %v", featured, err)
		}
		for query, want := range map[string]string{"週報": "weekly-report", "Weekly": "weekly-report", "合約": "contract-check"} {
			if got := h.list(t, store.Query{Text: query}); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %s", query, got)
			}
		}
		start(all[:1])
		if got := h.list(t, store.Query{}); !same(got, all[0].ID+" mine") {
			t.Error(got)
		}
		if err := h.Feature(t.Context(), []string{all[0].ID, "mine"}); err != nil {
			t.Error(err)
		}
		for _, ids := range [][]string{{"nobody"}, {"mine", "nobody"}, {"mine", "mine"}, people(0, 13)} {
			if err := h.Feature(t.Context(), ids); err == nil {
				t.Errorf("%v stand at the head", ids)
			}
		}
		start(all[:1])
		featured, err = h.Featured(t.Context(), "", "en")
		if err != nil || len(featured) != 2 || featured[0].AgentID != all[0].ID || featured[1].AgentID != "mine" {
			t.Errorf("%+v %v", featured, err)
		}
		if diff := cmp.Diff([]string{all[0].ID + " mine"}, h.noted); diff != "" {
			t.Error(diff)
		}
	})
}

// Sync lists an agent that is public, removes it when it becomes link-only or is deleted, and
// stores its new name.
func TestSync(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		const insert = `INSERT INTO agent (id, owner_id, draft, revision, version, live, live_name, live_description, live_category, visibility,
			asked_version, asked_at, review, reason, uses, created_at, updated_at, published_at)
			VALUES ('mine', 'alice', '{}', 1, 1, '{}', '周报助手', '写周报', 'work', 'public', 0, 0, '', '', 0, 1, 1, 1)`
		sync := func(change string, there bool, want string) {
			t.Helper()
			h.tx(t, func(tx *sql.Tx) error {
				if _, err := tx.ExecContext(t.Context(), change); err != nil {
					return err
				}
				got, err := h.Sync(t.Context(), tx, "mine")
				if got != there {
					t.Errorf("%s: there is %v", change, got)
				}
				return err
			})
			if got := h.list(t, store.Query{Text: "zbzs", Category: "work"}); got != want {
				t.Errorf("%s: %q", change, got)
			}
		}
		sync(insert, true, "mine")
		h.like(t, domaintest.Bob, "mine", true)
		sync(`UPDATE agent SET visibility = 'link' WHERE id = 'mine'`, true, "")
		sync(`UPDATE agent SET visibility = 'public' WHERE id = 'mine'`, true, "mine")
		if c, err := h.Counts(t.Context(), domaintest.Bob, "mine"); err != nil || c.Likes != 1 {
			t.Errorf("%+v %v", c, err)
		}
		sync(`UPDATE agent SET live_name = '月报' WHERE id = 'mine'`, true, "")
		sync(`DELETE FROM agent WHERE id = 'mine'`, false, "")
		if c, err := h.Counts(t.Context(), domaintest.Bob, "mine"); err != nil || c != (store.Counts{}) {
			t.Errorf("%+v %v", c, err)
		}
	})
}
