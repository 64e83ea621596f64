package share

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// ReportView is a report, as shown to administrators. Times are Unix milliseconds.
type ReportView struct {
	ShareID    string `json:"shareId"`
	OwnerID    string `json:"ownerId"`
	Title      string `json:"title"`
	Summary    string `json:"summary"`
	Views      int64  `json:"views"`
	CreatedAt  int64  `json:"createdAt"`
	DownAt     int64  `json:"downAt" doc:"0: it can be read"`
	Reason     string `json:"reason" enum:"illegal,private,harmful,rights,other"`
	Text       string `json:"text"`
	ReportedAt int64  `json:"reportedAt"`
	HandledAt  int64  `json:"handledAt" doc:"0: not yet"`
}

type (
	reportsIn struct {
		Body struct {
			All    bool `json:"all,omitempty" doc:"those that are handled, too"`
			Offset int  `json:"offset,omitempty"`
			Limit  int  `json:"limit,omitempty"`
		}
	}
	decideIn struct {
		Body struct {
			ShareID string   `json:"shareId"`
			Act     Decision `json:"act" enum:"down,up,dismiss"`
		}
	}
)

func (s *Service) adminRoutes(r *httpapi.Router) {
	admin := func(path, summary string) httpapi.Op {
		o := op("/api/admin/share/"+path, summary)
		o.Owner = httpapi.Admin
		return o
	}
	httpapi.Route(r, admin("reports", "Shares that readers have reported, the newest report first"), func(ctx context.Context, in *reportsIn) (*httpapi.JSON[httpapi.Reply[[]ReportView]], error) {
		all, err := s.Reports(ctx, in.Body.All, in.Body.Offset, in.Body.Limit)
		out := []ReportView{}
		for _, r := range all {
			out = append(out, ReportView{
				ShareID: r.Share.ID, OwnerID: r.Share.OwnerID, Title: r.Share.Title, Summary: r.Share.Summary, Views: r.Share.Views, CreatedAt: r.Share.CreatedAt,
				DownAt: r.Share.DownAt, Reason: r.Reason, Text: r.Text, ReportedAt: r.ReportedAt, HandledAt: r.HandledAt,
			})
		}
		return httpapi.Data(out, err)
	})
	httpapi.Route(r, admin("decide", "Take a share down, put it back, or dismiss its reports"), func(ctx context.Context, in *decideIn) (*httpapi.JSON[httpapi.Finished], error) {
		if err := s.Decide(ctx, in.Body.ShareID, in.Body.Act); err != nil {
			return nil, err
		}
		return httpapi.Finish(s.Note(ctx, in.Body.ShareID, string(in.Body.Act)))
	})
}
