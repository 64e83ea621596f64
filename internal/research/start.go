package research

import (
	"context"
	"database/sql"
	"errors"
	"strconv"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/job"
	"github.com/wenqu-ai/wenqu/internal/research/researchdb"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Show returns a study for its owner.
func (s *Service) Show(ctx context.Context, owner, id string) (View, error) {
	st, err := s.study(ctx, owner, id)
	if err != nil {
		return View{}, err
	}
	return s.view(ctx, st)
}

// Outline changes the outline of a study that has not started. If the title is empty or
// the list is nil, the old value remains. Any other list must contain 1 to MaxQuestions questions.
func (s *Service) Outline(ctx context.Context, owner, id, title string, questions []string) (Study, error) {
	return s.change(ctx, owner, id, func(st *Study) error {
		if st.State != Planned {
			return errs.New(errs.ResearchStarted)
		}
		return st.outline(title, questions)
	}, nil)
}

// Start starts a study with the user's outline, or continues a stopped or failed study. A queued
// or running study is not changed. Start fails with errs.AnswerHidden if the content rules
// have withheld the answer that shows the study.
func (s *Service) Start(ctx context.Context, owner, id, title string, questions []string) (Study, error) {
	defer s.Jobs.Wake()
	return s.change(ctx, owner, id, func(st *Study) error {
		switch st.State {
		case Planned:
			if err := st.outline(title, questions); err != nil {
				return err
			}
		case Stopped, Failed:
		case Queued, Running:
			return errUnchanged
		default:
			return errs.New(errs.ResearchStarted)
		}
		withheld, err := s.withheld(ctx, *st)
		if withheld {
			return errs.New(errs.AnswerHidden)
		}
		st.State = Queued
		return err
	}, func(tx *sql.Tx, q *researchdb.Queries, st Study) error {
		open, err := q.CountOpen(ctx, researchdb.CountOpenParams{OwnerID: owner, ID: id})
		if err != nil {
			return err
		}
		if most := s.Limits().Waiting; open >= int64(most) {
			return errs.New(errs.ResearchQueueFull).With("limit", strconv.Itoa(most))
		}
		_, err = s.Jobs.Enqueue(ctx, tx, job.New{Kind: Job, Key: st.ID, OwnerID: owner})
		return err
	})
}

// withheld reports whether the content rules have withheld the answer that shows a study.
func (s *Service) withheld(ctx context.Context, st Study) (bool, error) {
	is, err := s.Answers.Look(ctx, st.Owner, st.Place)
	if errs.Is(err, errs.NotFound) {
		return false, nil
	}
	return is == stream.Sensitive, err
}

// Stop stops a running study, or removes a waiting study from the queue.
func (s *Service) Stop(ctx context.Context, owner, id string) (Study, error) {
	defer s.Jobs.Wake()
	st, err := s.study(ctx, owner, id)
	if err != nil {
		return Study{}, err
	}
	running := st.State == Running
	if running {
		is, err := s.Answers.Look(ctx, owner, st.Place)
		if err != nil && !errs.Is(err, errs.NotFound) {
			return Study{}, err
		}
		if is == stream.Running {
			return st, s.Answers.End(ctx, owner, st.CID)
		}
		// The study's answer is not being made, for example between attempts. End would stop another answer.
	}
	return s.change(ctx, owner, id, func(st *Study) error {
		switch {
		case st.State == Running && running, st.State == Queued && st.Spent > 0:
			st.State = Stopped
		case st.State == Queued:
			st.State = Planned
		default:
			return errUnchanged
		}
		return nil
	}, func(tx *sql.Tx, _ *researchdb.Queries, st Study) error {
		return s.Jobs.Drop(ctx, tx, owner, Job, st.ID)
	})
}

// errUnchanged is returned by a change that would have no effect. Nothing is stored then.
var errUnchanged = errors.New("research: nothing to change")

// tries is the maximum number of attempts at a change, if each attempt fails with errMoved.
const tries = 4

// change reads a study, changes it, and stores it. If `within` is not nil, `within` runs in the
// transaction that stores the study.
func (s *Service) change(ctx context.Context, owner, id string, change func(*Study) error,
	within func(*sql.Tx, *researchdb.Queries, Study) error) (Study, error) {
	for range tries {
		st, err := s.study(ctx, owner, id)
		if err != nil {
			return Study{}, err
		}
		was := st.State
		err = change(&st)
		if errors.Is(err, errUnchanged) {
			return st, nil
		}
		if err != nil {
			return Study{}, err
		}
		err = s.DB.InTxOf(ctx, owner, func(tx *sql.Tx) error {
			q := researchdb.New(tx)
			if within != nil { // jobs are changed first: see job.Queue.Move
				if err := within(tx, q, st); err != nil {
					return err
				}
			}
			return s.set(ctx, q, st, was)
		})
		if !errors.Is(err, errMoved) {
			return st, stored(err)
		}
	}
	return Study{}, stored(errMoved)
}

// outline applies the user's changes to the outline.
func (st *Study) outline(title string, questions []string) error {
	if title = text.OneLine(title); title != "" {
		st.Title = text.Cut(title, MaxTitle)
	}
	if questions == nil {
		return nil
	}
	list := renumbered(st.Questions, questions)
	if len(list) == 0 || len(list) > MaxQuestions {
		return badRequest("questions")
	}
	st.Questions = list
	return nil
}

func (s *Service) view(ctx context.Context, st Study) (View, error) {
	v := View{
		ResearchID: st.ID, ConversationID: st.CID, Index: st.Index, RepeatIndex: st.Repeat, State: st.State,
		Title: st.Title, Questions: st.Questions, Partial: st.Partial && !st.Empty, Empty: st.Empty,
	}
	if v.Questions == nil {
		v.Questions = []Question{}
	}
	if st.State != Queued {
		return v, nil
	}
	n, err := researchdb.New(s.DB.Read()).CountBefore(ctx, researchdb.CountBeforeParams{OwnerID: st.Owner, ID: st.ID, UpdatedAt: st.UpdatedAt})
	v.Before = int(n)
	return v, stored(err)
}
