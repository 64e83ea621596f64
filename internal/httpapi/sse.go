package httpapi

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"
)

// writeTimeout is the time in which a reader must take what it is sent. A
// reader that is slower is cut off; it can attach again where it was.
const writeTimeout = 30 * time.Second

// heartbeat is how long a stream may be silent before a comment keeps it open; a
// comment may come up to twice as late. Proxies cut silent connections, and a model may
// think for minutes.
const heartbeat = 15 * time.Second

var alive = []byte(": keep-alive\n\n")

// WriteFrames sends server-sent frames as next gives them, each batch at once, until
// io.EOF. It returns nil at the end and next's error when that fails. It also returns
// nil when the reader has left or reads too slowly, which is no failure of the answer,
// and when a member of the project whose frames they are has lost the membership.
func WriteFrames(ctx context.Context, w ResponseWriter, next func(context.Context) ([]byte, error)) error {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // nginx would hold frames back
	rc := http.NewResponseController(w)
	w.WriteHeader(http.StatusOK)
	if rc.Flush() != nil {
		return nil
	}
	ctx, end := sessionOf(ctx).whileMember(ctx)
	defer end()
	var deadline time.Time
	var p patience
	p.renew(ctx)
	defer func() { p.end() }()
	for spoke := time.Now(); ; {
		batch, err := next(p.wait)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, context.DeadlineExceeded) && p.wait.Err() != nil && ctx.Err() == nil:
			p.end()
			p.renew(ctx)
			if time.Since(spoke) < heartbeat {
				continue
			}
			batch = alive
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		}
		spoke = time.Now()
		// Moving the deadline for every batch would cost more than the batch.
		if now := spoke; deadline.Sub(now) < writeTimeout/2 {
			deadline = now.Add(writeTimeout)
			_ = rc.SetWriteDeadline(deadline) // a connection without deadlines blocks until its reader leaves
		}
		if _, err := w.Write(batch); err != nil {
			return nil
		}
		if rc.Flush() != nil {
			return nil
		}
	}
}

// patience is a wait that ends when a heartbeat may be due. One serves many
// batches: to make one for each would cost more than the batch.
type patience struct {
	wait context.Context
	end  context.CancelFunc
}

func (p *patience) renew(ctx context.Context) { p.wait, p.end = context.WithTimeout(ctx, heartbeat) }
