package reading

import (
	"context"
	"database/sql"
	"errors"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/reading/readingdb"
)

// Made is an overview and how far it is.
type Made struct {
	Overview
	State    State
	Progress float64   // of Running, 0 to 1
	Failure  errs.Code // of Failed
}

// Overview gives what a file says at a glance. The first time, and after the
// file was parsed again, it is made without a model, which takes less than a
// second; where a model is connected, it then does it better in the background.
// again asks for another try after one that failed. It fails with
// errs.StillParsing, errs.NothingToRead, or why the file cannot be parsed.
func (s *Service) Overview(ctx context.Context, owner, id string, again bool) (Made, error) {
	d, err := s.readable(ctx, owner, id)
	if err != nil {
		return Made{}, err
	}
	row, err := s.overviewRow(ctx, owner, id)
	if err != nil {
		return Made{}, err
	}
	if row.Version != d.Version {
		return s.makeOverview(ctx, owner, d)
	}
	o, err := fromJSON[Overview](row.Data)
	if err != nil { // an older version wrote it otherwise
		return s.makeOverview(ctx, owner, d)
	}
	m := Made{Overview: o, State: State(row.State), Progress: float64(row.Progress) / thousandths, Failure: errs.Code(row.ErrorCode)}
	retry := m.State == Failed && again || m.State == Ready && m.Engine == Offline
	if _, connected := s.model(); connected && retry {
		n, err := int64(0), error(nil)
		err = s.write(ctx, func(q *readingdb.Queries) error {
			n, err = q.QueueOverview(ctx, readingdb.QueueOverviewParams{OwnerID: owner, DocumentID: id, Now: s.Now().UnixMilli()})
			return err
		})
		if err != nil {
			return Made{}, err
		}
		if n > 0 {
			m.State, m.Progress, m.Failure = Queued, 0, ""
			s.nudge()
		}
	}
	return m, nil
}

// thousandths is how progress is stored.
const thousandths = 1000

// overviewRow is the stored overview; without one it has no version.
func (s *Service) overviewRow(ctx context.Context, owner, id string) (readingdb.ReadingOverview, error) {
	row, err := s.reads().GetOverview(ctx, readingdb.GetOverviewParams{OwnerID: owner, DocumentID: id})
	if errors.Is(err, sql.ErrNoRows) {
		return readingdb.ReadingOverview{}, nil
	}
	return row, stored(err)
}

// makeOverview makes and stores an overview without a model, and lets a model
// work where one is connected.
func (s *Service) makeOverview(ctx context.Context, owner string, d Document) (Made, error) {
	select {
	case s.making <- struct{}{}:
		defer func() { <-s.making }()
	case <-ctx.Done():
		return Made{}, ctx.Err()
	}
	units, partial, err := s.units(ctx, owner, d.ID)
	if err != nil {
		return Made{}, err
	}
	m := Made{Overview: offlineOverview(d, units, partial), State: Ready}
	if _, connected := s.model(); connected {
		m.State = Queued
	}
	data, err := toJSON(m.Overview)
	if err != nil {
		return Made{}, err
	}
	err = s.write(ctx, func(q *readingdb.Queries) error {
		return q.PutOverview(ctx, readingdb.PutOverviewParams{
			OwnerID: owner, DocumentID: d.ID, Version: d.Version, Engine: Offline, Data: data, State: string(m.State), NextAt: s.Now().UnixMilli(),
		})
	})
	if err == nil && m.State == Queued {
		s.nudge()
	}
	return m, err
}

// model is what answers by default, and whether that is a language model.
func (s *Service) model() (llm.Choice, bool) {
	c, _ := s.Models.Resolve("", "")
	return c, c.Model != nil && !c.Info.Builtin
}

func (s *Service) nudge() {
	select {
	case s.wake <- struct{}{}:
	default: // somebody is awake already
	}
}

// maxQuery bounds a question about a file, in characters.
const maxQuery = 2000

// Search finds what in a file answers a question.
func (s *Service) Search(ctx context.Context, owner, id, question string, limit int) (Found, error) {
	if n := utf8.RuneCountInString(question); n == 0 || n > maxQuery {
		return Found{}, badRequest("query")
	}
	if _, err := s.readable(ctx, owner, id); err != nil {
		return Found{}, err
	}
	if limit <= 0 || limit > maxPassages {
		limit = maxPassages
	}
	f, err := s.Library.Search(ctx, owner, id, question, limit)
	f.Passages = nonNil(f.Passages)
	return f, err
}

// maxPassages is how many places a search gives.
const maxPassages = 20
