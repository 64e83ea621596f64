package run

import (
	"context"
	"io"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Batch is a sequence of frames.
type Batch struct {
	First, Last int    // numbers of the first and the last frame; both 0 for a frame without a number
	Bytes       []byte // bytes as they are sent; shared by all readers and never changed
	More        bool   // the next batch is already available, so flushing can wait for it
}

// Reader reads the frames of one run. It is for one goroutine and needs no
// closing.
type Reader struct {
	run          *Run
	at           mark
	wake         chan struct{} // buffer of one; contains a value if the reader was woken since the last read
	failureShown bool          // Next has already returned run.broken

	kept *keptLog // the log of an ended run; nil: the reader reads from the field run
}

// Record returns a snapshot of the run's record.
func (rd *Reader) Record() Record {
	if rd.kept != nil {
		return rd.kept.rec
	}
	return rd.run.Record()
}

// Next waits for the next frames and returns them. After the last frame it returns io.EOF. If ctx ends
// first, it returns the error of ctx; then Next may be called again.
func (rd *Reader) Next(ctx context.Context) (Batch, error) {
	if rd.kept != nil {
		return rd.kept.next()
	}
	r := rd.run
	for {
		r.mu.Lock()
		switch {
		case rd.at.n < r.stored.n:
			b := Batch{First: rd.at.n + 1}
			b.Bytes, rd.at = r.log.next(rd.at, r.stored)
			b.Last, b.More = rd.at.n, rd.at.n < r.stored.n
			r.mu.Unlock()
			return b, nil
		case r.broken != nil && !rd.failureShown:
			rd.failureShown = true
			b := Batch{Bytes: r.broken}
			r.mu.Unlock()
			return b, nil
		case r.over || r.broken != nil:
			r.mu.Unlock()
			return Batch{}, io.EOF
		}
		if rd.wake == nil {
			rd.wake = make(chan struct{}, 1)
		}
		r.readers = append(r.readers, rd)
		r.mu.Unlock()
		if r.remote {
			r.m.mirrors.wanted(r)
		}
		select {
		case <-rd.wake:
		case <-ctx.Done():
			r.mu.Lock()
			r.readers = slices.DeleteFunc(r.readers, func(x *Reader) bool { return x == rd })
			r.mu.Unlock()
			// The reader may have been woken already. The value in its channel would end a later
			// wait, so the value is removed.
			select {
			case <-rd.wake:
			default:
			}
			return Batch{}, context.Cause(ctx)
		}
	}
}

// wakeAll wakes the waiting readers, and jobs that wait in awaitRoom. The caller holds the lock.
func (r *Run) wakeAll() {
	for i, rd := range r.readers {
		rd.wake <- struct{}{}
		r.readers[i] = nil
	}
	r.readers = r.readers[:0]
	if r.room != nil {
		close(r.room)
		r.room = nil
	}
}

// Read returns a reader of this run. The reader starts after the frame with the number `from`; 0 means
// all frames. Read queries the database only if the run had ended before this Run was created (see restore).
func (r *Run) Read(ctx context.Context, from int) (*Reader, error) {
	if r.kept {
		return openKept(ctx, r.w.store, r.rec, from)
	}
	return r.read(from)
}

// read opens a reader that starts after the frame with the number `from`.
func (r *Run) read(from int) (*Reader, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if from < 0 || from > r.stored.n {
		return nil, badNumber()
	}
	rd := &Reader{run: r}
	if from > 0 {
		rd.at = r.log.seek(from, r.stored)
	}
	return rd, nil
}

func badNumber() error {
	return errs.New(errs.BadRequest).With("detail", "from")
}

// keptLog reads the stored frames of a run that has ended.
type keptLog struct {
	rec  Record
	data []byte // encoded frames not yet returned by the method next
	at   int    // number of the frame before data
}

func openKept(ctx context.Context, s Store, rec Record, from int) (*Reader, error) {
	data, err := s.log(ctx, rec.RunID)
	if err != nil {
		return nil, err
	}
	if data == nil || rec.EndedAt == 0 {
		return nil, ErrLogGone
	}
	if from < 0 || from > rec.LastNumber {
		return nil, badNumber()
	}
	return &Reader{kept: &keptLog{rec: rec, data: data[skip(data, from):], at: from}}, nil
}

func (k *keptLog) next() (Batch, error) {
	if k.at >= k.rec.LastNumber {
		return Batch{}, io.EOF
	}
	b := Batch{First: k.at + 1, Last: k.rec.LastNumber, Bytes: k.data}
	k.at, k.data = k.rec.LastNumber, nil
	return b, nil
}

// frames is one row of the journal: frames of one run, stored by one commit.
type frames struct {
	id          any // id of the run
	first, last int
	data        []byte
}

// refusal returns a frame with an error and without a number. When the rest of an answer cannot be stored
// and therefore must not be shown, each reader gets this frame as the last one.
func refusal(locale string) []byte {
	e := errs.New(errs.StorageFail)
	return stream.AppendFrame(nil, 0, stream.Failure{Msg: e.Message(locale), Code: string(e.Code)})
}
