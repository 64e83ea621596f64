package httpapi

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"
)

// writeTimeout limits how long a reader may take to receive what was sent. The actual limit is
// between a half of writeTimeout and writeTimeout. A slower reader is disconnected, and can
// connect again and continue where it stopped.
const writeTimeout = 30 * time.Second

// heartbeat is the shortest silence before a comment is sent to keep a stream open; the longest
// silence is twice as long. Proxies cut silent connections, and a model may think for minutes.
const heartbeat = 15 * time.Second

var alive = []byte(": keep-alive\n\n")

// WriteFrames sends the frames from `next` as server-sent events, and flushes after each batch. While
// next has no frames yet, WriteFrames sends comments that keep the connection open. WriteFrames returns
// nil if next returns io.EOF, if the reader has left or reads too slowly, or if the reader is no longer
// a member of the project to which the frames belong. It returns any other error of next.
func WriteFrames(ctx context.Context, w ResponseWriter, next func(context.Context) ([]byte, error)) error {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // otherwise nginx would buffer frames
	rc := http.NewResponseController(w)
	w.WriteHeader(http.StatusOK)
	if rc.Flush() != nil {
		return nil
	}
	ctx, end := sessionOf(ctx).whileMember(ctx)
	defer end()
	var deadline time.Time
	var p heartbeatTimer
	p.renew(ctx)
	defer func() { p.end() }()
	for lastSent := time.Now(); ; {
		batch, err := next(p.wait)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, context.DeadlineExceeded) && p.wait.Err() != nil && ctx.Err() == nil:
			p.end()
			p.renew(ctx)
			if time.Since(lastSent) < heartbeat {
				continue
			}
			batch = alive
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		}
		lastSent = time.Now()
		// Moving the deadline for every batch would cost more time than sending the batch.
		if now := lastSent; deadline.Sub(now) < writeTimeout/2 {
			deadline = now.Add(writeTimeout)
			_ = rc.SetWriteDeadline(deadline) // on a connection without deadlines, writing blocks until the reader disconnects
		}
		if _, err := w.Write(batch); err != nil {
			return nil
		}
		if rc.Flush() != nil {
			return nil
		}
	}
}

// heartbeatTimer ends when a heartbeat may be due. One timer is used for many batches,
// because creating a timer for each batch would cost more time than sending the batch.
type heartbeatTimer struct {
	wait context.Context
	end  context.CancelFunc
}

func (p *heartbeatTimer) renew(ctx context.Context) {
	p.wait, p.end = context.WithTimeout(ctx, heartbeat)
}
