package app

import (
	"context"
	"time"

	"github.com/wenqu-ai/wenqu/internal/job"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/search"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/telemetry"
)

// figures registers the metrics of runs.
func figures(m *telemetry.Metrics, stats func() run.Stats) {
	m.Gauge("wenqu_runs_running", "Answers being made.", nil, func() float64 { return float64(stats().Running) })
	for _, state := range []stream.State{stream.StateDone, stream.Sensitive, stream.StateError, stream.ManualStop, stream.Interrupt} {
		m.Counter("wenqu_runs_ended_total", "Answers ended, by how.", map[string]string{"state": string(state)},
			func() float64 { return float64(stats().Ended[state]) })
	}
	for _, c := range []struct {
		name, help string
		read       func(run.Stats) float64
	}{
		{"wenqu_runs_started_total", "Answers begun.", func(s run.Stats) float64 { return float64(s.Started) }},
		{"wenqu_runs_attached_total", "Requests recognised as repeated.", func(s run.Stats) float64 { return float64(s.Attached) }},
		{"wenqu_runs_busy_total", "Requests that met a running answer.", func(s run.Stats) float64 { return float64(s.Busy) }},
		{"wenqu_frames_total", "Frames made.", func(s run.Stats) float64 { return float64(s.Frames) }},
		{"wenqu_commits_total", "Transactions of the writers that succeeded.", func(s run.Stats) float64 { return float64(s.Commits) }},
		{"wenqu_commit_pieces_total", "Runs in those transactions: how well they batch.", func(s run.Stats) float64 { return float64(s.Pieces) }},
		{"wenqu_commit_seconds_total", "Time spent in them.", func(s run.Stats) float64 { return s.CommitTime.Seconds() }},
		{"wenqu_commit_failures_total", "Transactions of the writers that failed.", func(s run.Stats) float64 { return float64(s.CommitFailures) }},
		{"wenqu_job_panics_total", "Answers that ended by a fault of the program.", func(s run.Stats) float64 { return float64(s.Panics) }},
	} {
		m.Counter(c.name, c.help, nil, func() float64 { return c.read(stats()) })
	}
}

// jobFigures registers the metrics of the job queue.
func jobFigures(m *telemetry.Metrics, q *job.Queue) {
	for _, kind := range q.Kinds() {
		for _, state := range []job.State{job.Queued, job.Running, job.Failed} {
			m.Gauge("wenqu_jobs", "Jobs on the database, by kind and state; -1 when it does not answer.", map[string]string{"kind": kind, "state": string(state)}, func() float64 {
				ctx, cancel := context.WithTimeout(context.Background(), time.Second)
				defer cancel()
				n, err := q.Count(ctx, kind, state)
				if err != nil {
					return -1
				}
				return float64(n)
			})
		}
		m.Gauge("wenqu_jobs_here", "Jobs that this process works on, by kind.", map[string]string{"kind": kind}, func() float64 { return float64(q.Stats(kind).Running) })
		for _, o := range job.Outcomes() {
			m.Counter("wenqu_job_attempts_total", "Attempts of this process at jobs that ended, by kind and how.", map[string]string{"kind": kind, "outcome": string(o)},
				func() float64 { return float64(q.Stats(kind).Outcomes[o]) })
		}
	}
}

// searchFigures registers the number of texts that wait for the index of the global search.
func searchFigures(m *telemetry.Metrics, s *search.Service) {
	m.Gauge("wenqu_search_waiting", "Texts that are not in the search index yet; -1 when the database does not answer.", nil, func() float64 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		n, err := s.Waiting(ctx)
		if err != nil {
			return -1
		}
		return float64(n)
	})
}
