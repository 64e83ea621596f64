package run

import (
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Waits are the limits of the watchdog. A zero field means its default.
type Waits struct {
	First   time.Duration // longest wait for the first event with content; default: 60 s
	Next    time.Duration // longest wait for each further event; default: 90 s
	Queued  time.Duration // longest wait for the first event with content while the provider queues the request or loads the model; default: 10 min
	Longest time.Duration // longest time of a whole answer; default: 30 min
	Repeat  time.Duration // shortest time between two notices with the same reason for the wait; default: 30 s
}

func (w Waits) withDefaults() Waits {
	def := func(d *time.Duration, v time.Duration) {
		if *d == 0 {
			*d = v
		}
	}
	def(&w.First, 60*time.Second)
	def(&w.Next, 90*time.Second)
	def(&w.Queued, 10*time.Minute)
	def(&w.Longest, 30*time.Minute)
	def(&w.Repeat, 30*time.Second)
	return w
}

// pace is the watchdog's data about a run.
type pace struct {
	begun     time.Time
	alive     time.Time  // before the first event with content: last report by the provider or the job; initially the start
	last      time.Time  // time of the last event or report of the job; zero before the first event with content
	explained time.Time  // when the reason for the wait was last shown to the reader
	why       *errs.Text // the reason last shown to the reader; nil: no reason yet
}

// sign records that the job works. Before the first event with content, it restarts the wait for
// content.
func (p *pace) sign(now time.Time) {
	if p.last.IsZero() {
		p.begun, p.alive = now, now
		return
	}
	p.last = now
}

// due returns the deadline of the run; afterwards the run counts as stalled. With the default Waits the
// deadline only moves to later times, so a timer set for an earlier time need not be reset.
func (p pace) due(w Waits) time.Time {
	if !p.last.IsZero() {
		return p.last.Add(w.Next)
	}
	due := p.alive.Add(w.First)
	if limit := p.begun.Add(w.Queued); due.After(limit) {
		return limit
	}
	return due
}

// check runs when the timer fires. If the run is stalled or has reached Waits.Longest, check ends the
// run. Otherwise it sets the timer to the earlier of the two deadlines. An event therefore only records
// its time and does not have to reset the timer.
func (r *Run) check() {
	r.mu.Lock()
	if r.ended {
		r.mu.Unlock()
		return
	}
	left := time.Until(r.pace.due(r.m.waits))
	if r.waits > 0 {
		left = max(left, r.m.waits.Next) // an answer that waits for a person does not count as stalled
	}
	all := time.Until(r.started.Add(r.m.waits.Longest))
	if left > 0 && all > 0 {
		r.watch.Reset(min(left, all))
		r.mu.Unlock()
		return
	}
	end := ending{err: errs.New(errs.Timeout)}
	if all <= 0 {
		end = ending{err: errs.New(errs.AnswerTooLong), cut: true}
	}
	queue := r.finish(end)
	r.mu.Unlock()
	r.enqueue(queue)
}

// payload reports whether an event is content. A status line or an empty text, for example, is not
// content, and does not end the wait for the first event with content.
func payload(e stream.Event) bool {
	switch e := e.(type) {
	case stream.Text:
		return e.Msg != ""
	case stream.Think:
		return e.Content != ""
	case stream.Reasoner:
		return e.Msg != ""
	case stream.Status, stream.SpeechType, stream.Entry, stream.Reset, stream.Unreadable:
		return false
	}
	return true
}
