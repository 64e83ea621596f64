package answer

import (
	"fmt"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
)

// BenchmarkStep measures the overhead of a step, including its checkpoint on disk, without the
// model and the tool. It compares an answer of eight steps with an answer of one step.
func BenchmarkStep(b *testing.B) {
	for _, steps := range []int{1, 8} {
		b.Run(fmt.Sprint(steps), func(b *testing.B) {
			c := &counted{}
			at := newBench(b, dbtest.OpenSQLite(b), Options{Tools: []Tool{c.tool("look")}})
			index := 0
			for b.Loop() {
				index += 2
				at.model.asked = nil
				at.model.parts = nil
				for i := range steps - 1 {
					at.model.parts = append(at.model.parts, calls("", call("", "look", fmt.Sprintf(`{"i":%d}`, i))))
				}
				at.model.parts = append(at.model.parts, says("好。"))
				at.answer(at.turn(func(t *Turn) { t.Index = index }))
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*steps), "µs/step")
		})
	}
}
