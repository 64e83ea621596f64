package run

import "time"

// Alive reports that the job works although it emits nothing. Readers do not see this
// report. The watchdog treats the report as an event. Before the first event with content, the report
// restarts the wait for content.
func (o *Out) Alive() {
	r := o.r
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pace.sign(time.Now())
}

// Wait records that the answer waits for a person. The returned function ends the wait. During
// the wait, the run does not count as stalled, and only Waits.Longest applies. The run's row is
// marked as waiting. The caller must limit the wait. Several waits may overlap, and the returned
// function may be called more than once. Readers get heartbeats as in every pause.
func (o *Out) Wait() (end func()) {
	r := o.r
	r.changeWaiting(+1)
	ended := false
	return func() {
		r.mu.Lock()
		first := !ended
		ended = true
		r.mu.Unlock()
		if first {
			r.changeWaiting(-1)
		}
	}
}

func (r *Run) changeWaiting(by int) {
	r.mu.Lock()
	if r.ended {
		r.mu.Unlock()
		return
	}
	r.waits += by
	r.rec.Waiting = r.waits > 0
	r.pace.sign(time.Now())
	queue := r.dirty()
	r.mu.Unlock()
	r.enqueue(queue)
}
