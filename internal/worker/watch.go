package worker

import (
	"sync"
	"time"
)

// watch ends a job that takes too long. Each page of the file adds to the time limit, and so does each
// picture whose text the worker recognises. The time in the caller's own functions is not counted.
type watch struct {
	mu       sync.Mutex
	deadline time.Time
	paused   time.Time // time since which the clock is paused; zero while it runs
	page     time.Duration
	pages    int
	timer    *time.Timer
	expired  bool
}

// newWatch starts a watch that calls `end` when the job's time is over: `base`, plus `page` for each
// page of the file, plus the extensions by extend.
func newWatch(base, page time.Duration, end func()) *watch {
	w := &watch{deadline: time.Now().Add(base), page: page}
	w.timer = time.AfterFunc(base, func() {
		w.mu.Lock()
		late := time.Until(w.deadline) <= 0 && w.paused.IsZero()
		w.expired = w.expired || late
		w.mu.Unlock()
		if late {
			end()
		}
	})
	return w
}

// addPages adds the time for new pages. `pages` is the total so far.
func (w *watch) addPages(pages int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if pages > w.pages {
		w.deadline = w.deadline.Add(time.Duration(pages-w.pages) * w.page)
		w.pages = pages
		w.reset()
	}
}

// pictureTime is the additional time for each text recognition by the worker itself.
const pictureTime = 20 * time.Second

func (w *watch) extend(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.deadline = w.deadline.Add(d)
	w.reset()
}

// during pauses the clock while f runs.
func (w *watch) during(f func()) {
	w.mu.Lock()
	w.paused = time.Now()
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.deadline = w.deadline.Add(time.Since(w.paused))
		w.paused = time.Time{}
		w.reset()
	}()
	f()
}

func (w *watch) reset() {
	if w.timer.Stop() || !w.expired {
		w.timer.Reset(max(0, time.Until(w.deadline)))
	}
}

// stop ends the watch and reports whether the time has run out.
func (w *watch) stop() bool {
	w.timer.Stop()
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.expired
}
