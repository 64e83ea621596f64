package office

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

func chartOf(t testing.TB, content string) *Chart {
	t.Helper()
	data := string(parsetest.Zip(t, "chart.xml", content, 1))
	a, err := archive.Open(strings.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return (&Package{Archive: a}).Chart(context.WithoutCancel(t.Context()), "chart.xml")
}

// describe returns the blocks of a chart, with bars between blocks and a slash after each row.
func describe(c *Chart) string {
	var out []string
	for _, b := range c.Blocks() {
		s := b.Text
		for _, row := range b.Rows {
			s += strings.Join(row, ",") + "/"
		}
		out = append(out, s)
	}
	return strings.Join(out, "|")
}

func points(kind, format string, values ...string) string {
	var s strings.Builder
	s.WriteString("<c:" + kind + "Ref><c:f>Sheet1!$A$1</c:f><c:" + kind + "Cache><c:formatCode>" + format + "</c:formatCode>")
	for i, v := range values {
		fmt.Fprintf(&s, `<c:pt idx="%d"><c:v>%s</c:v></c:pt>`, i, v)
	}
	return s.String() + "</c:" + kind + "Cache></c:" + kind + "Ref>"
}

func TestChart(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ content, want string }{
		"formats": {
			`<c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>完成</a:t></a:r><a:r><a:t>率</a:t></a:r></a:p></c:rich></c:tx></c:title><c:ser><c:tx>` + points("str", "", "实际") + `</c:tx><c:dLbls><c:dLbl><c:tx><c:rich><a:p><a:r><a:t>标签</a:t></a:r></a:p></c:rich></c:tx></c:dLbl></c:dLbls><c:cat>` +
				points("num", "yyyy-mm", "45292", "45323") + `</c:cat><c:val>` + points("num", "0.0%", "0.5", "0.125") + `</c:val></c:ser></c:chart>`,
			"完成率|,实际/2024-01,50.0%/2024-02,12.5%/",
		},
		"categories in two rows": {
			`<c:ser><c:cat><c:multiLvlStrRef><c:multiLvlStrCache><c:lvl><c:pt idx="0"><c:v>一月</c:v></c:pt><c:pt idx="1"><c:v>二月</c:v></c:pt><c:pt idx="2"><c:v>三月</c:v></c:pt></c:lvl><c:lvl><c:pt idx="0"><c:v>去年</c:v></c:pt><c:pt idx="2"><c:v>今年</c:v></c:pt></c:lvl></c:multiLvlStrCache></c:multiLvlStrRef></c:cat><c:val>` + points("num", "General", "1", "2", "3") + `</c:val></c:ser>`,
			",/去年 一月,1/去年 二月,2/今年 三月,3/",
		},
		"gaps and several x": {
			`<c:ser><c:tx><c:v>甲</c:v></c:tx><c:xVal>` + points("num", "General", "1", "2") + `</c:xVal><c:yVal><c:numLit><c:pt idx="1"><c:v>0.30000000000000004</c:v></c:pt></c:numLit></c:yVal></c:ser>` +
				`<c:ser><c:tx><c:v>乙</c:v></c:tx><c:xVal>` + points("num", "General", "5") + `</c:xVal><c:yVal>` + points("num", "General", "6") + `</c:yVal><c:bubbleSize>` + points("num", "General", "7") + `</c:bubbleSize></c:ser>`,
			",甲/1,/2,0.3/|,乙,乙/5,6,7/",
		},
		"newer": {
			`<cx:chartSpace><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:f>Sheet1!A2</cx:f><cx:lvl ptCount="2"><cx:pt idx="0">访问</cx:pt><cx:pt idx="1">下单</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:lvl ptCount="2" formatCode="#,##0"><cx:pt idx="0">12000</cx:pt><cx:pt idx="1">800</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:rich><a:p><a:r><a:t>漏斗</a:t></a:r></a:p></cx:rich></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="funnel"><cx:tx><cx:txData><cx:v>人数</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>`,
			"漏斗|,人数/访问,12,000/下单,800/",
		},
		"nothing": {"<c:chart/>", ""},
	} {
		if got := describe(chartOf(t, tt.content)); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// TestHugeCharts checks that the number of cells is limited for a chart with a long series and thousands
// of short series.
func TestHugeCharts(t *testing.T) {
	t.Parallel()
	long := points("num", "General", strings.Split(strings.Repeat("1 ", 20_000), " ")...)
	many := strings.Repeat(`<c:ser><c:val><c:numLit><c:pt idx="2000000000"><c:v>1</c:v></c:pt></c:numLit></c:val></c:ser>`, 5_000)
	c := chartOf(t, `<c:ser><c:val>`+long+`</c:val></c:ser>`+many)
	cells := 0
	for _, b := range c.Blocks() {
		for _, row := range b.Rows {
			cells += len(row)
		}
	}
	if cells == 0 || cells > 2*parse.MaxTableCells {
		t.Errorf("%d cells", cells)
	}
}

func FuzzChart(f *testing.F) {
	data := string(parsetest.Sample(f, "charts.pptx"))
	a, err := archive.Open(strings.NewReader(data), int64(len(data)))
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range a.Order {
		if strings.HasPrefix(name, "ppt/charts/chart") {
			b, err := a.ReadShort(name, 1<<20)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(b))
		}
	}
	f.Add(`<cx:data id="0"><cx:strDim><cx:lvl><cx:pt idx="-1">a</cx:pt></cx:lvl><cx:lvl><cx:pt>b</cx:pt></cx:lvl></cx:strDim></cx:data><cx:series><cx:dataId val="0"/></cx:series>`)
	f.Fuzz(func(t *testing.T, content string) {
		c := chartOf(t, content)
		parsetest.Collect(t, func(out *parse.Collector) error {
			return out.Unit(parsed.Unit{Kind: parsed.Slide, Blocks: c.Blocks()})
		})
	})
}
