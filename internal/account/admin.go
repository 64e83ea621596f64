package account

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// AdminPage is the page for the link of the first administrator.
const AdminPage = "/open/login"

// adminLogin is the login type of the link to AdminPage.
const adminLogin = "admin"

// AdminLink creates a link and returns its path. The person who opens the link becomes the
// administrator. A link can be used once, within 15 minutes; a new link replaces an earlier one. If an
// administrator is logged in or able to log in, the path is empty, and an existing link is refused.
func (s *Service) AdminLink(ctx context.Context) (path string, err error) {
	err = s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		n, err := q.ReachableAdmins(ctx, s.loggedIn())
		if err != nil || n > 0 {
			return err
		}
		if err := q.DeleteTicketsOf(ctx, string(ticketAdmin)); err != nil {
			return err
		}
		t, err := s.issue(ctx, q, ticketAdmin, "", "", struct{}{})
		path = AdminPage + "?admin=" + t.Secret
		return err
	})
	return path, err
}

// loggedIn returns the times that decide whether an administrator is logged in: a session is over if it
// was last seen before SeenSince or created before CreatedSince.
func (s *Service) loggedIn() accountdb.ReachableAdminsParams {
	now := s.now()
	return accountdb.ReachableAdminsParams{
		SeenSince: millis(now.Add(-s.Settings().idle(Admin))), CreatedSince: millis(now.Add(-sessionAge)),
	}
}

// byAdminLink gives an account the role of administrator: the account of the requesting session, or
// else an administrator's account without any way to log in, or else a new account.
func (s *Service) byAdminLink(ctx context.Context, in LoginRequest) (proven, error) {
	if _, err := s.take(ctx, ticketAdmin, ticketNew, in.Ticket); err != nil {
		return proven{}, err
	}
	p := proven{method: adminLogin}
	err := s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		n, err := q.ReachableAdmins(ctx, s.loggedIn())
		if err != nil {
			return err
		}
		if n > 0 {
			return errs.New(errs.LoginState)
		}
		if in.Session != nil {
			p.accountID = in.Session.ID
		} else {
			a, err := q.StrandedAdmin(ctx, accountdb.StrandedAdminParams(s.loggedIn()))
			if errors.Is(err, sql.ErrNoRows) {
				a, err = s.newAccount(ctx, q, "管理员")
			}
			if err != nil {
				return err
			}
			p.accountID = a.ID
		}
		_, err = q.SetRole(ctx, accountdb.SetRoleParams{Role: int64(Admin), ID: p.accountID})
		return err
	})
	return p, err
}

// SetRole changes the role of an account. All its sessions end, so that no older token
// gets the new rights.
func (s *Service) SetRole(ctx context.Context, accountID string, role Role) error {
	if role != Normal && role != Admin {
		return badRequest("role")
	}
	return s.changeAccount(ctx, accountID, role != Admin, func(q *accountdb.Queries) error {
		return accountdb.Changed(q.SetRole(ctx, accountdb.SetRoleParams{Role: int64(role), ID: accountID}))
	})
}

// Disable prevents logins to an active account and ends all its sessions.
func (s *Service) Disable(ctx context.Context, accountID string) error {
	return s.changeAccount(ctx, accountID, true, func(q *accountdb.Queries) error {
		return accountdb.Changed(q.SetState(ctx, accountdb.SetStateParams{State: string(Disabled), ID: accountID, FromState: string(Active)}))
	})
}

// Enable allows logins to a disabled account again.
func (s *Service) Enable(ctx context.Context, accountID string) error {
	return s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		return accountdb.Changed(q.SetState(ctx, accountdb.SetStateParams{State: string(Active), ID: accountID, FromState: string(Disabled)}))
	})
}

// changeAccount changes the rights of an account and ends its sessions.
func (s *Service) changeAccount(ctx context.Context, accountID string, keepsAdmin bool, change func(*accountdb.Queries) error) error {
	err := s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		if keepsAdmin {
			if err := lastAdmin(ctx, q, accountID); err != nil {
				return err
			}
		}
		if err := change(q); err != nil {
			return err
		}
		return q.DeleteSessions(ctx, accountID)
	})
	s.known.DropOwner(accountID)
	return err
}

// Users is one page of accounts, newest first.
type Users struct {
	Users []User
	Total int
}

// maxUsers is the maximum number of accounts on one page.
const maxUsers = 100

// FindUsers lists the accounts whose name or identity contains `word`, or whose id equals `word`. An
// empty word matches every account. A limit of 0 and a limit above 100 mean 100.
func (s *Service) FindUsers(ctx context.Context, word string, offset, limit int) (Users, error) {
	if offset < 0 || limit < 0 || len(word) > 200 {
		return Users{}, badRequest("offset, limit")
	}
	if limit == 0 || limit > maxUsers {
		limit = maxUsers
	}
	word = strings.TrimSpace(strings.ToLower(word))
	pattern := ""
	if word != "" {
		pattern = "%" + strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(word) + "%"
	}
	q := accountdb.New(s.db.Read())
	rows, err := q.ListAccounts(ctx, accountdb.ListAccountsParams{Pattern: pattern, Word: word, Skip: int32(offset), Size: int32(limit)})
	if err != nil {
		return Users{}, accountdb.Failed(err)
	}
	total, err := q.CountAccounts(ctx, accountdb.CountAccountsParams{Pattern: pattern, Word: word})
	if err != nil {
		return Users{}, accountdb.Failed(err)
	}
	out := Users{Users: make([]User, 0, len(rows)), Total: int(total)}
	for _, r := range rows {
		out.Users = append(out.Users, userOf(r))
	}
	return out, nil
}
