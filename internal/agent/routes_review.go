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
	decideBody struct {
		AgentID string `json:"agentId,omitempty" maxLength:"128"`
		Version int    `json:"version,omitempty" doc:"as it was read"`
		Reason  string `json:"reason,omitempty" doc:"at most 300 characters; the author reads it"`
	}
)

// reviewRoutes registers the operations of administrators.
func (s *Service) reviewRoutes(r *httpapi.Router) {
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
