package answer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Defaults for a tool without limits of its own.
const (
	DefaultTimeout = 60 * time.Second
	DefaultLimit   = 16 << 10 // bytes of a result
)

// Limits of what one call may return in addition to its text.
const (
	maxSources = 50
	maxMedia   = 20
	maxCards   = 10
)

// beat is the interval at which progress is reported while a tool or an author works.
const beat = 15 * time.Second

// outcome is the result or the error of a call.
type outcome struct {
	result Result
	err    error
}

// call runs a tool within its timeout. A tool that panics, hangs or returns too much does not end
// the answer: the call fails or its result is cut. When ctx ends, call returns immediately and
// later output of the tool is dropped.
func (a *answering) call(ctx context.Context, u *use) (Result, error) {
	limit := u.tool.Timeout
	if limit <= 0 {
		limit = DefaultTimeout
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, errs.New(errs.Timeout))
	defer cancel()
	out := &toolOut{a: a}
	defer out.close()
	done := make(chan outcome, 1)
	go func() {
		r, err := a.guarded(ctx, u, out)
		done <- outcome{r, err}
	}()
	alive := time.NewTicker(beat)
	defer alive.Stop()
	for {
		select {
		case o := <-done:
			if o.err != nil {
				return Result{}, o.err
			}
			return a.bounded(o.result, u.tool.Limit), nil
		case <-alive.C:
			a.out.Alive()
		case <-ctx.Done():
			return Result{}, context.Cause(ctx)
		}
	}
}

// guarded converts a panic of a tool to an error.
func (a *answering) guarded(ctx context.Context, u *use, out Out) (r Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = a.panicked(ctx, u.call.Name, p)
		}
	}()
	return u.tool.Call(ctx, Call{ID: u.part, Input: []byte(u.call.Arguments), Turn: a.t, Out: out})
}

// panicked logs a panic, for example of a tool or a gatherer, and returns an error in its place.
func (a *answering) panicked(ctx context.Context, name string, p any) error {
	a.Log.ErrorContext(ctx, "a tool or a gatherer panicked", slog.String("trace_id", a.t.TraceID), slog.String("name", name),
		slog.Any("panic", p), slog.String("stack", string(debug.Stack())))
	return errs.Wrap(errs.Unknown, fmt.Errorf("panic: %v", p))
}

// bounded applies the limits to a result, and source.StripMarks to its text and its note.
func (a *answering) bounded(r Result, limit int) Result {
	if limit <= 0 {
		limit = DefaultLimit
	}
	whole := len(r.Text) <= limit
	r.Text = source.StripMarks(text.CutBytes(r.Text, limit))
	limit -= len(r.Text)
	var kept []source.Source
	for _, s := range r.Sources[:min(len(r.Sources), maxSources)] {
		if size := len(s.Text) + len(s.Header) + len(s.Title) + len(s.Heading); size > limit {
			whole = false
			if room := limit - (size - len(s.Text)); len(kept) == 0 && room > 0 {
				s.Text = text.CutBytes(s.Text, room)
				kept = append(kept, s)
			}
			break
		}
		limit -= len(s.Text) + len(s.Header) + len(s.Title) + len(s.Heading)
		kept = append(kept, s)
	}
	whole = whole && len(kept) == len(r.Sources)
	r.Sources = kept
	if r.Text == "" && len(kept) == 0 {
		r.Text = a.words.nothing
	}
	if !whole {
		r.Text += a.words.cut
	}
	r.Note = source.StripMarks(text.CutBytes(r.Note, stream.MaxShort))
	r.Media = shownMedia(r.Media)
	r.Cards = r.Cards[:min(len(r.Cards), maxCards)]
	return r
}

// shownMedia returns at most maxMedia media of a result. It leaves out media with too long
// addresses.
func shownMedia(media []stream.Media) []stream.Media {
	var out []stream.Media
	for _, m := range media {
		if len(m.MediaID)+len(m.URL)+len(m.PreviewURL)+len(m.DownloadURL)+len(m.OriginURL) <= stream.MaxLong && len(out) < maxMedia {
			out = append(out, m)
		}
	}
	return out
}

// brought shows the cards and the media returned by a call.
func (a *answering) brought(u *use, r Result) error {
	for i, c := range r.Cards {
		if c.ID == "" {
			c.ID = fmt.Sprintf("%s.card%d", u.part, i)
		}
		if err := a.stages.show(c); err != nil {
			return err
		}
	}
	if len(r.Media) == 0 {
		return nil
	}
	return a.stages.show(stream.Replace{Replace: stream.Replacement{ID: u.part, Multimedias: r.Media}})
}

// errOver is the error of Emit after the call has ended.
var errOver = errors.New("answer: the call is over")

// toolOut is the Out of one call.
type toolOut struct {
	a    *answering
	mu   sync.Mutex
	over bool
}

// Emit shows events of the kinds allowed for tools.
func (o *toolOut) Emit(events ...stream.Event) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.over {
		return errOver
	}
	return o.a.stages.show(events...)
}

// Alive reports progress.
func (o *toolOut) Alive() { o.a.out.Alive() }

func (o *toolOut) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.over = true
}
