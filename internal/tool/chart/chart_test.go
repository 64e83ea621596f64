package chart

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]string{
		`{"kind":"bar","labels":["一","二"],"series":[{"values":[1,null]}]}`:                                  "",
		`{"kind":"scatter","series":[{"name":"甲","values":[1,2],"x":[0.5,3]}]}`:                             "",
		`{"kind":"pie","labels":["一","二"],"series":[{"values":[1,0]}]}`:                                     "",
		`{"kind":"radar","labels":["一"],"series":[{"values":[1]}]}`:                                         "kind must be",
		`{"kind":"bar","labels":["一"],"series":[]}`:                                                         "1 to 8 series",
		`{"kind":"bar","series":[{"values":[1]}]}`:                                                          "labels must have",
		`{"kind":"bar","labels":["一","二"],"series":[{"values":[1]}]}`:                                       "1 values for 2 labels",
		`{"kind":"bar","labels":["一"],"series":[{"values":["NaN"]}]}`:                                       "right form",
		`{"kind":"bar","labels":["一"],"series":[{"values":[1e300]}]}`:                                       "beyond",
		`{"kind":"bar","labels":["一"],"series":[{"values":[1e999]}]}`:                                       "right form",
		`{"kind":"bar","labels":["一"],"series":[{"values":[null]}]}`:                                        "no values",
		`{"kind":"pie","labels":["一","二"],"series":[{"values":[1,-1]}]}`:                                    "must not be negative",
		`{"kind":"pie","labels":["一"],"series":[{"values":[0]}]}`:                                           "must not be negative",
		`{"kind":"pie","labels":["一"],"series":[{"values":[1]},{"values":[2]}]}`:                            "one series",
		`{"kind":"stacked","labels":["一"],"series":[{"values":[-1]}]}`:                                      "must not be negative",
		`{"kind":"scatter","series":[{"values":[1,2],"x":[1]}]}`:                                            "1 x for 2 values",
		`{"kind":"scatter","series":[{"values":[1],"x":[null]}]}`:                                           "no values",
		`{"kind":"bar","labels":[` + list(`"a"`, 201) + `],"series":[{"values":[` + list("1", 201) + `]}]}`: "labels must have",
		`{"kind":"pie","labels":[` + list(`"a"`, 25) + `],"series":[{"values":[` + list("1", 25) + `]}]}`:   "at most 24",
		`{"kind":"scatter","series":[{"values":[` + list("1", 801) + `],"x":[` + list("1", 801) + `]}]}`:    "at most 800",
		`[]`: "right form",
	} {
		_, err := Parse([]byte(input))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.90s: %v, want %q", input, err, want)
		}
	}
}

func list(s string, n int) string { return strings.TrimSuffix(strings.Repeat(s+",", n), ",") }

// The largest valid chart and its table fit into a message.
func TestLargestFits(t *testing.T) {
	t.Parallel()
	c := Chart{Kind: Stacked, Title: strings.Repeat("题", 500), X: strings.Repeat("横", 500), Y: strings.Repeat("纵", 500), Unit: strings.Repeat("元", 500)}
	v := 999_999_999_999.125
	for i := range MaxLabels {
		c.Labels = append(c.Labels, fmt.Sprint(i, strings.Repeat("标", 100)))
	}
	for range MaxPoints / MaxLabels {
		s := Series{Name: strings.Repeat("名", 100)}
		for range MaxLabels {
			s.Values = append(s.Values, &v)
		}
		c.Series = append(c.Series, s)
	}
	c, err := c.Checked()
	if err != nil {
		t.Fatal(err)
	}
	card, err := c.Show("1")
	if err != nil {
		t.Fatal(err)
	}
	kept := stream.Bounded(card).(stream.Card)
	if string(kept.Data) != string(card.Data) || kept.Fallback != card.Fallback || !strings.Contains(kept.Fallback, "… +") {
		t.Errorf("data %d of %d bytes kept, fallback %d of %d", len(kept.Data), len(card.Data), len(kept.Fallback), len(card.Fallback))
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]string{
		`{"kind":"line","x":"月份","unit":"万元","labels":["1 月","<b>|"],"series":[{"name":"收入","values":[1.50,null]},{"name":"支出","values":[-2,0.1]}]}`: "| 月份 | 收入 (万元) | 支出 (万元) |\n| --- | --- | --- |\n| 1 月 | 1.5 | -2 |\n| \\<b>\\| |  | 0.1 |\n",
		`{"kind":"scatter","x":"身高","series":[{"name":"甲","values":[60],"x":[170]}]}`:                                                                "|  | 身高 | y |\n| --- | --- | --- |\n| 甲 | 170 | 60 |\n",
	} {
		c, err := Parse([]byte(input))
		if err != nil || c.Table() != want {
			t.Errorf("%s: %v\n%s", input, err, c.Table())
		}
	}
}

func TestTool(t *testing.T) {
	t.Parallel()
	tool := Tool()
	if !json.Valid(tool.Spec.Parameters) {
		t.Error("the schema is no JSON")
	}
	for _, k := range Kinds {
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
		c, err := Parse(input)
		if err != nil {
			return
		}
		card, err := c.Show("1")
		if kept := stream.Bounded(card).(stream.Card); err != nil || len(kept.Data) == 0 || kept.Fallback != card.Fallback {
			t.Errorf("%s %v", input, err)
		}
	})
}
