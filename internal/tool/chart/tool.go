// Package chart is a model's tool for drawing a chart. Its arguments are validated and limited. The
// page draws the chart as a card.
package chart

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/plot"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Card is the kind of the card that shows a chart.
const Card = "chart"

// Name is the name of the tool.
const Name = "draw_chart"

// drawn matches questions that may need a chart.
var drawn = regexp.MustCompile(`(?i)图|圖|表|数据|數據|趋势|趨勢|走势|走勢|对比|對比|比较|比較|占比|佔比|分布|统计|統計|可视化|chart|graph|plot|draw|trend|compar|distribut|visuali|statistic|data|[0-9].*[0-9].*[0-9]`)

// Tool returns the tool.
func Tool() answer.Tool {
	return answer.Tool{
		Spec: llm.Tool{
			Name: Name,
			Description: "Draws a chart that the reader sees at this place of the answer, with a table beside it and a way to save it. Use it when figures are compared, change over time or are parts of a whole, " +
				"or when a chart is asked for. Use only figures of the question, of its files or of other tools. Do not repeat the figures as a table afterwards. " +
				"Kinds: bar; stacked (parts of sums); line or area (over time); pie (shares of one whole); scatter (series with x beside values, no labels).",
			Parameters: []byte(`{"type":"object","properties":{` +
				`"kind":{"type":"string","enum":["bar","stacked","line","area","pie","scatter"]},` +
				`"title":{"type":"string"},` +
				`"labels":{"type":"array","items":{"type":"string"},"description":"names of the points, at most 200; one for each value of a series"},` +
				`"series":{"type":"array","minItems":1,"maxItems":8,"items":{"type":"object","properties":{"name":{"type":"string"},` +
				`"values":{"type":"array","items":{"type":["number","null"]}},"x":{"type":"array","items":{"type":["number","null"]},"description":"of a scatter chart alone"}},"required":["values"]}},` +
				`"x":{"type":"string","description":"what the horizontal axis shows"},"y":{"type":"string","description":"what the vertical axis shows"},` +
				`"unit":{"type":"string","description":"of the values, such as 万元 or %"}},"required":["kind","series"],"additionalProperties":false}`),
		},
		Title: errs.Text{ZhCN: "画图表", ZhTW: "畫圖表", En: "Draw a chart"},
		About: errs.Text{ZhCN: "把数字画成柱状图、折线图、饼图等，可以另存。", ZhTW: "把數字畫成長條圖、折線圖、圓餅圖等，可以另存。", En: "Draws figures as bars, lines, pies and more, to look at and to save."},
		Label: func(locale string, input []byte) string {
			var in struct{ Title string }
			_ = json.Unmarshal(input, &in) // a title of an invalid type stays empty
			if in.Title == "" {
				return errs.Text{ZhCN: "画图表", ZhTW: "畫圖表", En: "Drawing a chart"}.In(locale)
			}
			return fmt.Sprintf(errs.Text{ZhCN: "画图表「%s」", ZhTW: "畫圖表「%s」", En: "Drawing the chart “%s”"}.In(locale), text.Cut(text.OneLine(in.Title), plot.MaxTitle))
		},
		Consent: answer.ConsentNever, Replay: true,
		Offered: func(t answer.Turn) bool {
			return len(t.Files) > 0 || t.ChatType == "301" || drawn.MatchString(t.Question)
		},
		Call: draw,
	}
}

func draw(_ context.Context, c answer.Call) (answer.Result, error) {
	drawn, err := plot.Parse(c.Input)
	if err != nil {
		told := "Not drawn: " + err.Error() + "."
		return answer.Result{Text: told, Note: told}, nil //nolint:nilerr // the model gets the error
	}
	card, err := Show(drawn, c.ID+".chart")
	if err != nil {
		return answer.Result{}, err
	}
	return answer.Result{
		Text:  "The chart is drawn; the reader sees it here.",
		Note:  errs.Text{ZhCN: "画好了", ZhTW: "畫好了", En: "Drawn"}.In(c.Turn.Locale),
		Cards: []stream.Card{card},
	}, nil
}

// Show returns the card of a chart.
func Show(c plot.Chart, id string) (stream.Card, error) {
	data, err := json.Marshal(c)
	return stream.Card{ID: id, Kind: Card, Title: c.Title, State: stream.PartDone, Data: data, Fallback: c.Table(stream.MaxLong)}, err
}
