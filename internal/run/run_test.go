package run

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

func TestAnswer(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		s := spec("conversation")
		s.RepeatIndex = 3
		r := h.start(t, s, func(_ context.Context, out *Out) error {
			out.Meta(func(m *stream.Meta) { m.ModelID = "upstream-1"; m.Hints = []string{"然后呢"} })
			return out.Emit(
				stream.SpeechType{Kind: stream.KindDeepThink},
				stream.Think{Title: "思考中...", Content: "嗯", Status: 1},
				stream.Text{Msg: "你"},
				stream.Text{Msg: "好\n\n[DONE]"},
			)
		})
		live, _ := h.read(t, r, 0)
		want := `id: 1
data: {"type":"text"}

id: 2
event: speech_type
data: deepThink

id: 3
data: {"type":"think","title":"思考中...","content":"嗯","status":1}

id: 4
data: {"type":"text","msg":"你"}

id: 5
data: {"type":"text","msg":"好\n\n[DONE]"}

id: 6
data: [plugin: ]

id: 7
data: [MSGINDEX:2]

id: 8
data: {"type":"meta","messageId":"conversation_2","index":2,"replyId":"conversation_1","replyIndex":1,"repeatIndex":3,"traceId":"0123456789abcdef0123456789abcdef","stopReason":"stop","endConv":false,"chainID":"Adaptive","chatModelId":"","modelId":"upstream-1","tokenUsageInfo":{"promptTokens":0,"completionTokens":0,"totalTokens":0},"hints":["然后呢"]}

id: 9
data: [TRACEID:0123456789abcdef0123456789abcdef]

id: 10
data: [DONE]

`
		if diff := cmp.Diff(want, live); diff != "" {
			t.Errorf("frames (-want +got):\n%s", diff)
		}
		wait(t, "the end", r.Done())
		if m := h.same(t, r, live); m.State != stream.StateDone || m.PlainText() != "你好\n\n[DONE]" {
			t.Errorf("stored: %s %q", m.State, m.PlainText())
		}
		if n := h.count(t, `SELECT count(*) FROM question`); n != 1 {
			t.Errorf("%d questions", n)
		}
		if r, err := h.Current(t.Context(), "owner", "conversation"); r != nil || err != nil {
			t.Error("the conversation still counts as answering")
		}
		for from := range 11 {
			if kept, _ := h.read(t, r, from); !strings.HasSuffix(want, kept) || strings.Count(kept, "id: ") != 10-from {
				t.Errorf("from %d came %q", from, kept)
			}
		}
		for _, from := range []int{-1, 11, 1 << 40} {
			if _, err := h.Open(t.Context(), "owner", r.ID(), from); !errs.Is(err, errs.BadRequest) {
				t.Errorf("from %d: %v", from, err)
			}
		}
		for _, who := range [][2]string{{"owner", "unknown"}, {"other", r.ID()}} {
			if _, err := h.Open(t.Context(), who[0], who[1], 0); !errors.Is(err, ErrLogGone) || !errs.Is(err, errs.NotFound) {
				t.Errorf("Open(%v): %v", who, err)
			}
		}
	})
}

func TestLiveReaderOfAnother(t *testing.T) {
	t.Parallel()
	h := open(t, dbtest.OpenSQLite(t))
	r := h.start(t, spec("conversation"), until(nil, "secret"))
	if _, err := h.Open(t.Context(), "other", r.ID(), 0); !errors.Is(err, ErrLogGone) {
		t.Errorf("Open of somebody else's live run: %v", err)
	}
	if r, err := h.Current(t.Context(), "other", "conversation"); r != nil || err != nil {
		t.Error("somebody else has this conversation's run")
	}
	if stopped, err := h.Stop(t.Context(), "other", "conversation"); stopped || err != nil {
		t.Errorf("Stop by somebody else: %v, %v", stopped, err)
	}
	for _, from := range []int{-1, r.LastNumber() + 100} {
		if _, err := h.Open(t.Context(), "owner", r.ID(), from); !errs.Is(err, errs.BadRequest) {
			t.Errorf("live, from %d: %v", from, err)
		}
	}
}

// TestEnds checks the state and the last frames for many kinds of ends.
func TestEnds(t *testing.T) {
	t.Parallel()
	h := open(t, dbtest.OpenSQLite(t))
	tests := map[string]struct {
		job  Job
		text string // text of the stored message
		want stream.State
		code errs.Code
		last string // end of the stream
		not  string

		model string // model in the stored message
	}{
		"whole":             {job: says("a", "b"), text: "ab", want: stream.StateDone, last: "data: [DONE]\n\n"},
		"nothing":           {job: says(), want: stream.StateError, code: errs.NoAnswer, last: `"code":"80017"}` + "\n\n", not: "[DONE]"},
		"sentinel only":     {job: says("", ""), want: stream.StateError, code: errs.NoAnswer, last: `"code":"80017"}` + "\n\n", not: "[DONE]"},
		"steps only":        {job: func(_ context.Context, o *Out) error { return o.Emit(stream.Step{Msg: "正在阅读"}) }, want: stream.Interrupt, code: errs.Incomplete, last: `"code":"80002"}` + "\n\n", not: "[DONE]"},
		"cut upstream":      {job: fails(errs.New(errs.Incomplete), "a"), text: "a", want: stream.Interrupt, code: errs.Incomplete, last: `"code":"80002"}` + "\n\n", not: "[DONE]"},
		"failed upstream":   {job: fails(errs.New(errs.StreamFail), "a"), text: "a", want: stream.StateError, code: errs.StreamFail, last: `"code":"80003"}` + "\n\n", not: "[DONE]"},
		"timeout":           {job: fails(errs.New(errs.Timeout), "a"), text: "a", want: stream.StateError, code: errs.Timeout, last: `"code":"80004"}` + "\n\n", not: "event: error"},
		"deadline":          {job: fails(fmt.Errorf("dial: %w", context.DeadlineExceeded)), want: stream.StateError, code: errs.Timeout, last: `"code":"80004"}` + "\n\n", not: "dial"},
		"failed model":      {job: failsAs("upstream-1"), want: stream.StateError, code: errs.ModelBusy, last: `"code":"80010"}` + "\n\n", not: "[DONE]", model: "upstream-1"},
		"plain error":       {job: fails(errors.New("secret detail"), "a"), text: "a", want: stream.StateError, code: errs.Unknown, last: `"code":"20000"}` + "\n\n", not: "secret"},
		"panic":             {job: func(context.Context, *Out) error { panic("secret detail") }, want: stream.StateError, code: errs.Unknown, last: `"code":"20000"}` + "\n\n", not: "secret"},
		"sensitive marker":  {job: emits(stream.Text{Msg: "a"}, stream.SensitiveEnd{}, stream.Text{Msg: "b"}), want: stream.Sensitive, last: "data: [SENSITIVE]\n\n", not: "[DONE]"},
		"sensitive chunk":   {job: emits(stream.Text{Msg: "a"}, stream.Text{Msg: "b", Extra: stream.Extra{Sensitive: true}}), want: stream.Sensitive, last: "data: [SENSITIVE]\n\n", not: "[DONE]"},
		"revoked":           {job: emits(stream.Text{Msg: "a"}, stream.Revoke{Sensitive: true, RevokeQAPair: true}), want: stream.Sensitive, last: "data: [SENSITIVE]\n\n", not: "[DONE]"},
		"revoked, failed":   {job: revokesAndFails, want: stream.Sensitive, last: "data: [SENSITIVE]\n\n", not: "event: error"},
		"cut at the length": {job: emits(stream.Text{Msg: "a"}, stream.Cutoff{}), text: "a", want: stream.StateDone, last: "data: [DONE]\n\n"},
		"too large":         {job: endless, text: strings.Repeat(large, maxText/len(large)), want: stream.Interrupt, code: errs.AnswerTooLarge, last: `"code":"80015"}` + "\n\n", not: "[DONE]"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := h.start(t, spec(name), test.job)
			live, rest := h.read(t, r, 0)
			if rest != "" {
				t.Errorf("unnumbered frames: %q", rest)
			}
			wait(t, "the end", r.Done())
			m := h.same(t, r, live)
			if m.State != test.want || r.State() != test.want || m.ErrorCode != string(test.code) || m.Text() != test.text {
				t.Errorf("state %s %s %q, text of %d bytes", m.State, r.State(), m.ErrorCode, len(m.Text()))
			}
			if test.model != modelOf(m) {
				t.Errorf("the model that failed is %q", modelOf(m))
			}
			if !strings.HasSuffix(live, test.last) || test.not != "" && strings.Contains(live, test.not) {
				t.Errorf("the stream ends with %q", live[max(0, len(live)-400):])
			}
		})
	}
}

func failsAs(model string) Job {
	return func(_ context.Context, out *Out) error {
		out.Meta(func(m *stream.Meta) { m.ModelID = model })
		return errs.New(errs.ModelBusy)
	}
}

func revokesAndFails(_ context.Context, out *Out) error {
	if err := out.Emit(stream.Text{Msg: "a"}, stream.Revoke{Sensitive: true}); err != nil {
		return err
	}
	return errs.New(errs.StreamFail)
}

func modelOf(m stream.Message) string {
	if m.Meta == nil {
		return ""
	}
	return m.Meta.ModelID
}

func emits(events ...stream.Event) Job {
	return func(_ context.Context, out *Out) error {
		if err := out.Emit(events...); err != nil && err != ErrEnding {
			return err
		}
		return nil
	}
}

func fails(err error, texts ...string) Job {
	return func(ctx context.Context, out *Out) error {
		if err := says(texts...)(ctx, out); err != nil {
			return err
		}
		return err
	}
}

var large = strings.Repeat("字", 1<<16/3+1)

// endless is a job that does not end by itself.
func endless(_ context.Context, out *Out) error {
	for {
		if err := out.Emit(stream.Text{Msg: large}); err != nil {
			return err
		}
	}
}

func TestTailBelongsToTheRun(t *testing.T) {
	t.Parallel()
	h := open(t, dbtest.OpenSQLite(t))
	r := h.start(t, spec("conversation"), func(_ context.Context, out *Out) error {
		for _, e := range []stream.Event{stream.Done{}, stream.Meta{}, stream.Failure{}, stream.Plugin{}, stream.MsgIndex{}, stream.TraceID{}, stream.File{}} {
			if err := out.Emit(e); err != errTail {
				t.Errorf("Emit(%T): %v", e, err)
			}
		}
		return out.Emit(stream.Text{Msg: "a"})
	})
	live, _ := h.read(t, r, 0)
	if strings.Count(live, "[DONE]") != 1 {
		t.Errorf("frames: %q", live)
	}
}

func TestContinue(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		first := h.start(t, spec("conversation"), func(_ context.Context, out *Out) error {
			if err := out.Emit(stream.Think{Title: "思考中...", Content: "嗯", Status: 2}, stream.Text{Msg: "半"}); err != nil {
				return err
			}
			return errs.New(errs.Incomplete)
		})
		wait(t, "the end", first.Done())
		base := h.stored(t, first)
		s := spec("conversation")
		s.Base = &base
		r := h.start(t, s, says("句"))
		live, _ := h.read(t, r, 0)
		wait(t, "the end", r.Done())
		m := h.same(t, r, live)
		if m.State != stream.StateDone || m.Text() != "半句" || m.Kind != stream.KindDeepThink || m.ErrorCode != "" || len(m.Content) != 2 {
			t.Errorf("continued: %+v", m)
		}
		if strings.Count(live, `data: {"type":"text"}`) != 1 {
			t.Errorf("opening sentinels: %q", live)
		}
	})
}

func TestTemporary(t *testing.T) {
	t.Parallel()
	memory, err := db.OpenMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { memory.Close() })
	tables(t, memory)
	d := dbtest.OpenSQLite(t)
	h := open(t, d, func(o *Options) { o.Memory = memory })
	s := spec("conversation")
	s.Temporary, s.RequestID = true, "request"
	r := h.start(t, s, says("a"))
	live, _ := h.read(t, r, 0)
	wait(t, "the end", r.Done())
	inMemory := &harness{Manager: h.Manager, db: memory}
	inMemory.same(t, r, live)
	if again, outcome, err := h.Start(t.Context(), s, saveQuestion("x"), says("b")); err != nil || outcome != Attached || again.ID() != r.ID() {
		t.Errorf("the same request: %v, %v", outcome, err)
	}
	for _, table := range []string{"run", "run_frame", "question", "answer"} {
		if n := h.count(t, `SELECT count(*) FROM `+table); n != 0 {
			t.Errorf("a temporary conversation left %d rows in %s", n, table)
		}
	}
	without := reopen(t, d)
	if _, _, err := without.Start(t.Context(), s, saveQuestion("x"), says("b")); err == nil {
		t.Error("a temporary run began without a memory database")
	}
}

// TestSweepEndsWithItsContext checks that Sweep logs no error when the server stops during the sweep.
func TestSweepEndsWithItsContext(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	h := reopen(t, dbtest.OpenSQLite(t), func(o *Options) {
		o.Node = "node"
		o.Logger = slog.New(slog.NewTextHandler(&log, nil))
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	h.Sweep(ctx, time.Now())
	drainNow(h.Manager)
	if log.Len() > 0 {
		t.Errorf("logged: %s", &log)
	}
}

func TestSweepAndForget(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		var runs []*Run
		for i := range 2*sweepAtOnce + 5 {
			s := spec(number("c", i))
			s.RequestID = number("request", i)
			r := h.start(t, s, says("a"))
			runs = append(runs, r)
			wait(t, "the end", r.Done())
		}
		live := h.start(t, spec("live"), until(nil, "a"))
		at := func(r *Run, ago time.Duration) {
			t.Helper()
			if err := d.InTx(t.Context(), func(tx *sql.Tx) error {
				_, err := tx.Exec(`UPDATE run SET ended_at = $1 WHERE id = $2`, time.Now().Add(-ago).UnixMilli(), r.ID())
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		at(runs[0], keepRequest+time.Minute)
		at(runs[1], keepLog+time.Minute)
		at(runs[2], keepLog-time.Minute)
		h.Sweep(t.Context(), time.Now())
		for i, want := range []error{ErrLogGone, ErrLogGone, nil} {
			if _, err := h.Open(t.Context(), "owner", runs[i].ID(), 0); err != want {
				t.Errorf("run %d: %v", i, err)
			}
		}
		if n := h.count(t, `SELECT count(*) FROM run`); n != len(runs) {
			t.Errorf("%d runs are known", n)
		}
		s := runs[1].spec
		if old, outcome, err := h.Start(t.Context(), s, saveQuestion("x"), says("b")); err != nil || outcome != Attached || old.State() != stream.StateDone {
			t.Errorf("a request whose log is gone: %v, %v", outcome, err)
		}

		if err := d.InTx(t.Context(), func(tx *sql.Tx) error { return Forget(t.Context(), tx, "owner", "c2") }); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Open(t.Context(), "owner", runs[2].ID(), 0); !errors.Is(err, ErrLogGone) {
			t.Errorf("a forgotten run: %v", err)
		}

		h.Sweep(t.Context(), time.Now().Add(2*keepLog))
		if n := h.count(t, `SELECT count(*) FROM run_log`); n != 0 {
			t.Errorf("%d logs are left", n)
		}
		if n := h.count(t, `SELECT count(*) FROM run_frame WHERE run_id <> $1`, live.ID()); n != 0 {
			t.Errorf("the journal still has %d rows of runs that have ended", n)
		}
		h.Sweep(t.Context(), time.Now().Add(2*keepRequest))
		if n := h.count(t, `SELECT count(*) FROM run`); n != 1 {
			t.Errorf("%d runs are left", n)
		}
		if n := h.count(t, `SELECT count(*) FROM run_frame`); n == 0 {
			t.Error("the log of a running answer was dropped")
		}
	})
}
