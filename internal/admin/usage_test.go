package admin_test

import (
	"database/sql"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/admin"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

func TestUsage(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		// Half past midnight in China is still the previous day in UTC. The usage must be counted for the
		// day in China.
		china := time.FixedZone("", 8*3600)
		at := time.Date(2026, 11, 21, 0, 30, 0, 0, china)
		now := func() time.Time { return at }
		s := admin.New(admin.Options{DB: d, Sealer: sealer("p"), Now: now})
		ended := func(rec run.Record, model string, prompt, completion int) {
			t.Helper()
			msg := stream.Message{Meta: &stream.Meta{ChatModelID: model, TokenUsageInfo: stream.TokenUsage{PromptTokens: prompt, CompletionTokens: completion}}}
			err := d.InTx(ctx, func(tx *sql.Tx) error { return admin.Meter{Now: now}.RunEnded(ctx, tx, rec, msg) })
			if err != nil {
				t.Fatal(err)
			}
		}
		ended(run.Record{OwnerID: "v", State: stream.StateDone}, "m", 10, 5)
		ended(run.Record{OwnerID: "v", State: stream.StateError}, "m", 1, 0)
		ended(run.Record{OwnerID: "u", State: stream.StateDone}, "m", 100, 50)
		ended(run.Record{OwnerID: "u", State: stream.StateDone, Temporary: true}, "m", 7, 7)

		span := admin.Span{From: "2026-11-21", To: "2026-11-21"}
		days, err := s.UsageByDay(ctx, span)
		want := []admin.Usage{{Day: "2026-11-21", Owners: 2, Answers: 3, Failures: 1, PromptTokens: 111, CompletionTokens: 55}}
		if diff := cmp.Diff(want, days); diff != "" || err != nil {
			t.Error(diff, err)
		}
		err = d.InTx(ctx, func(tx *sql.Tx) error { return s.Move(ctx, tx, "v", "u") })
		if err != nil {
			t.Fatal(err)
		}
		owners, err := s.UsageByOwner(ctx, span, 0, 0)
		want = []admin.Usage{{Owner: "u", Answers: 3, Failures: 1, PromptTokens: 111, CompletionTokens: 55}}
		if diff := cmp.Diff(want, owners); diff != "" || err != nil {
			t.Error("after the visitor logged in:", diff, err)
		}
		if n, err := s.AnswersToday(ctx, "u"); n != 3 || err != nil {
			t.Errorf("%d answers today, %v", n, err)
		}
		if err := s.Forget(ctx, "u"); err != nil {
			t.Fatal(err)
		}
		if days, _ := s.UsageByDay(ctx, span); len(days) != 0 {
			t.Error("left:", days)
		}
		for _, bad := range []admin.Span{{}, {From: "2026-11-21", To: "2026-11-20"}, {From: "2020-01-01", To: "2026-01-01"}} {
			if _, err := s.UsageByDay(ctx, bad); err == nil {
				t.Errorf("%+v is taken", bad)
			}
		}
	})
}
