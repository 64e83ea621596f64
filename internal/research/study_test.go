//go:build unix

package research_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/research"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

var place = research.Place{CID: "conv-0001", Index: 2}

const question = "比较一下甲牌电动车和乙牌电动车的续航和售价"

func TestStudy(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, o db.Options) {
		h := open(t, o, newWorld(), newTalk())
		t.Cleanup(h.close)
		m := h.ask(question, place)
		data := outlineOf(t, m)
		if m.State != stream.StateDone || data.Begun || len(data.Questions) != 3 || data.ByRules || m.Text() != "" {
			t.Fatalf("%s %+v %q", m.State, data, m.Text())
		}
		ctx := context.Background()
		// The outline is reordered, one line is removed, and one line is added.
		lines := []string{data.Questions[2].Text, data.Questions[0].Text, "  丙牌电动车\n怎么样？ "}
		v, err := h.Outline(ctx, alice, data.ResearchID, "我的题目", lines)
		if err != nil || v.State != research.Planned || v.Title != "我的题目" || len(v.Questions) != 3 || v.Questions[0].ID != 3 || v.Questions[2].ID != 4 || v.Questions[2].Text != "丙牌电动车 怎么样？" {
			t.Fatalf("%+v %v", v, err)
		}
		if _, err := h.Start(ctx, alice, data.ResearchID, "", nil); err != nil {
			t.Fatal(err)
		}
		h.wait(data.ResearchID, research.Done)
		m = h.talk.of(place)
		text, docs := report(m)
		if m.State != stream.StateDone || !outlineOf(t, m).Begun {
			t.Errorf("%s %+v", m.State, outlineOf(t, m))
		}
		for _, want := range []string{
			"# 我的题目", "## 摘要", "## 对比", "## 两者的售价差多少？", "## 丙牌电动车 怎么样？", "## 思维导图", "```mermaid\nmindmap", "## 研究说明", "| 售价 |", `未\|查到`, "以 2",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("the report has no %q:\n%s", want, text)
			}
		}
		for _, bad := range []string{"[citation:99]", "编造的结论", "## 多余的标题", "乙牌电动车的续航是多少", "> **这份报告不完整"} {
			if strings.Contains(text, bad) {
				t.Errorf("the report has %q:\n%s", bad, text)
			}
		}
		if strings.Index(text, "## 两者的售价") > strings.Index(text, "## 甲牌电动车的续航") {
			t.Error("the sections are not in the order of the outline")
		}
		numbered(t, text, docs)
		for address, n := range h.world.read {
			if n != 1 {
				t.Errorf("%s was read %d times", address, n)
			}
		}
		if m.Meta == nil || m.Meta.TokenUsageInfo.TotalTokens == 0 {
			t.Errorf("no tokens are counted: %+v", m.Meta)
		}
		if len(h.world.posted) != 1 || h.world.posted[0].CID != place.CID || h.world.posted[0].Owner != alice || !strings.Contains(h.world.posted[0].Body.ZhCN, "我的题目") {
			t.Errorf("notices %+v", h.world.posted)
		}
		for _, prompt := range h.world.prompts {
			if strings.Contains(prompt, "[source 1 begin]\n忽略") {
				t.Errorf("a page stands outside its marks: %s", prompt)
			}
		}
		if _, err := h.Outline(ctx, alice, data.ResearchID, "x", nil); !errs.Is(err, errs.ResearchStarted) {
			t.Errorf("an outline of a study that is done: %v", err)
		}
		if _, err := h.Show(ctx, "bob", data.ResearchID); !errs.Is(err, errs.NotFound) {
			t.Errorf("somebody else's study: %v", err)
		}
	})
}

var mark = regexp.MustCompile(`\[citation:(\d+)\]`)

// numbered checks that the sources are numbered from 1 in the order in which the text
// cites them. Each source must be a web page and have a verified quote.
func numbered(t *testing.T, text string, docs []stream.Doc) {
	t.Helper()
	next := 1
	for _, m := range mark.FindAllStringSubmatch(text, -1) {
		var n int
		if _, err := fmt.Sscan(m[1], &n); err != nil || n > next {
			t.Fatalf("[citation:%s] comes before %d", m[1], next)
		}
		next = max(next, n+1)
	}
	if next == 1 || len(docs) != next-1 {
		t.Fatalf("%d sources are cited and %d listed", next-1, len(docs))
	}
	for i, d := range docs {
		if d.Index != i+1 || d.Quote == "" || d.Kind != "web" || d.Verified != "checked" || !strings.HasPrefix(d.URL, "https://site") {
			t.Errorf("source %+v", d)
		}
	}
}

func TestStudyAsksBack(t *testing.T) {
	t.Parallel()
	h := on(t)
	h.world.reply = func(kind, prompt string) string {
		if kind == "plan" && strings.Contains(prompt, "clarify 里反问") {
			return `{"title":"","questions":[],"clarify":{"question":"苹果指哪一个？","options":["水果","公司"]}}`
		}
		return usualReply(kind, prompt)
	}
	m := h.ask("苹果的前景", place)
	if text := m.Text(); m.State != stream.StateDone || !strings.Contains(text, "苹果指哪一个？") || !strings.Contains(text, "2. 公司") {
		t.Fatalf("%s %q", m.State, text)
	}
	h.before = before(2, "苹果的前景", m.Text())
	next := research.Place{CID: place.CID, Index: 4}
	data := outlineOf(t, h.ask("公司", next))
	if len(data.Questions) == 0 {
		t.Fatal("the reply has no outline")
	}
	if last := h.world.prompts[len(h.world.prompts)-1]; !strings.Contains(last, "苹果的前景\n公司") {
		t.Errorf("the question and its reply do not stand together: %s", last)
	}
}

func TestStudyWithoutModel(t *testing.T) {
	t.Parallel()
	h := on(t)
	h.choice = llm.Choice{Info: llm.ModelInfo{ID: "offline", Builtin: true}, Upstream: "offline"}
	data := outlineOf(t, h.ask(question, place))
	if !data.ByRules || len(data.Questions) != 4 {
		t.Fatalf("%+v", data)
	}
	if _, err := h.Start(context.Background(), alice, data.ResearchID, "", nil); err != nil {
		t.Fatal(err)
	}
	h.wait(data.ResearchID, research.Done)
	text, docs := report(h.talk.of(place))
	for _, want := range []string{"没有接入模型", "以下是原文摘录", "> 甲牌电动车在", "## 思维导图", "| 方面 | 甲牌电动车 | 乙牌电动车 |"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	numbered(t, text, docs)
	if len(h.world.prompts) != 0 {
		t.Error("a model was asked")
	}
}

// TestSmallWeb checks a study without a model. If the deeper rounds find only pages that are already
// read, the study ends, and the report says why.
func TestSmallWeb(t *testing.T) {
	t.Parallel()
	h := on(t)
	h.choice = llm.Choice{Info: llm.ModelInfo{ID: "offline", Builtin: true}, Upstream: "offline"}
	small := []string{"https://site0.example/page", "https://site1.example/page"}
	h.world.finds = func(string) []string { return small }
	data := outlineOf(t, h.ask(question, place))
	if _, err := h.Start(context.Background(), alice, data.ResearchID, "", nil); err != nil {
		t.Fatal(err)
	}
	h.wait(data.ResearchID, research.Done)
	m := h.talk.of(place)
	rounds, ends := 0, 0
	for _, it := range m.Content {
		if b, ok := it.Event.(stream.DeepSearch); ok && strings.HasPrefix(b.Title, "第 ") {
			rounds++
			if last := b.Contents[len(b.Contents)-1].Msg; strings.Contains(last, "没有找到新的网页") {
				ends++
			}
		}
	}
	// Two deeper rounds can run at the same time. When they find no new page, no further round begins.
	if n := len(data.Questions); n < 3 || rounds <= n || rounds > n+2 || ends == 0 {
		t.Errorf("%d rounds for %d questions, %d of them end for want of new pages", rounds, n, ends)
	}
	text, docs := report(m)
	if !strings.Contains(text, "后来的检索没有找到新的网页") || strings.Contains(text, "这份报告不完整") {
		t.Error(text)
	}
	// Several questions have the same best quote. The abstract has each quote once.
	_, abstract, _ := strings.Cut(text, "## 摘要")
	abstract, _, _ = strings.Cut(abstract, "\n## ")
	said := map[string]bool{}
	for line := range strings.Lines(abstract) {
		if strings.HasPrefix(line, "- ") && said[line] {
			t.Errorf("%q is in the abstract twice", line)
		}
		said[line] = true
	}
	numbered(t, text, docs)
}

func TestStudyWithAWeakModel(t *testing.T) {
	t.Parallel()
	for name, reply := range map[string]func(kind, prompt string) string{
		"prose for JSON": func(kind, prompt string) string {
			if kind == "section" || kind == "abstract" {
				return usualReply(kind, prompt)
			}
			return "好的，我来帮你。"
		},
		"fails after the plan": func(kind, prompt string) string {
			if kind == "plan" {
				return usualReply(kind, prompt)
			}
			return "fail"
		},
		"fails at once": func(string, string) string { return "fail" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := on(t)
			h.world.reply = reply
			data := outlineOf(t, h.ask(question, place))
			if _, err := h.Start(context.Background(), alice, data.ResearchID, "", nil); err != nil {
				t.Fatal(err)
			}
			h.wait(data.ResearchID, research.Done)
			text, docs := report(h.talk.of(place))
			numbered(t, text, docs)
			if !strings.Contains(text, "由规则完成") {
				t.Errorf("nobody says that rules took steps:\n%s", text)
			}
			if gone := strings.HasPrefix(name, "fails"); gone != strings.Contains(text, "模型中途不可用") {
				t.Errorf("the report says: %s", text[:300])
			}
		})
	}
}

func TestStudyWithoutSources(t *testing.T) {
	t.Parallel()
	t.Run("none is set", func(t *testing.T) {
		t.Parallel()
		h := on(t)
		h.world.available = false
		m := h.ask(question, place)
		if m.State != stream.StateDone || !strings.Contains(m.Text(), "SEARCH_URL") {
			t.Errorf("%s %q", m.State, m.Text())
		}
	})
	for name, change := range map[string]func(*world){
		"all fail":      func(w *world) { w.failing = "SearXNG：连接不上" },
		"nothing found": func(w *world) { w.finds = func(string) []string { return nil } },
		"no page opens": func(w *world) {
			for address := range w.pages {
				w.pages[address] = ""
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := on(t)
			change(h.world)
			data := outlineOf(t, h.ask(question, place))
			if _, err := h.Start(context.Background(), alice, data.ResearchID, "", nil); err != nil {
				t.Fatal(err)
			}
			if v := h.wait(data.ResearchID, research.Done); v.Partial || !v.Empty {
				t.Errorf("%+v", v)
			}
			if len(h.world.posted) != 1 || !strings.Contains(h.world.posted[0].Body.ZhCN, "没有写成") {
				t.Errorf("the notices are %+v", h.world.posted)
			}
			text, _ := report(h.talk.of(place))
			if !strings.Contains(text, "没有写成报告") || (name == "all fail") != strings.Contains(text, "所有搜索都没有成功") ||
				strings.Contains(text, "有的搜索没有成功") {
				t.Errorf("%q", text)
			}
		})
	}
}

// TestWritingEndsWithTheTime checks that the time limit of a study also ends the writing. Then
// rules compose the missing sections, and the report states the reason.
func TestWritingEndsWithTheTime(t *testing.T) {
	t.Parallel()
	h := on(t)
	var written atomic.Int32
	h.world.reply = func(kind, prompt string) string {
		if kind == "section" || kind == "abstract" || kind == "table" {
			if written.Add(1); kind == "section" {
				h.clock.Add(time.Duration(h.Limits().Minutes) * time.Minute)
			}
		}
		return usualReply(kind, prompt)
	}
	data := outlineOf(t, h.ask(question, place))
	if _, err := h.Start(context.Background(), alice, data.ResearchID, "", nil); err != nil {
		t.Fatal(err)
	}
	h.wait(data.ResearchID, research.Done)
	text, docs := report(h.talk.of(place))
	if n := written.Load(); n > 2 { // two sections are written concurrently, so both may have begun before the time was over
		t.Errorf("the model wrote %d texts after the time", n)
	}
	if !strings.Contains(text, "时间用完了") || !strings.Contains(text, "> **这份报告不完整") || !strings.Contains(text, "## 摘要") {
		t.Error(text)
	}
	numbered(t, text, docs)
}
