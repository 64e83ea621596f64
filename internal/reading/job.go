package reading

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/reading/readingdb"
)

const (
	// atOnce is how many overviews models work on at the same time.
	atOnce = 2
	// maxAttempts is how often a model tries before the overview stays as it is.
	maxAttempts = 3
	// claimAge is how long a claim is good without being renewed.
	claimAge = time.Minute
	// renewAfter is how often a claim is renewed.
	renewAfter = claimAge / 3
	// lookAfter is how often work is looked for when nobody said that there is
	// some: that of another server, and that which waits for its next try.
	lookAfter = 5 * time.Second
	// retryAfter is the pause before the second try; it doubles.
	retryAfter = 10 * time.Second
)

// Run lets models work on overviews until ctx ends, and gives what is not
// finished back.
func (s *Service) Run(ctx context.Context) {
	if s.DB.Dialect() == db.SQLite {
		// The file is this process's alone; on PostgreSQL a claim may be another's.
		if err := s.write(ctx, func(q *readingdb.Queries) error { return q.ReleaseOverviews(ctx) }); err != nil {
			s.Log.WarnContext(ctx, "overviews of the last process wait until their claims run out", "err", err)
		}
	}
	var all sync.WaitGroup
	defer all.Wait()
	slots := make(chan struct{}, atOnce)
	look := time.NewTicker(lookAfter)
	defer look.Stop()
	for {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			return
		}
		job, err := s.claim(ctx)
		if err == nil {
			all.Go(func() {
				defer func() { <-slots; s.nudge() }()
				s.work(ctx, job)
			})
			continue
		}
		if !errors.Is(err, sql.ErrNoRows) && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "the queue of overviews cannot be read", "err", err)
		}
		<-slots
		select {
		case <-s.wake:
		case <-look.C:
		case <-ctx.Done():
			return
		}
	}
}

// claim takes the overview that waits longest; sql.ErrNoRows when none does.
func (s *Service) claim(ctx context.Context) (readingdb.ReadingOverview, error) {
	var job readingdb.ReadingOverview
	err := s.write(ctx, func(q *readingdb.Queries) (err error) {
		now := s.Now()
		if job, err = q.NextOverview(ctx, now.UnixMilli()); err != nil {
			return err
		}
		job.Claim, job.Attempts = id.Random(16), job.Attempts+1
		n, err := q.ClaimOverview(ctx, readingdb.ClaimOverviewParams{
			Claim: job.Claim, ClaimedUntil: now.Add(claimAge).UnixMilli(), OwnerID: job.OwnerID, DocumentID: job.DocumentID, Now: now.UnixMilli(),
		})
		if err == nil && n == 0 {
			return sql.ErrNoRows // another server was first
		}
		return err
	})
	return job, err
}

// errGone says that the file was deleted or moved, or parsed again, or that
// another server works on it.
var errGone = errors.New("reading: the overview is no longer to be made here")

// errNoModel says that no model is connected any more.
var errNoModel = errors.New("reading: no model")

// work lets a model do one overview better.
func (s *Service) work(ctx context.Context, job readingdb.ReadingOverview) {
	own, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := &working{s: s, job: job}
	renewed := make(chan struct{})
	go func() {
		defer close(renewed)
		w.keep(own, cancel)
	}()
	o, err := w.make(own)
	if cause := context.Cause(own); cause != nil && ctx.Err() == nil {
		err = cause
	}
	cancel(nil)
	<-renewed
	// The end is stored even when the server stops.
	free, over := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer over()
	if err == nil {
		err = w.finish(free, o)
	}
	if err != nil {
		w.leave(free, err, ctx.Err() != nil)
	}
}

// working is one overview on its way.
type working struct {
	s   *Service
	job readingdb.ReadingOverview

	mu          sync.Mutex
	done, total int // calls of the model
}

func (w *working) make(ctx context.Context) (Overview, error) {
	d, err := w.s.readable(ctx, w.job.OwnerID, w.job.DocumentID)
	if errs.Is(err, errs.NotFound) || err == nil && d.Version != w.job.Version {
		return Overview{}, errGone
	}
	if err != nil {
		return Overview{}, err
	}
	chosen, connected := w.s.model()
	if !connected {
		return Overview{}, errNoModel
	}
	units, partial, err := w.s.units(ctx, w.job.OwnerID, w.job.DocumentID)
	if err != nil {
		return Overview{}, err
	}
	g := &digest{s: w.s, model: chosen, document: d, units: units, plan: w.plan, step: func() error { return w.step(ctx) }}
	o, err := g.overview(ctx)
	o.Partial = o.Partial || partial
	return o, err
}

// plan says how many calls there will be.
func (w *working) plan(calls int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.total = calls
}

// step counts a call of the model.
func (w *working) step(ctx context.Context) error {
	w.mu.Lock()
	w.done = min(w.done+1, max(w.total-1, 0))
	w.mu.Unlock()
	return w.renew(ctx)
}

// keep renews the claim, and ends the work when it is lost.
func (w *working) keep(ctx context.Context, cancel context.CancelCauseFunc) {
	tick := time.NewTicker(renewAfter)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := w.renew(ctx); errors.Is(err, errGone) {
			cancel(errGone)
			return
		}
	}
}

func (w *working) renew(ctx context.Context) error {
	w.mu.Lock()
	progress := int64(0)
	if w.total > 0 {
		progress = int64(thousandths * w.done / w.total)
	}
	w.mu.Unlock()
	n, err := int64(0), error(nil)
	err = w.s.write(ctx, func(q *readingdb.Queries) error {
		n, err = q.RenewOverview(ctx, readingdb.RenewOverviewParams{
			ClaimedUntil: w.s.Now().Add(claimAge).UnixMilli(), Progress: progress,
			OwnerID: w.job.OwnerID, DocumentID: w.job.DocumentID, Claim: w.job.Claim, Version: w.job.Version,
		})
		return err
	})
	if err == nil && n == 0 {
		return errGone
	}
	return err
}

func (w *working) finish(ctx context.Context, o Overview) error {
	data, err := toJSON(o)
	if err != nil {
		return err
	}
	if len(data) > maxOverview {
		return errs.New(errs.AnswerTooLarge)
	}
	n := int64(0)
	err = w.s.write(ctx, func(q *readingdb.Queries) error {
		n, err = q.FinishOverview(ctx, readingdb.FinishOverviewParams{
			Engine: o.Engine, Data: data, UpdatedAt: w.s.Now().UnixMilli(),
			OwnerID: w.job.OwnerID, DocumentID: w.job.DocumentID, Claim: w.job.Claim, Version: w.job.Version,
		})
		return err
	})
	if err == nil && n == 0 {
		return errGone
	}
	return err
}

// leave stores why the work did not succeed, and whether it is tried again.
func (w *working) leave(ctx context.Context, err error, stopping bool) {
	if errors.Is(err, errGone) {
		return
	}
	now := w.s.Now()
	p := readingdb.LeaveOverviewParams{
		State: string(Queued), NextAt: now.UnixMilli(), UpdatedAt: w.job.UpdatedAt,
		OwnerID: w.job.OwnerID, DocumentID: w.job.DocumentID, Claim: w.job.Claim,
	}
	code := errs.From(err).Code
	switch {
	case stopping || code == errs.StorageFail:
		p.Undone = 1 // neither is the model's fault
		if !stopping {
			p.NextAt = now.Add(retryAfter).UnixMilli()
		}
	case errors.Is(err, errNoModel):
		p.State = string(Ready)
	case final[code] || w.job.Attempts >= maxAttempts:
		p.State, p.ErrorCode = string(Failed), string(code)
	default:
		p.NextAt = now.Add(retryAfter << max(0, w.job.Attempts-1)).UnixMilli()
	}
	if !stopping {
		w.s.Log.InfoContext(ctx, "a model made no overview", "document", w.job.DocumentID, "attempt", w.job.Attempts, "err", err)
	}
	if err := w.s.write(ctx, func(q *readingdb.Queries) error { return q.LeaveOverview(ctx, p) }); err != nil {
		w.s.Log.WarnContext(ctx, "an overview waits until its claim runs out", "document", w.job.DocumentID, "err", err)
	}
}

// final are the failures that another try would meet again. A model that did
// not write what it was asked for would cost as much again and bring no more.
var final = map[errs.Code]bool{errs.ModelKey: true, errs.ModelBalance: true, errs.ModelMissing: true, errs.NoAnswer: true}
