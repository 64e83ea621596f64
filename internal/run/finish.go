package run

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// ending is the reason why a run ends. The zero value means that the answer is complete.
type ending struct {
	stopped   bool        // a person stopped the run
	sensitive bool        // the content rules ended the run
	cut       bool        // the run reached the size limit or the time limit
	err       *errs.Error // the run failed with this error
}

// work runs the job. If the run has not ended when the job returns, work ends it with the job's result.
func (r *Run) work(job Job) {
	err := r.guarded(job)
	var end ending
	switch {
	case err == nil:
	case errors.Is(err, context.DeadlineExceeded) && !isErr(err):
		end.err = errs.Wrap(errs.Timeout, err)
	default:
		end.err = errs.From(err)
	}
	r.mu.Lock()
	queue := r.finish(end)
	r.mu.Unlock()
	r.enqueue(queue)
}

func isErr(err error) bool {
	_, ok := errors.AsType[*errs.Error](err)
	return ok
}

// guarded converts a panic of the job to an error, so that one faulty answer
// does not crash the server.
func (r *Run) guarded(job Job) (err error) {
	defer func() {
		if p := recover(); p != nil {
			r.m.count.Panics.Add(1)
			r.m.logger.Error("a run's job panicked", slog.String("trace_id", r.spec.TraceID), slog.String("run", r.id),
				slog.Any("panic", p), slog.String("stack", string(debug.Stack())))
			err = errs.Wrap(errs.Unknown, fmt.Errorf("panic: %v", p))
		}
	}()
	return job(r.jobCtx, &Out{r})
}

// finish decides how the run ends and appends the last frames. It does not wait for the job. The caller
// holds the lock. If finish returns true, the caller queues the run after releasing the lock (see dirty).
// Further calls have no effect and return false.
func (r *Run) finish(end ending) bool {
	if r.ended {
		return false
	}
	end = r.judge(end)
	r.tail(end)
	r.ended = true
	r.waits, r.rec.Waiting = 0, false
	r.rec.State, r.rec.ErrorCode = r.msg.State, r.msg.ErrorCode
	r.rec.EndedAt = time.Now().UnixMilli()
	if end.err != nil {
		r.m.logger.Info("a run failed", slog.String("trace_id", r.spec.TraceID), slog.String("run", r.id), slog.Any("error", end.err))
	}
	if r.watch != nil {
		r.watch.Stop()
	}
	r.cancel()
	return r.dirty()
}

// judge corrects the end of an answer. A withheld answer stays withheld. An answer that ends as
// complete becomes a failure if its content is empty or incomplete.
func (r *Run) judge(end ending) ending {
	switch {
	case r.msg.State == stream.Sensitive:
		return ending{sensitive: true}
	case end != ending{}:
		return end
	case len(r.msg.Content) == 0:
		return ending{err: errs.New(errs.NoAnswer)}
	case r.msg.Incomplete():
		return ending{err: errs.New(errs.Incomplete)}
	}
	return ending{}
}

// tail appends the last frames. An answer that did not fail ends with Plugin, MsgIndex, Meta, TraceID,
// and [DONE] or [SENSITIVE]. A failed answer ends with the failure. It has no [DONE], so readers do not
// treat it as complete. If the model is known, the Meta precedes the failure and shows which model has
// failed. If the answer was cut off, for example at the size limit, a Cutoff precedes the other frames.
func (r *Run) tail(end ending) {
	if end.cut {
		r.put(stream.Cutoff{})
	}
	meta := r.meta
	if end.stopped {
		meta.StopReason = "manualStop"
	}
	if end.err != nil {
		if meta.ModelID != "" {
			meta.StopReason = "error"
			r.put(meta)
		}
		r.put(stream.Failure{Msg: end.err.Message(r.spec.Locale), Code: string(end.err.Code)})
		return
	}
	r.put(stream.Plugin{ID: meta.PluginID})
	r.put(stream.MsgIndex{N: r.spec.Index})
	r.put(meta)
	r.put(stream.TraceID{ID: r.spec.TraceID})
	if end.sensitive {
		r.put(stream.SensitiveEnd{})
		return
	}
	r.put(stream.Done{})
}
