package research

import (
	"context"
	"errors"
	"iter"
	"sync/atomic"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
)

var replyLimits = llm.CompleteOptions{Timeout: 3 * time.Minute, MaxBytes: 64 << 10}

// maxFailures is the number of consecutive failures after which the model is no longer used.
const maxFailures = 3

// prompter sends prompts to the model of a study. Without a model, after maxFailures failures, or when
// the time for the model is over, it returns no reply, and rules are used instead.
type prompter struct {
	choice      llm.Choice
	locale      string
	now         time.Time
	mayContinue func(ctx context.Context) error
	left        func() time.Duration // remaining time for the model; nil: no limit
	failures    atomic.Int32         // consecutive failures
	failed      atomic.Bool          // whether a call returned no usable reply although time was left
	last        atomic.Pointer[error]
}

// newPrompter makes the prompter of a study. If the model reports the token usage of a call, `used` is
// called with the usage.
func newPrompter(c llm.Choice, locale string, now time.Time, used func(llm.Usage), mayContinue func(ctx context.Context) error) *prompter {
	c.Model = metered{c.Model, used}
	return &prompter{choice: c, locale: locale, now: now, mayContinue: mayContinue}
}

func (m *prompter) available() bool {
	return !m.choice.Info.Builtin && m.choice.Model != nil && m.failures.Load() < maxFailures
}

// room returns the maximum number of tokens of material in one request, besides the prompt and the
// reply; at least minRoom.
func (m *prompter) room() int {
	return max(llm.Budget(m.choice.Info.Context)-promptReserve, minRoom)
}

const (
	promptReserve = 1500 // tokens of a request apart from its material
	minRoom       = 1000
)

func (m *prompter) request(prompt string) llm.Request {
	system := promptSystem
	if m.locale == "en" {
		system += "\nWrite in English."
	} else if m.locale == "zh-TW" {
		system += "\n請用臺灣習慣的繁體中文書寫。"
	}
	return llm.Request{Locale: m.locale, Now: m.now, Messages: []llm.Message{
		{Role: llm.System, Content: system + "\n今天是 " + m.now.Format("2006-01-02") + "。"},
		{Role: llm.User, Content: source.StripTags(prompt)},
	}}
}

// text requests a text from the model. If there is no usable reply, `ok` is false, and the caller uses
// rules instead. If `err` is set, the caller ends the answer.
func (m *prompter) text(ctx context.Context, prompt string) (reply string, ok bool, err error) {
	return asked(ctx, m, func() (string, error) {
		reply, err := llm.Complete(ctx, m.choice, m.request(prompt), m.limits())
		if err == nil && reply == "" {
			err = errs.New(errs.NoAnswer)
		}
		return reply, err
	})
}

// ask requests JSON, which the function `check` must accept. The results of ask have the same meaning as
// the results of prompter.text.
func ask[T any](ctx context.Context, m *prompter, prompt string, check func(T) bool) (reply T, ok bool, err error) {
	return asked(ctx, m, func() (T, error) {
		return llm.CompleteJSON(ctx, m.choice, m.request(prompt), m.limits(), promptAgain, check)
	})
}

// limits returns the limits of the next reply, which must end when the time for the model ends.
func (m *prompter) limits() llm.CompleteOptions {
	l := replyLimits
	if m.left != nil {
		l.Timeout = min(l.Timeout, m.left())
	}
	return l
}

func asked[T any](ctx context.Context, m *prompter, call func() (T, error)) (reply T, ok bool, err error) {
	if !m.available() || m.left != nil && m.left() <= 0 {
		return reply, false, nil
	}
	if err := m.mayContinue(ctx); err != nil {
		return reply, false, err
	}
	reply, err = call()
	if ended := errs.Ended(ctx); ended != nil {
		return reply, false, ended
	}
	var none T
	switch {
	case err == nil:
		m.failures.Store(0)
		return reply, true, nil
	case m.left != nil && m.left() <= 0: // the time ended; the model did not fail
		return none, false, nil
	case !errors.Is(err, llm.ErrShape): // ErrShape does not count: a model that cannot write JSON can still write text
		m.failures.Add(1)
		m.last.Store(&err)
	}
	m.failed.Store(true)
	return none, false, nil
}

// metered is a model that reports its token usage.
type metered struct {
	llm.Model
	used func(llm.Usage)
}

func (m metered) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		var last *llm.Usage
		defer func() {
			if last != nil {
				m.used(*last)
			}
		}()
		for d, err := range m.Model.Stream(ctx, req) {
			if d.Usage != nil {
				last = d.Usage
			}
			if !yield(d, err) {
				return
			}
		}
	}
}
