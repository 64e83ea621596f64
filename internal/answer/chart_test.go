package answer

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// TestChartOfTheEngine checks that a chart of the built-in engine becomes a card after the
// text.
func TestChartOfTheEngine(t *testing.T) {
	t.Parallel()
	b := on(t)
	data := json.RawMessage(`{"kind":"bar","labels":["甲"],"series":[{"values":[1]}]}`)
	b.model.parts = []part{func(_ context.Context, yield func(llm.Delta, error) bool) {
		_ = yield(llm.Delta{Text: "合计是 1。"}, nil) && yield(llm.Delta{Charts: []json.RawMessage{data}, Finish: llm.FinishStop}, nil)
	}}
	m := b.answer(b.turn(func(*Turn) {}))
	last, ok := m.Content[len(m.Content)-1].Event.(stream.Card)
	if !ok || last.Kind != "chart" || string(last.Data) != string(data) || m.State != stream.StateDone {
		t.Errorf("%s %+v", outline(m), m.Content[len(m.Content)-1])
	}
}
