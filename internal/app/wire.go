package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/wenqu-ai/wenqu/content"
	"github.com/wenqu-ai/wenqu/internal/chat"
	"github.com/wenqu-ai/wenqu/internal/container"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/run"
)

// house is the domains, each given what it needs of the others.
type house struct {
	containers container.Table
	runs       *run.Manager
}

func newHouse(ctx context.Context, a *App) (*house, error) {
	files := content.FS(a.config.Content)
	h := &house{}
	var err error
	if h.containers, err = container.Load(files); err != nil {
		return nil, err
	}
	h.runs = run.New(run.Options{DB: a.main, Memory: a.memory, Sink: chat.Sink{}})
	if _, err := h.runs.Recover(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("close the answers of the last process: %w", err), h.drain(ctx, 0))
	}
	return h, nil
}

// routes registers the calls of all domains.
func (h *house) routes(*httpapi.Router) {}

// watch adds the domains' figures and starts what runs beside requests.
func (h *house) watch(_ context.Context, a *App) {
	a.metrics.Gauge("wenqu_runs_running", "Answers being made.", nil, func() float64 { return float64(h.runs.Stats().Running) })
}

// sweep forgets what is no longer needed.
func (h *house) sweep(ctx context.Context) error {
	h.runs.Sweep(ctx, time.Now())
	return nil
}

// purge deletes everything that an owner has.
func (h *house) purge(context.Context, string) error { return nil }

// drain refuses new answers and waits for the running ones, which end as
// interrupted after the time.
func (h *house) drain(ctx context.Context, wait time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	return h.runs.Drain(ctx)
}

// close ends what drain has not ended yet.
func (h *house) close() error { return h.drain(context.Background(), 0) }
