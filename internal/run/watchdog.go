package run

import (
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Waits are the watchdog's limits. A zero field takes its default.
type Waits struct {
	First   time.Duration // to the first event with content; 60 s
	Next    time.Duration // between events afterwards; 90 s
	Queued  time.Duration // to the first event with content, however often the provider says that it is alive; 10 min
	Longest time.Duration // of a whole answer, whatever happens in it; 30 min
	Repeat  time.Duration // between two lines that say so to the reader; 30 s
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

// pace is what the watchdog knows of a run.
type pace struct {
	begun time.Time
	alive time.Time  // the provider's last sign of life before it began
	last  time.Time  // the last event; zero before the first with content
	told  time.Time  // when the reader was last told why nothing comes
	why   *errs.Text // what was said; nil: nothing
}

// sign notes that the job is alive: before the first content the wait for it
// begins anew.
func (p *pace) sign(now time.Time) {
	if p.last.IsZero() {
		p.begun, p.alive = now, now
		return
	}
	p.last = now
}

// due is the moment at which the run counts as stalled. It never moves back,
// so a timer that was set to an earlier one needs no reset.
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

// check runs when the timer fires: either the run is stalled, or the timer is
// set to the moment that is due by now. One timer serves a run for all its
// life, and an event costs no more than to note its time.
func (r *Run) check() {
	r.mu.Lock()
	if r.ended {
		r.mu.Unlock()
		return
	}
	left := time.Until(r.pace.due(r.m.waits))
	if r.waits > 0 {
		left = max(left, r.m.waits.Next) // a person has the word
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

// payload tells whether an event is content. A line of status, the name of a
// kind and empty text are none: they do not end the wait for the first event.
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
