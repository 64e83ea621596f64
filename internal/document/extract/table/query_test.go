package table_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/extract/table"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

func sales() []table.Table {
	rows := [][]string{
		{"日期", "地区", "产品", "销售额（万元）", "备注"},
		{"2026-01-05", "华东", "水泵", "120", ""}, {"2026-01-20", "华北", "水泵", "80.5", "促销"}, {"2026-02-03", "华东", "阀门", "60", ""},
		{"2026-02-28", "华南", "水泵", "-10", "退货"}, {"2026-03-09", "华北", "阀门", "n/a", ""},
	}
	return table.Tables([]parsed.Unit{
		{Number: 1, Kind: parsed.Sheet, Name: "说明", Blocks: []parsed.Block{{Kind: parsed.Table, First: 1, Rows: [][]string{{"项", "值"}, {"年度", "2026"}}}}},
		{Number: 2, Kind: parsed.Sheet, Name: "销售", Blocks: []parsed.Block{{Kind: parsed.Table, First: 1, Rows: rows}}},
	})
}

func TestCompute(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]struct{ text, rows string }{
		`{"measure":"sum","column":"销售额"}`:                                                  {"「销售额（万元）」的总和是 250.5", ""},
		`{"measure":"mean","column":"销售额","where":[{"column":"地区","op":"=","value":"华东"}]}`: {"在 地区 = 华东 的行里，「销售额（万元）」的平均值是 90", ""},
		`{"measure":"sum","column":"销售额","by":"地区"}`:                                        {"共 3 组", "华东 180|华北 80.5|华南 -10"},
		`{"measure":"sum","column":"销售额","by":"地区","order":"asc","limit":1}`:                {"共 1 组", "华南 -10"},
		`{"measure":"sum","column":"销售额","by":"日期"}`:                                        {"共 2 组", "2026-01 200.5|2026-02 50"},
		`{"measure":"count","by":"日期","every":"quarter"}`:                                   {"共 1 组", "2026-Q1 5"},
		`{"measure":"count"}`: {"共有 5 行", ""},
		`{"measure":"count","where":[{"column":"日期","op":">=","value":"2026-02"}]}`:                                      {"共有 3 行", ""},
		`{"measure":"count","where":[{"column":"日期","op":"=","value":"2026-02"},{"column":"销售额","op":"<","value":"0"}]}`: {"共有 1 行", ""},
		`{"measure":"count","where":[{"column":"备注","op":"!=","value":""}]}`:                                             {"共有 2 行", ""},
		`{"measure":"count","where":[{"column":"产品","op":"contains","value":"阀"}]}`:                                      {"共有 2 行", ""},
		`{"table":"销售","column":"销售额","order":"desc","limit":2}`:                                                         {"共有 2 行", "2 2026-01-05 华东 水泵 120 |3 2026-01-20 华北 水泵 80.5 促销"},
		`{"measure":"max","column":"销售额","where":[{"column":"地区","op":"=","value":"火星"}]}`:                               {"没有符合条件的行", ""},
	} {
		var q table.Query
		if err := json.Unmarshal([]byte(query), &q); err != nil {
			t.Fatal(err)
		}
		a, err := table.Compute(sales(), q, "zh-CN")
		if err != nil || !strings.Contains(a.Text, want.text) {
			t.Errorf("%s: %q %v", query, a.Text, err)
			continue
		}
		var rows []string
		for _, r := range a.Rows {
			rows = append(rows, strings.Join(r, " "))
		}
		if got := strings.Join(rows, "|"); want.rows != "" && got != want.rows {
			t.Errorf("%s: %s", query, got)
		}
		if a.Unit != 2 && q.Measure != "count" || a.How == "" {
			t.Errorf("%s: unit %d, %q", query, a.Unit, a.How)
		}
	}
}

func TestComputeRefuses(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		`{"measure":"product"}`:                                                "measure must be",
		`{"measure":"sum"}`:                                                    "needs a column",
		`{"measure":"sum","column":"利润"}`:                                      "no column \"利润\"; table \"说明\"",
		`{"measure":"sum","column":"产品"}`:                                      "has no numbers",
		`{"measure":"sum","column":"产品","by":"地区"}`:                            "has no numbers",
		`{"by":"地区"}`:                                                          "need a measure",
		`{"measure":"count","by":"地区","every":"week"}`:                         "every must be",
		`{"measure":"count","order":"up"}`:                                     "order must be",
		`{"table":"别的","measure":"count"}`:                                     "no table \"别的\"",
		`{"measure":"count","where":[{"column":"地区","op":"like","value":""}]}`: "op must be",
		`{"measure":"count","where":[{},{},{},{},{},{},{},{},{},{},{}]}`:       "at most 10",
	} {
		var q table.Query
		if err := json.Unmarshal([]byte(query), &q); err != nil {
			t.Fatal(err)
		}
		if a, err := table.Compute(sales(), q, "zh-CN"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q %v", query, a.Text, err)
		}
	}
	if _, err := table.Compute(nil, table.Query{Measure: "count"}, "en"); err == nil {
		t.Error("a file without a table")
	}
}

// Compute returns an error with the reason if the selected rows give no group, for example because their
// cells in the grouping column are empty or are not dates.
func TestComputeWithoutGroups(t *testing.T) {
	t.Parallel()
	rows := [][]string{{"日期", "地区", "等级", "金额"}}
	for range 9 {
		rows = append(rows, []string{"2026-01-05", "华东", "甲", "3"})
	}
	rows = append(rows, []string{"待定", "华南", "", "5"}, []string{"", "华北", "乙", ""})
	tables := table.Tables(blocks("订单", rows, 500))
	for query, want := range map[string]string{
		`{"measure":"count","by":"等级","where":[{"column":"地区","op":"=","value":"华南"}]}`:             `the column "等级" is empty`,
		`{"measure":"sum","column":"金额","by":"等级","where":[{"column":"地区","op":"=","value":"华南"}]}`: `the column "等级" is empty`,
		`{"measure":"count","by":"日期","where":[{"column":"地区","op":"=","value":"华南"}]}`:             `the column "日期" has no dates`,
		`{"measure":"sum","column":"金额","by":"日期","where":[{"column":"地区","op":"=","value":"华南"}]}`: `the column "日期" has no dates`,
		`{"measure":"count","by":"日期","where":[{"column":"地区","op":"=","value":"华北"}]}`:             `the column "日期" is empty`,
		`{"measure":"sum","column":"金额","by":"等级","where":[{"column":"地区","op":"=","value":"华北"}]}`: `the column "金额" has no numbers`,
	} {
		var q table.Query
		if err := json.Unmarshal([]byte(query), &q); err != nil {
			t.Fatal(err)
		}
		if a, err := table.Compute(tables, q, "zh-CN"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q %v", query, a.Text, err)
		}
	}
}

func TestDrawing(t *testing.T) {
	t.Parallel()
	a, err := table.Compute(sales(), table.Query{Measure: "sum", Column: "销售额", By: "地区"}, "zh-CN")
	if err != nil || a.Drawing == nil || a.Drawing.Kind != "bar" || strings.Join(a.Drawing.Labels, " ") != "华东 华北 华南" || a.Drawing.Series[0].Values[1] != 80.5 || a.Chart == "" {
		t.Errorf("%+v %v", a.Drawing, err)
	}
	if a, _ := table.Ask(sales(), "画一个各地区销售额的饼图"); a.Drawing == nil || a.Drawing.Kind != "bar" {
		t.Errorf("a pie with a negative value: %+v of %q", a.Drawing, a.Text)
	}
}

// An answer with a chart of single rows contains the Mermaid text and the data of the chart.
func TestDrawingOfRows(t *testing.T) {
	t.Parallel()
	tables := table.Tables(sheet(t, "staff", 500))
	for question, want := range map[string]struct {
		labels string
		first  float64
	}{
		"画一个月薪前3名的柱状图": {"周八 张三 李四", 21000},
		"画一个月薪的柱状图":    {"张三 李四 王五 赵六 孙七 周八 吴九 郑十", 18500},
	} {
		a, ok := table.Ask(tables, question)
		if !ok || a.Chart == "" || a.Drawing == nil {
			t.Errorf("%s: nothing is drawn: %+v", question, a)
			continue
		}
		if d := a.Drawing; d.Kind != "bar" || strings.Join(d.Labels, " ") != want.labels || d.Series[0].Values[0] != want.first {
			t.Errorf("%s: %+v", question, d)
		}
	}
}
