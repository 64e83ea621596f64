package account

import (
	"context"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/account/factor"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/security"
)

// byFactorToo is the value of Binding.Type for a proof by a code of the second factor. It is not a login
// identity.
const byFactorToo IdentityType = "factor"

// Safe is a proof of identity that is needed before a sensitive act, such as the deletion of the
// account.
type Safe struct {
	Code      string // identifies the proof; not a secret
	ExpiresAt int64
	Phone     string   // masked number for a code; empty: no code can be sent
	Ways      []string // login types that can be used as a proof, and "factor" if the account has a second factor
	Proven    bool     // no proof is needed now, because the last proof is recent
}

// NewSafe begins a proof of the asker's identity. If `code` is not empty, it continues the proof
// with this code.
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
	on, err := factor.On(ctx, accountdb.New(s.db.Read()), who.ID)
	if err != nil {
		return Safe{}, accountdb.Failed(err)
	}
	if on {
		out.Ways = append(out.Ways, string(byFactorToo))
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

// Prove checks a proof: a code that was sent to the account's own number, a login at a provider by
// an identity that is bound to the account, or a code of the second factor. If the proof is accepted,
// the session gets a new token.
func (s *Service) Prove(ctx context.Context, safeCode string, b Binding) (Who, error) {
	t, err := s.look(ctx, ticketSafe, safeCode)
	if err != nil {
		return Who{}, err
	}
	if t.AccountID != b.Who.ID || !t.heldBy(b.Who.Session) {
		return Who{}, errs.New(errs.LoginState)
	}
	if b.Type == byFactorToo {
		if err := s.proveByFactor(ctx, b); err != nil {
			return Who{}, err
		}
		return s.proven(ctx, b.Who, safeCode)
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
	return s.proven(ctx, b.Who, safeCode)
}

// proven uses up the ticket of a successful proof, so that the proof counts only once. It also
// renews the session.
func (s *Service) proven(ctx context.Context, who Who, safeCode string) (Who, error) {
	if _, err := s.take(ctx, ticketSafe, ticketNew, safeCode); err != nil {
		return Who{}, err
	}
	return s.renew(ctx, who)
}

// proveByFactor checks a code of the asker's second factor. It records a wrong code, too many tries,
// or the use of a recovery code in the security log.
func (s *Service) proveByFactor(ctx context.Context, b Binding) error {
	used, err := s.Factor.Check(ctx, b.Who.ID, b.From.Network, b.Code)
	switch {
	case err == nil && used == factor.ByRecovery:
		s.note(ctx, security.RecoveryUsed, b.Who.ID, b.From.Addr, "safeVerify")
	case errs.Is(err, errs.WrongFactor) || errs.Is(err, errs.LoginTries):
		s.Security.Note(ctx, security.Event{
			Kind: security.FactorFailed, AccountID: b.Who.ID, Addr: b.From.Addr, Detail: "safeVerify", Code: string(errs.From(err).Code),
		})
	}
	return err
}

// mayBegin fails if the user has not proven their identity recently. An account created by the link
// of the first administrator may have no way to log in and no second factor. Then its user cannot
// prove their identity, and the session begun by the link may set up a way to log in or a second
// factor, however old the session is.
func (s *Service) mayBegin(ctx context.Context, who Who) error {
	due := s.fresh(who)
	if due == nil {
		return nil
	}
	q := accountdb.New(s.db.Read())
	sessions, err := q.Sessions(ctx, who.ID)
	if err != nil {
		return accountdb.Failed(err)
	}
	if !slices.ContainsFunc(sessions, func(r accountdb.AccountSession) bool { return r.ID == who.Session && r.Method == adminLogin }) {
		return due
	}
	on, err := factor.On(ctx, q, who.ID)
	if err != nil {
		return accountdb.Failed(err)
	}
	rows, err := q.Identities(ctx, who.ID)
	if err != nil {
		return accountdb.Failed(err)
	}
	if on || len(rows) > 0 {
		return due
	}
	return nil
}

// accountHas reports whether one of the subjects is bound to an account. A subject is a phone
// number or an id at a provider.
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
