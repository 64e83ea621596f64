package app

import (
	"context"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/apikey"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

func newKeys(a *App) *apikey.Service {
	return apikey.New(apikey.Options{
		DB: a.main, Person: a.keyHolder, MayAsk: a.accounts.MayAsk, Security: a.security, Off: !a.config.Limits, Now: time.Now,
		AtOnce: func() int { return a.services.quotas.Limits().RunningAnswersPerOwner },
	})
}

// keyHolder says whose key it is. A key is good only as long as its account is.
func (a *App) keyHolder(ctx context.Context, owner string) (apikey.Person, error) {
	user, err := a.accounts.User(ctx, owner)
	switch {
	case errs.Is(err, errs.NotFound) || err == nil && user.State != account.Active:
		return apikey.Person{}, errs.New(errs.KeyWrong)
	case err != nil:
		return apikey.Person{}, err
	}
	p := apikey.Person{Admin: user.Role == account.Admin}
	if p.Admin && a.logins.settings().AdminFactor {
		has, err := a.accounts.Factor.Of(ctx, owner)
		if err != nil {
			return p, err
		}
		if !has.On {
			return p, errs.New(errs.FactorDue)
		}
	}
	return p, nil
}
