package research

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/job"
	"github.com/wenqu-ai/wenqu/internal/research/researchdb"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Job is the job kind for monitoring a study. The job starts the study's answer, starts the answer
// again after a crash, and notifies the user when the study is done or has failed. The key of the
// job is the study's id.
const Job = "research"

const (
	studiesAtOnce = 4 // maximum number of simultaneous studies in this process
	maxAttempts   = 12
	retryAfter    = 2 * time.Second
)

func (s *Service) kind() job.Kind {
	return job.Kind{
		Name: Job, Work: s.watch, Failed: s.fail, Ended: s.ended, AtOnce: studiesAtOnce, PerOwner: 1,
		Attempts: maxAttempts, Delay: retryAfter,
		Final: func(err error) bool { return final[errs.From(err).Code] },
	}
}

// final contains the codes of errors that would occur again at a further attempt.
var final = map[errs.Code]bool{errs.ChatBanned: true}

// errUnfinished is the failure of an attempt if the answer ended without a report.
var errUnfinished = errors.New("research: the answer has ended without a report")

// watch runs one job.
func (s *Service) watch(ctx context.Context, c *job.Claim) error {
	for {
		st, err := s.study(ctx, c.OwnerID, c.Key)
		if errs.Is(err, errs.NotFound) {
			return job.ErrObsolete
		}
		if err != nil {
			return err
		}
		if !st.State.Open() {
			return nil
		}
		is, err := s.Answers.Look(ctx, c.OwnerID, st.Place)
		switch {
		case errs.Is(err, errs.NotFound):
			return job.ErrObsolete
		case err != nil:
			return err
		case st.Written && is == stream.StateDone:
			return s.finish(ctx, c, st, Done)
		case is == stream.Sensitive:
			return s.finish(ctx, c, st, Failed)
		case is == stream.ManualStop && st.State == Running:
			return s.finish(ctx, c, st, Stopped)
		}
		if err := s.make(ctx, c, st); err != nil {
			return err
		}
	}
}

// make starts the answer of a study, and waits for its end. If the conversation is already making another
// answer, the study's answer cannot start: make waits for the end of the other answer, and watch then
// calls make again.
func (s *Service) make(ctx context.Context, c *job.Claim, st Study) error {
	r, err := s.Answers.Continue(ctx, c.OwnerID, st.Place, st.Locale)
	if err != nil && (r == nil || !errs.Is(err, errs.Busy)) {
		return err
	}
	select {
	case <-r.Done():
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if r.Index() != st.Index || r.RepeatIndex() != st.Repeat {
		return nil // a different answer has ended
	}
	switch r.State() {
	case stream.ManualStop, stream.Sensitive:
		return nil
	case stream.StateDone:
		again, err := s.study(ctx, c.OwnerID, c.Key)
		if err == nil && !again.Written {
			return errUnfinished
		}
		return err
	}
	if code := errs.Code(r.Record().ErrorCode); code != "" {
		return errs.Wrap(code, errUnfinished)
	}
	return errUnfinished
}

// finish ends a study and its job, and notifies the user unless the study was stopped.
func (s *Service) finish(ctx context.Context, c *job.Claim, st Study, as State) error {
	was := st.State
	if st.State = as; as != Stopped {
		if err := s.tellAsker(ctx, st); err != nil {
			return err
		}
	}
	return c.Finish(ctx, func(tx *sql.Tx) error {
		q := researchdb.New(tx)
		if err := s.set(ctx, q, st, was); err != nil || as != Done {
			return err
		}
		return q.DropSteps(ctx, researchdb.DropStepsParams{OwnerID: st.Owner, ResearchID: st.ID})
	})
}

// tellAsker posts a notice saying that the report is written, or that there is no report. A second
// notice about the same state of the study is ignored.
func (s *Service) tellAsker(ctx context.Context, st Study) error {
	title := func(of func(words) string) errs.Text {
		return errs.Text{ZhCN: of(speak["zh-CN"]), ZhTW: of(speak["zh-TW"]), En: of(speak["en"])}
	}
	withheld, err := s.withheld(ctx, st)
	if err != nil {
		return err
	}
	n := Notice{ID: "research-" + string(st.State) + "-" + st.ID, Owner: st.Owner, CID: st.CID, Index: st.Index}
	switch {
	case st.State == Done && !st.Empty:
		n.Title = title(func(w words) string { return w.doneTitle })
		n.Body = title(func(w words) string { return fmt.Sprintf(w.doneBody, st.Title) })
	case withheld: // the title may contain withheld text
		n.Title = title(func(w words) string { return w.failedTitle })
		n.Body = title(func(w words) string { return w.withheldBody })
	default:
		n.Title = title(func(w words) string { return w.failedTitle })
		n.Body = title(func(w words) string { return fmt.Sprintf(w.failedBody, st.Title) })
	}
	return s.Notices.Post(ctx, n)
}

// fail marks a study as failed.
func (s *Service) fail(ctx context.Context, tx *sql.Tx, j job.Job, _ error) error {
	q := researchdb.New(tx)
	for _, was := range []State{Running, Queued} {
		_, err := q.SetState(ctx, researchdb.SetStateParams{
			State: string(Failed), UpdatedAt: s.Now().UnixMilli(), OwnerID: j.OwnerID, ID: j.Key, Was: string(was),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// noticeTime is the timeout for posting the notice of a failure.
const noticeTime = 5 * time.Second

// ended is called at the end of each attempt. After the last attempt, it notifies the user if the
// study has failed.
func (s *Service) ended(j job.Job, o job.Outcome) {
	if o != job.GaveUp && o != job.Refused {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), noticeTime)
	defer cancel()
	st, err := s.study(ctx, j.OwnerID, j.Key)
	if err == nil && st.State == Failed {
		err = s.tellAsker(ctx, st)
	}
	if err != nil {
		s.Log.Warn("nobody was told that a study has failed", "err", err)
	}
}
