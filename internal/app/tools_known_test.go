package app

import (
	"encoding/json"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/extract/table"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/plot"
	"github.com/wenqu-ai/wenqu/internal/tool"
)

// TestToolsKnown compares the tools of the server with what the administration and
// people read of them: one without a row could not be turned off.
func TestToolsKnown(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	there := map[string]bool{}
	for _, each := range a.services.answers.Tools {
		there[each.Spec.Name] = true
		if _, known := tool.Named(each.Spec.Name); !known {
			t.Errorf("the tool %s has no row in tool.List", each.Spec.Name)
		}
	}
	for _, k := range tool.List {
		if !there[k.Name] {
			t.Errorf("there is no tool %s", k.Name)
		}
		for _, words := range []string{k.Title.ZhCN, k.Title.ZhTW, k.Title.En, k.Text.ZhCN, k.Text.ZhTW, k.Text.En} {
			if words == "" {
				t.Errorf("%s lacks words", k.Name)
			}
		}
	}
}

// What the built-in engine draws of tables is a chart that the page takes.
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
