package app

import (
	"context"
	"time"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/quota"
	"github.com/wenqu-ai/wenqu/internal/run"
)

// quotas returns the limits that the configuration sets.
func (c *Config) quotas() quota.Defaults {
	return quota.Defaults{
		VisitorsPerHour: c.VisitorsPerHour, QuestionsPerMinute: c.QuestionsPerMinute, UploadsPerMinute: c.UploadsPerMinute,
		VisitorQuestionsPerDay: c.VisitorQuestionsPerDay, AnswersPerAddress: c.AnswersPerAddress,
	}
}

func (s *services) newQuotas(a *App) {
	s.quotas = quota.New(quota.Options{
		Defaults: a.config.quotas(), Off: !a.config.Limits, Now: time.Now,
		Asked:   func(ctx context.Context, owner string) (int64, error) { return s.admins.AnswersToday(ctx, owner) },
		Changed: func() { a.router.SetRates(s.rates()) },
	})
}

// rates returns the limits that the HTTP adapter enforces.
func (s *services) rates() httpapi.Rates {
	l := s.quotas.Limits()
	return httpapi.Rates{
		VisitorsPerHour: l.VisitorsPerHour, QuestionsPerMinute: l.QuestionsPerMinute, UploadsPerMinute: l.UploadsPerMinute,
		VisitorQuestionsPerDay: l.VisitorQuestionsPerDay,
	}
}

// atOnce returns how many answers of one owner, and of one network, may run at the same time.
func (s *services) atOnce() run.AtOnce {
	l := s.quotas.Limits()
	return run.AtOnce{Owner: l.RunningAnswersPerOwner, Network: l.RunningAnswersPerAddress}
}

// quotaDomain refuses questions of people who have used up their daily quota.
type quotaDomain struct{ *quota.Service }

func (d quotaDomain) MayAsk(ctx context.Context, who httpapi.Identity) error {
	if who.ID == "" {
		return nil
	}
	role := quota.Visitor
	switch {
	case who.Kind == httpapi.User && who.Role == httpapi.RoleAdmin:
		role = quota.Admin
	case who.Kind == httpapi.User:
		role = quota.User
	}
	return d.Service.MayAsk(ctx, who.ID, role)
}
