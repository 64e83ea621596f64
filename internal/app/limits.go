package app

import (
	"context"
	"strconv"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// fixedLimits are the limits of variables and file.
func (a *App) fixedLimits() *limitsDoc {
	c := a.config
	return &limitsDoc{VisitorsPerHour: c.VisitorsPerHour, QuestionsPerMinute: c.QuestionsPerMinute, UploadsPerMinute: c.UploadsPerMinute}
}

// rates are limits as the HTTP adapter takes them; none when limits are off.
func (a *App) rates(d *limitsDoc) httpapi.Rates {
	if !a.config.Limits {
		return httpapi.Rates{}
	}
	return httpapi.Rates{VisitorsPerHour: d.VisitorsPerHour, QuestionsPerMinute: d.QuestionsPerMinute, UploadsPerMinute: d.UploadsPerMinute}
}

func (a *App) setRates(d *limitsDoc) { a.router.SetRates(a.rates(d)) }

// mayAsk refuses the questions of visitors where asking needs a login, of who is
// banned, whose minor mode says no, and of who has used up the day's.
func (a *App) mayAsk(ctx context.Context, who httpapi.Identity) error {
	if who.Kind != httpapi.User && a.logins.settings().VisitorsLogIn {
		return errs.New(errs.NeedLogin)
	}
	if who.ID == "" {
		return nil
	}
	if err := a.accounts.MayAsk(ctx, who.ID); err != nil {
		return err
	}
	if err := a.accounts.MinorMayAsk(ctx, who.ID); err != nil {
		return err
	}
	daily := a.house.daily.Load()
	if daily == nil || !a.config.Limits || daily.of(who) == 0 {
		return nil
	}
	n, err := a.house.admins.AnswersToday(ctx, who.ID)
	if err != nil || n < int64(daily.of(who)) {
		return err
	}
	now := time.Now()
	midnight := time.Date(now.Year(), now.Month(), now.Day()+1, 0, 0, 0, 0, now.Location())
	return errs.New(errs.OverQuota).With("limit", strconv.Itoa(daily.of(who))).Retry(midnight.Sub(now))
}
