package run

import (
	"errors"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Limits of one run.
const (
	maxText   = 4 << 20  // bytes of text, including thinking; the answer is cut off at this size
	maxLog    = 48 << 20 // bytes of frames; the answer is cut off at this size
	maxAhead  = 1 << 20  // bytes that are not yet stored; from this number on, Emit blocks
	maxFrames = 4096     // frames that are not yet stored; from this number on, Emit blocks
)

// Out receives the events of a job. It is safe for concurrent use.
type Out struct{ r *Run }

// errTail is returned for events that a job must not emit: the events of the run's end, and stream.File.
var errTail = errors.New("run: a job returns to end its answer; the tail is the run's own")

// Emit numbers, encodes and queues the events in their order. It blocks only while too much data
// is not yet stored. After an error the job should return. The error is ErrEnding, or it reports
// a programming mistake: a job must emit neither a File, which occurs only in the history, nor the
// events of the run's end. It may emit SensitiveEnd, which ends the run at once with ErrEnding.
func (o *Out) Emit(events ...stream.Event) (err error) {
	r := o.r
	r.mu.Lock()
	queue := false
	for i := 0; i < len(events) && err == nil; i++ {
		if err = r.awaitRoom(); err == nil {
			queue, err = r.emit(events[i])
		}
	}
	queue = r.dirty() || queue
	r.mu.Unlock()
	r.enqueue(queue)
	return err
}

// awaitRoom waits while too much data is not yet stored. It fails with ErrEnding when
// the run accepts no more events. The caller holds the lock, which is released during
// the wait.
func (r *Run) awaitRoom() error {
	for !r.ended {
		room := r.full()
		if room == nil {
			return nil
		}
		queue := r.dirty()
		r.mu.Unlock()
		r.enqueue(queue)
		select {
		case <-room:
		case <-r.jobCtx.Done():
		}
		r.mu.Lock()
	}
	return ErrEnding
}

// emit appends an event of the job to the log. It ends the run if the event ends the
// answer, or if the answer is too long; `queue` is then the result of r.finish. The caller
// holds the lock.
func (r *Run) emit(e stream.Event) (queue bool, err error) {
	switch e.(type) {
	case stream.Meta, stream.Failure, stream.Plugin, stream.MsgIndex, stream.TraceID, stream.Done, stream.File:
		return false, errTail
	case stream.SensitiveEnd:
		return r.finish(ending{sensitive: true}), ErrEnding
	case stream.Unreadable, stream.Entry:
		// These events come only from decoders and cannot be encoded. So they change the
		// message, but are not appended to the log.
		r.msg.Apply(e)
		return false, nil
	}
	if payload(e) || !r.pace.last.IsZero() {
		r.pace.last = time.Now()
	}
	if r.text+textSize(e) > maxText || r.log.size > maxLog {
		return r.finish(ending{err: errs.New(errs.AnswerTooLarge), cut: true}), ErrEnding
	}
	r.put(e)
	return false, nil
}

// Queued reports that the provider has put the request in a queue. It extends the wait for the first
// event with content, and from time to time shows 排队中 to the reader. After the first event with
// content, Queued does nothing.
func (o *Out) Queued() error { return o.waits(&queuedText) }

// Loading is like Queued, for a provider that is loading the model.
func (o *Out) Loading() error { return o.waits(&loadingText) }

// waits extends the wait for the first event with content. From time to time it shows the reason
// `why` to the reader.
func (o *Out) waits(why *errs.Text) error {
	r := o.r
	r.mu.Lock()
	if r.ended {
		r.mu.Unlock()
		return ErrEnding
	}
	if !r.pace.last.IsZero() {
		r.mu.Unlock()
		return nil
	}
	now := time.Now()
	r.pace.alive = now
	queue := false
	if r.pace.why != why || now.Sub(r.pace.explained) >= r.m.waits.Repeat {
		r.pace.explained, r.pace.why = now, why
		r.put(stream.Status{Msg: why.In(r.spec.Locale)})
		queue = r.dirty()
	}
	r.mu.Unlock()
	r.enqueue(queue)
	return nil
}

var (
	queuedText  = errs.Text{ZhCN: "排队中", ZhTW: "排隊中", En: "Waiting in the queue"}
	loadingText = errs.Text{ZhCN: "模型正在加载", ZhTW: "模型正在載入", En: "The model is being loaded"}
)

// Meta changes the meta at the end of the stream. After the end of the run it does nothing.
func (o *Out) Meta(change func(*stream.Meta)) {
	o.r.mu.Lock()
	defer o.r.mu.Unlock()
	if !o.r.ended {
		change(&o.r.meta)
	}
}

// Run returns the run of the job.
func (o *Out) Run() *Run { return o.r }

// put appends one event to the log and applies it to the message.
func (r *Run) put(e stream.Event) {
	r.log.append(e)
	r.msg.Apply(e)
	r.text += textSize(e)
	r.m.count.Frames.Add(1)
}

func textSize(e stream.Event) int {
	switch e := e.(type) {
	case stream.Text:
		return len(e.Msg)
	case stream.Think:
		return len(e.Content)
	case stream.Reasoner:
		return len(e.Msg)
	}
	return 0
}

// full returns a channel that is closed when Emit may continue, or nil when it may continue now.
func (r *Run) full() chan struct{} {
	if r.log.size-r.stored.size < maxAhead && r.log.n-r.stored.n < maxFrames {
		return nil
	}
	if r.room == nil {
		r.room = make(chan struct{})
	}
	return r.room
}

// dirty reports whether the run has something to store and must be queued for the writer. If so,
// dirty marks the run as queued. The caller queues the run after releasing the lock.
func (r *Run) dirty() bool {
	if r.queued || r.paused || r.over || !r.news() {
		return false
	}
	r.queued = true
	return true
}

// news reports whether the run contains something that is not stored. The caller holds the lock.
func (r *Run) news() bool {
	return r.log.n != r.stored.n || r.save != nil || len(r.commits) > 0 || r.rec.Waiting != r.waiting
}

func (r *Run) enqueue(yes bool) {
	if yes {
		r.w.enqueue(r)
	}
}
