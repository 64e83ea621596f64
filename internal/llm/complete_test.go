package llm_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// played is a model that answers the n-th request with the n-th list of deltas. Requests after the
// last list fail with err. If err is nil, such a request fails when its context ends.
type played struct {
	answers [][]llm.Delta
	err     error
	asked   []llm.Request
}

func (p *played) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		n := len(p.asked)
		p.asked = append(p.asked, req)
		if n >= len(p.answers) {
			if p.err == nil {
				<-ctx.Done()
				p.err = ctx.Err()
			}
			yield(llm.Delta{}, p.err)
			return
		}
		for _, d := range p.answers[n] {
			if !yield(d, nil) {
				return
			}
		}
	}
}

func deltasOf(finish llm.Finish, text ...string) []llm.Delta {
	var out []llm.Delta
	for _, t := range text {
		out = append(out, llm.Delta{Text: t})
	}
	return append(out, llm.Delta{Finish: finish})
}

func TestComplete(t *testing.T) {
	t.Parallel()
	down := errs.New(errs.ModelBusy)
	long := strings.Repeat("长", 3000)
	for label, c := range map[string]struct {
		answer []llm.Delta
		err    error
		o      llm.CompleteOptions
		text   string
		code   errs.Code
	}{
		"whole":                       {answer: deltasOf(llm.FinishStop, " 半亩", "方塘\n"), text: "半亩方塘"},
		"no end":                      {answer: deltasOf(llm.FinishNone, "半亩"), code: errs.Incomplete},
		"cut at the token limit":      {answer: deltasOf(llm.FinishLength, "半亩"), code: errs.Incomplete},
		"withheld":                    {answer: deltasOf(llm.FinishFilter, "半亩"), code: errs.Incomplete},
		"tools":                       {answer: deltasOf(llm.FinishTools), code: errs.Incomplete},
		"too long":                    {answer: deltasOf(llm.FinishStop, long), code: errs.AnswerTooLarge},
		"long, but allowed":           {answer: deltasOf(llm.FinishStop, long), o: llm.CompleteOptions{MaxBytes: 9000}, text: long},
		"beginning":                   {answer: deltasOf(llm.FinishStop, long), o: llm.CompleteOptions{MaxBytes: 7, Beginning: true}, text: "长长"},
		"beginning of a short answer": {answer: deltasOf(llm.FinishLength, "长"), o: llm.CompleteOptions{Beginning: true}, text: "长"},
		"withheld beginning":          {answer: deltasOf(llm.FinishFilter, "长"), o: llm.CompleteOptions{Beginning: true}, code: errs.Incomplete},
		"a provider that fails":       {err: down, code: errs.ModelBusy},
	} {
		m := &played{err: c.err}
		if c.answer != nil {
			m.answers = [][]llm.Delta{c.answer}
		}
		got, err := llm.Complete(t.Context(), llm.Choice{Model: m, Upstream: "qwen"}, llm.Request{Locale: "en"}, c.o)
		if c.code == "" && err != nil || c.code != "" && !errs.Is(err, c.code) || got != c.text {
			t.Errorf("%s: %q, %v", label, got, err)
		}
		if m.asked[0].Model != "qwen" || m.asked[0].Locale != "en" {
			t.Errorf("%s: asked %+v", label, m.asked[0])
		}
	}
}

// When a context ends, the error depends on the reason for its end.
func TestCompleteEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		silent := llm.Choice{Model: &played{}}
		if _, err := llm.Complete(t.Context(), silent, llm.Request{}, llm.CompleteOptions{Timeout: time.Minute}); !errs.Is(err, errs.Timeout) {
			t.Errorf("after its time: %v", err)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(errs.New(errs.Draining))
		if _, err := llm.Complete(ctx, llm.Choice{Model: &played{}}, llm.Request{}, llm.CompleteOptions{}); !errs.Is(err, errs.Draining) {
			t.Errorf("cancelled with a reason: %v", err)
		}
	})
}

func TestCompleteJSON(t *testing.T) {
	t.Parallel()
	check := func(list []string) bool { return len(list) == 2 }
	for label, c := range map[string]struct {
		answers [][]llm.Delta
		asked   int
		shape   bool
	}{
		"at once":        {[][]llm.Delta{deltasOf(llm.FinishStop, `["a","b"]`)}, 1, false},
		"mended":         {[][]llm.Delta{deltasOf(llm.FinishStop, "好的：```json\n[\"a\" \"b\"")}, 1, false},
		"the second try": {[][]llm.Delta{deltasOf(llm.FinishStop, "不会"), deltasOf(llm.FinishStop, `["a","b"]`)}, 2, false},
		"refused twice":  {[][]llm.Delta{deltasOf(llm.FinishStop, `["a"]`), deltasOf(llm.FinishStop, `{}`)}, 2, true},
	} {
		m := &played{answers: c.answers, err: errs.New(errs.ModelBusy)}
		question := []llm.Message{{Role: llm.User, Content: "列出两项"}}
		got, err := llm.CompleteJSON(t.Context(), llm.Choice{Model: m}, llm.Request{Messages: question}, llm.CompleteOptions{}, "只写 JSON", check)
		if len(m.asked) != c.asked || errors.Is(err, llm.ErrShape) != c.shape || !c.shape && (err != nil || !check(got)) {
			t.Errorf("%s: %q, %v after %d requests", label, got, err, len(m.asked))
		}
		if last := m.asked[len(m.asked)-1].Messages; c.asked == 2 && (len(last) != 3 || last[2].Content != "只写 JSON") {
			t.Errorf("%s: the second request is %+v", label, last)
		}
		if len(question) != 1 || question[0].Content != "列出两项" {
			t.Errorf("%s: the caller's messages were changed", label)
		}
	}
	m := &played{err: errs.New(errs.ModelBusy)}
	if _, err := llm.CompleteJSON(t.Context(), llm.Choice{Model: m}, llm.Request{}, llm.CompleteOptions{}, "", check); !errs.Is(err, errs.ModelBusy) {
		t.Errorf("a provider that fails: %v", err)
	}
}
