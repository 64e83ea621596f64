package openapi

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"sync"
	"time"
)

// maxPending is how many bytes may wait for a slow client before the answer is paused.
const maxPending = 256 << 10

// pipe passes the frames of an answer to the HTTP response.
type pipe struct {
	mu    sync.Mutex
	bytes []byte
	ended bool
	some  chan struct{} // gets a value when there is data or the pipe has ended
	room  chan struct{} // gets a value when there is room again
}

func newPipe() *pipe {
	return &pipe{some: make(chan struct{}, 1), room: make(chan struct{}, 1)}
}

func poke(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// send writes a value as one frame. It blocks while too much is pending, and fails if ctx ends
// meanwhile.
func (p *pipe) send(ctx context.Context, v any) error {
	var b bytes.Buffer
	b.WriteString("data: ")
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	b.WriteByte('\n')
	return p.write(ctx, b.Bytes())
}

func (p *pipe) write(ctx context.Context, frame []byte) error {
	for {
		p.mu.Lock()
		if len(p.bytes) < maxPending {
			p.bytes = append(p.bytes, frame...)
			p.mu.Unlock()
			poke(p.some)
			return nil
		}
		p.mu.Unlock()
		select {
		case <-p.room:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// last writes the last frames without waiting for room, and closes the pipe.
func (p *pipe) last(frames []byte) {
	p.mu.Lock()
	p.bytes = append(p.bytes, frames...)
	p.ended = true
	p.mu.Unlock()
	poke(p.some)
}

// next waits for data and returns it. After the last data it returns io.EOF.
func (p *pipe) next(ctx context.Context) ([]byte, error) {
	for {
		p.mu.Lock()
		b, ended := p.bytes, p.ended
		p.bytes = nil
		p.mu.Unlock()
		if len(b) > 0 {
			poke(p.room)
			return b, nil
		}
		if ended {
			return nil, io.EOF
		}
		select {
		case <-p.some:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// begun waits until there is data, the pipe has ended, ctx ends, or the time `most` is over.
func (p *pipe) begun(ctx context.Context, most time.Duration) {
	late := time.NewTimer(most)
	defer late.Stop()
	select {
	case <-p.some:
		poke(p.some)
	case <-late.C:
	case <-ctx.Done():
	}
}
