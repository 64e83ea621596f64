package answer

import (
	"context"
	"errors"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Relay makes one model call with the messages of a client program, and shows its output. Content rules
// are applied to input and output, and the review to the output. Relay gathers no sources and calls no
// tools: it returns the tool calls for the program to execute. Like Run, it returns no error for an
// answer that is complete, cut off or withheld.
func (l *Loop) Relay(ctx context.Context, t Turn, req llm.Request, out Output) ([]llm.ToolCall, error) {
	a := l.begin(ctx, t, out)
	if !a.screen(req.Messages) {
		return nil, withhold(out, stream.Revoke{Sensitive: true, RevokeQAPair: true})
	}
	ctx, end := a.stages.review.begin(ctx)
	defer end()
	s, err := a.relay(ctx, req)
	if errors.Is(err, ErrWithheld) || errors.Is(context.Cause(ctx), ErrWithheld) {
		return nil, withhold(out, stream.Revoke{Sensitive: true})
	}
	if err != nil {
		return nil, err
	}
	return s.calls, nil
}

// screen applies the content rules to the messages. It returns false if they must not be sent.
func (a *answering) screen(messages []llm.Message) bool {
	for i := range messages {
		shown, withheld := a.filter.Check(At{a.t.TraceID, partQuestion}, messages[i].Content)
		if withheld {
			return false
		}
		messages[i].Content = shown
	}
	return true
}

func (a *answering) relay(ctx context.Context, req llm.Request) (*modelTurn, error) {
	s := &modelTurn{}
	for d, err := range a.t.Choice.Model.Stream(ctx, req) {
		if errs.Is(err, errs.NoAnswer) && ctx.Err() == nil {
			s.finish = llm.FinishStop // the client program gets an empty answer
			break
		}
		if err != nil {
			if held := a.stages.finish(); errors.Is(held, ErrWithheld) {
				return nil, held
			}
			return nil, err
		}
		if err := a.pass(s, d); err != nil {
			return nil, err
		}
	}
	for _, c := range s.calls {
		if _, withheld := a.filter.Check(At{a.t.TraceID, partTool}, c.Arguments); withheld {
			return nil, ErrWithheld
		}
	}
	if s.finish == llm.FinishTools {
		s.finish = llm.FinishStop
	}
	return s, a.end(ctx, s.finish)
}

// pass handles one delta. Citation marks in its text are not checked, because a program may use
// them in its own way.
func (a *answering) pass(s *modelTurn, d llm.Delta) error {
	if d.Finish != llm.FinishNone {
		s.finish = d.Finish
	}
	s.calls = append(s.calls, d.ToolCalls...)
	a.note(s, d)
	if d.Queued || d.Loading {
		a.out.Alive()
	}
	if len(d.Sources) > 0 {
		if err := a.stages.list(d.Sources); err != nil {
			return err
		}
	}
	if d.Reasoning != "" {
		if err := a.stages.rules.put(stream.Think{Content: clean(d.Reasoning)}); err != nil {
			return err
		}
	}
	if d.Text != "" {
		if err := a.stages.rules.put(stream.Text{Msg: clean(d.Text)}); err != nil {
			return err
		}
	}
	if d.NeedsModel {
		return a.stages.rules.put(stream.Card{ID: connectCard, Kind: connectCard, Fallback: a.words.connect})
	}
	return nil
}
