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

// Author makes a whole answer in its own way, in place of gatherers, a model and
// its tools: a study of many steps does. What it writes passes the same stages as
// the words of a model: citations, content rules, review.
type Author interface {
	// Name is unique and stable; profiles name it.
	Name() string
	// Write makes the answer. It keeps its own checkpoints: an answer that is
	// continued comes with Turn.Partial, which holds no text, because the author
	// writes the whole text again. nil means that the answer is complete.
	Write(ctx context.Context, t Turn, out Desk) error
}

// Desk is what an author writes with. It is safe for concurrent use.
type Desk interface {
	Out
	// Cite numbers more sources behind those that are there, and gives the number
	// of the first one.
	Cite(sources []source.Source) (first int)
	// Say writes Markdown, with citations of sources that have numbers.
	Say(text string) error
	// Used counts tokens of calls that the author made.
	Used(u llm.Usage)
	// MayGoOn fails when the owner may not ask any more.
	MayGoOn(ctx context.Context) error
}

// AddAuthors gives the loop authors, before it makes its first answer. It fails
// when two have one name.
func (l *Loop) AddAuthors(authors []Author) error {
	for _, a := range authors {
		if l.authors[a.Name()] != nil {
			return fmt.Errorf("answer: two authors are called %s", a.Name())
		}
		l.authors[a.Name()] = a
	}
	return nil
}

// HasAuthor reports whether there is an author of that name.
func (l *Loop) HasAuthor(name string) bool { return l.authors[name] != nil }

// desk is the Desk of one answer.
type desk answering

// Emit shows events that gatherers and tools may show.
func (d *desk) Emit(events ...stream.Event) error { return d.stages.show(events...) }

// Alive says that work goes on.
func (d *desk) Alive() { d.out.Alive() }

// Cite numbers sources.
func (d *desk) Cite(sources []source.Source) int { return d.stages.number(sources) }

// Say writes text.
func (d *desk) Say(text string) error { return d.stages.put(stream.Text{Msg: clean(text)}) }

// Used counts tokens.
func (d *desk) Used(u llm.Usage) {
	d.out.Meta(func(m *stream.Meta) {
		m.TokenUsageInfo.PromptTokens += u.PromptTokens
		m.TokenUsageInfo.CompletionTokens += u.CompletionTokens
		m.TokenUsageInfo.TotalTokens += u.PromptTokens + u.CompletionTokens
	})
}

// MayGoOn asks whether the owner may still ask.
func (d *desk) MayGoOn(ctx context.Context) error { return (*answering)(d).mayGoOn(ctx) }

// write has the author of the turn make the answer, and says every few seconds
// that it is alive.
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
		// What is there stays; a verdict of the rules over the rest of it counts.
		if held := a.stages.finish(); errors.Is(held, ErrWithheld) {
			return held
		}
		return err
	}
	return a.end(ctx, llm.FinishStop)
}

// written calls the author. One that panics only fails.
func (a *answering) written(ctx context.Context, author Author) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = a.panicked(ctx, author.Name(), p)
		}
	}()
	return author.Write(ctx, a.t, (*desk)(a))
}
