package agent

import (
	"context"
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type (
	reviewView struct {
		AgentView
		Version   int                   `json:"version" doc:"that is shown"`
		AskedAt   int64                 `json:"askedAt" doc:"Unix ms; 0: it waits for nothing"`
		Persona   string                `json:"persona"`
		Changes   []agentDifferenceView `json:"changes" doc:"against what is live; empty for a first version"`
		FirstTime bool                  `json:"firstTime" doc:"nothing of it is live"`
	}
	reviewListed struct {
		Code   int          `json:"code" doc:"0"`
		Agents []reviewView `json:"agents"`
		Total  int          `json:"total"`
	}
	reportBody struct {
		WhichAgent
		Reason string `json:"reason" enum:"illegal,private,harmful,rights,other"`
		Text   string `json:"text,omitempty" doc:"500 characters at most"`
	}
	reportsBody struct {
		All    bool `json:"all,omitempty" doc:"those that are handled, too"`
		Offset int  `json:"offset,omitempty"`
		Limit  int  `json:"limit,omitempty" doc:"at most 50; absent: 20"`
	}
	agentReportView struct {
		AgentID    string `json:"agentId"`
		Name       string `json:"name"`
		Author     string `json:"author" doc:"name; empty: not known"`
		Visibility string `json:"visibility" doc:"private: nobody else can use it any more" enum:"private,link,public"`
		Version    int    `json:"version" doc:"the live one"`
		Reason     string `json:"reason" enum:"illegal,private,harmful,rights,other"`
		Text       string `json:"text"`
		ReportedAt int64  `json:"reportedAt" doc:"Unix ms"`
		HandledAt  int64  `json:"handledAt" doc:"Unix ms; 0: not yet"`
	}
	agentReportsListed struct {
		Code    int               `json:"code" doc:"0"`
		Reports []agentReportView `json:"reports"`
	}
	decideBody struct {
		AgentID string `json:"agentId,omitempty" maxLength:"128"`
		Version int    `json:"version,omitempty" doc:"as it was read"`
		Reason  string `json:"reason,omitempty" doc:"at most 300 characters; the author reads it"`
	}
)

// reviewRoutes registers the operations for administrators, and the operation for reports by users.
func (s *Service) reviewRoutes(r *httpapi.Router) {
	post(r, op("/api/user/agent/report", "Tell the administrator of an agent").Naming(httpapi.Unknown),
		func(ctx context.Context, _ string, b reportBody) (agentDone, error) {
			who, err := httpapi.Ensure(ctx)
			if err != nil {
				return agentDone{}, err
			}
			return agentDone{}, s.Report(ctx, who.ID, b.AgentID, b.Reason, b.Text)
		})
	admin := func(path, summary string) httpapi.Op {
		return httpapi.Op{Method: http.MethodPost, Path: "/api/admin/agent/" + path, Summary: summary, Domain: "agent", Owner: httpapi.Admin}
	}
	list := func(give func(ctx context.Context, offset, limit int) ([]Asked, int, error)) func(context.Context, string, agentPageBody) (reviewListed, error) {
		return func(ctx context.Context, _ string, b agentPageBody) (reviewListed, error) {
			page, total, err := give(ctx, b.Offset, b.Limit)
			l := reviewListed{Agents: []reviewView{}, Total: total}
			for _, a := range page {
				l.Agents = append(l.Agents, s.reviewed(ctx, a))
			}
			return l, err
		}
	}
	post(r, admin("queue", "Agents that wait for review"), list(s.Queue))
	post(r, admin("published", "Agents that others than their authors may use"), list(s.Published))
	decide := func(path, summary string, use func(ctx context.Context, b decideBody) error) {
		post(r, admin(path, summary), func(ctx context.Context, _ string, b decideBody) (agentDone, error) { return agentDone{}, use(ctx, b) })
	}
	decide("approve", "Make an agent public", func(ctx context.Context, b decideBody) error { return s.Approve(ctx, b.AgentID, b.Version) })
	decide("refuse", "Refuse to make an agent public", func(ctx context.Context, b decideBody) error {
		return s.Refuse(ctx, b.AgentID, b.Version, b.Reason)
	})
	post(r, admin("reports", "Agents that people have reported, the newest report first"), func(ctx context.Context, _ string, b reportsBody) (agentReportsListed, error) {
		all, err := s.Reports(ctx, b.All, b.Offset, b.Limit)
		l := agentReportsListed{Reports: []agentReportView{}}
		for _, v := range all {
			l.Reports = append(l.Reports, agentReportView{
				AgentID: v.ID, Name: v.Name, Author: v.Author, Visibility: string(v.Visibility), Version: v.Version,
				Reason: v.Why, Text: v.Words, ReportedAt: v.ReportedAt, HandledAt: v.HandledAt,
			})
		}
		return l, err
	})
	decide("dismiss", "Handle the reports of an agent, which stays as it is", func(ctx context.Context, b decideBody) error {
		return s.Dismiss(ctx, b.AgentID)
	})
	decide("down", "Take an agent down", func(ctx context.Context, b decideBody) error { return s.TakeDown(ctx, b.AgentID, b.Reason) })
}

func (s *Service) reviewed(ctx context.Context, a Asked) reviewView {
	v := reviewView{AgentView: s.view(ctx, "", a.Agent), Version: a.Number, AskedAt: a.AskedAt, Persona: a.Persona, Changes: []agentDifferenceView{}, FirstTime: a.Live == nil}
	v.Author = a.Author
	if known, err := s.knowledge(ctx, a.Agent); err == nil {
		v.Knowledge = known
	}
	if a.Live != nil {
		for _, d := range differences(*a.Live, a.Spec) {
			v.Changes = append(v.Changes, agentDifferenceView(d))
		}
	}
	return v
}
