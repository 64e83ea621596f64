package filetool

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/document/extract/table"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/source"
)

// sheets is a Tables with one workbook of the owner alice.
type sheets struct{}

func (sheets) Figures(_ context.Context, owner, id string, q table.Query, locale string) (table.Answer, source.Source, error) {
	if owner != "alice" || id != "book-1" {
		return table.Answer{}, source.Source{}, errs.New(errs.NotFound)
	}
	a, err := table.Compute(table.Tables([]parsed.Unit{{Number: 1, Kind: parsed.Sheet, Name: "账", Blocks: []parsed.Block{
		{Kind: parsed.Table, First: 1, Rows: [][]string{{"部门", "金额"}, {"研发", "860"}, {"行政", "120"}, {"研发", "40"}}},
	}}}), q, locale)
	if err != nil {
		return a, source.Source{}, &Uncomputed{Reason: err.Error()}
	}
	return a, source.Source{ID: id, Kind: source.File, Title: "手册.pdf", Text: "部门\t金额"}, nil
}

func TestFigures(t *testing.T) {
	t.Parallel()
	tool := Figures(sheets{})
	for input, want := range map[string]string{
		`{"file":"手册.pdf","measure":"sum","column":"金额","by":"部门"}`: "研发\t900\n行政\t120",
		`{"file":"手册.pdf","measure":"sum","column":"利润"}`:           "Not computed: there is no column \"利润\"; table \"账\" with 3 rows has the columns 部门 (text), 金额 (number)",
		`{"file":"手册.pdf"}`:                 "共有 3 行",
		`{"file":"别的"}`:                     "There is no such file",
		`{"file":"手册.pdf","limit":"three"}`: "file must be",
		`{}`:                                "file must be",
	} {
		r, err := tool.Call(t.Context(), answer.Call{Input: []byte(input), Turn: turn("alice")})
		got := r.Text
		if len(r.Sources) == 1 {
			got = r.Sources[0].Content()
		}
		if err != nil || !strings.Contains(got, want) {
			t.Errorf("%s: %q %v", input, got, err)
		}
	}
	if r, err := tool.Call(t.Context(), answer.Call{Input: []byte(`{"file":"book-1","measure":"count"}`), Turn: turn("bob")}); err != nil || len(r.Sources) > 0 {
		t.Errorf("somebody else computes %+v %v", r, err)
	}
	if !json.Valid(tool.Spec.Parameters) || tool.Label("zh-CN", []byte(`{"file":"a.xlsx","column":"金额"}`)) != "计算《a.xlsx》的「金额」" {
		t.Error("the tool's words")
	}
}
