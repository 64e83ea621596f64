package answer

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// searches returns a part with the answer of a provider that has searched the web itself.
func searches(pages []source.Source, text string) part {
	return func(_ context.Context, yield func(llm.Delta, error) bool) {
		_ = yield(llm.Delta{Sources: pages, Model: "up-1"}, nil) && yield(llm.Delta{Text: text}, nil) &&
			yield(llm.Delta{Truncated: true}, nil) && yield(llm.Delta{Finish: llm.FinishStop, Usage: usage()}, nil)
	}
}

// Pages found by a provider are listed even if they are not cited. A citation of a page is kept if the
// page's text supports the sentence, or if the page has no text.
func TestPagesOfAProvider(t *testing.T) {
	t.Parallel()
	b := on(t)
	b.model.parts = []part{searches([]source.Source{
		{Kind: source.Web, Title: "新馆开放", URL: "https://news.example.com/1", ID: "https://news.example.com/1", Text: "新馆于十一月一日向市民开放。"},
		{Kind: source.Web, Title: "票价", URL: "https://news.example.com/2", ID: "https://news.example.com/2"},
		{Kind: source.Web, Title: "没有引用", URL: "https://news.example.com/3", ID: "https://news.example.com/3"},
	}, "新馆十一月一日向市民开放[citation:1]。票价二十元[citation:2]。全年闭馆三百天[citation:1]。[citation:7]")}
	m := b.answer(b.turn())
	var list stream.SearchGuid
	var text strings.Builder
	var steps []string
	for _, it := range m.Content {
		switch e := it.Event.(type) {
		case stream.SearchGuid:
			list = e
		case stream.Text:
			text.WriteString(e.Msg)
		case stream.Step:
			steps = append(steps, e.Code)
		}
	}
	if got, want := text.String(), "新馆十一月一日向市民开放[citation:1]。票价二十元[citation:2]。全年闭馆三百天。"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if list.Title != "引用 3 篇资料作为参考" || len(list.Docs) != 3 || list.Docs[2].URL != "https://news.example.com/3" || list.Docs[2].Kind != "web" {
		t.Errorf("%+v", list)
	}
	if !slices.Equal(steps, []string{"truncated"}) {
		t.Errorf("steps %v", steps)
	}
	if got := b.model.requests()[0].FirstSource; got != 1 {
		t.Errorf("numbered from %d", got)
	}
}

// The content rules apply to the titles and the site names in the list of sources.
func TestRulesApplyToTheListOfSources(t *testing.T) {
	t.Parallel()
	b := on(t)
	b.FilterFor = func(context.Context, string) Filter { return forbids("秘密") }
	b.model.parts = []part{searches([]source.Source{
		{Kind: source.Web, Title: "秘密名单", URL: "https://news.example.com/1", ID: "https://news.example.com/1"},
		{Kind: source.Web, Title: "票价", Site: "秘密网", URL: "https://news.example.com/2", ID: "https://news.example.com/2"},
	}, "票价二十元[citation:2]。")}
	lists := 0
	for _, it := range b.answer(b.turn()).Content {
		list, ok := it.Event.(stream.SearchGuid)
		if !ok {
			continue
		}
		lists++
		if len(list.Docs) != 2 || list.Docs[0].Title != "" || list.Docs[1].Title != "票价" || strings.Contains(list.Docs[1].WebSiteName, "秘密") {
			t.Errorf("%+v", list.Docs)
		}
	}
	if lists == 0 {
		t.Error("no list of sources")
	}
}

// If only a model could answer the question, the answer ends with instructions for connecting a
// model.
func TestWayToConnectAModel(t *testing.T) {
	t.Parallel()
	b := on(t)
	b.model.parts = []part{func(_ context.Context, yield func(llm.Delta, error) bool) {
		_ = yield(llm.Delta{Text: "这个问题我答不了。", Model: "up-1"}, nil) &&
			yield(llm.Delta{NeedsModel: true, Finish: llm.FinishStop, Usage: usage()}, nil)
	}}
	m := b.answer(b.turn())
	if len(m.Content) != 2 {
		t.Fatalf("%+v", m.Content)
	}
	text, _ := m.Content[0].Event.(stream.Text)
	card, _ := m.Content[1].Event.(stream.Card)
	if text.Msg != "这个问题我答不了。" || card.ID != "connect" || card.Kind != "connect" || card.Fallback == "" {
		t.Errorf("%+v %+v", text, card)
	}
}
