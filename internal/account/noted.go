package account

import (
	"context"
	"net/netip"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/account/mobile"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/security"
)

// note records an event of an account in the security log.
func (s *Service) note(ctx context.Context, kind security.Kind, accountID string, from netip.Addr, detail string) {
	s.Security.Note(ctx, security.Event{Kind: kind, AccountID: accountID, Addr: from, Detail: detail})
}

// noteLogin records a completed or failed login in the security log. It records nothing if the
// login needs another step, or if it failed and its request was cancelled.
func (s *Service) noteLogin(ctx context.Context, in LoginRequest, p proven, out LoginResult, err error) {
	switch {
	case s.Security == nil || err != nil && ctx.Err() != nil:
	case err != nil:
		s.Security.Note(ctx, security.Event{
			Kind: security.LoginFailed, AccountID: s.intendedAccount(ctx, in, p), Addr: in.From.Addr, Detail: in.Type, Code: string(errs.From(err).Code),
		})
	case out.Status == StatusUser:
		if in.Type == adminLogin {
			s.note(ctx, security.RoleChanged, out.User.ID, in.From.Addr, "role=1")
		}
		if p.taken != nil {
			s.note(ctx, security.Returned, out.User.ID, in.From.Addr, "")
		}
		s.note(ctx, security.LoggedIn, out.User.ID, in.From.Addr, p.method)
	}
}

// intendedAccount returns the account of a failed login: the proven account or, if no account was
// proven, the most recently used account of the phone number. If there is no such account, the id
// is empty. The phone number itself is not recorded.
func (s *Service) intendedAccount(ctx context.Context, in LoginRequest, p proven) string {
	if p.accountID != "" {
		return p.accountID
	}
	phone, err := mobile.Normal(in.Phone)
	if err != nil {
		return ""
	}
	rows, err := accountdb.New(s.db.Read()).AccountsOf(ctx, accountdb.AccountsOfParams{Type: string(Phone), Subject: phone})
	if err != nil || len(rows) == 0 {
		return ""
	}
	return rows[0].ID
}
