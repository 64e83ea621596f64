package answer

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// When earlier rounds do not fit into the model's context, the answer has one translatable step with
// their number. Otherwise the answer has no such step.
func TestRoundsLeftOutAreTold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rounds int
		args   []string
	}{{1, nil}, {12, []string{"11"}}} {
		l, err := New(Options{})
		if err != nil {
			t.Fatal(err)
		}
		o := &recordedOutput{}
		turn := plainTurn(&actor{parts: []part{says("好")}}, "zh-CN")
		turn.Choice.Info.Builtin, turn.Choice.Info.Context = false, 2048
		for range c.rounds {
			turn.Earlier = append(turn.Earlier, Round{Question: strings.Repeat("问", 500), Answer: strings.Repeat("答", 1000)})
		}
		if err := l.Run(context.Background(), turn, o); err != nil {
			t.Fatal(err)
		}
		var args []string
		for _, e := range o.events {
			if s, ok := e.(stream.Step); ok && s.Code == "left" {
				args = append(args, s.Args...)
			}
		}
		if !slices.Equal(args, c.args) {
			t.Errorf("%d rounds: told %v, want %v", c.rounds, args, c.args)
		}
	}
}
