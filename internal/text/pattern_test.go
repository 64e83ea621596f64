package text_test

import (
	"sync"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/text"
)

func TestPattern(t *testing.T) {
	t.Parallel()
	p := text.NewPattern(`(\d+)元`)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if m := p.FindStringSubmatch("共 30元"); len(m) != 2 || m[1] != "30" {
				t.Errorf("found %q", m)
			}
		})
	}
	all.Wait()
	if p.MatchString("元") || p.Split("a1元b", -1)[1] != "b" || p.String() != `(\d+)元` {
		t.Error("the pattern is not its expression")
	}
}
