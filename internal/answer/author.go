package answer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Author makes a whole answer in place of gatherers, a model and tools, as research does. Its text passes the same
// stages as a model's: citations, content rules, review.
type Author interface {
	// Name is unique and stable; profiles refer to it.
	Name() string
	// Write makes the answer and stores its own checkpoints. When an answer is continued,
	// Turn.Partial contains no text, because the author writes the whole text again. Write returns
	// nil if the answer is complete.
	Write(ctx context.Context, t Turn, out Desk) error
}

// Desk is what an author uses to write. It is safe for concurrent use.
type Desk interface {
	Out
	// Cite adds sources after the existing ones, and returns the number of the first added source.
	Cite(sources []source.Source) (first int)
	// Say writes Markdown, which may cite numbered sources.
	Say(text string) error
	// Used adds the token usage of the author's own model calls.
	Used(u llm.Usage)
	// MayGoOn fails if the owner may no longer ask.
	MayGoOn(ctx context.Context) error
}

// AddAuthors adds authors to the loop; it must be called before the first answer. It fails on
// duplicate names.
func (l *Loop) AddAuthors(authors []Author) error {
	for _, a := range authors {
		if l.authors[a.Name()] != nil {
			return fmt.Errorf("answer: two authors are called %s", a.Name())
		}
		l.authors[a.Name()] = a
	}
	return nil
}

// HasAuthor reports whether there is an author with that name.
func (l *Loop) HasAuthor(name string) bool { return l.authors[name] != nil }

// desk is the Desk of one answer.
type desk answering

// Emit shows events; the same kinds are allowed as for gatherers and tools.
func (d *desk) Emit(events ...stream.Event) error { return d.stages.show(events...) }

// Alive reports progress.
func (d *desk) Alive() { d.out.Alive() }

// Cite adds sources.
func (d *desk) Cite(sources []source.Source) int { return d.stages.number(sources) }

// Say writes text.
func (d *desk) Say(text string) error { return d.stages.put(stream.Text{Msg: clean(text)}) }

// Used adds token usage.
func (d *desk) Used(u llm.Usage) {
	d.out.Meta(func(m *stream.Meta) {
		m.TokenUsageInfo.PromptTokens += u.PromptTokens
		m.TokenUsageInfo.CompletionTokens += u.CompletionTokens
		m.TokenUsageInfo.TotalTokens += u.PromptTokens + u.CompletionTokens
	})
}

// MayGoOn fails if the owner may no longer ask.
func (d *desk) MayGoOn(ctx context.Context) error { return (*answering)(d).mayGoOn(ctx) }

// write runs the turn's author, and reports progress once per beat.
func (a *answering) write(ctx context.Context) (err error) {
	author := a.authors[a.t.Profile.Author]
	if author == nil {
		return errs.Wrap(errs.Unknown, fmt.Errorf("answer: there is no author called %s", a.t.Profile.Author))
	}
	alive, over := context.WithCancel(ctx)
	defer over()
	go func() {
		beats := time.NewTicker(beat)
		defer beats.Stop()
		for {
			select {
			case <-beats.C:
				a.out.Alive()
			case <-alive.Done():
				return
			}
		}
	}()
	if err := a.written(ctx, author); err != nil {
		// The text so far is kept unless the content rules withhold it.
		if held := a.stages.finish(); errors.Is(held, ErrWithheld) {
			return held
		}
		return err
	}
	return a.end(ctx, llm.FinishStop)
}

// written calls the author and converts a panic to an error.
func (a *answering) written(ctx context.Context, author Author) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = a.panicked(ctx, author.Name(), p)
		}
	}()
	return author.Write(ctx, a.t, (*desk)(a))
}
