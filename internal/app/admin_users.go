package app

import (
	"context"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/admin"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// adminUsers implements the administration's interface for accounts.
type adminUsers struct{ accounts *account.Service }

func (u adminUsers) Find(ctx context.Context, query string, offset, limit int) ([]admin.User, int, error) {
	found, err := u.accounts.FindUsers(ctx, query, offset, limit)
	if err != nil {
		return nil, 0, err
	}
	out := make([]admin.User, len(found.Users))
	for i, user := range found.Users {
		if out[i], err = u.whole(ctx, user); err != nil {
			return nil, 0, err
		}
	}
	return out, found.Total, nil
}

// whole returns an account with its identities, its number of sessions and its ban.
func (u adminUsers) whole(ctx context.Context, user account.User) (admin.User, error) {
	out := admin.User{
		ID: user.ID, Name: user.Name, Role: int(user.Role), State: string(user.State),
		CreatedAt: user.CreatedAt, LastSeenAt: user.LastSeenAt,
	}
	proofs, err := u.accounts.Identities(ctx, user.ID)
	if err != nil {
		return out, err
	}
	for _, p := range proofs {
		out.Identities = append(out.Identities, string(p.Type)+" "+p.Label)
	}
	sessions, err := u.accounts.Sessions(ctx, account.Who{ID: user.ID})
	if err != nil {
		return out, err
	}
	out.Sessions = len(sessions)
	until, reason, err := u.accounts.Banned(ctx, user.ID)
	if !until.IsZero() {
		out.BannedUntil, out.BanReason = until.UnixMilli(), reason
	}
	return out, err
}

func (u adminUsers) Names(ctx context.Context, ids []string) (map[string]string, error) {
	names := map[string]string{}
	for _, id := range ids {
		user, err := u.accounts.User(ctx, id)
		if errs.Is(err, errs.NotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		names[id] = user.Name
	}
	return names, nil
}

func (u adminUsers) Change(ctx context.Context, id string, c admin.UserChange) (made admin.UserChange, err error) {
	if _, err := u.accounts.User(ctx, id); err != nil {
		return made, err
	}
	if c.Role != nil {
		if err := u.accounts.SetRole(ctx, id, account.Role(*c.Role)); err != nil {
			return made, err
		}
		made.Role = c.Role
	}
	if c.Disabled != nil {
		change := u.accounts.Enable
		if *c.Disabled {
			change = u.accounts.Disable
		}
		if err := change(ctx, id); err != nil {
			return made, err
		}
		made.Disabled = c.Disabled
	}
	if c.BannedUntil == nil {
		return made, nil
	}
	if *c.BannedUntil == 0 {
		err = u.accounts.Unban(ctx, id)
	} else {
		err = u.accounts.Ban(ctx, id, time.UnixMilli(*c.BannedUntil), c.BanReason)
	}
	if err == nil {
		made.BannedUntil, made.BanReason = c.BannedUntil, c.BanReason
	}
	return made, err
}

func (u adminUsers) LogOut(ctx context.Context, id string) error {
	if _, err := u.accounts.User(ctx, id); err != nil {
		return err
	}
	_, err := u.accounts.EndOthers(ctx, id, "")
	return err
}
