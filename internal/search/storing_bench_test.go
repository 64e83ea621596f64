package search_test

import (
	"context"
	"database/sql"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/chat"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// BenchmarkStoring stores answers of 64 events in the journal, one answer after another. Every second answer has no
// search entries, because chat makes none for temporary runs. The metric "ratio" is the median time with search entries
// divided by the median time without them.
func BenchmarkStoring(b *testing.B) {
	for name, open := range map[string]func(testing.TB) *db.DB{"SQLite": dbtest.OpenSQLite, "PostgreSQL": dbtest.OpenPostgres} {
		b.Run(name, func(b *testing.B) {
			d := open(b)
			seed(b, d, ann, 10_000, nil)
			inTx(b, d, func(tx *sql.Tx) error { return entry.Forget(b.Context(), tx, ann) })
			sink := &halfFound{}
			runs := run.New(run.Options{DB: d, Memory: d, Sink: sink})
			b.Cleanup(func() { _ = runs.Drain(context.Background()) })
			var took [2][]time.Duration
			frames := runs.Stats().Pieces
			for i := 0; b.Loop(); i++ {
				sink.hidden = i%2 == 1
				began := time.Now()
				cid, index := fmt.Sprintf("conversation-%06d", i%100), 2+2*(i/100%50)
				r, _, err := runs.Start(b.Context(), run.Spec{OwnerID: ann, ConversationID: cid, Index: index, TraceID: fmt.Sprint(i)},
					func(ctx context.Context, tx *sql.Tx) error {
						if sink.hidden {
							return nil
						}
						return entry.Put(ctx, tx, ann, question(cid, index-1), began.UnixMilli())
					},
					func(_ context.Context, out *run.Out) error {
						for range 64 {
							if err := out.Emit(stream.Text{Msg: "一段回答，说得不长。"}); err != nil {
								return err
							}
							for was := frames; frames == was; frames = runs.Stats().Pieces {
								runtime.Gosched()
							}
						}
						return nil
					})
				if err != nil {
					b.Fatal(err)
				}
				<-r.Done()
				took[i%2] = append(took[i%2], time.Since(began))
			}
			with, without := middle(took[0]), middle(took[1])
			b.ReportMetric(float64(with.Microseconds()), "with-us")
			b.ReportMetric(float64(without.Microseconds()), "without-us")
			b.ReportMetric(float64(with)/float64(without), "ratio")
		})
	}
}

// halfFound stores answers as package chat does. It adds search entries only while hidden is false.
type halfFound struct{ hidden bool }

func (s *halfFound) RunEnded(ctx context.Context, tx *sql.Tx, rec run.Record, msg stream.Message) error {
	rec.Temporary = s.hidden
	return chat.Sink{}.RunEnded(ctx, tx, rec, msg)
}

func middle(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)/2]
}
