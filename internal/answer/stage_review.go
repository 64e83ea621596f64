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

// Review checks an answer, or its text so far, and reports whether it must be withheld. It runs
// concurrently with the answer, at most once at a time per answer.
type Review func(ctx context.Context, at At, text string) (withhold bool, err error)

const (
	// reviewEvery is the number of new characters after which an answer is checked again.
	reviewEvery = 300
	// reviewWait is the timeout of one check. If a check ends with an error or by the timeout, the
	// answer is shown.
	reviewWait = 5 * time.Second
)

// reviewStage reviews one answer while it is streamed.
type reviewStage struct {
	review Review // nil: answers are not reviewed
	at     At
	log    *slog.Logger
	failed sync.Once
	next   stage

	ctx      context.Context // the context of the answer
	withhold context.CancelCauseFunc
	look     context.Context // the context of the latest check; it ends with the check
	text     strings.Builder // the text that was shown
	news     int             // number of characters that were added since the latest check began
}

func newReviewStage(review Review, at At, log *slog.Logger, next stage) *reviewStage {
	return &reviewStage{review: review, at: at, log: log, next: next}
}

// resume continues a partly shown answer.
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

// begin returns the context for making the answer. A negative verdict ends the context with
// ErrWithheld, so that a bad answer is removed even while the model pauses.
func (r *reviewStage) begin(ctx context.Context) (context.Context, context.CancelFunc) {
	if r.review == nil {
		return ctx, func() {}
	}
	r.ctx, r.withhold = context.WithCancelCause(ctx)
	return r.ctx, func() { r.withhold(nil) }
}

// add records text that is about to be shown, and starts a check if there is enough new text and no
// check is running. It fails with ErrWithheld if the answer must be withheld.
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

// verdict returns ErrWithheld if the answer must be withheld.
func (r *reviewStage) verdict() error {
	if cause := context.Cause(r.ctx); errors.Is(cause, ErrWithheld) {
		return cause
	}
	return nil
}

// start starts a check of everything that was shown.
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

// finish checks the rest of the text and waits for the verdict. It fails with ErrWithheld if the answer
// must be withheld.
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

func (r *reviewStage) wait() {
	if r.look != nil {
		<-r.look.Done()
	}
}
