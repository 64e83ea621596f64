package chart

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/plot"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// The largest valid chart and its shortened table are within the limits of a card.
func TestLargestFits(t *testing.T) {
	t.Parallel()
	largestFits(t, "标")
	largestFits(t, "📊") // a character of four bytes, the most in UTF-8
}

func largestFits(t *testing.T, character string) {
	t.Helper()
	long := strings.Repeat(character, 500)
	c := plot.Chart{Kind: plot.Stacked, Title: long, X: long, Y: long, Unit: long}
	v := 999_999_999_999.125
	for i := range plot.MaxLabels {
		c.Labels = append(c.Labels, fmt.Sprint(i, long))
	}
	for range plot.MaxPoints / plot.MaxLabels {
		s := plot.Series{Name: long}
		for range plot.MaxLabels {
			s.Values = append(s.Values, &v)
		}
		c.Series = append(c.Series, s)
	}
	c, err := c.Checked()
	if err != nil {
		t.Fatal(err)
	}
	card, err := Show(c, "1")
	if err != nil {
		t.Fatal(err)
	}
	kept := stream.Bounded(card).(stream.Card)
	if string(kept.Data) != string(card.Data) || kept.Fallback != card.Fallback || !strings.Contains(kept.Fallback, "… +") {
		t.Errorf("data %d of %d bytes kept, fallback %d of %d", len(kept.Data), len(card.Data), len(kept.Fallback), len(card.Fallback))
	}
}

func TestTool(t *testing.T) {
	t.Parallel()
	tool := Tool()
	if !json.Valid(tool.Spec.Parameters) {
		t.Error("the schema is no JSON")
	}
	for _, k := range plot.Kinds {
		if !strings.Contains(string(tool.Spec.Parameters), `"`+string(k)+`"`) {
			t.Errorf("the schema does not offer %s", k)
		}
	}
	call := func(input string) answer.Result {
		r, err := tool.Call(t.Context(), answer.Call{ID: "2.0.1.0", Input: []byte(input), Turn: answer.Turn{Locale: "zh-CN"}})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := call(`{"kind":"bar","title":"销\n售","labels":["一"],"series":[{"values":[1]}]}`); len(r.Cards) != 1 || r.Cards[0].Kind != Card || r.Cards[0].Title != "销 售" || r.Cards[0].ID != "2.0.1.0.chart" {
		t.Errorf("%+v", r)
	}
	if r := call(`{"kind":"bar"}`); len(r.Cards) != 0 || !strings.HasPrefix(r.Text, "Not drawn: ") {
		t.Errorf("%+v", r)
	}
	for question, want := range map[string]bool{"画一个柱状图": true, "plot the sales": true, "三个季度是 10 20 30": true, "你好": false} {
		if got := tool.Offered(answer.Turn{Question: question}); got != want {
			t.Errorf("%s: offered %v", question, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"kind":"bar","labels":["一"],"series":[{"values":[1]}]}`))
	f.Fuzz(func(t *testing.T, input []byte) {
		c, err := plot.Parse(input)
		if err != nil {
			return
		}
		card, err := Show(c, "1")
		if kept := stream.Bounded(card).(stream.Card); err != nil || len(kept.Data) == 0 || kept.Fallback != card.Fallback {
			t.Errorf("%s %v", input, err)
		}
	})
}
