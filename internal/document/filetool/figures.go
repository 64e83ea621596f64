package filetool

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/document/extract/table"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
)

// maxFigureRows is the maximum number of result rows sent to a model.
const maxFigureRows = 60

// Tables computes figures from the tables in the files of owners. If the owner does not have the file,
// Tables fails with errs.NotFound.
type Tables interface {
	// Figures computes one query. The returned source is the place of the answer in the
	// file. A *Uncomputed error states what is wrong with the query.
	Figures(ctx context.Context, owner, id string, q table.Query, locale string) (table.Answer, source.Source, error)
}

// Uncomputed is the reason why a query cannot be computed, in words for the model.
type Uncomputed struct{ Reason string }

func (e *Uncomputed) Error() string { return "filetool: " + e.Reason }

// Figures returns the tool that computes figures from the tables in the asker's files.
func Figures(t Tables) answer.Tool {
	return answer.Tool{
		Spec: llm.Tool{
			Name: "table_figures",
			Description: "Computes exactly from a table in one of the asker's files (a workbook, a CSV, a table of a document): one figure of a column, one for each group, or the rows that meet conditions. " +
				"Use it for every figure of a table instead of adding up what you have read. The result has a number to cite it by. To learn the columns, ask with the file alone.",
			Parameters: []byte(`{"type":"object","properties":{"file":{"type":"string","description":"name or id of the file"},` +
				`"table":{"type":"string","description":"name of the sheet; left out: the first table with the columns"},` +
				`"measure":{"type":"string","enum":["sum","mean","median","max","min","count","spread"],"description":"left out: the rows themselves"},` +
				`"column":{"type":"string","description":"what is measured, or ordered by"},` +
				`"by":{"type":"string","description":"one value for each value of this column"},"every":{"type":"string","enum":["day","month","quarter","year"],"description":"where by is a column of dates"},` +
				`"where":{"type":"array","maxItems":10,"items":{"type":"object","properties":{"column":{"type":"string"},"op":{"type":"string","enum":["=","!=",">",">=","<","<=","contains"]},"value":{"type":"string"}},"required":["column","op","value"]}},` +
				`"order":{"type":"string","enum":["desc","asc"]},"limit":{"type":"integer","minimum":1}},"required":["file"],"additionalProperties":false}`),
		},
		Title: errs.Text{ZhCN: "表格计算", ZhTW: "表格計算", En: "Table figures"},
		About: errs.Text{ZhCN: "对文件里的表格求和、平均、分组、筛选，结果准确并注明出处。", ZhTW: "對檔案裡的表格加總、平均、分組、篩選，結果精確並註明出處。", En: "Sums, averages, groups and filters the tables of your files, exactly and with the source."},
		Label: figuresLabel, Consent: answer.ConsentNever, Replay: true, Timeout: callTime, Limit: resultBytes, Offered: hasFiles,
		Call: figures{t}.call,
	}
}

type figuresOrder struct {
	File string `json:"file"`
	table.Query
}

func figuresLabel(locale string, input []byte) string {
	var in figuresOrder
	_ = json.Unmarshal(input, &in) // ignored here: the method `call` reports an invalid input
	if in.Column == "" {
		return fmt.Sprintf(errs.Text{ZhCN: "查看《%s》的表格", ZhTW: "查看《%s》的表格", En: "Looking at the tables of “%s”"}.In(locale), in.File)
	}
	return fmt.Sprintf(errs.Text{ZhCN: "计算《%s》的「%s」", ZhTW: "計算《%s》的「%s」", En: "Computing from “%s”: %s"}.In(locale), in.File, in.Column)
}

type figures struct{ tables Tables }

func (f figures) call(ctx context.Context, c answer.Call) (answer.Result, error) {
	var in figuresOrder
	if err := json.Unmarshal(c.Input, &in); err != nil || strings.TrimSpace(in.File) == "" {
		return message("file must be the name or id of a file. " + listed(c.Turn)), nil //nolint:nilerr // the model receives the reason
	}
	a, at, err := f.tables.Figures(ctx, c.Turn.Owner(), find(c.Turn, in.File).ID, in.Query, c.Turn.Locale)
	if refused, ok := err.(*Uncomputed); ok { //nolint:errorlint // Uncomputed is never wrapped
		return message("Not computed: " + refused.Reason), nil
	}
	if errs.Is(err, errs.NotFound) {
		return message("There is no such file. " + listed(c.Turn)), nil
	}
	if err != nil {
		return answer.Result{}, err
	}
	at.Header = figuresText(a) // not in Text: an opened citation shows Text as text of the file, which does not contain these figures
	return answer.Result{Sources: []source.Source{at}, Note: a.Text}, nil
}

// figuresText describes an answer for a model: the result, its rows, and how it was
// computed.
func figuresText(a table.Answer) string {
	var b strings.Builder
	b.WriteString(a.Text)
	if len(a.Rows) > 0 {
		b.WriteString("\n" + strings.Join(a.Header, "\t"))
		for _, r := range a.Rows[:min(len(a.Rows), maxFigureRows)] {
			b.WriteString("\n" + strings.Join(r, "\t"))
		}
	}
	if a.How != "" {
		b.WriteString("\n" + a.How)
	}
	return b.String()
}
