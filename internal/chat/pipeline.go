package chat

import (
	"context"
	"errors"
	"fmt"
	"slices"
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

	rules    filtered
	review   *reviewer // nil: none
	withheld bool      // the question may not be answered

	prepare func(ctx context.Context) error // makes the request; its files are read here. nil: it is made
	cite    *citer                          // nil: the answer has no excerpts to refer to
	muse    *citer                          // takes the marks out of the thinking, where there are excerpts

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
	if p.withheld {
		return p.withhold(stream.Revoke{Sensitive: true, RevokeQAPair: true})
	}
	ctx, end := p.review.begin(ctx)
	defer end()
	var err error
	if p.prepare != nil {
		err = p.prepare(ctx)
	}
	if err == nil {
		err = p.play(ctx)
	}
	if errors.Is(err, errWithheld) || errors.Is(context.Cause(ctx), errWithheld) {
		return p.withhold(stream.Revoke{Sensitive: true})
	}
	return err
}

// play sends what the model says.
func (p *plainChat) play(ctx context.Context) error {
	finish := llm.FinishNone
	for d, err := range p.model.Stream(ctx, p.request) {
		if err != nil {
			// The answer has failed already; what came of it is kept, and an open
			// thinking block would only look busy.
			if held := p.finish(); errors.Is(held, errWithheld) {
				return held
			}
			return err
		}
		if d.Finish != llm.FinishNone {
			finish = d.Finish
		}
		d.Text, d.Reasoning, d.Model = clean(d.Text), clean(d.Reasoning), clean(d.Model)
		p.note(d)
		if err := p.delta(d); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := p.finish(); err != nil {
		return err
	}
	return p.end(finish)
}

// finish sends what is held back and waits for the last look at the answer.
func (p *plainChat) finish() error {
	if err := p.flush(); err != nil {
		return err
	}
	return p.review.finish()
}

// note keeps for the tail what a delta says about the answer.
func (p *plainChat) note(d llm.Delta) {
	if d.Usage == nil && d.Model == "" && len(d.Hints) == 0 {
		return
	}
	if d.Usage != nil {
		p.promptTokens = d.Usage.PromptTokens
	}
	hints := slices.DeleteFunc(slices.Clone(d.Hints), func(h string) bool { return !p.rules.filter.Clean(h) })
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
		if len(hints) > 0 {
			m.Hints = hints
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
		step, err := p.rules.step(d.Step)
		if err != nil {
			return err
		}
		if err := p.out.Emit(stream.Step{Msg: step}); err != nil {
			return err
		}
	}
	if d.Reasoning != "" {
		if err := p.think(p.rules.thinking.Write(p.thought(d.Reasoning))); err != nil {
			return err
		}
	}
	if d.Text != "" {
		if err := p.endThinking(); err != nil {
			return err
		}
		return p.speak(d.Text)
	}
	return nil
}

// speak sends what the model says, its citations checked.
func (p *plainChat) speak(text string) error {
	if p.cite == nil {
		return p.say(p.rules.text.Write(text))
	}
	return p.checked(p.cite.Write(text))
}

// checked sends text whose citations hold, behind their sources: a reader never
// sees a number that leads nowhere, whenever the answer ends.
func (p *plainChat) checked(text string) error {
	if list, news := p.cite.sources(); news {
		if err := p.out.Emit(list); err != nil {
			return err
		}
	}
	return p.say(p.rules.text.Write(text))
}

// thought is an increment of the thinking without citation marks: they are
// for the answer, where they are checked.
func (p *plainChat) thought(text string) string {
	if p.muse == nil {
		return text
	}
	return p.muse.Write(text)
}

// think sends what may be shown of the thinking. Its block opens at once, even
// when nothing may be shown yet.
func (p *plainChat) think(shown string, withheld bool) error {
	if withheld {
		return errWithheld
	}
	if shown == "" && !p.thinkFrom.IsZero() {
		return nil
	}
	if p.thinkFrom.IsZero() {
		p.thinkFrom = p.now()
	}
	return p.announce(stream.KindReasoner, stream.Think{Title: p.words.thinking, IconType: thinkIcon, Content: shown, Status: thinkRunning})
}

// say sends what may be shown of the text.
func (p *plainChat) say(shown string, withheld bool) error {
	if withheld {
		return errWithheld
	}
	if shown == "" {
		return nil
	}
	p.wrote = p.wrote || strings.TrimSpace(shown) != ""
	if err := p.review.add(shown); err != nil {
		return err
	}
	return p.announce(stream.KindText, stream.Text{Msg: shown})
}

// flush sends what the content rules hold back.
func (p *plainChat) flush() error {
	if err := p.endThinking(); err != nil {
		return err
	}
	if p.cite != nil {
		if err := p.checked(p.cite.Flush()); err != nil {
			return err
		}
	}
	return p.say(p.rules.text.Flush())
}

// announce sends e behind the word for its kind, where that is a new one.
func (p *plainChat) announce(kind stream.Kind, e stream.Event) error {
	if p.kind == kind {
		return p.out.Emit(e)
	}
	p.kind = kind
	return p.out.Emit(stream.SpeechType{Kind: kind}, e)
}

// announceSearch says that the answer rests on what was found.
func (p *plainChat) announceSearch(msg string) error {
	return p.announce(stream.KindSearchWithText, stream.SearchWithText{Msg: msg})
}

// endThinking closes an open thinking block and says how long it took.
func (p *plainChat) endThinking() error {
	if p.thinkFrom.IsZero() {
		return nil
	}
	rest := ""
	if p.muse != nil {
		rest = p.muse.Flush()
	}
	shown, withheld := p.rules.thinking.Write(rest)
	more, too := p.rules.thinking.Flush()
	if withheld || too {
		return errWithheld
	}
	shown += more
	seconds := max(1, int(p.now().Sub(p.thinkFrom).Round(time.Second)/time.Second))
	p.thinkFrom = time.Time{}
	return p.out.Emit(stream.Think{
		Title:    fmt.Sprintf(p.words.thought, seconds),
		IconType: thinkIcon,
		Content:  shown,
		Status:   thinkFinished,
	})
}

// end closes the answer by the reason that the model gave.
func (p *plainChat) end(finish llm.Finish) error {
	switch finish {
	case llm.FinishFilter:
		return p.withhold(stream.Revoke{Sensitive: true})
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

// withhold takes the answer away and ends it.
func (p *plainChat) withhold(r stream.Revoke) error {
	p.stopReason("filter")
	return p.out.Emit(r, stream.SensitiveEnd{})
}

func (p *plainChat) stopReason(reason string) {
	p.out.Meta(func(m *stream.Meta) { m.StopReason = reason })
}
