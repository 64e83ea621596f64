package reading

import (
	"context"
	"database/sql"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/job"
	"github.com/wenqu-ai/wenqu/internal/reading/readingdb"
)

// OverviewJob is the job kind for improving an overview by a model. The key of such a job is the
// document's id.
const OverviewJob = "overview"

const (
	// atOnce is the maximum number of overviews improved concurrently by this process.
	atOnce = 2
	// maxAttempts is the maximum number of attempts of a job for an overview or a translation.
	maxAttempts = 3
	// retryAfter is the delay before the second attempt. It doubles with each further attempt.
	retryAfter = 10 * time.Second
	// overviewTime is the timeout of one attempt.
	overviewTime = time.Hour
)

func (s *Service) improving() job.Kind {
	return job.Kind{
		Name: OverviewJob, Work: s.improve, Failed: s.fail,
		Final:  func(err error) bool { return final[errs.From(err).Code] },
		AtOnce: atOnce, Attempts: maxAttempts, Delay: retryAfter, Timeout: overviewTime,
	}
}

// improve runs one job.
func (s *Service) improve(ctx context.Context, c *job.Claim) error {
	d, err := s.readable(ctx, c.OwnerID, c.Key)
	if errs.Is(err, errs.NotFound) {
		return job.ErrObsolete
	}
	if err != nil {
		return err
	}
	row, err := s.overviewRow(ctx, c.OwnerID, c.Key)
	if err != nil {
		return err
	}
	chosen, connected := s.model()
	if row.Version != d.Version || !connected { // the overview is outdated, or there is no model to improve it
		return job.ErrObsolete
	}
	units, partial, err := s.units(ctx, c.OwnerID, c.Key)
	if err != nil {
		return err
	}
	calls, done := 0, 0
	g := &digest{
		s: s, model: chosen, document: d, units: units,
		plan: func(n int) { calls = n },
		step: func() {
			done++
			c.Progress(float64(min(done, calls-1)) / float64(max(calls, 1)))
		},
	}
	o, err := g.overview(ctx)
	if err != nil {
		return err
	}
	o.Partial = o.Partial || partial
	data, err := toJSON(o)
	if err != nil {
		return err
	}
	if len(data) > maxOverview {
		return errs.New(errs.AnswerTooLarge)
	}
	return c.Finish(ctx, func(tx *sql.Tx) error {
		return readingdb.New(tx).ImproveOverview(ctx, readingdb.ImproveOverviewParams{
			Engine: o.Engine, Data: data, UpdatedAt: s.Now().UnixMilli(), OwnerID: c.OwnerID, DocumentID: c.Key, Version: d.Version,
		})
	})
}

// fail stores why the overview could not be improved.
func (s *Service) fail(ctx context.Context, tx *sql.Tx, j job.Job, cause error) error {
	code := errs.From(cause).Code
	if code == errs.NoAnswer { // users would see its message, which is about an answer to a question
		code = errs.Misshapen
	}
	return readingdb.New(tx).SetOverviewError(ctx, readingdb.SetOverviewErrorParams{
		ErrorCode: string(code), OwnerID: j.OwnerID, DocumentID: j.Key,
	})
}

// final contains the errors after which the job is not attempted again. Most of them would occur again.
// After invalid output of the model, a further attempt would cost as much as the first, and rarely give
// a better result.
var final = map[errs.Code]bool{errs.ModelKey: true, errs.ModelBalance: true, errs.ModelMissing: true, errs.NoAnswer: true, errs.Misshapen: true}
