package account

import (
	"context"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Safe is a proof that is asked for before something that cannot be undone.
type Safe struct {
	Code      string // names it; no secret
	ExpiresAt int64
	Phone     string   // masked; where a code can go to; empty without one
	Ways      []string // login types that are a proof
	Proven    bool     // none is needed now
}

// NewSafe begins a proof of who asks, or goes on with the one that code names.
func (s *Service) NewSafe(ctx context.Context, who Who, code string) (Safe, error) {
	all, err := s.Identities(ctx, who.ID)
	if err != nil {
		return Safe{}, err
	}
	out := Safe{Proven: s.fresh(who) == nil, Ways: []string{}}
	for _, i := range all {
		if i.Type == Phone {
			if on, _ := s.PhoneLogin(); !on {
				continue
			}
			out.Phone = i.Label
		} else if _, configured := providers[i.Type](s); !configured {
			continue
		}
		out.Ways = append(out.Ways, string(i.Type))
	}
	if code != "" {
		t, err := s.look(ctx, ticketSafe, code)
		if err != nil || t.AccountID != who.ID || !t.heldBy(who.Session) {
			return Safe{}, errs.New(errs.LoginState)
		}
		out.Code, out.ExpiresAt = code, t.ExpiresAt
		return out, nil
	}
	t, err := s.give(ctx, ticketSafe, who.Session, who.ID, struct{}{})
	out.Code, out.ExpiresAt = t.Secret, t.ExpiresAt
	return out, err
}

// Prove takes a proof: a code that was sent to the account's own number, or a
// login at a provider that the account is bound to. The session gets a new
// token.
func (s *Service) Prove(ctx context.Context, safeCode string, b Binding) (Who, error) {
	t, err := s.look(ctx, ticketSafe, safeCode)
	if err != nil {
		return Who{}, err
	}
	if t.AccountID != b.Who.ID || !t.heldBy(b.Who.Session) {
		return Who{}, errs.New(errs.LoginState)
	}
	if b.Type == "" {
		b.Type = Phone
	}
	if b.Type == Phone {
		if b.Phone, err = s.ownPhone(ctx, b.Who.ID); err != nil {
			return Who{}, err
		}
	}
	person, err := s.prove(ctx, b.Type, b, SceneSafe, ForSafe)
	if err != nil {
		return Who{}, err
	}
	mine, err := s.accountHas(ctx, b.Who.ID, b.Type, append(person.Also, person.Subject))
	if err != nil {
		return Who{}, err
	}
	if !mine {
		return Who{}, errs.New(errs.IdentityTaken)
	}
	if _, err := s.take(ctx, ticketSafe, ticketNew, safeCode); err != nil {
		return Who{}, err
	}
	return s.renew(ctx, b.Who)
}

// accountHas reports whether an account is known to a provider by one of the ids.
func (s *Service) accountHas(ctx context.Context, accountID string, kind IdentityType, subjects []string) (bool, error) {
	rows, err := s.identityRows(ctx, accountID)
	if err != nil {
		return false, err
	}
	for _, r := range rows {
		if IdentityType(r.Type) == kind && slices.Contains(subjects, r.Subject) {
			return true, nil
		}
	}
	return false, nil
}
