package share

import (
	"context"
	"slices"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/share/sharedb"
)

// Reasons are the possible reasons for a report.
var Reasons = []string{"illegal", "private", "harmful", "rights", "other"}

const (
	maxReport     = 500 // characters of a report
	reportsOfADay = 20  // per reader
)

// Report reports a share to the administrators. A second report of the same share by the same
// reader changes nothing. Report fails with errs.TooMany after reportsOfADay reports in a day.
func (s *Service) Report(ctx context.Context, owner string, sh Share, reason, words string) error {
	if !slices.Contains(Reasons, reason) {
		return badRequest("reason")
	}
	now := s.Now()
	return s.writeOf(ctx, owner, func(q *sharedb.Queries) error {
		n, err := q.CountReports(ctx, sharedb.CountReportsParams{OwnerID: owner, CreatedAt: now.Add(-24 * time.Hour).UnixMilli()})
		if err != nil {
			return err
		}
		if n >= reportsOfADay {
			return errs.New(errs.TooMany)
		}
		_, err = q.InsertReport(ctx, sharedb.InsertReportParams{
			ShareID: sh.ID, OwnerID: owner, Reason: reason, Text: oneLine(words, maxReport), CreatedAt: now.UnixMilli(),
		})
		return err
	})
}

// Reported is a report of a share, as shown to administrators. Times are Unix
// milliseconds.
type Reported struct {
	Share      Share // only the fields needed by administrators
	Reason     string
	Text       string
	ReportedAt int64
	HandledAt  int64 // when an administrator handled the report; 0: not yet
}

// Reports lists reports, the newest first. Handled reports are included only if `everything` is
// true.
func (s *Service) Reports(ctx context.Context, everything bool, offset, limit int) ([]Reported, error) {
	if limit <= 0 || limit > 100 {
		limit = 50
	}
	if offset < 0 {
		return nil, badRequest("offset")
	}
	rows, err := s.reads().Reported(ctx, sharedb.ReportedParams{Everything: everything, Page: int32(limit), Skip: int32(min(offset, 1<<20))})
	out := make([]Reported, len(rows))
	for i, r := range rows {
		out[i] = Reported{
			Share:  Share{ID: r.ID, OwnerID: r.OwnerID, Title: r.Title, Summary: r.Summary, DownAt: r.DownAt, Views: r.Views, CreatedAt: r.CreatedAt},
			Reason: r.Reason, Text: r.Text, ReportedAt: r.ReportedAt, HandledAt: r.HandledAt,
		}
	}
	return out, stored(err)
}

// Title returns the title of a share for administrators, even if the share can no longer be read. If the
// share does not exist, the title is empty.
func (s *Service) Title(ctx context.Context, shareID string) string {
	row, err := s.reads().GetShare(ctx, shareID)
	if err != nil {
		return ""
	}
	return row.Title
}

// Decision is what an administrator decides about a reported share.
type Decision string

// Values of Decision.
const (
	TakeDown Decision = "down"    // nobody can read the share any more
	PutBack  Decision = "up"      // the share can be read again
	Dismiss  Decision = "dismiss" // the share is not changed
)

// Decide applies a decision and marks all reports of the share as handled.
func (s *Service) Decide(ctx context.Context, shareID string, d Decision) error {
	now := s.Now().UnixMilli()
	err := s.write(ctx, func(q *sharedb.Queries) error {
		var err error
		switch d {
		case TakeDown:
			err = mustMeet(q.SetDown(ctx, sharedb.SetDownParams{DownAt: now, UpdatedAt: now, ID: shareID}))
		case PutBack:
			err = mustMeet(q.SetDown(ctx, sharedb.SetDownParams{UpdatedAt: now, ID: shareID}))
		case Dismiss:
			_, err = q.GetShare(ctx, shareID)
		default:
			err = badRequest("act")
		}
		if err != nil {
			return err
		}
		return q.HandleReports(ctx, sharedb.HandleReportsParams{HandledAt: now, ShareID: shareID})
	})
	if err == nil && d == TakeDown {
		s.forgetRendered(shareID)
	}
	return err
}
