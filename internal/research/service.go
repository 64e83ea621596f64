package research

import (
	"context"
	"database/sql"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/job"
	"github.com/wenqu-ai/wenqu/internal/research/researchdb"
)

// Options are the dependencies of a Service. All fields are required unless stated otherwise.
type Options struct {
	DB       *db.DB
	Jobs     *job.Queue
	Search   Search
	Pages    Pages
	Passages Passages
	Files    Files
	Answers  Answers
	Notices  Notices
	Now      func() time.Time // nil: time.Now
	Log      *slog.Logger     // nil: slog.Default
}

// Service manages studies. It is safe for concurrent use.
type Service struct {
	Options
	limits atomic.Pointer[Limits]
}

// New makes the service and registers its kind of job.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	s := &Service{Options: o}
	s.setLimits(defaults())
	o.Jobs.Register(s.kind())
	return s
}

func (s *Service) write(ctx context.Context, f func(tx *sql.Tx, q *researchdb.Queries) error) error {
	return stored(s.DB.InTx(ctx, func(tx *sql.Tx) error { return f(tx, researchdb.New(tx)) }))
}

// Forget deletes an owner's studies and their steps.
func (s *Service) Forget(ctx context.Context, owner string) error {
	return s.write(ctx, func(_ *sql.Tx, q *researchdb.Queries) error {
		if err := q.ForgetSteps(ctx, owner); err != nil {
			return err
		}
		return q.ForgetResearch(ctx, owner)
	})
}

// Follow moves the studies of `from` and their steps to the owner `to`, in the caller's transaction.
// If the move changed ids of conversations, `renamed` maps each old id to the new id. The jobs must
// have been moved before.
func (s *Service) Follow(ctx context.Context, tx *sql.Tx, from, to string, renamed map[string]string) error {
	q := researchdb.New(tx)
	for old, cid := range renamed {
		if err := q.RekeyResearch(ctx, researchdb.RekeyResearchParams{NewCid: cid, OwnerID: from, Cid: old}); err != nil {
			return err
		}
	}
	if err := q.MoveSteps(ctx, researchdb.MoveStepsParams{Receiver: to, Giver: from}); err != nil {
		return err
	}
	return q.MoveResearch(ctx, researchdb.MoveResearchParams{Receiver: to, Giver: from})
}

// CheckEvery is how often Sweep checks whether the conversation of a study exists.
const CheckEvery = time.Hour

// checkAtOnce is how many studies Sweep checks in one call.
const checkAtOnce = 50

// Sweep deletes studies of deleted conversations. One call checks at most checkAtOnce studies. It
// skips studies that were created or checked less than CheckEvery ago.
func (s *Service) Sweep(ctx context.Context) error {
	rows, err := researchdb.New(s.DB.Read()).Unchecked(ctx, researchdb.UncheckedParams{
		CheckedAt: s.Now().Add(-CheckEvery).UnixMilli(), Limit: checkAtOnce,
	})
	if err != nil {
		return stored(err)
	}
	for _, r := range rows {
		there, err := s.Answers.Exists(ctx, r.OwnerID, r.Cid)
		if err != nil {
			return err
		}
		err = s.write(ctx, func(tx *sql.Tx, q *researchdb.Queries) error {
			if there {
				return q.Checked(ctx, researchdb.CheckedParams{CheckedAt: s.Now().UnixMilli(), OwnerID: r.OwnerID, ID: r.ID})
			}
			if err := s.Jobs.Drop(ctx, tx, r.OwnerID, Job, r.ID); err != nil {
				return err
			}
			if err := q.DropSteps(ctx, researchdb.DropStepsParams{OwnerID: r.OwnerID, ResearchID: r.ID}); err != nil {
				return err
			}
			return q.DropResearch(ctx, researchdb.DropResearchParams{OwnerID: r.OwnerID, ID: r.ID})
		})
		if err != nil {
			return err
		}
	}
	return nil
}
