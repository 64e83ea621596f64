package run

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// writer stores new data of the runs of one database in batches: all data that arrives during a
// commit is part of the next commit. If only a few answers run, a commit waits for a timer only when it
// repeats a failed commit.
type writer struct {
	m     *Manager
	store Store
	wake  chan struct{} // buffer of one
	quit  chan struct{}
	ended sync.WaitGroup

	mu    sync.Mutex
	queue []*Run
	retry []*Run // runs whose commits failed; they wait here until the pause ends
	spare []*Run // the second buffer of the queue
	pause time.Duration
	timer *time.Timer
}

// A failed commit is retried after a pause, which doubles each time up to lastPause.
const (
	firstPause = 50 * time.Millisecond
	lastPause  = 5 * time.Second
	endTries   = 4 // attempts of the writer to store an end; afterwards Recover has to store the end
)

// While many answers are being made, a commit waits for more data, because each commit costs
// processor time for the written pages. While fewer answers are being made, a commit does
// not wait.
const (
	crowd       = 8
	gatherPause = 2 * time.Millisecond
)

func newWriter(m *Manager, s Store) *writer {
	w := &writer{m: m, store: s, wake: make(chan struct{}, 1), quit: make(chan struct{})}
	w.ended.Go(w.loop)
	return w
}

func (w *writer) enqueue(r *Run) {
	w.mu.Lock()
	w.queue = append(w.queue, r)
	first := len(w.queue) == 1
	w.mu.Unlock()
	if first {
		select {
		case w.wake <- struct{}{}:
		default:
		}
	}
}

func (w *writer) take() []*Run {
	w.mu.Lock()
	defer w.mu.Unlock()
	runs := w.queue
	w.queue = w.spare[:0]
	w.spare = runs
	return runs
}

func (w *writer) loop() {
	var pieces []*piece
	pause := time.NewTimer(gatherPause)
	defer pause.Stop()
	for {
		select {
		case <-w.wake:
		case <-w.quit:
			return
		}
		for {
			if !w.gather(pause) {
				return
			}
			runs := w.take()
			if len(runs) == 0 {
				break
			}
			pieces = pieces[:0]
			for _, r := range runs {
				if p := r.piece(); p != nil {
					pieces = append(pieces, p)
				}
			}
			clear(runs)
			w.commit(pieces)
			clear(pieces)
		}
	}
}

// gather waits gatherPause if at least `crowd` answers are being made. The next commit then stores more
// frames, and fewer commits are needed. gather returns false when the writer was closed.
func (w *writer) gather(pause *time.Timer) bool {
	if w.m.running() < crowd {
		return true
	}
	pause.Reset(gatherPause)
	select {
	case <-pause.C:
		return true
	case <-w.quit:
		return false
	}
}

func (w *writer) commit(pieces []*piece) {
	if len(pieces) == 0 {
		return
	}
	begin := time.Now()
	err := w.store.write(context.Background(), pieces)
	w.m.count.commit(len(pieces), time.Since(begin), err)
	if err != nil {
		w.m.logger.Error("a commit of runs failed", slog.Int("runs", len(pieces)), slog.Any("error", err))
	}
	if errors.Is(err, errTermLost) {
		w.m.loseTerm()
		return
	}
	var again []*Run
	for _, p := range pieces {
		if p.run.settle(p, err) {
			again = append(again, p.run)
		}
	}
	w.postpone(again)
	if err == nil && w == w.m.main && w.m.node != "" {
		w.m.bus.Publish(framesTopic(w.store.name()))
	}
}

// postpone queues runs again after a pause.
func (w *writer) postpone(runs []*Run) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(runs) == 0 {
		if len(w.retry) == 0 {
			w.pause = 0
		}
		return
	}
	w.retry = append(w.retry, runs...)
	if len(w.retry) > len(runs) {
		return // the timer is already set
	}
	w.pause = min(max(2*w.pause, firstPause), lastPause)
	w.timer = time.AfterFunc(w.pause, w.resume)
}

func (w *writer) resume() {
	w.mu.Lock()
	runs := w.retry
	w.retry = nil
	w.mu.Unlock()
	for _, r := range runs {
		r.mu.Lock()
		r.paused = false
		queue := r.dirty()
		r.mu.Unlock()
		r.enqueue(queue)
	}
}

func (w *writer) close() {
	close(w.quit)
	w.ended.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer != nil {
		w.timer.Stop()
	}
}

// piece returns the new data of the run for one commit. If the run has no new data or must not be
// stored now, piece returns nil.
func (r *Run) piece() *piece {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.queued = false
	if r.over || r.paused || !r.news() {
		return nil
	}
	p := &piece{run: r, save: r.save, to: r.log.end(), end: r.ended, rec: r.rec, commits: r.takeCommits(), mark: r.rec.Waiting != r.waiting}
	switch {
	case r.tries >= endTries:
		p.keep, p.end, p.to = true, false, r.stored
		p.log = r.log.between(mark{}, p.to)
	case p.end:
		p.log, p.msg = r.log.between(mark{}, p.to), r.msg.Snapshot()
	case p.to.n > r.stored.n:
		p.frames = frames{id: r.idArg, first: r.stored.n + 1, last: p.to.n, data: r.log.between(r.stored, p.to)}
	}
	p.rec.LastNumber = p.to.n
	return p
}

// settle processes the outcome of a commit: it shows the frames to readers, or records the
// failure. It reports whether the run has to be stored again later.
func (r *Run) settle(p *piece, err error) (again bool) {
	if err == nil {
		err = p.err
	} else {
		p.err = nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case err == nil:
		r.stored = p.to
		r.failed = time.Time{}
		r.waiting = p.rec.Waiting
		r.settleCommits(p.commits, nil)
		if p.save != nil {
			r.save = nil
			close(r.saved)
		}
		if p.end {
			r.m.count.end(p.rec.State)
		}
		if p.end || p.keep {
			r.release()
		}
	case p.save != nil:
		r.failStart(err)
	default:
		r.settleCommits(p.commits, err)
		again = r.storeFailed(p, err)
	}
	r.wakeAll()
	return again
}

// failStart ends a run that was withdrawn before its start, or whose start could not be stored. Nothing
// of the run is stored, unless the outcome of the commit is unknown.
func (r *Run) failStart(err error) {
	r.saveErr = err
	r.save = nil
	r.failCommits(err)
	if !r.ended {
		r.ended = true
		r.rec.State = stream.StateError
	}
	if r.watch != nil {
		r.watch.Stop()
	}
	r.cancel()
	// The run is released before Start reports the failure, because the caller of Start may
	// then start another run in the conversation at once.
	r.release()
	close(r.saved)
}

// storeFailed handles a failed commit of a run. Readers do not see the frames of the commit. For a
// short time (Options.Grace) the run waits for the database to recover. Then the readers get an error,
// the job ends, and the end of the run is stored as soon as possible. If only the end cannot be stored,
// the readers get an error after endTries attempts at the latest. If another node has adopted the run,
// storeFailed abandons the run at once.
func (r *Run) storeFailed(p *piece, err error) (again bool) {
	if r.failed.IsZero() {
		r.failed = time.Now()
	}
	if errors.Is(p.err, errFenced) {
		r.abandon()
		return false
	}
	if p.err != nil && p.end {
		// Only storing the end of this run failed; the database works.
		r.tries++
		r.m.logger.Error("the end of a run could not be stored", slog.String("trace_id", r.spec.TraceID), slog.String("run", r.id), slog.Any("error", err))
		if r.tries >= endTries {
			r.broken = refusal(r.spec.Locale)
		}
	}
	r.paused = true
	if r.broken == nil && time.Since(r.failed) >= r.m.grace {
		r.broken = refusal(r.spec.Locale)
		r.finish(ending{err: errs.Wrap(errs.StorageFail, err)})
	}
	if r.broken != nil {
		r.failCommits(errs.Wrap(errs.StorageFail, err))
	}
	return true
}

// release removes the run from the manager, because the writer stores no more of its data. Readers can
// continue to read the run.
func (r *Run) release() {
	r.failCommits(ErrEnding)
	r.over = true
	r.m.forget(r)
	close(r.done)
}
