package reading

import (
	"context"
	"database/sql"
	"errors"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/job"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/reading/readingdb"
)

// Made is an overview and its state.
type Made struct {
	Overview
	State    State
	Progress float64   // progress while Running, 0 to 1
	Failure  errs.Code // error code while Failed
}

// Overview returns the overview of a file. If no overview is stored for the file's version, it makes one
// without a model. While a model is connected, Overview queues a job that replaces an overview made without
// a model by the model's overview. If the job has failed, Overview queues a new job only if `again` is set.
// Overview fails for example with errs.StillParsing, errs.NothingToRead, or the reason why the file cannot
// be parsed.
func (s *Service) Overview(ctx context.Context, owner, id string, again bool) (Made, error) {
	d, err := s.readable(ctx, owner, id)
	if err != nil {
		return Made{}, err
	}
	// The job is read before the row. So if the job has ended, its result is already in the row.
	work, err := s.Jobs.Find(ctx, owner, OverviewJob, id)
	if err != nil && !errs.Is(err, errs.NotFound) {
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
	if err != nil { // an older server stored the overview in another format
		return s.makeOverview(ctx, owner, d)
	}
	m := Made{Overview: o, State: Ready, Failure: errs.Code(row.ErrorCode)}
	switch {
	case work.Open():
		m.State, m.Progress, m.Failure = State(work.State), work.Progress, ""
	case m.Failure != "":
		m.State = Failed
	}
	retry := m.State == Failed && again || m.State == Ready && m.Engine == Offline
	if _, connected := s.model(); connected && retry {
		if err := s.retry(ctx, owner, id); err != nil {
			return Made{}, err
		}
		m.State, m.Failure = Queued, ""
	}
	return m, nil
}

// retry queues the improvement of a stored overview, and clears the stored error.
func (s *Service) retry(ctx context.Context, owner, id string) error {
	err := s.DB.InTx(ctx, func(tx *sql.Tx) error {
		if _, err := s.Jobs.Enqueue(ctx, tx, job.New{Kind: OverviewJob, Key: id, OwnerID: owner}); err != nil {
			return err
		}
		return readingdb.New(tx).SetOverviewError(ctx, readingdb.SetOverviewErrorParams{OwnerID: owner, DocumentID: id})
	})
	s.Jobs.Wake()
	return stored(err)
}

// overviewRow returns the stored overview, or a row with an empty Version if no overview is stored.
func (s *Service) overviewRow(ctx context.Context, owner, id string) (readingdb.ReadingOverview, error) {
	row, err := s.reads().GetOverview(ctx, readingdb.GetOverviewParams{OwnerID: owner, DocumentID: id})
	if errors.Is(err, sql.ErrNoRows) {
		return readingdb.ReadingOverview{}, nil
	}
	return row, stored(err)
}

// makeOverview makes an overview without a model and stores it. If a model is connected, a job to
// improve the overview is queued.
func (s *Service) makeOverview(ctx context.Context, owner string, d Document) (Made, error) {
	select {
	case s.making <- struct{}{}:
		defer func() { <-s.making }()
	case <-ctx.Done():
		return Made{}, errs.Ended(ctx)
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
	err = s.DB.InTx(ctx, func(tx *sql.Tx) error {
		if m.State == Queued { // restart the job: a running job may read an older version of the file
			if _, err := s.Jobs.Enqueue(ctx, tx, job.New{Kind: OverviewJob, Key: d.ID, OwnerID: owner, Again: true}); err != nil {
				return err
			}
		}
		return readingdb.New(tx).PutOverview(ctx, readingdb.PutOverviewParams{
			OwnerID: owner, DocumentID: d.ID, Version: d.Version, Engine: Offline, Data: data, UpdatedAt: s.Now().UnixMilli(),
		})
	})
	s.Jobs.Wake()
	return m, stored(err)
}

// model returns the default model, and false if no language model is connected.
func (s *Service) model() (llm.Choice, bool) {
	c, _ := s.Models.Resolve("", "")
	return c, c.Model != nil && !c.Info.Builtin
}

// maxQuery limits a question about a file, in characters.
const maxQuery = 2000

// Search searches a file for answers to a question.
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

// maxPassages is the maximum number of search results.
const maxPassages = 20
