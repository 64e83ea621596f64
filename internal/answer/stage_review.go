package answer

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Review checks an answer, or the part of it that exists, and says whether it must be
// taken away. It runs beside the answer, at most once at a time for each.
type Review func(ctx context.Context, at At, text string) (withhold bool, err error)

const (
	// reviewEvery is after how many new characters an answer is checked again.
	reviewEvery = 300
	// reviewWait bounds one check. An answer does not fail when no check was possible.
	reviewWait = 5 * time.Second
)

// reviewStage has one answer looked at while it streams.
type reviewStage struct {
	review Review // nil: nobody looks
	at     At
	log    *slog.Logger
	failed sync.Once
	next   stage

	ctx      context.Context // of the answer
	withhold context.CancelCauseFunc
	look     context.Context // of the check that was begun last; it ends with it
	text     strings.Builder // what was shown
	news     int             // characters of it that no look has seen
}

func newReviewStage(review Review, at At, log *slog.Logger, next stage) *reviewStage {
	return &reviewStage{review: review, at: at, log: log, next: next}
}

// resume continues an answer that has been shown already.
func (r *reviewStage) resume(m stream.Message) {
	if r.review != nil {
		r.text.WriteString(m.Text())
	}
}

func (r *reviewStage) put(e stream.Event) error {
	if t, ok := e.(stream.Text); ok {
		if err := r.add(t.Msg); err != nil {
			return err
		}
	}
	return r.next.put(e)
}

func (r *reviewStage) flush() error { return r.next.flush() }

// begin gives the context in which the answer is made. A verdict against the answer
// ends it with ErrWithheld, so that a bad answer does not stay visible while the model
// pauses.
func (r *reviewStage) begin(ctx context.Context) (context.Context, context.CancelFunc) {
	if r.review == nil {
		return ctx, func() {}
	}
	r.ctx, r.withhold = context.WithCancelCause(ctx)
	return r.ctx, func() { r.withhold(nil) }
}

// add notes what is about to be shown, and starts a check when enough is new. It fails
// with ErrWithheld when nothing more may be shown.
func (r *reviewStage) add(shown string) error {
	if r.review == nil {
		return nil
	}
	if err := r.verdict(); err != nil {
		return err
	}
	r.text.WriteString(shown)
	r.news += text.Len(shown)
	if r.news >= reviewEvery && (r.look == nil || r.look.Err() != nil) {
		r.start()
	}
	return nil
}

// verdict is ErrWithheld when the answer must be taken away.
func (r *reviewStage) verdict() error {
	if cause := context.Cause(r.ctx); errors.Is(cause, ErrWithheld) {
		return cause
	}
	return nil
}

// start begins a check of all that was shown.
func (r *reviewStage) start() {
	look, end := context.WithTimeout(r.ctx, reviewWait)
	r.look, r.news = look, 0
	all := r.text.String()
	go func() {
		defer end()
		withhold, err := r.review(look, r.at, all)
		switch {
		case err != nil && r.ctx.Err() == nil:
			r.failed.Do(func() {
				r.log.Warn("an answer could not be reviewed and is shown", "trace_id", r.at.TraceID, "err", err)
			})
		case err == nil && withhold:
			r.log.Info("an answer was withheld by review", "trace_id", r.at.TraceID)
			r.withhold(ErrWithheld)
		}
	}()
}

// finish checks the rest and waits. It fails with ErrWithheld when the answer must be
// taken away.
func (r *reviewStage) finish() error {
	if r.review == nil {
		return nil
	}
	r.wait()
	if r.news > 0 && r.ctx.Err() == nil {
		r.start()
		r.wait()
	}
	return r.verdict()
}

// wait waits for the look that runs.
func (r *reviewStage) wait() {
	if r.look != nil {
		<-r.look.Done()
	}
}
