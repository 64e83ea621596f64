package llmtest_test

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
)

func TestGates(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := llmtest.NewGates()
		if err := g.Wait(t.Context(), "a", "open"); err != nil {
			t.Fatal(err)
		}
		g.Shut("a")
		gone, cancel := context.WithCancel(t.Context())
		through := make(chan error, 3)
		go func() { through <- g.Wait(gone, "a", "first") }()
		synctest.Wait()
		cancel()
		if err := <-through; err == nil {
			t.Error("who has left went through")
		}
		for _, note := range []string{"second", "third"} {
			go func() { through <- g.Wait(t.Context(), "a", note) }()
			synctest.Wait()
		}
		if len(through) != 0 {
			t.Error("a shut gate let somebody through")
		}
		if err := g.Pass(t.Context(), "a"); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if len(through) != 1 {
			t.Errorf("%d went through of one", len(through))
		}
		g.Open("a")
		synctest.Wait()
		if len(through) != 2 || len(g.Log("a")) != 4 || g.Log("a")[3] != "third" {
			t.Errorf("%d went through, %q came", len(through), g.Log("a"))
		}
	})
}
