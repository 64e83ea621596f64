package agent

import (
	"context"
	"slices"
	"time"

	"github.com/wenqu-ai/wenqu/internal/agent/agentdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Reasons are the possible reasons of a report.
var Reasons = []string{"illegal", "private", "harmful", "rights", "other"}

const (
	maxReport     = 500 // characters of a report
	reportsOfADay = 20  // reports of one user in 24 hours
)

// Report reports an agent of another author to the administrator. As long as a report is not handled,
// a second report of the same agent by the same user changes nothing. Report fails with errs.TooMany
// after 20 reports in 24 hours.
func (s *Service) Report(ctx context.Context, asker, agentID, reason, words string) error {
	if !slices.Contains(Reasons, reason) {
		return bad("reason")
	}
	a, err := s.Get(ctx, asker, agentID, "")
	if err != nil {
		return err
	}
	if a.Builtin() || a.Owner == asker {
		return bad("agentId")
	}
	now := s.o.Now()
	return s.writeOf(ctx, asker, func(q *agentdb.Queries) error {
		n, err := q.CountReports(ctx, agentdb.CountReportsParams{OwnerID: asker, CreatedAt: now.Add(-24 * time.Hour).UnixMilli()})
		if err != nil {
			return err
		}
		if n >= reportsOfADay {
			return errs.New(errs.TooMany)
		}
		return q.InsertReport(ctx, agentdb.InsertReportParams{
			AgentID: a.ID, OwnerID: asker, Reason: reason, Text: text.Cut(text.OneLine(legible(words)), maxReport), CreatedAt: now.UnixMilli(),
		})
	})
}

// Reported is a report of an agent. Times are Unix milliseconds.
type Reported struct {
	Agent
	Author     string // name of the author
	Why        string // one of Reasons
	Words      string
	ReportedAt int64
	HandledAt  int64 // 0: not handled
}

// Reports lists reports, the newest first. Handled reports are included only if `everything` is
// set.
func (s *Service) Reports(ctx context.Context, everything bool, offset, limit int) ([]Reported, error) {
	size, skip, err := paged(offset, limit)
	if err != nil {
		return nil, err
	}
	rows, err := agentdb.New(s.o.DB.Read()).Reported(ctx, agentdb.ReportedParams{Everything: everything, Size: size, Skip: skip})
	out := make([]Reported, len(rows))
	for i, r := range rows {
		out[i] = Reported{
			Agent: ofRow(r.Agent, false), Author: s.o.AuthorName(ctx, r.Agent.OwnerID),
			Why: r.Why, Words: r.Text, ReportedAt: r.ReportedAt, HandledAt: r.HandledAt,
		}
	}
	return out, stored(err)
}

// Dismiss marks all reports of an agent as handled and does not change the agent.
func (s *Service) Dismiss(ctx context.Context, agentID string) error {
	err := s.write(ctx, func(q *agentdb.Queries) error {
		if _, err := q.GetAgent(ctx, agentID); err != nil {
			return found(err)
		}
		return q.HandleReports(ctx, agentdb.HandleReportsParams{HandledAt: s.o.Now().UnixMilli(), AgentID: agentID})
	})
	if err != nil {
		return err
	}
	return s.o.Note(ctx, "dismiss", agentID, "")
}
