package table_test

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/extract/table"
)

// An answer to any question about any table has a text and states how it was computed. Its Markdown
// closes each code fence. Each row of the answer has as many cells as its header.
func FuzzAsk(f *testing.F) {
	f.Add("地区,金额,日期\n华东,1.2万,2024-01-02\n华北,3%,x\n合计,9,", "各地区金额大于一万的占比，2024年1月到3月")
	f.Add("a,b\n(1),$2\n=x,@y", "top 3 a by b between 1 and 2")
	f.Add("年份,收入\n2023,10", "第90百分位 哪个月最多 前三名 p99 最早")
	f.Fuzz(func(t *testing.T, text, question string) {
		var rows [][]string
		for line := range strings.Lines(strings.ToValidUTF8(text, "")) {
			rows = append(rows, strings.Split(strings.TrimRight(line, "\n"), ","))
		}
		tables := table.Tables(blocks("t", rows, 3))
		a, ok := table.Ask(tables, question)
		if !ok {
			return
		}
		if a.Text == "" || a.How == "" || strings.Count(a.Markdown(), "```")%2 != 0 {
			t.Fatalf("%+v", a)
		}
		for _, r := range a.Rows {
			if len(r) != len(a.Header) {
				t.Fatalf("%d cells under %d headers", len(r), len(a.Header))
			}
		}
	})
}
