package answer

import (
	"context"
	"slices"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// When the built-in engine stands in for an unreachable model, the answer states the reason in the
// language of each reader.
func TestWhyTheEngineStandsIn(t *testing.T) {
	t.Parallel()
	for _, fault := range []*errs.Error{nil, errs.New(errs.Network)} {
		l, err := New(Options{})
		if err != nil {
			t.Fatal(err)
		}
		o := &recordedOutput{}
		turn := plainTurn(&actor{parts: []part{says("好")}}, "zh-CN")
		turn.Choice.Fault = fault
		if err := l.Run(context.Background(), turn, o); err != nil {
			t.Fatal(err)
		}
		var told, want []string
		for _, e := range o.events {
			if s, ok := e.(stream.Step); ok && s.Code == "said" {
				told = append(told, s.Args...)
			}
		}
		if fault != nil {
			want = []string{
				"没有接通设置好的模型，先由内置引擎回答。" + fault.Message("zh-CN"), "沒有接通設定好的模型，先由內建引擎回答。" + fault.Message("zh-TW"),
				"The model that is set up cannot be reached, so the built-in engine answers. " + fault.Message("en"),
			}
		}
		if !slices.Equal(told, want) {
			t.Errorf("%v: told %v, want %v", fault, told, want)
		}
	}
}
