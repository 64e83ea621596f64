package app

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// refreshed is a domain that counts the calls of Refresh.
type refreshed struct{ times atomic.Int32 }

func (r *refreshed) Refresh(context.Context) error {
	r.times.Add(1)
	return nil
}

// TestSettingsOfOtherProcessesCountWithinTwoSeconds checks that a process looks for changes by
// other processes at least every two seconds.
func TestSettingsOfOtherProcessesCountWithinTwoSeconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		r, a := &refreshed{}, &App{}
		(&services{domains: []Domain{{Service: r}}}).watch(ctx, a)
		synctest.Wait()
		for range 5 {
			before := r.times.Load()
			time.Sleep(2 * time.Second)
			synctest.Wait()
			if r.times.Load() == before {
				t.Fatal("no look within 2 s")
			}
		}
		stop()
		a.background.Wait()
	})
}
