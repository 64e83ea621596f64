package answer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Defaults for a tool that states no limits of its own.
const (
	DefaultTimeout = 60 * time.Second
	DefaultLimit   = 16 << 10 // bytes
)

// Bounds of what one call may return beside its text.
const (
	maxSources = 50
	maxMedia   = 20
	maxCards   = 10
)

// beat is how often the run is told that a silent call is still working.
const beat = 15 * time.Second

// outcome is how a call ended.
type outcome struct {
	result Result
	err    error
}

// call makes one call within its time limit, whatever the tool does: a call that
// panics, hangs or returns too much fails or is cut, and nothing else happens. When ctx
// ends, call returns at once and later output of the tool is dropped.
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

// guarded turns a panic of a tool into an error.
func (a *answering) guarded(ctx context.Context, u *use, out Out) (r Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = a.panicked(ctx, u.call.Name, p)
		}
	}()
	return u.tool.Call(ctx, Call{ID: u.part, Input: []byte(u.call.Arguments), Turn: a.t, Out: out})
}

// panicked logs the panic of a tool or a gatherer, and gives the error that stands
// for it.
func (a *answering) panicked(ctx context.Context, name string, p any) error {
	a.Log.ErrorContext(ctx, "a tool or a gatherer panicked", slog.String("trace_id", a.t.TraceID), slog.String("name", name),
		slog.Any("panic", p), slog.String("stack", string(debug.Stack())))
	return errs.Wrap(errs.Unknown, fmt.Errorf("panic: %v", p))
}

// bounded is a result within the limits of its tool and without what a model
// could take for our own words.
func (a *answering) bounded(r Result, limit int) Result {
	if limit <= 0 {
		limit = DefaultLimit
	}
	whole := len(r.Text) <= limit
	r.Text = source.StripMarks(cutBytes(r.Text, limit))
	limit -= len(r.Text)
	var kept []source.Source
	for _, s := range r.Sources[:min(len(r.Sources), maxSources)] {
		if size := len(s.Text) + len(s.Header) + len(s.Title) + len(s.Heading); size > limit {
			whole = false
			if room := limit - (size - len(s.Text)); len(kept) == 0 && room > 0 {
				s.Text = cutBytes(s.Text, room)
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
	r.Note = source.StripMarks(cutBytes(r.Note, stream.MaxShort))
	r.Media = shownMedia(r.Media)
	r.Cards = r.Cards[:min(len(r.Cards), maxCards)]
	return r
}

// shownMedia are the first media of a result whose addresses are not too long.
func shownMedia(media []stream.Media) []stream.Media {
	var out []stream.Media
	for _, m := range media {
		if len(m.MediaID)+len(m.URL)+len(m.PreviewURL)+len(m.DownloadURL)+len(m.OriginURL) <= stream.MaxLong && len(out) < maxMedia {
			out = append(out, m)
		}
	}
	return out
}

// brought shows what a call brought beside its text.
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

// errOver is what a tool gets that emits events after its call has ended.
var errOver = errors.New("answer: the call is over")

// toolOut is the Out of one call.
type toolOut struct {
	a    *answering
	mu   sync.Mutex
	over bool
}

// Emit shows events that tools may show.
func (o *toolOut) Emit(events ...stream.Event) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.over {
		return errOver
	}
	return o.a.stages.show(events...)
}

// Alive says that work goes on.
func (o *toolOut) Alive() { o.a.out.Alive() }

func (o *toolOut) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.over = true
}

// cutBytes shortens s to at most n bytes, never inside a character.
func cutBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
