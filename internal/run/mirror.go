package run

import (
	"bytes"
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

const (
	mirrorIdle = 10 * time.Second // how long an unread mirror is kept
	mirrorWait = 5 * time.Second  // how long Manager.mirror waits for a new read of the journal
)

// mirrors are runs of other nodes that are read on this node, or were looked up here within the last
// mirrorIdle. A mirror is a Run whose log is filled from the journal. For each other process, one
// follower reads that process's journal for the mirrors of all its runs.
type mirrors struct {
	m *Manager

	mu        sync.Mutex
	byRun     map[string]*Run
	followers map[int64]*follower // by the process that writes the journal
	closed    bool                // no more reads take place
}

type follower struct {
	writer int64
	poke   chan struct{} // buffer of one; contains a value if Manager.mirror waits until the journal is read

	// The following fields are protected by the lock of mirrors.
	at      map[*Run]position
	begun   int           // number of the latest read that has started; reads are counted from 1
	ended   int           // number of the latest read that has succeeded
	reading chan struct{} // closed when the next read succeeds
}

// position is how far a mirror has been filled.
type position struct {
	seq  int64     // number of the last journal row that was read
	used time.Time // time of the latest request for the mirror, or of a reader's latest wait for more frames
}

// mirror returns the mirror of another node's run. It contains at least all frames already seen by
// readers on any node.
func (m *Manager) mirror(ctx context.Context, rec Record) (*Run, error) {
	ms := &m.mirrors
	ms.mu.Lock()
	r := ms.byRun[rec.RunID]
	if r == nil {
		r = m.known(m.main, rec, stream.NewMessage())
		r.remote = true
		close(r.saved)
		ms.byRun[rec.RunID] = r
	}
	f := ms.follow(r)
	if f == nil {
		ms.mu.Unlock()
		return nil, errs.New(errs.Draining).Retry(5 * time.Second)
	}
	fresh := f.begun + 1 // number of a read that starts after this moment
	ms.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, mirrorWait)
	defer cancel()
	for {
		ms.mu.Lock()
		done, reading := f.ended >= fresh, f.reading
		ms.mu.Unlock()
		if done {
			return r, nil
		}
		select {
		case f.poke <- struct{}{}:
		default:
		}
		select {
		case <-reading:
		case <-r.done:
			return r, nil
		case <-ctx.Done():
			return nil, errs.Wrap(errs.StorageFail, context.Cause(ctx))
		}
	}
}

// follow starts or continues filling the mirror, and returns its follower. If ms is closed, follow
// returns nil. The caller holds the lock.
func (ms *mirrors) follow(r *Run) *follower {
	rec := r.Record() // a copy made under the run's lock, because another follower may change the record
	if ms.closed {
		r.closeMirror(rec)
		return nil
	}
	f := ms.followers[rec.writer]
	if f == nil {
		f = &follower{writer: rec.writer, poke: make(chan struct{}, 1), at: map[*Run]position{}, reading: make(chan struct{})}
		ms.followers[f.writer] = f
		ms.m.background.Go(func() { ms.feed(f) })
	}
	p, known := f.at[r]
	if !known {
		p.seq = rec.seq
	}
	p.used = time.Now()
	f.at[r] = p
	return f
}

// wanted keeps a mirror. It is called when a reader waits for more frames of the mirror.
func (ms *mirrors) wanted(r *Run) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	ms.follow(r)
}

// close ends all mirrors. Their readers can continue on another node.
func (ms *mirrors) close() {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	ms.closed = true
	for _, r := range ms.byRun {
		r.closeMirror(r.Record())
	}
}

// feed reads the journal of one process as long as there are mirrors of its runs.
func (ms *mirrors) feed(f *follower) {
	news, end := ms.m.bus.Subscribe(framesTopic(f.writer))
	defer end()
	for {
		if !ms.keep(f) {
			return
		}
		if err := ms.read(ms.m.life, f); err != nil && ms.m.life.Err() == nil {
			ms.m.logger.Warn("the runs of another node could not be read", slog.Any("error", err))
		}
		select {
		case <-ms.m.life.Done():
			return
		case <-f.poke:
		case <-news:
		}
	}
}

// keep removes the mirrors that have ended, or have had no reader for mirrorIdle, and reports
// whether mirrors are left.
func (ms *mirrors) keep(f *follower) bool {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	for r, p := range f.at {
		r.mu.Lock()
		idle := r.over || len(r.readers) == 0 && time.Since(p.used) > mirrorIdle
		r.mu.Unlock()
		if idle {
			delete(f.at, r)
			if ms.byRun[r.id] == r {
				delete(ms.byRun, r.id)
			}
		}
	}
	if len(f.at) == 0 {
		delete(ms.followers, f.writer)
	}
	return len(f.at) > 0
}

// read copies new frames of the journal to the mirrors. It ends the mirrors whose run has ended or was
// deleted.
func (ms *mirrors) read(ctx context.Context, f *follower) error {
	s := ms.m.main.store
	all, from := ms.begin(f)
	byID := make(map[string][]*Run, len(all))
	for _, r := range all {
		byID[r.id] = append(byID[r.id], r)
	}
	ids := slices.Collect(maps.Keys(byID))
	upTo, err := s.newest(ctx, f.writer)
	if err != nil {
		return err
	}
	if upTo > from {
		rows, err := s.frames(ctx, f.writer, from, upTo, ids)
		if err != nil {
			return err
		}
		for _, row := range rows {
			for _, r := range byID[row.runID] {
				r.extend(row)
			}
		}
	}
	recs, err := s.byIDs(ctx, ids)
	if err != nil {
		return err
	}
	for _, rec := range recs {
		if err := ms.update(ctx, byID[rec.RunID], rec); err != nil {
			return err
		}
		delete(byID, rec.RunID)
	}
	for _, gone := range byID { // the run was deleted
		for _, r := range gone {
			r.closeMirror(r.Record())
		}
	}
	ms.mu.Lock()
	defer ms.mu.Unlock()
	for _, r := range all {
		p := f.at[r]
		p.seq = max(p.seq, upTo)
		f.at[r] = p
	}
	f.ended = f.begun
	close(f.reading)
	f.reading = make(chan struct{})
	return nil
}

// begin starts a read. It returns the mirrors of a follower. Rows of the journal up to the number `from`
// have already been read for all of these mirrors.
func (ms *mirrors) begin(f *follower) (all []*Run, from int64) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	f.begun++
	for r, p := range f.at {
		if len(all) == 0 || p.seq < from {
			from = p.seq
		}
		all = append(all, r)
	}
	return all, from
}

// update copies changes of a run's row to its mirrors. When the run has ended, its whole log is in
// one row; update then completes the mirrors and ends them.
func (ms *mirrors) update(ctx context.Context, mirrors []*Run, rec Record) error {
	if rec.EndedAt == 0 {
		for _, r := range mirrors {
			r.mu.Lock()
			r.rec.Waiting, r.rec.OwnerID, r.rec.ConversationID = rec.Waiting, rec.OwnerID, rec.ConversationID
			r.mu.Unlock()
		}
		return nil
	}
	log, err := ms.m.main.store.log(ctx, rec.RunID)
	if err != nil {
		return err
	}
	for _, r := range mirrors {
		r.extend(storedFrames{first: 1, last: rec.LastNumber, data: log})
		r.closeMirror(rec)
	}
	return nil
}

// extend appends stored frames that the mirror does not contain yet.
func (r *Run) extend(f storedFrames) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over || f.last <= r.log.n || f.first > r.log.n+1 {
		return
	}
	data := f.data[skip(f.data, r.log.n+1-f.first):]
	for _, e := range r.decoder.Write(data) {
		r.msg.Apply(e.Event)
	}
	for len(data) > 0 {
		i := bytes.Index(data, frameEnd)
		if i < 0 {
			break
		}
		i += len(frameEnd)
		r.log.add(data[:i])
		data = data[i:]
	}
	r.stored = r.log.end()
	r.wakeAll()
}

// closeMirror ends a mirror: its run has ended or was deleted, or this process shuts down.
func (r *Run) closeMirror(rec Record) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return
	}
	r.rec, r.ended, r.over = rec, true, true
	close(r.done)
	r.wakeAll()
}
