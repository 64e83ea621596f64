package account

import (
	"context"
	"database/sql"
	"net/netip"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/account/factor"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/security"
)

// Leave begins the deletion of an account. All its sessions end. After a grace period the
// account is deleted with everything it owns, unless the person has reactivated it by a login.
// Leave returns the end of the grace period in Unix milliseconds.
func (s *Service) Leave(ctx context.Context, who Who, userID string) (leavesAt int64, err error) {
	if userID != who.ID {
		return 0, badRequest("userId")
	}
	if err := s.fresh(who); err != nil {
		return 0, err
	}
	leavesAt = millis(s.now().Add(s.Settings().leaveAfter()))
	err = s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		if err := lastAdmin(ctx, q, who.ID); err != nil {
			return err
		}
		if err := accountdb.Changed(q.SetState(ctx, accountdb.SetStateParams{
			State: string(Leaving), LeavesAt: leavesAt, ID: who.ID, FromState: string(Active),
		})); err != nil {
			return err
		}
		return q.DeleteSessions(ctx, who.ID)
	})
	s.known.DropOwner(who.ID)
	return leavesAt, err
}

// Away reports whether an account is in the grace period before its deletion, or is being deleted.
// It reports false for visitors.
func (s *Service) Away(ctx context.Context, ownerID string) (bool, error) {
	u, err := s.User(ctx, ownerID)
	if errs.Is(err, errs.NotFound) {
		return false, nil
	}
	return u.State == Leaving, err
}

// lastAdmin fails with errs.LastAdmin when the account is the only active administrator.
func lastAdmin(ctx context.Context, q *accountdb.Queries, accountID string) error {
	a, err := q.GetAccount(ctx, accountID)
	if err != nil {
		return accountdb.Found(err)
	}
	if Role(a.Role) != Admin || State(a.State) != Active {
		return nil
	}
	if err := q.HoldAdmins(ctx); err != nil {
		return err
	}
	n, err := q.OtherAdmins(ctx, accountID)
	if err == nil && n == 0 {
		return errs.New(errs.LastAdmin)
	}
	return err
}

// Sweep deletes expired sessions, codes, tickets and counters. It also deletes accounts after
// their grace period, and visitors without a visit for 180 days, with everything they own. It
// returns the number of deleted accounts and visitors.
func (s *Service) Sweep(ctx context.Context) (int, error) {
	now := s.now()
	err := s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		for _, drop := range []func() error{
			func() error { return q.DeleteTickets(ctx, millis(now)) },
			func() error { return q.DeleteCounters(ctx, millis(now)) },
			func() error { return q.DeleteCodes(ctx, millis(now.Add(-2*CodeAge))) },
			func() error {
				_, err := q.DeleteOldSessions(ctx, accountdb.DeleteOldSessionsParams{
					LastSeenAt: millis(now.Add(-s.Settings().sessionIdle())), CreatedBefore: millis(now.Add(-sessionAge)),
				})
				return err
			},
		} {
			if err := drop(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	left, err := s.sweepAccounts(ctx)
	if err != nil {
		return left, err
	}
	unseen, err := s.sweepVisitors(ctx)
	return left + unseen, err
}

// sweepAccounts deletes the accounts whose grace period has ended.
func (s *Service) sweepAccounts(ctx context.Context) (int, error) {
	now, total := millis(s.now()), 0
	for {
		ids, err := accountdb.New(s.db.Read()).LeavingAccounts(ctx, accountdb.LeavingAccountsParams{LeavesAt: now, Limit: sweepBatch})
		if err != nil || len(ids) == 0 {
			return total, accountdb.Failed(err)
		}
		for _, id := range ids {
			deleted, err := s.deleteAccount(ctx, id, now)
			if err != nil {
				return total, err
			}
			if deleted {
				total++
			}
		}
	}
}

// deleteAccount deletes an account and everything that the account owns. If the account was reactivated,
// it deletes nothing. `deleted` is true if this call has deleted the account. deleteAccount first makes
// sure that nobody can return to the account. The account's row is deleted in the last transaction. If
// something fails before, the next sweep tries again.
func (s *Service) deleteAccount(ctx context.Context, accountID string, now int64) (deleted bool, err error) {
	claimed := false
	err = s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		rows, err := q.ClaimLeaving(ctx, accountdb.ClaimLeavingParams{ID: accountID, Now: now})
		if claimed = rows > 0; err != nil || !claimed {
			return err
		}
		// After the identities are deleted, a login with one of them no longer finds this account.
		// After ForgetMoved, the rows of moved visitors no longer refer to this account. So nothing more
		// is moved to this account.
		for _, drop := range []func(context.Context, string) error{q.DeleteIdentities, q.DeleteSessions, q.DeleteTicketsAbout, q.ForgetMoved} {
			if err := drop(ctx, accountID); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || !claimed {
		return false, err
	}
	s.known.DropOwner(accountID)
	if s.purge != nil {
		if err := s.purge(ctx, accountID); err != nil {
			return false, err
		}
	}
	err = s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		rows, err := q.DeleteClaimed(ctx, accountID)
		if deleted = rows > 0; err != nil || !deleted {
			return err // if err is nil, another server has deleted the account
		}
		for _, drop := range []func(context.Context, string) error{
			q.DeleteBan, q.DeleteMinor,
			func(ctx context.Context, id string) error { return factor.Forget(ctx, q, id) },
			func(ctx context.Context, id string) error {
				return q.DeleteAvatars(ctx, accountdb.DeleteAvatarsParams{AccountID: id})
			},
			func(ctx context.Context, id string) error {
				_, err := q.DeleteDocs(ctx, id)
				return err
			},
		} {
			if err := drop(ctx, accountID); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || !deleted {
		return false, err
	}
	// The log records that an account was deleted, but not which account.
	s.note(ctx, security.Deleted, "", netip.Addr{}, "")
	return true, nil
}
