package account

import (
	"context"
	"strconv"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/account/factor"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/security"
)

// factorTries is how many codes one login may try.
const factorTries = 5

// passing is the stored state of a login that needs a code of the second factor.
type passing struct {
	choosing
	Back    string `json:"back"`
	TakenUp bool   `json:"takenUp"` // the account waits for its deletion and is to be reactivated
}

// awaitFactor interrupts a login to an account that has a second factor, unless the factor was
// proven already. The result reports whether the login was interrupted. The account is not changed
// before the factor is proven.
func (s *Service) awaitFactor(ctx context.Context, q *accountdb.Queries, in LoginRequest, p proven, kept choosing, a accountdb.Account, out *LoginResult) (bool, error) {
	if p.factored {
		return false, nil
	}
	on, err := factor.On(ctx, q, a.ID)
	if err != nil || !on {
		return false, err
	}
	t, err := s.issue(ctx, q, ticketFactor, in.Holder, a.ID, passing{kept, p.back, p.taken != nil})
	out.Status, out.Ticket, out.Factor = StatusNone, t.Secret, true
	return true, err
}

// factorDue reports whether a user must set up a second factor before most other operations.
func (s *Service) factorDue(who Who) bool {
	return who.Role == Admin && !who.Factored && s.Settings().AdminFactor
}

// byFactor continues a login with a code of the second factor. The try is counted
// before the code is checked.
func (s *Service) byFactor(ctx context.Context, in LoginRequest) (proven, error) {
	t, err := s.look(ctx, ticketFactor, in.Ticket)
	if err != nil {
		return proven{}, err
	}
	tries, _ := strconv.Atoi(t.State) // the state ticketNew is not a number and means no tries so far
	if !t.heldBy(in.Holder) || tries >= factorTries {
		return proven{}, errs.New(errs.LoginState)
	}
	var kept passing
	if err := t.open(&kept); err != nil {
		return proven{}, err
	}
	p := proven{kind: kept.Kind, person: kept.Person, accountID: t.AccountID, method: kept.Method, back: kept.Back, factored: true}
	if kept.TakenUp {
		p.taken = reactivate
	}
	tried := strconv.Itoa(tries + 1)
	if err := s.advance(ctx, t, tried, t.AccountID); err != nil {
		return p, err
	}
	used, err := s.Factor.Check(ctx, t.AccountID, in.From.Network, in.Code)
	if err != nil {
		return p, err
	}
	if used == factor.ByRecovery {
		s.note(ctx, security.RecoveryUsed, t.AccountID, in.From.Addr, "login")
	}
	_, err = s.take(ctx, ticketFactor, tried, in.Ticket)
	return p, err
}
