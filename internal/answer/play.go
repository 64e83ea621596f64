package answer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// modelTurn is the output of one model call.
type modelTurn struct {
	text      strings.Builder
	reasoning strings.Builder
	calls     []llm.ToolCall
	finish    llm.Finish
	usage     llm.Usage
}

// play runs the loop of model calls and tool calls.
func (a *answering) play(ctx context.Context) error {
	tools := a.offered()
	asked := false // the model was asked again after an empty answer
	for n := len(a.steps) + 1; ; n++ {
		if open := a.open(); open != nil { // a crash interrupted this step: execute the rest of its calls first
			if err := a.act(ctx, open); err != nil {
				return err
			}
		}
		if n >= a.bound() && len(a.steps) > 0 {
			tools, a.request.Search, a.extraPrompt = nil, llm.SearchNotWished, a.words.noTools
		}
		if len(a.steps) > 0 {
			if err := a.mayContinue(ctx); err != nil {
				return err
			}
		}
		a.stages.parts.forget()
		s, err := a.callModel(ctx, tools)
		switch empty := errs.Is(err, errs.NoAnswer); {
		case err != nil && !empty:
			return err
		case !empty && len(s.calls) > 0 && (len(tools) > 0 || a.request.Search != llm.SearchNotWished) && s.finish != llm.FinishLength && s.finish != llm.FinishFilter:
			again, err := a.take(ctx, s)
			if err != nil {
				return err
			}
			if !again { // the model only repeats earlier calls and would continue forever
				tools, a.request.Search, a.extraPrompt = nil, llm.SearchNotWished, a.words.noTools
			}
			a.partial = ""
			continue
		case !empty && (s.finish != llm.FinishStop && s.finish != llm.FinishTools || a.answered()):
			return a.end(ctx, s.finish)
		case asked:
			return errs.New(errs.NoAnswer)
		}
		asked, tools, a.request.Search, a.extraPrompt = true, nil, llm.SearchNotWished, a.words.sayMore
		if len(a.steps) == 0 && a.t.Choice.Info.Builtin {
			return errs.New(errs.NoAnswer) // another request would give the same result
		}
	}
}

// bound returns the number of the first model call without tools, counted from 1. The first call of an
// answer may offer tools in any case.
func (a *answering) bound() int {
	n := a.t.Profile.Steps
	if n <= 0 {
		n = DefaultSteps
	}
	return min(n, maxSteps)
}

// answered flushes the held-back text and reports whether the answer has text after the last tool
// call. If the answer was continued, text shown before the interruption counts, too.
func (a *answering) answered() bool {
	return a.stages.flush() == nil && (a.stages.parts.fresh || a.partial != "")
}

// offered returns the tools that the model may call.
func (a *answering) offered() []llm.Tool {
	if a.t.Choice.Info.Builtin || !a.t.Choice.Info.Tools {
		return nil
	}
	var out []llm.Tool
	for _, name := range a.names() {
		if t := a.tools[name]; t != nil && !a.off[name] && !(a.t.Unattended && a.Asks(*t) != ConsentNever) && (t.Offered == nil || t.Offered(a.t)) {
			out = append(out, t.Spec)
		}
	}
	return out
}

// callModel makes one model call and shows its output.
func (a *answering) callModel(ctx context.Context, tools []llm.Tool) (*modelTurn, error) {
	messages, err := a.messages()
	if err != nil {
		return nil, err
	}
	if err := a.showLeft(); err != nil {
		return nil, err
	}
	req := a.request
	req.Messages, req.Tools, req.FirstSource = legible(messages), tools, a.stages.nextSource()
	s := &modelTurn{}
	for d, err := range a.t.Choice.Model.Stream(ctx, req) {
		if err != nil {
			if errs.Is(err, errs.NoAnswer) && ctx.Err() == nil {
				return s, err
			}
			// The answer has failed. Its text is kept. An open thinking block is closed, because it
			// would look unfinished.
			if held := a.stages.finish(); errors.Is(held, ErrWithheld) {
				return nil, held
			}
			return nil, err
		}
		if err := a.handleDelta(s, d); err != nil {
			return nil, err
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if s.usage.PromptTokens > 0 {
		a.meter.Observe(req.Model, a.meter.Messages(req.Model, messages), s.usage.PromptTokens)
	}
	a.usage.PromptTokens += s.usage.PromptTokens
	a.usage.CompletionTokens += s.usage.CompletionTokens
	if err := a.stages.flush(); err != nil {
		return nil, err
	}
	return s, nil
}

func (a *answering) handleDelta(s *modelTurn, d llm.Delta) error {
	if d.Finish != llm.FinishNone {
		s.finish = d.Finish
	}
	d.Text, d.Reasoning, d.Model = clean(d.Text), clean(d.Reasoning), clean(d.Model)
	s.calls = append(s.calls, d.ToolCalls...)
	a.note(s, d)
	if d.Queued {
		if err := a.out.Queued(); err != nil {
			return err
		}
	}
	if d.Loading {
		if err := a.out.Loading(); err != nil {
			return err
		}
	}
	if d.Truncated && !a.cutShown {
		a.cutShown = true
		if err := a.stages.put(stream.Step{Msg: a.words.truncated, Code: "truncated"}); err != nil {
			return err
		}
	}
	if len(d.Sources) > 0 {
		if err := a.stages.list(d.Sources); err != nil {
			return err
		}
	}
	if d.Step != "" {
		line := stream.Step{Msg: d.Step}
		if len(d.StepTexts) > 0 {
			line.Code, line.Args = "said", d.StepTexts
		}
		if d.Working != "" {
			line.ID, line.State, line.Detail = workingStep, stream.PartDone, clean(d.Working)
		}
		if err := a.stages.put(line); err != nil {
			return err
		}
	}
	for i, data := range d.Charts {
		if err := a.stages.put(stream.Card{ID: fmt.Sprint(chartCard, i), Kind: chartCard, State: stream.PartDone, Data: data}); err != nil {
			return err
		}
	}
	if d.NeedsModel {
		if err := a.stages.put(stream.Card{ID: connectCard, Kind: connectCard, Fallback: a.words.connect}); err != nil {
			return err
		}
	}
	if d.Reasoning != "" {
		s.reasoning.WriteString(d.Reasoning)
		if err := a.stages.put(stream.Think{Content: d.Reasoning}); err != nil {
			return err
		}
	}
	if d.Text != "" {
		s.text.WriteString(d.Text)
		return a.stages.put(stream.Text{Msg: d.Text})
	}
	return nil
}

// note records the model, the usage and the hints of a delta in the metadata of the answer. Usage is
// summed over the model calls since the answer was begun or continued.
func (a *answering) note(s *modelTurn, d llm.Delta) {
	if d.Usage == nil && d.Model == "" && len(d.Hints) == 0 {
		return
	}
	if d.Usage != nil {
		s.usage = *d.Usage
	}
	hints := slices.DeleteFunc(slices.Clone(d.Hints), func(h string) bool { return !a.filter.Clean(h) })
	a.out.Meta(func(m *stream.Meta) {
		if d.Usage != nil {
			prompt, completion := a.usage.PromptTokens+s.usage.PromptTokens, a.usage.CompletionTokens+s.usage.CompletionTokens
			m.TokenUsageInfo = stream.TokenUsage{PromptTokens: prompt, CompletionTokens: completion, TotalTokens: prompt + completion}
		}
		if d.Model != "" {
			m.ModelID = d.Model
		}
		if len(hints) > 0 && !a.t.Unhinted {
			m.Hints = hints
		}
	})
}

// end closes the answer according to the model's finish reason.
func (a *answering) end(ctx context.Context, finish llm.Finish) error {
	if err := a.stages.finish(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	switch finish {
	case llm.FinishFilter:
		return ErrWithheld
	case llm.FinishLength:
		stopReason(a.out, "length")
		return a.out.Emit(stream.Cutoff{})
	case llm.FinishNone:
		return errs.New(errs.Incomplete)
	}
	stopReason(a.out, "stop")
	return nil
}

// clean removes NUL characters, which databases refuse.
func clean(s string) string { return strings.ReplaceAll(s, "\x00", "") }

// connectCard is the kind of the card with instructions for connecting a model, for questions
// that the built-in engine cannot answer.
const connectCard = "connect"

// chartCard is the kind of the card with a chart of the built-in engine.
const chartCard = "chart"

// workingStep is the id of the step that shows how the built-in engine has worked out its result.
const workingStep = "working"
