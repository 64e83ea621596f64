package chat

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// thinkIcon is the icon of a thinking block, as clients know it.
const thinkIcon = 9

// Think.Status values.
const (
	thinkRunning  = 1
	thinkFinished = 2
)

// output is where a pipeline puts its events; *run.Out is one.
type output interface {
	Emit(events ...stream.Event) error
	Queued() error
	Meta(func(*stream.Meta))
}

// plainChat is the pipeline of an ordinary answer: what the model yields
// becomes events, in the order of spec/wire.md section 5.
type plainChat struct {
	model   llm.Model
	request llm.Request
	words   words
	now     func() time.Time

	out       output
	kind      stream.Kind // the kind announced last
	thinkFrom time.Time   // zero while no thinking block is open
	wrote     bool        // some answer text has been sent

	promptTokens int // of the request, as the provider counts them; 0 until it says so
}

// opening is what a reader sees before the model has begun.
func opening(w words) []stream.Event {
	return []stream.Event{stream.SpeechType{Kind: stream.KindStatus}, stream.Status{Msg: w.working}}
}

// run is the job of the answer. It returns nil when the answer is complete,
// cut off or withheld, and else why it is not.
func (p *plainChat) run(ctx context.Context, out output) error {
	p.out = out
	finish := llm.FinishNone
	for d, err := range p.model.Stream(ctx, p.request) {
		if err != nil {
			_ = p.endThinking() // the answer has failed already; an open block would only look busy
			return err
		}
		if d.Finish != llm.FinishNone {
			finish = d.Finish
		}
		p.note(d)
		if err := p.delta(d); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := p.endThinking(); err != nil {
		return err
	}
	return p.end(finish)
}

// note keeps for the tail what a delta says about the answer.
func (p *plainChat) note(d llm.Delta) {
	if d.Usage == nil && d.Model == "" && len(d.Hints) == 0 {
		return
	}
	if d.Usage != nil {
		p.promptTokens = d.Usage.PromptTokens
	}
	p.out.Meta(func(m *stream.Meta) {
		if u := d.Usage; u != nil {
			m.TokenUsageInfo = stream.TokenUsage{
				PromptTokens:     u.PromptTokens,
				CompletionTokens: u.CompletionTokens,
				TotalTokens:      u.PromptTokens + u.CompletionTokens,
			}
		}
		if d.Model != "" {
			m.ModelID = d.Model
		}
		if len(d.Hints) > 0 {
			m.Hints = d.Hints
		}
	})
}

// delta sends the content of one delta.
func (p *plainChat) delta(d llm.Delta) error {
	if d.Queued {
		if err := p.out.Queued(); err != nil {
			return err
		}
	}
	if d.Step != "" {
		if err := p.out.Emit(stream.Step{Msg: d.Step}); err != nil {
			return err
		}
	}
	if d.Reasoning != "" {
		if p.thinkFrom.IsZero() {
			p.thinkFrom = p.now()
		}
		think := stream.Think{Title: p.words.thinking, IconType: thinkIcon, Content: d.Reasoning, Status: thinkRunning}
		if err := p.announce(stream.KindReasoner, think); err != nil {
			return err
		}
	}
	if d.Text != "" {
		if err := p.endThinking(); err != nil {
			return err
		}
		if err := p.announce(stream.KindText, stream.Text{Msg: d.Text}); err != nil {
			return err
		}
		p.wrote = p.wrote || strings.TrimSpace(d.Text) != ""
	}
	return nil
}

// announce sends e behind the word for its kind, where that is a new one.
func (p *plainChat) announce(kind stream.Kind, e stream.Event) error {
	if p.kind == kind {
		return p.out.Emit(e)
	}
	p.kind = kind
	return p.out.Emit(stream.SpeechType{Kind: kind}, e)
}

// endThinking closes an open thinking block and says how long it took.
func (p *plainChat) endThinking() error {
	if p.thinkFrom.IsZero() {
		return nil
	}
	seconds := max(1, int(p.now().Sub(p.thinkFrom).Round(time.Second)/time.Second))
	p.thinkFrom = time.Time{}
	return p.out.Emit(stream.Think{
		Title:    fmt.Sprintf(p.words.thought, seconds),
		IconType: thinkIcon,
		Status:   thinkFinished,
	})
}

// end closes the answer by the reason that the model gave.
func (p *plainChat) end(finish llm.Finish) error {
	switch finish {
	case llm.FinishFilter:
		p.stopReason("filter")
		return p.out.Emit(stream.Revoke{Sensitive: true}, stream.SensitiveEnd{})
	case llm.FinishLength:
		p.stopReason("length")
		return p.out.Emit(stream.Cutoff{})
	case llm.FinishNone:
		return errs.New(errs.Incomplete)
	}
	if !p.wrote {
		return errs.New(errs.NoAnswer)
	}
	p.stopReason("stop")
	return nil
}

func (p *plainChat) stopReason(reason string) {
	p.out.Meta(func(m *stream.Meta) { m.StopReason = reason })
}
