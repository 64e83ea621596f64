package table_test

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/extract/table"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

func one(rows [][]string) []table.Table {
	return table.Tables([]parsed.Unit{{Number: 1, Kind: parsed.Sheet, Blocks: []parsed.Block{{Kind: parsed.Table, First: 1, Rows: rows}}}})
}

// TestAmounts checks the ways to write the number of a comparison.
func TestAmounts(t *testing.T) {
	t.Parallel()
	costs := one([][]string{{"项目", "费用"}, {"甲", "102"}, {"乙", "250"}, {"丙", "2999"}, {"丁", "15500"}, {"戊", "2000000"}})
	for question, rows := range map[string]string{
		"费用大于一百零五的有几个":     "4 行",
		"费用超过3千的有几个":       "2 行",
		"费用超过3千元的有几个":      "2 行",
		"费用超过三千的有几个":       "2 行",
		"费用超过2百的有几个":       "4 行",
		"费用超过1万5千的有几个":     "2 行",
		"费用超过一万五千的有几个":     "2 行",
		"费用大于两百五十的有几个":     "3 行",
		"费用超过百万的有几个":       "1 行",
		"费用超过1.5万的有几个":     "2 行",
		"费用超过一点五万的有几个":     "2 行",
		"费用在1到3千之间的有几个":    "1 行",
		"费用不超过一百零二元的有几个":   "1 行",
		"费用在1万到3万之间的有几个":   "1 行",
		"费用在1千到1万6千之间的有几个": "2 行",
	} {
		if a, ok := table.Ask(costs, question); !ok || !strings.Contains(a.Text, rows) {
			t.Errorf("%s: %v %s", question, ok, a.Text)
		}
	}
}

// TestThousandsInCells checks that 千 or 百 after the number of a cell multiplies the number. A unit
// such as 千克 does not multiply it.
func TestThousandsInCells(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		cells []string
		sum   string
	}{
		{[]string{"3千", "2000"}, "5000"},
		{[]string{"3千元", "2千元"}, "5千元"},
		{[]string{"3千克", "2千克"}, "5千克"},
		{[]string{"3千瓦", "2千瓦"}, "5千瓦"},
		{[]string{"3百人", "200人"}, "500人"},
	} {
		rows := [][]string{{"名称", "数量"}, {"甲", c.cells[0]}, {"乙", c.cells[1]}}
		a, ok := table.Ask(one(rows), "数量的总和是多少")
		if got := strings.ReplaceAll(a.Text, ",", ""); !ok || !strings.Contains(got, c.sum) {
			t.Errorf("%v: %v %s", c.cells, ok, a.Text)
		}
	}
}

// TestLaterThan checks that 晚于 excludes the named period, and that 自从 includes it.
func TestLaterThan(t *testing.T) {
	t.Parallel()
	months := one([][]string{{"日期", "金额"}, {"2024-02-10", "1"}, {"2024-03-10", "2"}, {"2024-04-10", "4"}})
	for question, sum := range map[string]string{
		"晚于2024年3月的金额合计": "是 4。", "自从2024年3月的金额合计": "是 6。", "早于2024年3月的金额合计": "是 1。",
		"total 金额 after 2024-03": "是 4。",
	} {
		if a, ok := table.Ask(months, question); !ok || !strings.Contains(strings.ReplaceAll(a.Text, " is ", " 是 "), strings.TrimSuffix(sum, "。")) {
			t.Errorf("%s: %v %s", question, ok, a.Text)
		}
	}
}
