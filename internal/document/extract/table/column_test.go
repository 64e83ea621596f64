package table_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/document/extract/table"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// columnOf returns a table with two columns: names, and the given cells under header.
func columnOf(header string, cells ...string) table.Table {
	rows := [][]string{{"名称", header}}
	for i, c := range cells {
		rows = append(rows, []string{string(rune('甲' + i)), c})
	}
	return table.Tables(blocks("t", rows, 500))[0]
}

// A column has the type of most of its cells. The cells are written in several ways.
func TestColumnKinds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		header string
		cells  []string
		want   table.ColumnKind
		sum    string
	}{
		{"金额", []string{"1,234.50", "￥1，000", "(500)", "-34.5"}, table.Number, "1,700"},
		{"金额", []string{"1.2万", "3000", "0.5亿"}, table.Number, "50,015,000"},
		{"比例", []string{"12.5%", "7.5％", "0%"}, table.Number, "20%"},
		{"重量", []string{"1.5kg", "2 kg", "3kg"}, table.Number, "6.5kg"},
		{"值", []string{"0.1", "0.2", "0.3"}, table.Number, "0.6"},
		{"值", []string{"1e3", "2.5E-1", "+4"}, table.Number, "1,004.25"},
		{"值", []string{"12,34,5", "1..2", "abc"}, table.Text, ""},
		{"卡号", []string{"6222021234567890123", "6222021234567890124"}, table.Text, ""},
		{"编码", []string{"0012", "0013"}, table.Text, ""},
		{"日期", []string{"2024-01-02", "2024年3月4日", "2024/5/6 12:30"}, table.Date, ""},
		{"日期", []string{"20240102", "20240304"}, table.Date, ""},
		{"When", []string{"Jan 2, 2024", "3 March 2024", "12/31/2024"}, table.Date, ""},
		{"月", []string{"2024-01", "2024年2月"}, table.Date, ""},
		{"值", []string{"2024-13-40", "x", "y"}, table.Text, ""},
		{"备注", []string{"3 间房", "好", "共 5 人左右的团队"}, table.Text, ""},
	} {
		table := columnOf(tt.header, tt.cells...)
		if got := table.Columns[1].Kind; got != tt.want {
			t.Errorf("%s %v: %s, want %s", tt.header, tt.cells, got, tt.want)
		}
		if tt.sum != "" {
			if a, ok := table.Ask(tt.header + "总和是多少"); !ok || !strings.Contains(a.Text, tt.sum+"。") {
				t.Errorf("%v: %q, want %s", tt.cells, a.Text, tt.sum)
			}
		}
	}
}

func TestHeaders(t *testing.T) {
	t.Parallel()
	names := func(rows [][]string) (out [][]string) {
		for _, table := range table.Tables(blocks("s", rows, 500)) {
			var n []string
			for _, c := range table.Columns {
				n = append(n, c.Name)
			}
			out = append(out, n)
		}
		return out
	}
	for _, tt := range []struct {
		name string
		rows [][]string
		want [][]string
	}{
		{"a title above", [][]string{{"员工表", "", ""}, {}, {"姓名", "部门", "工资"}, {"张三", "研发", "1"}}, [][]string{{"姓名", "部门", "工资"}}},
		{"none", [][]string{{"张三", "5"}, {"李四", "6"}}, [][]string{{"A", "B"}}},
		{"two rows", [][]string{{"地区", "2024年", "", "2025年", ""}, {"", "收入", "成本", "收入", "成本"}, {"华东", "1", "2", "3", "4"}}, [][]string{{"地区", "2024年 收入", "2024年 成本", "2025年 收入", "2025年 成本"}}},
		{"two tables", [][]string{{"甲", "乙"}, {"x", "1"}, {}, {"丙", "丁"}, {"y", "2"}}, [][]string{{"甲", "乙"}, {"丙", "丁"}}},
		{"a header alone", [][]string{{"甲", "乙"}}, nil},
		{"an empty name", [][]string{{"姓名", "", "工资"}, {"张三", "x", "1"}, {"李四", "3", "5"}}, [][]string{{"姓名", "B", "工资"}}},
	} {
		if diff := cmp.Diff(tt.want, names(tt.rows)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

// The blocks of a sheet are one table whose rows keep their numbers. Tables on a page
// are separate, and each has the name of the caption above it.
func TestJoinedBlocks(t *testing.T) {
	t.Parallel()
	var rows [][]string
	rows = append(rows, []string{"编号", "金额"})
	for i := range 1200 {
		rows = append(rows, []string{"a" + string(rune('0'+i%10)), "0.1"})
	}
	rows[1100][1] = "坏"
	a, ok := table.Ask(table.Tables(blocks("大表", rows, 500)), "金额的总和")
	if !ok || !strings.Contains(a.Text, "119.9") || a.Used != 1200 || a.Skipped != 1 || !strings.Contains(a.How, "2–1201") {
		t.Errorf("%+v", a)
	}
	page := []parsed.Unit{{Number: 7, Kind: parsed.Page, Blocks: []parsed.Block{
		{Kind: parsed.Caption, Text: "表 1 收入"}, {Kind: parsed.Table, Rows: [][]string{{"年份", "收入"}, {"2023", "10"}, {"2024", "12"}}},
		{Kind: parsed.Caption, Text: "表 2 成本"}, {Kind: parsed.Table, Rows: [][]string{{"年份", "成本"}, {"2023", "7"}, {"2024", "8"}}},
	}}}
	tables := table.Tables(page)
	if len(tables) != 2 || tables[1].Name != "表 2 成本" {
		t.Fatalf("%+v", tables)
	}
	if a, ok := table.Ask(tables, "成本的总和是多少"); !ok || a.Unit != 7 || !strings.Contains(a.Text, "15") {
		t.Errorf("%+v", a)
	}
	if a, ok := table.Ask(tables, "2024的收入是多少"); !ok || !strings.Contains(a.Text, "12") {
		t.Errorf("%+v", a)
	}
}

// The text of a cell cannot end a label, begin markup or be executed in a spreadsheet.
func TestHostileCells(t *testing.T) {
	t.Parallel()
	rows := [][]string{{"部门", "金额"}, {"\"]; click A \"javascript:x\"\n%%{init: {}}%%", "3"}, {"a|b<script>`", "4"}, {"```\n# x", "5"}}
	a, ok := table.Ask(table.Tables(blocks("t", rows, 500)), "各部门的金额占比")
	if !ok || strings.Count(a.Chart, "\n") != 5 || strings.Count(a.Chart, `"`) != 6 || strings.ContainsAny(a.Chart, "{}<>`;%") {
		t.Errorf("%q", a.Chart)
	}
	if md := a.Markdown(); strings.Contains(md, "<script") && !strings.Contains(md, `\<script`) || strings.Count(md, "```") != 2 || !strings.Contains(md, `| a\|b\<`) {
		t.Errorf("%s", md)
	}
	got := string(table.CSV([]string{"=1+1", "b"}, [][]string{{"@cmd", "-5"}, {"+1", "-1+2"}, {"\tx", "a,\"b\""}, {"＝SUM(A1)", ""}}))
	want := "\uFEFF'=1+1,b\r\n'@cmd,-5\r\n+1,'-1+2\r\n'\tx,\"a,\"\"b\"\"\"\r\n'＝SUM(A1),\r\n"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestFullDates checks that a question may name a day in several spellings.
func TestFullDates(t *testing.T) {
	t.Parallel()
	rows := [][]string{{"日期", "金额"}, {"2025-06-11", "5"}, {"2025-06-12", "7"}, {"2025-07-11", "9"}}
	days := table.Tables([]parsed.Unit{{Number: 1, Kind: parsed.Sheet, Blocks: []parsed.Block{{Kind: parsed.Table, First: 1, Rows: rows}}}})
	for _, q := range []string{
		"2025年6月11日的金额是多少", "2025-06-11 金额合计", "2025.6.11 的金额", "二〇二五年六月十一日的金额", "6月11日的金额", "六月十一号的金额合计",
	} {
		if a, ok := table.Ask(days, q); !ok || !strings.HasSuffix(a.Text, "是 5。") {
			t.Errorf("%s: %v %s", q, ok, a.Text)
		}
	}
	if a, _ := table.Ask(days, "6月的金额合计"); !strings.HasSuffix(a.Text, "是 12。") {
		t.Error(a.Text)
	}
}

// TestRangesOfDays checks that a question may name a range of days or months, or a quarter, with and
// without a year. A range of days is not widened to whole months. Days joined by 和 are a range only
// with 之间.
func TestRangesOfDays(t *testing.T) {
	t.Parallel()
	rows := [][]string{{"日期", "金额"}, {"2025-06-10", "1"}, {"2025-06-11", "2"}, {"2025-06-15", "4"}, {"2025-06-16", "8"}, {"2025-07-03", "16"}, {"2026-06-12", "32"}}
	days := table.Tables([]parsed.Unit{{Number: 1, Kind: parsed.Sheet, Blocks: []parsed.Block{{Kind: parsed.Table, First: 1, Rows: rows}}}})
	for q, want := range map[string]string{
		"6月11日到6月15日的金额合计":      "在 日期 : 06-11 – 06-15 的行里，「金额」的总和是 38。",
		"6月11日到15日的金额合计":        "在 日期 : 06-11 – 06-15 的行里，「金额」的总和是 38。",
		"2025年6月11日到6月15日的金额合计": "在 日期 : 2025-06-11 – 2025-06-15 的行里，「金额」的总和是 6。",
		"2025年6月11日至15号的金额合计":   "在 日期 : 2025-06-11 – 2025-06-15 的行里，「金额」的总和是 6。",
		"6月11日到2025年6月15日的金额合计": "在 日期 : 2025-06-11 – 2025-06-15 的行里，「金额」的总和是 6。",
		"6月16日到7月3日的金额合计":       "在 日期 : 06-16 – 07-03 的行里，「金额」的总和是 24。",
		"6月16日到7月的金额合计":         "在 日期 : 06-16 – 07 的行里，「金额」的总和是 24。",
		"2025年6月到7月的金额合计":       "在 日期 : 2025-06 – 2025-07 的行里，「金额」的总和是 31。",
		"6月到7月的金额合计":            "在 日期 : 06 – 07 的行里，「金额」的总和是 63。",
		"第二季度的金额合计":             "在 日期 : 04–06 的行里，「金额」的总和是 47。",
		"2025年第二季度的金额合计":        "在 日期 : 2025-04–2025-06 的行里，「金额」的总和是 15。",
		"6月11日和6月15日的金额合计":      "在 日期 : 06-11 / 06-15 的行里，「金额」的总和是 6。",
		"6月11日和15日的金额合计":        "在 日期 : 06-11 / 06-15 的行里，「金额」的总和是 6。",
		"2025年6月11日、15日的金额合计":   "在 日期 : 2025-06-11 / 2025-06-15 的行里，「金额」的总和是 6。",
		"2025年6月11日和6月15日的金额合计": "在 日期 : 2025-06-11 / 2025-06-15 的行里，「金额」的总和是 6。",
		"6月和7月的金额合计":            "在 日期 : 06 / 07 的行里，「金额」的总和是 63。",
		"6月11日和6月15日之间的金额合计":    "在 日期 : 06-11 – 06-15 的行里，「金额」的总和是 38。",
		"介于6月11日与15日的金额合计":      "在 日期 : 06-11 – 06-15 的行里，「金额」的总和是 38。",
		"6月11日和12日和15日的金额合计":    "在 日期 : 06-11 / 06-12 / 06-15 的行里，「金额」的总和是 38。",
		"6月15日到6月11日的金额合计":      "在 日期 : 06-15 / 06-11 的行里，「金额」的总和是 6。",
	} {
		if a, ok := table.Ask(days, q); !ok || a.Text != want {
			t.Errorf("%s: %v %s", q, ok, a.Text)
		}
	}
	months := table.Tables([]parsed.Unit{{Number: 1, Kind: parsed.Sheet, Blocks: []parsed.Block{{Kind: parsed.Table, First: 1, Rows: [][]string{
		{"月份", "金额"}, {"2025-05", "1"}, {"2025-06", "2"}, {"2026-06", "4"}, {"2026年", "8"},
	}}}}})
	for q, want := range map[string]string{"6月的金额合计": "是 6。", "1月到5月的金额合计": "是 1。"} {
		if a, ok := table.Ask(months, q); !ok || !strings.HasSuffix(a.Text, want) {
			t.Errorf("%s: %v %s", q, ok, a.Text)
		}
	}
}

// If a question asks for the count of two columns, the answer is about the column with repeated values,
// even if the question names it second. The different values of that column are counted.
func TestCountsTheColumnThatRepeats(t *testing.T) {
	t.Parallel()
	a, ok := table.Ask(table.Tables(sheet(t, "staff", 500)), "员工姓名和部门的个数")
	if !ok || !strings.Contains(a.Text, "「所属部门」共有 4 个不同的值") {
		t.Errorf("%v %q", ok, a.Text)
	}
}

// An answer lists at most the first 30 columns. If the table has more columns, the answer says so.
func TestManyColumnsAreCut(t *testing.T) {
	t.Parallel()
	rows := [3][]string{{"名称"}, {"一"}, {"二"}}
	for i := range 31 {
		rows[0], rows[1], rows[2] = append(rows[0], string(rune('甲'+i))+"项额"), append(rows[1], "1.5"), append(rows[2], "")
	}
	for _, question := range []string{"描述性统计", "表中数据的平均值", "哪些列有缺失"} {
		for n, cut := range map[int]bool{30: false, 31: true} {
			some := [][]string{rows[0][:n+1], rows[1][:n+1], rows[2][:n+1]}
			a, ok := table.Ask(table.Tables(blocks("表", some, 500)), question)
			if !ok || len(a.Rows) != 30 || strings.Contains(a.How, "只列出前 30 行") != cut {
				t.Errorf("%s, %d columns: %v, %d rows, %q", question, n, ok, len(a.Rows), a.How)
			}
		}
	}
}

// TestEmptyTableYields checks that, of two tables with the named columns, the one with matching rows
// answers, also if the other comes first.
func TestEmptyTableYields(t *testing.T) {
	t.Parallel()
	table1 := func(name string, rows ...[]string) []table.Table {
		return table.Tables(blocks(name, append([][]string{{"日期", "数量", "金额"}}, rows...), 500))
	}
	tables := append(table1("一月", []string{"2024-01-03", "5", "10"}, []string{"2024-01-09", "6", "30"}),
		table1("三月", []string{"2024-03-03", "50", "70"}, []string{"2024-03-09", "60", "90"})...)
	for question, want := range map[string]string{
		"2024年3月数量超过55的金额合计": "90",
		"2024年3月数量超过10的金额合计": "160",
		"2024年1月数量超过55的金额合计": "没有",
		"数量超过55且金额大于80的行有几条": "1",
	} {
		a, ok := table.Ask(tables, question)
		if !ok || !strings.Contains(a.Text, want) {
			t.Errorf("%s: %v %s (%s)", question, ok, a.Text, a.How)
		}
	}
}
