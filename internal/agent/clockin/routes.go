package clockin

import (
	"context"
	"net/http"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type (
	stateIn struct {
		Body struct {
			AgentID  string `json:"agentId"`
			TimeZone string `json:"timeZone" doc:"where the asker is, a name of the IANA database such as Asia/Shanghai"`
			Month    string `json:"month,omitempty" doc:"2006-01, whose days are wanted; empty: this month"`
		}
	}
	stateOut struct {
		Body struct {
			Code int       `json:"code" doc:"0"`
			Data StateView `json:"data"`
		}
	}
	// StateView is the caller's clock-in state with an agent.
	StateView struct {
		Today   string   `json:"today" doc:"2006-01-02, where the asker is"`
		Done    bool     `json:"done" doc:"the asker has clocked in today"`
		Streak  int      `json:"streak" doc:"days in a row, today or yesterday being the last"`
		Longest int      `json:"longest"`
		Total   int      `json:"total"`
		Days    []string `json:"days" doc:"2006-01-02, of the month"`
	}
)

// Exists checks an agent; it fails with errs.NotFound if the caller may not use it.
type Exists func(ctx context.Context, asker, agentID string) error

// Routes registers the operations of clock-ins.
func (s *Service) Routes(r *httpapi.Router, exists Exists) {
	op := func(path, summary string) httpapi.Op {
		return httpapi.Op{Method: http.MethodPost, Path: "/api/user/agent/clockIn/" + path, Summary: summary, Domain: "agent", Owner: httpapi.Mine}.Naming(httpapi.Unknown)
	}
	httpapi.Route(r, op("state", "How the asker stands with clocking in"), func(ctx context.Context, in *stateIn) (*stateOut, error) {
		asker := httpapi.From(ctx).ID
		if err := exists(ctx, asker, in.Body.AgentID); err != nil {
			return nil, err
		}
		var month Day
		if in.Body.Month != "" {
			first, err := time.Parse("2006-01", in.Body.Month)
			if err != nil {
				return nil, errs.Wrap(errs.BadRequest, err).With("detail", "month")
			}
			month = DayOf(first)
		}
		st, err := s.Of(ctx, asker, in.Body.AgentID, in.Body.TimeZone, month)
		return out(st), err
	})
	httpapi.Route(r, op("add", "Clock in for today"), func(ctx context.Context, in *stateIn) (*stateOut, error) {
		who, err := httpapi.Ensure(ctx)
		if err != nil {
			return nil, err
		}
		if err := exists(ctx, who.ID, in.Body.AgentID); err != nil {
			return nil, err
		}
		st, err := s.ClockIn(ctx, who.ID, in.Body.AgentID, in.Body.TimeZone)
		return out(st), err
	})
}

func out(s State) *stateOut {
	o := &stateOut{}
	o.Body.Data = StateView{Today: s.Today.String(), Done: s.Done, Streak: s.Streak, Longest: s.Longest, Total: s.Total, Days: make([]string, len(s.Days))}
	for i, d := range s.Days {
		o.Body.Data.Days[i] = d.String()
	}
	return o
}
