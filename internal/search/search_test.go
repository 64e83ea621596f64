package search_test

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/search"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
)

const ann, bob = "owner-ann", "owner-bob"

// A text is found by other spellings of its words, both before and after it is indexed.
func TestWaysOfWriting(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.put(t, ann, title("c1"), "北京天气与穿衣", day0)
		h.put(t, ann, title("c2"), "重庆火锅 AI 测评", day0+1)
		h.put(t, ann, question("c1", 1), "臺灣的軟體工程師怎麼學 Kubernetes？", day0+2)
		h.put(t, ann, answer("c1", 2, 0), "先读文档。ＡＢＣ１２３，foo.bar() 与 😀 表情；a股", day0+3)
		h.put(t, bob, answer("c1", 2, 0), "北京 天气 kubernetes 123", day0+3)
		for _, when := range []string{"waiting", "indexed"} {
			for query, want := range map[string][]string{
				"天气":                {"c 北京[天气]与穿衣"},
				"气":                 {"c 北京天[气]与穿衣"},
				"天氣":                {"c 北京[天气]与穿衣"},
				"bjtq":              {"c [北京天气]与穿衣"},
				"tianqi":            {"c 北京[天气]与穿衣"},
				"tianq":             {"c 北京[天气]与穿衣"},
				"cqhg":              {"c [重庆火锅] AI 测评"},
				"zqhg":              {"c [重庆火锅] AI 测评"},
				"aicp":              nil, // there is a space between AI and 测评 in the text
				"穿衣 北京":             {"c [北京]天气与[穿衣]"},
				"台湾软体":              nil,
				"台湾":                {"m [臺灣]的軟體工程師怎麼學 Kubernetes？"},
				"kuber":             {"m 臺灣的軟體工程師怎麼學 [Kuber]netes？"},
				"KUBERNETES":        {"m 臺灣的軟體工程師怎麼學 [Kubernetes]？"},
				"abc123":            {"m 先读文档。[ＡＢＣ１２３]，foo.bar() 与 😀 表情；a股"},
				"foo.bar":           {"m 先读文档。ＡＢＣ１２３，[foo.bar]() 与 😀 表情；a股"},
				"😀":                 {"m 先读文档。ＡＢＣ１２３，foo.bar() 与 [😀] 表情；a股"},
				"股":                 {"m 先读文档。ＡＢＣ１２３，foo.bar() 与 😀 表情；a[股]"},
				`"foo.bar() 与"`:     {"m 先读文档。ＡＢＣ１２３，[foo.bar() 与] 😀 表情；a股"},
				`"与 foo.bar()"`:     nil,
				"没有这个词":             nil,
				"北京天气 kubernetes x": nil,
			} {
				got := h.find(t, search.Asked{Owner: ann, Text: query, Order: search.Newest})
				if !slices.Equal(got, want) {
					t.Errorf("%s: %q finds %q, want %q", when, query, got, want)
				}
			}
			if when == "waiting" {
				h.settled(t)
			}
		}
	})
}

// A search in one conversation finds only the things used in it.
func TestWithinAConversation(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.within = map[string][]string{ann + " c1": {"f1", "f2"}, bob + " c2": {"f3"}}
		for i, id := range []string{"f1", "f2", "f3"} {
			h.put(t, ann, entry.Place{Kind: entry.File, Ref: id}, "合同草稿 "+id, day0+int64(i))
		}
		h.put(t, ann, question("c1", 1), "合同草稿怎么改", day0+4)
		h.put(t, ann, question("c2", 1), "合同草稿写好了", day0+5)
		for _, when := range []string{"waiting", "indexed"} {
			for cid, want := range map[string]int{"c1": 3, "c2": 1, "c3": 0, "": 5} {
				for _, order := range []search.Order{search.Best, search.Newest} {
					got := h.find(t, search.Asked{Owner: ann, Text: "合同草稿", Order: order, Range: search.Range{ConversationID: cid}})
					if len(got) != want {
						t.Errorf("%s, %s: in %q %q, want %d", when, order, cid, got, want)
					}
				}
			}
			if when == "waiting" {
				h.settled(t)
			}
		}
	})
}

// The bigrams of a question without spaces find the answer, both before and after it is indexed.
func TestQuestionsWithoutSpaces(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.put(t, ann, answer("c1", 2, 0), "临江市图书馆每周一闭馆，其余日子九点开门。", day0)
		h.put(t, ann, answer("c2", 2, 0), "临江市的夏天很热。", day0+1)
		h.put(t, ann, question("c3", 1), "图书馆几点关门？", day0+2)
		h.put(t, bob, answer("c1", 2, 0), "临江市图书馆八点开门。", day0+3)
		for _, when := range []string{"waiting", "indexed"} {
			for _, asked := range []string{"临江市图书馆几点开门", "请问臨江市圖書館是幾點開門的呢？", "临江市图书馆到底几点钟开门"} {
				got := h.find(t, search.Asked{Owner: ann, Text: asked})
				if len(got) == 0 || !strings.Contains(got[0], "九点") {
					t.Errorf("%s: %s finds %q", when, asked, got)
				}
				about, err := h.About(t.Context(), ann, asked, []string{"message"}, 5)
				if err != nil || len(about) == 0 || about[0].Link.ConversationID != "c1" || about[0].Speaker != "ai" || !strings.Contains(about[0].Body, "九点开门。") {
					t.Errorf("%s: %s is about %+v %v", when, asked, about, err)
				}
			}
			for _, asked := range []string{"", "？", "谁", "量子力学的基本假设有哪些"} {
				if about, err := h.About(t.Context(), ann, asked, []string{"message"}, 5); err != nil || len(about) > 0 {
					t.Errorf("%s: %q is about %+v %v", when, asked, about, err)
				}
			}
			if when == "waiting" {
				h.settled(t)
			}
		}
	})
}

// A search for any text ends without an error, with or without results. If a field other than Text has
// an invalid value, the search fails with errs.BadRequest.
func TestBadQueries(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		for i := range 30 {
			h.put(t, ann, answer("c1", 2*i+2, 0), fmt.Sprintf("每天都写一点 the the a %d", i), day0+int64(i))
		}
		h.settled(t)
		for _, text := range []string{
			"", " ", "\x00", "。，！？", "%", "_", "%%_%", `"`, `""`, `"" "`, "'", "''", `\`, "*", "a*", `"a" OR "b"`, "a AND NOT b", "NEAR(a b)", "a:b", ":", "::s", "1c:", "^a", "(", ")(",
			"a & b | !c", "<->", ":*", "'a':*", "$1", "\xff\xfe", "\xed\xa0\x80", string(rune(0xD800)), "\u202e", "\u200b\ufeff", "🇨🇳👨\u200d👩\u200d👧", strings.Repeat("写", 100_000),
			strings.Repeat("a ", 50_000), strings.Repeat(`"`, 100_000), strings.Repeat(" ", 100_000) + "写", strings.Repeat("zz", 60_000),
		} {
			for _, order := range []search.Order{search.Best, search.Newest} {
				for _, cid := range []string{"", "c1", "%", "'"} {
					_, err := h.Search(t.Context(), search.Asked{Owner: ann, Text: text, Order: order, Range: search.Range{ConversationID: cid}})
					if err != nil {
						t.Fatalf("%.40q %s %q: %v", text, order, cid, err)
					}
				}
			}
		}
		for _, a := range []search.Asked{
			{Kinds: []string{"other"}}, {Order: "random"}, {Range: search.Range{Limit: -1}}, {Range: search.Range{Since: -1}}, {After: "1"},
			{After: "x", Kinds: []string{"message"}}, {After: "-1", Kinds: []string{"message"}}, {After: "501", Kinds: []string{"message"}}, {Range: search.Range{ConversationID: strings.Repeat("x", 200)}},
		} {
			a.Owner, a.Text = ann, "写"
			if _, err := h.Search(t.Context(), a); !errs.Is(err, errs.BadRequest) {
				t.Errorf("%+v: %v", a, err)
			}
		}
	})
}

// The pages of results of one kind have no gaps and no duplicates, in both orders.
func TestPages(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		var want []string
		for i := range 60 {
			h.put(t, ann, question("c1", 2*i+1), fmt.Sprintf("第 %d 个问题", i), day0+int64(i))
			want = append(want, fmt.Sprintf("第 %d 个问题", 59-i))
			if i == 40 {
				h.settled(t)
			}
		}
		for _, order := range []search.Order{search.Newest, search.Best} {
			var got []string
			a := search.Asked{Owner: ann, Text: "问题", Kinds: []string{"message"}, Order: order, Range: search.Range{Limit: 7}}
			for page := 0; page < 20; page++ {
				r, err := h.Search(t.Context(), a)
				if err != nil {
					t.Fatal(err)
				}
				if len(r.Groups) == 0 {
					break
				}
				for _, f := range r.Groups[0].Found {
					got = append(got, strings.NewReplacer("[", "", "]", "").Replace(shown(f.Snippet)))
				}
				if a.After = r.Groups[0].More; a.After == "" {
					break
				}
			}
			if order == search.Best { // the order of nearly equal scores is not tested
				slices.Sort(got)
				slices.Sort(want)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: %s", order, diff)
			}
		}
	})
}

// Filters leave out other conversations, kinds and times.
func TestFilters(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.put(t, ann, title("c1"), "航班", day0)
		h.put(t, ann, question("c1", 1), "航班 一", day0)
		h.put(t, ann, question("c2", 1), "航班 二", day0+1000)
		h.put(t, ann, answer("c2", 2, 1), "航班 三", day0+2000)
		for _, when := range []string{"waiting", "indexed"} {
			for name, c := range map[string]struct {
				a    search.Asked
				want []string
			}{
				"all":      {search.Asked{}, []string{"c [航班]", "m [航班] 三", "m [航班] 二", "m [航班] 一"}},
				"kind":     {search.Asked{Kinds: []string{"conversation"}}, []string{"c [航班]"}},
				"place":    {search.Asked{Range: search.Range{ConversationID: "c2"}}, []string{"m [航班] 三", "m [航班] 二"}},
				"since":    {search.Asked{Range: search.Range{Since: day0 + 1}}, []string{"m [航班] 三", "m [航班] 二"}},
				"until":    {search.Asked{Range: search.Range{Until: day0 + 1000}}, []string{"c [航班]", "m [航班] 二", "m [航班] 一"}},
				"between":  {search.Asked{Range: search.Range{Since: day0 + 1000, Until: day0 + 1000}}, []string{"m [航班] 二"}},
				"somebody": {search.Asked{Owner: bob}, nil},
			} {
				for _, order := range []search.Order{search.Newest, search.Best} {
					a := c.a
					a.Text, a.Order = "航班", order
					if a.Owner == "" {
						a.Owner = ann
					}
					got, want := h.find(t, a), slices.Clone(c.want)
					if order == search.Best {
						slices.Sort(got)
						slices.Sort(want)
					}
					if !slices.Equal(got, want) {
						t.Errorf("%s %s %s: %q, want %q", when, name, order, got, want)
					}
				}
			}
			if when == "waiting" {
				h.settled(t)
			}
		}
	})
}

// Texts with all words come before texts with some words. Texts with the words close
// together come before texts with the words far apart.
func TestOrder(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.put(t, ann, answer("c1", 2, 0), "反向代理用 nginx 就够了。"+strings.Repeat("别的话。", 60)+"部署另说。", day0)
		h.put(t, ann, answer("c1", 4, 0), "部署反向代理：先装 nginx。", day0)
		h.put(t, ann, answer("c1", 6, 0), "反向代理是什么？", day0+9)
		h.put(t, ann, answer("c1", 8, 0), "部署计划", day0+9)
		h.settled(t)
		got := h.find(t, search.Asked{Owner: ann, Text: "部署 反向代理"})
		if len(got) < 3 || !strings.HasPrefix(got[0], "m [部署反向代理]") || !strings.HasPrefix(got[1], "m [反向代理]用") || !strings.HasPrefix(got[2], "m [反向代理]是") {
			t.Errorf("%q", got)
		}
		// A question without spaces also finds a text that contains only most of the question's words.
		if got := h.find(t, search.Asked{Owner: ann, Text: "怎么部署反向代理"}); len(got) == 0 || !strings.Contains(got[0], "[部署反向代理]") {
			t.Errorf("%q", got)
		}
	})
}

// After a change, deletion, renaming or move, only the current text is found. The index
// contains nothing of the old text.
func TestChanges(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		newest := func(owner, text string) []string {
			t.Helper()
			return h.find(t, search.Asked{Owner: owner, Text: text, Order: search.Newest})
		}
		want := func(what string, got []string, n int) {
			t.Helper()
			if len(got) != n {
				t.Errorf("%s: %q", what, got)
			}
		}
		p := answer("c1", 2, 0)
		h.put(t, ann, p, "苹果", day0)
		h.put(t, ann, question("c1", 1), "水果", day0)
		h.settled(t)
		h.put(t, ann, p, "香蕉", day0)
		want("the old text", newest(ann, "苹果"), 0)
		want("the new text", newest(ann, "香蕉"), 1)
		h.settled(t)
		want("the new text in the index", newest(ann, "香蕉"), 1)
		if n := h.count(t, "search_term"); n != 2 {
			t.Errorf("%d texts are in the index", n)
		}

		h.tx(t, func(tx *sql.Tx) error { return entry.Rename(t.Context(), tx, ann, "c1", "c9") })
		h.keep(ann, answer("c9", 2, 0), "香蕉", day0)
		h.keep(ann, question("c9", 1), "水果", day0)
		want("renamed", newest(ann, "香蕉"), 1)
		h.settled(t)
		want("renamed, in its conversation", h.find(t, search.Asked{Owner: ann, Text: "香蕉", Range: search.Range{ConversationID: "c9"}}), 1)

		h.put(t, bob, question("c2", 1), "香蕉 二", day0)
		h.settled(t)
		h.keep(bob, answer("c9", 2, 0), "香蕉", day0)
		h.tx(t, func(tx *sql.Tx) error { return h.Move(t.Context(), tx, ann, bob) })
		want("the giver", newest(ann, "香蕉"), 0)
		want("the receiver", newest(bob, "香蕉"), 2)
		h.put(t, bob, question("c3", 1), "香蕉 三", day0)
		h.settled(t)
		want("the receiver, later", newest(bob, "香蕉"), 3)

		h.tx(t, func(tx *sql.Tx) error { return entry.DropRef(t.Context(), tx, bob, "c9") })
		want("dropped", newest(bob, "香蕉"), 2)
		h.tx(t, func(tx *sql.Tx) error {
			return errors.Join(entry.Drop(t.Context(), tx, bob, question("c3", 1)), entry.ForgetKinds(t.Context(), tx, bob, entry.Answer))
		})
		want("dropped, too", newest(bob, "香蕉"), 1)
		h.put(t, bob, question("c4", 1), "香蕉 四", day0)
		if err := h.Forget(t.Context(), bob); err != nil {
			t.Fatal(err)
		}
		want("forgotten", newest(bob, "香蕉"), 0)
		h.settled(t)
		for _, table := range []string{"search_entry", "search_term", "search_gone", "search_shelf"} {
			if n := h.count(t, table); n != 0 {
				t.Errorf("%d rows of %s are left", n, table)
			}
		}
	})
}

// A long text is found by words at its end. An entry whose text was deleted is removed
// from the index.
func TestLongAndLost(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		long := strings.Repeat("很长的回答，", 30_000) + "结尾的暗号"
		h.put(t, ann, answer("c1", 2, 0), long, day0)
		h.put(t, ann, answer("c1", 4, 0), "暗号", day0)
		h.settled(t)
		if got := h.find(t, search.Asked{Owner: ann, Text: "暗号", Order: search.Newest}); len(got) != 2 || !strings.HasSuffix(got[0], "[暗号]") || !strings.HasSuffix(got[1], "结尾的[暗号]") && !strings.HasSuffix(got[0], "结尾的[暗号]") {
			t.Errorf("%q", got)
		}
		if got := h.find(t, search.Asked{Owner: ann, Text: "很长", Order: search.Newest}); len(got) != 1 {
			t.Errorf("%d places of one text", len(got))
		}
		h.put(t, ann, answer("c1", 4, 0), "又改了", day0)
		h.mu.Lock()
		delete(h.texts[ann], answer("c1", 4, 0))
		h.mu.Unlock()
		h.settled(t)
		h.put(t, ann, answer("c1", 2, 0), "短了", day0)
		h.settled(t)
		if e, n := h.count(t, "search_entry"), h.count(t, "search_term"); e != 1 || n != 1 {
			t.Errorf("%d entries, %d texts in the index", e, n)
		}
	})
}

// Many things with the same millisecond get different ids.
func TestSameTime(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.tx(t, func(tx *sql.Tx) error {
			for i := range 300 {
				for _, at := range []int64{day0, -5, 1 << 60} {
					if err := entry.Add(t.Context(), tx, ann, question(fmt.Sprint("c", at), i), at); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if n := h.count(t, "search_entry"); n != 900 {
			t.Errorf("%d entries", n)
		}
	})
}

// If several parts of one long text match, they count as one result.
func TestNewestCountsTextsOnce(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		const others = 8
		for i := range others {
			h.put(t, ann, question("c1", i), "水库的水位", day0+int64(i))
		}
		h.put(t, ann, answer("c1", 100, 0), strings.Repeat("水库的水位很高，", 12_000), day0+1000)
		h.settled(t)
		r, err := h.Search(t.Context(), search.Asked{Owner: ann, Text: "水库", Order: search.Newest, Range: search.Range{Limit: 5}})
		if err != nil || len(r.Groups) != 1 {
			t.Fatalf("%+v, %v", r, err)
		}
		if g := r.Groups[0]; len(g.Found) != 5 || g.More == "" {
			t.Errorf("%d found, more %q", len(g.Found), g.More)
		}
	})
}

// An ordered index stores the positions of terms and therefore finds a word of three characters. The test adds 600
// newer texts, more than a search reads. These texts contain both bigrams of the word, but not the word. The search
// also works for a query of more than maxSeries terms, and in a text that repeats a few characters.
func TestSeries(t *testing.T) {
	t.Parallel()
	h := open(t, dbtest.OpenSQLite(t))
	long := "大江东去浪淘尽千古风流人物故垒西边人道是三国周郎赤壁"
	h.put(t, ann, question("c1", 1), "去看碧云天的票", day0)
	h.put(t, ann, question("c1", 3), long+"。", day0+1)
	h.put(t, ann, question("c1", 5), strings.Repeat("哈哈嘻", 2500), day0+2)
	for i := range 600 {
		h.put(t, ann, question("c2", 2*i+1), fmt.Sprintf("碧云很远，云天很近，大江东去浪淘尽千古风流人物故人 %d", i), day0+10+int64(i))
	}
	h.settled(t)
	for text, want := range map[string]string{
		"碧云天": "m 去看[碧云天]的票", `"碧云天"`: "m 去看[碧云天]的票", "碧云天 票": "m 去看[碧云天]的[票]", long: "m [" + long + "]。",
	} {
		for _, order := range []search.Order{search.Newest, search.Best} {
			got := h.find(t, search.Asked{Owner: ann, Text: text, Order: order, Kinds: []string{"message"}, Range: search.Range{Limit: 1}})
			if len(got) != 1 || got[0] != want {
				t.Errorf("%s, %s: %q, want %q", text, order, got, want)
			}
		}
	}
	if got := h.find(t, search.Asked{Owner: ann, Text: strings.Repeat("哈哈嘻", 30), Order: search.Newest}); len(got) != 1 {
		t.Errorf("%d texts repeat the characters", len(got))
	}
}
