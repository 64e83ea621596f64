package run

import (
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

func engines(b *testing.B, f func(b *testing.B, d *db.DB)) {
	b.Run("SQLite", func(b *testing.B) { f(b, dbtest.OpenSQLite(b)) })
	b.Run("PostgreSQL", func(b *testing.B) { f(b, dbtest.OpenPostgres(b)) })
}

func cpu() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// follow reads a run to its end and calls the function `each` for every batch.
func (h *harness) follow(b *testing.B, r *Run, each func(Batch)) {
	rd, err := r.Read(b.Context(), 0)
	if err != nil {
		b.Error(err)
		return
	}
	for {
		batch, err := rd.Next(b.Context())
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			b.Error(err)
			return
		}
		each(batch)
	}
}

// BenchmarkEmit measures how fast events get from Emit to the disk and to one reader.
func BenchmarkEmit(b *testing.B) {
	engines(b, func(b *testing.B, d *db.DB) {
		h := openBench(b, d)
		b.ReportAllocs()
		for left, i := b.N, 0; left > 0; i++ {
			n := min(left, 100_000) // an answer has a size limit, so the events are divided among several answers
			left -= n
			r := h.start(b, spec(number("c", i)), func(_ context.Context, out *Out) error {
				for range n {
					if err := out.Emit(stream.Text{Msg: "一些文字"}); err != nil {
						return err
					}
				}
				return nil
			})
			h.follow(b, r, func(Batch) {})
		}
	})
}

// BenchmarkFirst measures the time from a request until a reader has its first text, on an idle
// server. By then the question, the run and the text are on disk.
func BenchmarkFirst(b *testing.B) {
	engines(b, func(b *testing.B, d *db.DB) {
		h := openBench(b, d)
		took := make([]time.Duration, 0, b.N)
		for i := range b.N {
			begin := time.Now()
			r := h.start(b, spec(number("c", i)), says("一些文字"))
			h.follow(b, r, func(batch Batch) {
				if batch.First <= 2 && batch.Last >= 2 {
					took = append(took, time.Since(begin))
				}
			})
		}
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)/2].Microseconds()), "µs-p50")
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "µs-p99")
	})
}

// BenchmarkAnswer measures a whole answer of 64 events, with 32 answers at a time.
func BenchmarkAnswer(b *testing.B) {
	engines(b, func(b *testing.B, d *db.DB) {
		h := openBench(b, d)
		used := cpu()
		var next atomic.Int64
		var all sync.WaitGroup
		for range 32 {
			all.Go(func() {
				for {
					i := int(next.Add(1))
					if i > b.N {
						return
					}
					r := h.start(b, spec(number("c", i)), func(_ context.Context, out *Out) error {
						for range 64 {
							if err := out.Emit(stream.Text{Msg: "一些文字"}); err != nil {
								return err
							}
							runtime.Gosched() // simulates the wait for the provider's next event
						}
						return nil
					})
					h.follow(b, r, func(Batch) {})
				}
			})
		}
		all.Wait()
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "answers/s")
		b.ReportMetric(float64((cpu()-used).Microseconds())/float64(b.N), "µs-cpu/answer")
		s := h.Stats()
		b.ReportMetric(float64(s.Pieces)/float64(s.Commits), "runs/commit")
	})
}

// BenchmarkManyRuns runs 2,000 answers of 5 s with 20 events/s each. It measures how
// late an event reaches its reader, the CPU time per event, and the heap in the middle of
// the answers.
func BenchmarkManyRuns(b *testing.B) {
	engines(b, func(b *testing.B, d *db.DB) {
		const runs, events, every = 2000, 100, 50 * time.Millisecond
		for b.Loop() {
			h := reopenBench(b, d)
			var late [runs][]time.Duration
			var all sync.WaitGroup
			used := cpu()
			for i := range runs {
				all.Go(func() {
					time.Sleep(every * time.Duration(i) / runs)
					var at [events]atomic.Int64
					cid := number(number("c", int(time.Now().UnixNano()))+"_", i)
					r := h.start(b, spec(cid), func(_ context.Context, out *Out) error {
						tick := time.NewTicker(every)
						defer tick.Stop()
						for n := range events {
							at[n].Store(time.Now().UnixNano())
							if err := out.Emit(stream.Text{Msg: "一些文字"}); err != nil {
								return err
							}
							<-tick.C
						}
						return nil
					})
					h.follow(b, r, func(batch Batch) {
						now := time.Now().UnixNano()
						for n := batch.First - 2; n <= batch.Last-2; n++ { // event n, from 0, is in frame n+2: frame 1 is not from the job
							if n >= 0 && n < events {
								late[i] = append(late[i], time.Duration(now-at[n].Load()))
							}
						}
					})
				})
			}
			time.Sleep(every * events / 2)
			var mem runtime.MemStats
			runtime.ReadMemStats(&mem)
			all.Wait()
			sorted := slices.Concat(late[:]...)
			slices.Sort(sorted)
			if len(sorted) != runs*events {
				b.Errorf("%d events of %d arrived", len(sorted), runs*events)
			}
			s := h.Stats()
			b.ReportMetric(float64(sorted[len(sorted)/2].Microseconds())/1000, "ms-p50")
			b.ReportMetric(float64(sorted[len(sorted)*99/100].Microseconds())/1000, "ms-p99")
			b.ReportMetric(float64((cpu()-used).Microseconds())/float64(runs*events), "µs-cpu/event")
			b.ReportMetric(float64(mem.HeapInuse)/(1<<20), "MB-heap")
			b.ReportMetric(float64(s.Pieces)/float64(s.Commits), "runs/commit")
			b.ReportMetric(float64(s.SlowestCommit.Microseconds())/1000, "ms-slowest-commit")
			drainNow(h.Manager)
		}
	})
}

// openBench opens a manager in the same way as the server does: on PostgreSQL the
// manager is a node with a lease.
func openBench(b *testing.B, d *db.DB) *harness {
	b.Helper()
	tables(b, d)
	return nodeBench(b, d)
}

func reopenBench(b *testing.B, d *db.DB) *harness {
	b.Helper()
	if _, err := d.Read().ExecContext(b.Context(), `SELECT 1 FROM answer LIMIT 1`); err != nil {
		tables(b, d)
	}
	return nodeBench(b, d)
}

func nodeBench(b *testing.B, d *db.DB) *harness {
	b.Helper()
	if d.Dialect() == db.SQLite {
		return reopen(b, d)
	}
	return node(b, d, "bench", func(o *Options) { o.Lease = Lease{} })
}
