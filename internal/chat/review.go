package chat

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

// Review looks at an answer, or at as much of it as there is, and says whether
// it must be taken away. It is called beside the answer, at most once at a time
// for each.
type Review func(ctx context.Context, at Passage, text string) (withhold bool, err error)

const (
	// reviewEvery is how much new text of an answer calls for another look, in
	// characters.
	reviewEvery = 300
	// reviewWait bounds one look. An answer does not fail because nobody could
	// look at it.
	reviewWait = 5 * time.Second
)

// reviewer has one answer looked at while it streams. Its methods are called by
// the answer's job alone; a nil reviewer has nothing looked at.
type reviewer struct {
	review Review
	at     Passage
	log    *slog.Logger
	failed sync.Once

	ctx      context.Context // of the answer
	withhold context.CancelCauseFunc
	look     context.Context // of the look that was begun last; it ends with it
	text     strings.Builder // what was shown
	news     int             // characters of it that no look has seen
}

// reviewer is nil when nobody looks at answers.
func (s *Service) reviewer(traceID string) *reviewer {
	if s.Review == nil {
		return nil
	}
	return &reviewer{review: s.Review, at: Passage{traceID, partAnswer}, log: s.Log}
}

// resume goes on behind an answer that has been shown already.
func (r *reviewer) resume(m stream.Message) {
	if r != nil {
		r.text.WriteString(m.Text())
	}
}

// begin gives the context that the answer is made in: a verdict ends it with
// errWithheld, so that a model that pauses does not keep a bad answer on show.
func (r *reviewer) begin(ctx context.Context) (context.Context, context.CancelFunc) {
	if r == nil {
		return ctx, func() {}
	}
	r.ctx, r.withhold = context.WithCancelCause(ctx)
	return r.ctx, func() { r.withhold(nil) }
}

// add notes what is about to be shown, and has it looked at when it is enough.
// It fails with errWithheld when nothing more may be shown.
func (r *reviewer) add(shown string) error {
	if r == nil {
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

// verdict is errWithheld when the answer must be taken away.
func (r *reviewer) verdict() error {
	if cause := context.Cause(r.ctx); errors.Is(cause, errWithheld) {
		return cause
	}
	return nil
}

// start begins a look at all that was shown.
func (r *reviewer) start() {
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
			r.withhold(errWithheld)
		}
	}()
}

// finish has the rest looked at and waits. It fails with errWithheld when the
// answer must be taken away.
func (r *reviewer) finish() error {
	if r == nil {
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
func (r *reviewer) wait() {
	if r.look != nil {
		<-r.look.Done()
	}
}
