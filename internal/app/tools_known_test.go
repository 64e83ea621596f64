package app

import (
	"encoding/json"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/extract/table"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/plot"
)

// TestToolsKnown checks that every tool has a title and a description in three languages. A tool
// without a title is not listed, so nobody could turn it off.
func TestToolsKnown(t *testing.T) {
	t.Parallel()
	for _, each := range newApp(t).services.answers.Tools {
		for _, words := range []string{each.Title.ZhCN, each.Title.ZhTW, each.Title.En, each.About.ZhCN, each.About.ZhTW, each.About.En} {
			if words == "" {
				t.Errorf("%s lacks words", each.Spec.Name)
			}
		}
	}
}

// The built-in engine's charts of a table are valid. The test draws three kinds of charts.
func TestDrawingsAreCharts(t *testing.T) {
	t.Parallel()
	units := []parsed.Unit{{Number: 1, Kind: parsed.Sheet, Blocks: []parsed.Block{{Kind: parsed.Table, First: 1, Rows: [][]string{
		{"日期", "部门", "金额（万元）"}, {"2026-01-05", "研发", "86"}, {"2026-02-05", "行政", "12"}, {"2026-03-05", "", "4"},
	}}}}}
	for question, kind := range map[string]plot.Kind{"画一个各部门金额的柱状图": plot.Bar, "各部门金额占比饼图": plot.Pie, "每月金额的趋势": plot.Line} {
		a, ok := table.Ask(table.Tables(units), question)
		if !ok || a.Drawing == nil {
			t.Errorf("%s: nothing is drawn: %+v", question, a)
			continue
		}
		raw, _ := json.Marshal(a.Drawing)
		if c, err := plot.Parse(raw); err != nil || c.Kind != kind {
			t.Errorf("%s: %s %v", question, raw, err)
		}
	}
}
