package account

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/account/display"
	"github.com/wenqu-ai/wenqu/internal/account/mobile"
	"github.com/wenqu-ai/wenqu/internal/account/provider"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// IdentityType is a kind of login identity.
type IdentityType string

// The identity types.
const (
	Phone IdentityType = "phone"
	WX    IdentityType = "wx"
	QQ    IdentityType = "qq"
	OneID IdentityType = "oneid"
)

// IdentityTypes lists all identity types in the order of the page.
var IdentityTypes = []IdentityType{Phone, WX, QQ, OneID}

// freshFor is how long a proof of identity counts as recent.
const freshFor = 10 * time.Minute

// Identity is a way to log in that is bound to an account.
type Identity struct {
	Type      IdentityType
	Label     string // the masked number, or the name at the provider
	CreatedAt int64
}

func (s *Service) identityRows(ctx context.Context, accountID string) ([]accountdb.AccountIdentity, error) {
	rows, err := accountdb.New(s.db.Read()).Identities(ctx, accountID)
	return rows, accountdb.Failed(err)
}

// Identities lists an account's ways to log in.
func (s *Service) Identities(ctx context.Context, accountID string) ([]Identity, error) {
	rows, err := s.identityRows(ctx, accountID)
	if err != nil {
		return nil, err
	}
	out := make([]Identity, 0, len(rows))
	for _, r := range rows {
		i := Identity{Type: IdentityType(r.Type), Label: r.Label, CreatedAt: r.CreatedAt}
		if i.Type == Phone {
			i.Label = mobile.Mask(r.Subject)
		}
		out = append(out, i)
	}
	slices.SortStableFunc(out, func(a, b Identity) int {
		return cmp.Compare(slices.Index(IdentityTypes, a.Type), slices.Index(IdentityTypes, b.Type))
	})
	return out, nil
}

// ownPhone returns the number bound to an account. If no number is bound, it fails with
// errs.NotBound.
func (s *Service) ownPhone(ctx context.Context, accountID string) (string, error) {
	rows, err := s.identityRows(ctx, accountID)
	if err != nil {
		return "", err
	}
	for _, r := range rows {
		if IdentityType(r.Type) == Phone {
			return r.Subject, nil
		}
	}
	return "", errs.New(errs.NotBound)
}

// fresh fails when the person has not proven their identity recently.
func (s *Service) fresh(who Who) error {
	if age := s.now().Sub(time.UnixMilli(who.VerifiedAt)); age > freshFor || age < -clockSkew {
		return errs.New(errs.SafeVerify)
	}
	return nil
}

// Binding is a request to bind another way to log in, or a request to prove the user's identity. The
// proof uses a bound way to log in or the second factor.
type Binding struct {
	Type   IdentityType
	Phone  string
	Code   string
	State  string
	Holder string
	Who    Who
	From   Client
}

// Bind binds another way to log in to an account. It fails with errs.SafeVerify when the user has
// not proven their identity recently; mayBegin describes the one exception.
func (s *Service) Bind(ctx context.Context, b Binding) error {
	if err := s.mayBegin(ctx, b.Who); err != nil {
		return err
	}
	person, err := s.prove(ctx, b.Type, b, SceneBind, ForBind)
	if err != nil {
		return err
	}
	return s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error { return s.bind(ctx, q, b.Who.ID, b.Type, person) })
}

// prove returns the identity proven by a code sent to a phone or by a provider's code.
func (s *Service) prove(ctx context.Context, kind IdentityType, b Binding, scene Scene, purpose Purpose) (provider.Person, error) {
	if kind != Phone {
		person, _, err := s.arrive(ctx, kind, scene, b.Code, b.State, b.Holder, b.Who.Session)
		return person, err
	}
	phone, err := mobile.Normal(b.Phone)
	if err != nil {
		return provider.Person{}, err
	}
	if err := s.tally(ctx, counted{loginsOfPhone, b.From.from(phone)}, counted{loginsOfAddress, b.From.Network}); err != nil {
		return provider.Person{}, err
	}
	return provider.Person{Subject: phone}, s.checkCode(ctx, phone, purpose, b.Code)
}

// bind stores an identity in the caller's transaction. A new phone number replaces the old number. A
// provider identity replaces the bound provider identity only if both belong to the same person at the
// provider. If the persons differ, bind fails with errs.IdentityTaken. If the new provider identity is
// bound to another account, bind fails with errs.IdentityTaken, too. A phone number can be bound to
// several accounts.
func (s *Service) bind(ctx context.Context, q *accountdb.Queries, accountID string, kind IdentityType, p provider.Person) error {
	rows, err := q.Identities(ctx, accountID)
	if err != nil {
		return err
	}
	for _, r := range rows {
		switch {
		case IdentityType(r.Type) != kind:
		case r.Subject == p.Subject:
			return nil
		case kind != Phone && !slices.Contains(p.Also, r.Subject):
			return errs.New(errs.IdentityTaken)
		}
	}
	if _, err := q.DeleteIdentity(ctx, accountdb.DeleteIdentityParams{Type: string(kind), AccountID: accountID}); err != nil {
		return err
	}
	n, err := q.InsertIdentity(ctx, accountdb.InsertIdentityParams{
		Type: string(kind), Subject: p.Subject, AccountID: accountID, Label: display.Name(p.Name), CreatedAt: millis(s.now()),
	})
	if err == nil && n == 0 {
		return errs.New(errs.IdentityTaken)
	}
	return err
}

// Unbind removes a way to log in, except the last one, and ends all other sessions of the account.
// It needs a recent proof of identity.
func (s *Service) Unbind(ctx context.Context, who Who, kind IdentityType) error {
	if !slices.Contains(IdentityTypes, kind) {
		return badRequest("type")
	}
	if err := s.fresh(who); err != nil {
		return err
	}
	err := s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		rows, err := q.Identities(ctx, who.ID)
		if err != nil {
			return err
		}
		has, others := false, false
		for _, r := range rows {
			if IdentityType(r.Type) == kind {
				has = true
			} else {
				others = true
			}
		}
		switch {
		case !has:
			return errs.New(errs.NotBound)
		case !others:
			return errs.New(errs.LastIdentity)
		}
		_, err = q.DeleteIdentity(ctx, accountdb.DeleteIdentityParams{Type: string(kind), AccountID: who.ID})
		return err
	})
	if err != nil {
		return err
	}
	_, err = s.EndOthers(ctx, who.ID, who.Session)
	return err
}

// BoundTo reports whether an account has an identity of the given type.
func (s *Service) BoundTo(ctx context.Context, accountID string, kind IdentityType) (bool, error) {
	all, err := s.Identities(ctx, accountID)
	return slices.ContainsFunc(all, func(i Identity) bool { return i.Type == kind }), err
}

// AccountsLike lists the accounts that have the same phone number as the given account, including that
// account. Disabled accounts are left out. If the given account has no number, it is listed alone.
func (s *Service) AccountsLike(ctx context.Context, accountID string) ([]User, error) {
	phone, err := s.ownPhone(ctx, accountID)
	if errs.Is(err, errs.NotBound) {
		u, err := s.User(ctx, accountID)
		return []User{u}, err
	}
	if err != nil {
		return nil, err
	}
	rows, err := accountdb.New(s.db.Read()).AccountsOf(ctx, accountdb.AccountsOfParams{Type: string(Phone), Subject: phone})
	if err != nil {
		return nil, accountdb.Failed(err)
	}
	out := make([]User, 0, len(rows))
	for _, r := range rows {
		if State(r.State) != Disabled {
			out = append(out, userOf(r))
		}
	}
	return out, nil
}
