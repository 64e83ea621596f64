package worker

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestWatch runs jobs against a watch of ten seconds plus a second for each page. The
// test uses the virtual time of synctest, so that the speed of the machine does not
// matter.
func TestWatch(t *testing.T) {
	t.Parallel()
	pass := func(d time.Duration) { <-time.After(d) }
	for name, c := range map[string]struct {
		job  func(w *watch)
		late bool
	}{
		"in time":                      {func(*watch) { pass(9 * time.Second) }, false},
		"too long":                     {func(*watch) { pass(11 * time.Second) }, true},
		"pages give time":              {func(w *watch) { w.addPages(5); pass(14 * time.Second) }, false},
		"but no more than that":        {func(w *watch) { w.addPages(5); pass(16 * time.Second) }, true},
		"pages count once":             {func(w *watch) { w.addPages(5); w.addPages(5); w.addPages(3); pass(16 * time.Second) }, true},
		"pages that come late":         {func(w *watch) { pass(9 * time.Second); w.addPages(5); pass(5 * time.Second) }, false},
		"a picture gives time":         {func(w *watch) { w.extend(pictureTime); pass(29 * time.Second) }, false},
		"but no more, either":          {func(w *watch) { w.extend(pictureTime); pass(31 * time.Second) }, true},
		"the caller's does not count":  {func(w *watch) { w.during(func() { pass(time.Hour) }); pass(9 * time.Second) }, false},
		"what follows the caller does": {func(w *watch) { w.during(func() { pass(time.Hour) }); pass(11 * time.Second) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ended := false
				w := newWatch(10*time.Second, time.Second, func() { ended = true })
				c.job(w)
				synctest.Wait()
				if late := w.stop(); late != c.late || ended != c.late {
					t.Errorf("late is %v, ended %v, want %v", late, ended, c.late)
				}
			})
		})
	}
}
