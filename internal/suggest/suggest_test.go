package suggest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/suggest"
)

func TestMain(m *testing.M) { domaintest.Main(m) }

var past = map[string][]string{
	domaintest.Alice: {"今天天气怎么样", "我想知道今天吃什么", "今天 星期几", "今天穿什么", "今天去哪", "BMI 是什么", "今天的坏词语"},
	domaintest.Bob:   {"今天不告诉你"},
}

func service() *suggest.Service {
	return suggest.New(suggest.Options{
		History: func(_ context.Context, owner string) ([]string, error) {
			if owner == "broken" {
				return nil, errors.New("no database")
			}
			return past[owner], nil
		},
		Good: func(string) ([]suggest.Group, []suggest.Good) {
			return []suggest.Group{{"goodQuestion", "试试这样问"}, {"date", "日期"}}, []suggest.Good{
				{"goodQuestion", "软件里的头发", "文字"}, {"date", "明天和今天差几天", "日期"}, {"date", "今天穿什么", "日期"}, {"date", "坏词语", "日期"},
			}
		},
		Abilities: func(string) []suggest.Suggestion {
			return []suggest.Suggestion{{"今天是几号", suggest.Ability, "日期"}, {"300 打八五折", suggest.Ability, "计算"}, {"BMI 70 kg", suggest.Ability, "身体"}}
		},
		Clean: func(s string) bool { return !strings.Contains(s, "坏词") },
	})
}

func TestTyped(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		typing suggest.Typing
		want   []string
	}{
		// The asker's own questions come first, at most four of them. Of these, questions
		// that begin with the text come first.
		{suggest.Typing{Owner: domaintest.Alice, Text: " 今天 "}, []string{"今天天气怎么样", "今天 星期几", "今天穿什么", "今天去哪", "明天和今天差几天", "今天是几号"}},
		{suggest.Typing{Owner: domaintest.Alice, Text: "今天", Limit: 2}, []string{"今天天气怎么样", "今天 星期几"}},
		{suggest.Typing{Owner: domaintest.Alice, Text: "今天", Temporary: true}, []string{"今天穿什么", "明天和今天差几天", "今天是几号"}},
		{suggest.Typing{Text: "今天"}, []string{"今天穿什么", "明天和今天差几天", "今天是几号"}},
		{suggest.Typing{Owner: domaintest.Bob, Text: "今天不"}, []string{"今天不告诉你"}},
		{suggest.Typing{Owner: domaintest.Alice, Text: "不告诉"}, []string{}},
		// Simplified and traditional characters, full and half width, and upper and lower case count as
		// equal. Different words for the same thing, such as 軟體 and 软件, do not count as equal.
		{suggest.Typing{Text: "軟體裡"}, []string{}},
		{suggest.Typing{Text: "頭髮"}, []string{"软件里的头发"}},
		{suggest.Typing{Owner: domaintest.Alice, Text: "ｂｍｉ"}, []string{"BMI 是什么", "BMI 70 kg"}},
		// A question is also found by its label.
		{suggest.Typing{Text: "日期"}, []string{"明天和今天差几天", "今天穿什么", "今天是几号"}},
		// A question that equals the typed text is not suggested. A text that is too short or too long
		// gets no suggestions. A question changed by the content rules is not suggested.
		{suggest.Typing{Owner: domaintest.Alice, Text: "今天穿什么"}, []string{}},
		{suggest.Typing{Text: ""}, []string{}},
		{suggest.Typing{Text: "b"}, []string{}},
		{suggest.Typing{Text: "%"}, []string{}},
		{suggest.Typing{Text: strings.Repeat("今", suggest.MaxTyped+1)}, []string{}},
		{suggest.Typing{Text: "坏"}, []string{}},
	} {
		list, err := service().Typed(t.Context(), c.typing)
		got := []string{}
		for _, s := range list {
			got = append(got, s.Text)
		}
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
			t.Errorf("%+v: %v %s", c.typing, err, diff)
		}
	}
	if _, err := service().Typed(t.Context(), suggest.Typing{Owner: "broken", Text: "今天"}); err == nil {
		t.Error("a failing history was passed over")
	}
}

func TestRecommended(t *testing.T) {
	t.Parallel()
	texts := func(owner, tag string, offset, limit int) (string, bool, int) {
		t.Helper()
		p, err := service().Recommended(t.Context(), owner, tag, "", offset, limit)
		if err != nil || len(p.Groups) != 2 {
			t.Fatal(p, err)
		}
		var out []string
		for _, g := range p.List {
			out = append(out, g.Text)
		}
		return strings.Join(out, "|"), p.HasMore, p.Total
	}
	for _, c := range []struct {
		owner, tag    string
		offset, limit int
		want          string
		more          bool
		total         int
	}{
		{"", "", 0, 0, "软件里的头发|明天和今天差几天|今天穿什么", false, 3},
		{"", "date", 0, 0, "明天和今天差几天|今天穿什么", false, 2},
		{"", "none", 0, 0, "", false, 0},
		{"", "", 1, 1, "明天和今天差几天", true, 3},
		{"", "", 3, 1, "", false, 3},
		{"", "", -5, -1, "软件里的头发|明天和今天差几天|今天穿什么", false, 3},
		{"", "", 1 << 60, 1 << 60, "", false, 3},
	} {
		got, more, total := texts(c.owner, c.tag, c.offset, c.limit)
		if got != c.want || more != c.more || total != c.total {
			t.Errorf("%+v: %q %v %d", c, got, more, total)
		}
	}
	// A question in the asker's history comes last.
	past := service()
	past.History = func(context.Context, string) ([]string, error) { return []string{"软件里的头发 "}, nil }
	p, err := past.Recommended(t.Context(), domaintest.Alice, "", "", 0, 0)
	if err != nil || p.List[2].Text != "软件里的头发" {
		t.Errorf("%+v %v", p, err)
	}
}

func TestRoutes(t *testing.T) {
	t.Parallel()
	srv := domaintest.Serve(t, service().Routes)
	status, out := srv.JSON(t, domaintest.Bob, "/api/inputguide/search/create", map[string]any{"query": "今天不"})
	data, _ := out["data"].(map[string]any)
	want := []any{map[string]any{"text": "今天不告诉你", "prompt": "今天不告诉你", "type": "history", "label": ""}}
	if diff := cmp.Diff(want, data["list"]); status != 200 || diff != "" {
		t.Errorf("create: %d %v %s", status, out, diff)
	}
	_, again := srv.JSON(t, domaintest.Bob, "/api/inputguide/search/list", map[string]any{"searchId": data["searchId"]})
	if diff := cmp.Diff(out, again); diff != "" {
		t.Errorf("list: %s", diff)
	}
	// Another asker with the same search id does not get these questions.
	_, other := srv.JSON(t, domaintest.Alice, "/api/inputguide/search/list", map[string]any{"searchId": data["searchId"]})
	if list := other["data"].(map[string]any)["list"]; !cmp.Equal(list, []any{}) {
		t.Errorf("somebody else is given %v", list)
	}
	if _, kept := srv.JSON(t, domaintest.Bob, "/api/inputguide/search/create", map[string]any{"prompt": "今天不", "isTemporary": true}); !cmp.Equal(kept["data"].(map[string]any)["list"], []any{}) {
		t.Errorf("a temporary conversation is offered %v", kept)
	}
	if status, out := srv.JSON(t, "", "/api/inputguide/search/list", map[string]any{"searchId": "*"}); status != 400 || !strings.Contains(fmt.Sprint(out["msg"]), "searchId") {
		t.Errorf("an id that is none: %d %v", status, out)
	}
	if _, long := srv.JSON(t, "", "/api/inputguide/search/create", map[string]any{"query": strings.Repeat("今天", 1000)}); len(long["data"].(map[string]any)["searchId"].(string)) > 400 {
		t.Errorf("a long text gives the id %v", long)
	}
	_, sug := srv.JSON(t, "", "/api/user/agent/conversation/promptSug", map[string]any{"prompt": "今天是"})
	if diff := cmp.Diff(map[string]any{"sug": []any{"今天是几号"}}, sug["data"]); diff != "" {
		t.Error(diff)
	}
	_, rec := srv.JSON(t, "", "/api/discovery/goodquestionrec", map[string]any{"tag": "date", "limit": 1})
	want = []any{map[string]any{"tag": "date", "title": "明天和今天差几天", "prompt": "明天和今天差几天", "label": "日期"}}
	if diff := cmp.Diff(want, rec["data"].(map[string]any)["list"]); diff != "" || rec["data"].(map[string]any)["hasMore"] != true {
		t.Errorf("%v %s", rec, diff)
	}
}
