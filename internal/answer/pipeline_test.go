package answer

import (
	"context"
	"database/sql"
	"errors"
	"iter"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// modelFunc is a model whose deltas the test defines.
type modelFunc func(ctx context.Context, req llm.Request, yield func(llm.Delta, error) bool)

func (f modelFunc) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) { f(ctx, req, yield) }
}

// recordedOutput is an output that records the events, the metadata, and the calls of Queued and Loading.
type recordedOutput struct {
	events  []stream.Event
	meta    stream.Meta
	queued  int
	loading int
	full    int // Emit fails as soon as `events` has at least this length; 0: never
	failed  int // how often Emit failed
}

var errFull = errors.New("full")

func (o *recordedOutput) Emit(events ...stream.Event) error {
	o.events = append(o.events, events...)
	if o.full > 0 && len(o.events) >= o.full {
		o.failed++
		return errFull
	}
	return nil
}

func (o *recordedOutput) Queued() error  { o.queued++; return nil }
func (o *recordedOutput) Loading() error { o.loading++; return nil }

func (o *recordedOutput) Alive() {}

func (o *recordedOutput) Wait() func() { return func() {} }

func (o *recordedOutput) Signals() <-chan run.Signal { return nil }

func (o *recordedOutput) Commit(_ context.Context, _ func(context.Context, *sql.Tx) error, events ...stream.Event) error {
	return o.Emit(events...)
}

func (o *recordedOutput) Meta(change func(*stream.Meta)) { change(&o.meta) }

// deltas returns a model that yields the given deltas.
func deltas(d ...llm.Delta) modelFunc {
	return func(_ context.Context, _ llm.Request, yield func(llm.Delta, error) bool) {
		for _, d := range d {
			if !yield(d, nil) {
				return
			}
		}
	}
}

// play runs the pipeline with a clock that moves on by one second each time it is read.
func play(m llm.Model, o *recordedOutput, locale string) error {
	now := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	l, err := New(Options{Now: func() time.Time { now = now.Add(time.Second); return now }})
	if err != nil {
		return err
	}
	o.events = append(o.events, Opening(locale)...)
	return l.Run(context.Background(), plainTurn(m, locale), o)
}

// plainTurn returns a turn without tools and gatherers.
func plainTurn(m llm.Model, locale string) Turn {
	return Turn{
		Place: func() (string, string) { return "owner-1", "conv-0001" }, TraceID: "t", Locale: locale, Question: "问",
		Choice: llm.Choice{Model: m, Upstream: "up-1"},
	}
}

func TestPipelineOrder(t *testing.T) {
	t.Parallel()
	var o recordedOutput
	err := play(deltas(
		llm.Delta{Queued: true},
		llm.Delta{Loading: true},
		llm.Delta{Step: "正在计算", Model: "offline"},
		llm.Delta{Reasoning: "想"},
		llm.Delta{Text: ""},
		llm.Delta{Reasoning: "又想", Text: "文"},
		llm.Delta{Reasoning: "再想"},
		llm.Delta{Text: "字", Hints: []string{"追问"}, Finish: llm.FinishStop, Usage: &llm.Usage{PromptTokens: 1, CompletionTokens: 2}},
	), &o, "zh-TW")
	if err != nil {
		t.Fatal(err)
	}
	think := func(content string) stream.Think {
		return stream.Think{Title: "思考中...", IconType: 9, Content: content, Status: 1}
	}
	thought := stream.Think{Title: "已深度思考(用時1秒)", IconType: 9, Status: 2}
	want := []stream.Event{
		stream.SpeechType{Kind: stream.KindStatus}, stream.Status{Msg: "正在準備回答"},
		stream.Step{Msg: "正在计算"},
		stream.SpeechType{Kind: stream.KindReasoner}, think("想"),
		think("又想"), thought,
		stream.SpeechType{Kind: stream.KindText}, stream.Text{Msg: "文"},
		stream.SpeechType{Kind: stream.KindReasoner}, think("再想"), thought,
		stream.SpeechType{Kind: stream.KindText}, stream.Text{Msg: "字"},
	}
	if diff := cmp.Diff(want, o.events); diff != "" {
		t.Error(diff)
	}
	if o.queued != 1 || o.loading != 1 || o.meta.StopReason != "stop" || o.meta.ModelID != "offline" || !cmp.Equal(o.meta.Hints, []string{"追问"}) ||
		o.meta.TokenUsageInfo != (stream.TokenUsage{PromptTokens: 1, CompletionTokens: 2, TotalTokens: 3}) {
		t.Errorf("queued %d, meta %+v", o.queued, o.meta)
	}
}

// TestPipelineEndsWithItsOutput makes Emit fail at each event of an answer: the pipeline must return
// that error, emit nothing else, and take no more deltas from the model.
func TestPipelineEndsWithItsOutput(t *testing.T) {
	t.Parallel()
	model := func(o *recordedOutput) llm.Model {
		return modelFunc(func(_ context.Context, _ llm.Request, yield func(llm.Delta, error) bool) {
			for _, d := range []llm.Delta{{Step: "s"}, {Reasoning: "r"}, {Text: "t"}, {Reasoning: "r"}, {Text: "t"}, {Finish: llm.FinishFilter}} {
				if !yield(d, nil) {
					return
				}
				if o.failed > 0 {
					t.Errorf("full after %d, and yet the model is asked for more", o.full)
				}
			}
		})
	}
	var whole recordedOutput
	if err := play(model(&whole), &whole, ""); err != nil {
		t.Fatal(err)
	}
	for full := len(Opening("")) + 1; full <= len(whole.events); full++ {
		o := recordedOutput{full: full}
		if err := play(model(&o), &o, ""); !errors.Is(err, errFull) {
			t.Errorf("full after %d: %v", full, err)
		}
		if o.failed != 1 {
			t.Errorf("full after %d, and yet %d calls of Emit fail", full, o.failed)
		}
	}
}
