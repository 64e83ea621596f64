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

// Author makes a whole answer in place of gatherers, a model and tools, as research does. Its text
// passes the same stages as the text of a model: citations, content rules, review.
type Author interface {
	// Name is unique and stable; profiles refer to it.
	Name() string
	// Write makes the answer and stores its own checkpoints. When an answer is continued,
	// Turn.Partial contains no text, because the author writes the whole text again. Write returns
	// nil if the answer is complete.
	Write(ctx context.Context, t Turn, out AuthorOut) error
}

// AuthorOut is what an author uses to write. It is safe for concurrent use.
type AuthorOut interface {
	Out
	// AddSources adds sources after the existing sources, and returns the number of the first added
	// source.
	AddSources(sources []source.Source) (first int)
	// WriteText writes Markdown, which may cite numbered sources.
	WriteText(text string) error
	// AddUsage adds the token usage of the author's own model calls.
	AddUsage(u llm.Usage)
	// MayContinue fails if the asker may no longer ask questions.
	MayContinue(ctx context.Context) error
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

// authorOut is the AuthorOut of one answer.
type authorOut answering

// Emit shows events; the same kinds are allowed as for gatherers and tools.
func (d *authorOut) Emit(events ...stream.Event) error { return d.stages.show(events...) }

// Alive reports progress.
func (d *authorOut) Alive() { d.out.Alive() }

// AddSources adds sources.
func (d *authorOut) AddSources(sources []source.Source) int { return d.stages.number(sources) }

// WriteText writes text.
func (d *authorOut) WriteText(text string) error { return d.stages.put(stream.Text{Msg: clean(text)}) }

// AddUsage adds token usage.
func (d *authorOut) AddUsage(u llm.Usage) {
	d.out.Meta(func(m *stream.Meta) {
		m.TokenUsageInfo.PromptTokens += u.PromptTokens
		m.TokenUsageInfo.CompletionTokens += u.CompletionTokens
		m.TokenUsageInfo.TotalTokens += u.PromptTokens + u.CompletionTokens
	})
}

// MayContinue fails if the asker may no longer ask questions.
func (d *authorOut) MayContinue(ctx context.Context) error { return (*answering)(d).mayContinue(ctx) }

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

// written calls the author's Write, and converts a panic to an error.
func (a *answering) written(ctx context.Context, author Author) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = a.panicked(ctx, author.Name(), p)
		}
	}()
	return author.Write(ctx, a.t, (*authorOut)(a))
}
