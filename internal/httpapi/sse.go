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

// WriteFrames sends server-sent frames as next gives them, each batch as soon
// as it is there, until io.EOF. It returns nil at the end, next's error when
// that fails, and nil when the reader has left or takes nothing any more: what
// happens to a reader is no failure of the answer.
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
	var deadline time.Time
	for {
		batch, err := next(ctx)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		}
		// Moving the deadline for every batch would cost more than the batch.
		if now := time.Now(); deadline.Sub(now) < writeTimeout/2 {
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
