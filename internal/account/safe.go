package account

import (
	"context"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Safe is a proof of identity that is needed before an act that cannot be undone.
type Safe struct {
	Code      string // identifies the proof; not a secret
	ExpiresAt int64
	Phone     string   // masked number to which a code can be sent; empty without one
	Ways      []string // login types that can be used as a proof
	Proven    bool     // no proof is needed now, because there was one recently
}

// NewSafe begins a proof of the asker's identity, or continues the one that code
// identifies.
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

// Prove checks a proof: a code that was sent to the account's own number, or a login
// at a provider that is bound to the account. The session gets a new token.
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

// accountHas reports whether one of the ids at a provider is bound to an account.
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
