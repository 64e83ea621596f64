package account

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
)

// ticketKind is the purpose of a ticket. A ticket is valid for its purpose only.
type ticketKind string

// The kinds of tickets.
const (
	ticketCaptcha ticketKind = "captcha" // a captcha that waits for its answer
	ticketPassed  ticketKind = "passed"  // a captcha that was solved
	ticketOAuth   ticketKind = "oauth"   // a visit to a login provider or to the documents service
	ticketScan    ticketKind = "scan"    // a login by another device
	ticketMiddle  ticketKind = "middle"  // a login handed over by another host
	ticketChoose  ticketKind = "choose"  // a choice between several accounts with the same phone number
	ticketReturn  ticketKind = "return"  // an account that can be reactivated
	ticketSafe    ticketKind = "safe"    // a renewed proof of identity
	ticketAdmin   ticketKind = "admin"   // the link of the first administrator
	ticketFactor  ticketKind = "factor"  // a login that waits for its second factor
	ticketApp     ticketKind = "app"     // an app that a page has tried to open
)

// ticketAges is how long a ticket of each kind is valid.
var ticketAges = map[ticketKind]time.Duration{
	ticketCaptcha: 2 * time.Minute,
	ticketPassed:  2 * time.Minute,
	ticketOAuth:   10 * time.Minute,
	ticketScan:    2 * time.Minute,
	ticketMiddle:  2 * time.Minute,
	ticketChoose:  5 * time.Minute,
	ticketReturn:  10 * time.Minute,
	ticketSafe:    10 * time.Minute,
	ticketAdmin:   15 * time.Minute,
	ticketFactor:  5 * time.Minute,
	ticketApp:     5 * time.Minute,
}

const ticketNew = "new"

// ticket is a secret with stored data that is valid for a short time. take uses it up.
type ticket struct {
	Secret    string
	Kind      ticketKind
	State     string
	AccountID string
	ExpiresAt int64
	holder    string
	data      string
}

func (t ticket) open(v any) error {
	if err := json.Unmarshal([]byte(t.data), v); err != nil {
		return fmt.Errorf("a ticket's data: %w", err)
	}
	return nil
}

// heldBy reports whether the ticket was made for the holder: the secret of a browser, or the id of
// a session. A ticket without a holder may be used by anybody who has it.
func (t ticket) heldBy(holder string) bool {
	return t.holder == "" || holder != "" && subtle.ConstantTimeCompare([]byte(t.holder), []byte(hash(holder))) == 1
}

// issue creates a ticket in the caller's transaction. holder is the secret of the browser or the id
// of the session that may use the ticket; empty: anybody may use it.
func (s *Service) issue(ctx context.Context, q *accountdb.Queries, kind ticketKind, holder, accountID string, data any) (ticket, error) {
	b, err := json.Marshal(data)
	if err != nil {
		return ticket{}, err
	}
	t := ticket{
		Secret: id.Token(), Kind: kind, State: ticketNew, AccountID: accountID, data: string(b),
		ExpiresAt: millis(s.now().Add(ticketAges[kind])),
	}
	if holder != "" {
		t.holder = hash(holder)
	}
	return t, q.InsertTicket(ctx, accountdb.InsertTicketParams{
		ID: hash(t.Secret), Kind: string(kind), State: t.State, Holder: t.holder, AccountID: accountID, Data: t.data, ExpiresAt: t.ExpiresAt,
	})
}

// give creates a ticket in a transaction of its own. The ticket counts towards each of `limits`.
func (s *Service) give(ctx context.Context, kind ticketKind, holder, accountID string, data any, limits ...counted) (t ticket, err error) {
	err = s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		if err := s.count(ctx, q, limits...); err != nil {
			return err
		}
		t, err = s.issue(ctx, q, kind, holder, accountID, data)
		return err
	})
	return t, err
}

// look reads a ticket without using it up. It fails with errs.LoginState when there is no valid
// ticket of the kind with that secret.
func (s *Service) look(ctx context.Context, kind ticketKind, secret string) (ticket, error) {
	row, err := accountdb.New(s.db.Read()).GetTicket(ctx, accountdb.GetTicketParams{ID: hash(secret), Kind: string(kind), Now: millis(s.now())})
	return ticketOf(row, secret, err)
}

// take uses up a ticket. When several requests take the same ticket, one succeeds and the others
// fail with errs.LoginState. Only a ticket in the given state is accepted.
func (s *Service) take(ctx context.Context, kind ticketKind, state, secret string) (t ticket, err error) {
	err = s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		row, err := q.TakeTicket(ctx, accountdb.TakeTicketParams{ID: hash(secret), Kind: string(kind), State: state, Now: millis(s.now())})
		t, err = ticketOf(row, secret, err)
		return err
	})
	return t, err
}

// takeHeld uses up a ticket that was made for the holder; see heldBy. For any other holder it fails
// and leaves the ticket unchanged, so that a thief can neither use the ticket nor make it invalid.
func (s *Service) takeHeld(ctx context.Context, kind ticketKind, state, secret, holder string) (ticket, error) {
	t, err := s.look(ctx, kind, secret)
	if err != nil {
		return ticket{}, err
	}
	if !t.heldBy(holder) {
		return ticket{}, errs.New(errs.LoginState)
	}
	return s.take(ctx, kind, state, secret)
}

// advance changes the state and the account of a ticket. It fails with errs.LoginState if the state
// has changed since the ticket was read, or the ticket was used up or has expired.
func (s *Service) advance(ctx context.Context, t ticket, to, accountID string) error {
	return s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		rows, err := q.MoveTicket(ctx, accountdb.MoveTicketParams{
			State: to, AccountID: accountID, Data: t.data, ID: hash(t.Secret), Kind: string(t.Kind), FromState: t.State, Now: millis(s.now()),
		})
		if err == nil && rows == 0 {
			return errs.New(errs.LoginState)
		}
		return err
	})
}

// rewrite does the same as advance, and also replaces the data.
func (s *Service) rewrite(ctx context.Context, t ticket, to, accountID string, data any) (ticket, error) {
	b, err := json.Marshal(data)
	if err != nil {
		return ticket{}, err
	}
	t.data = string(b)
	if err := s.advance(ctx, t, to, accountID); err != nil {
		return ticket{}, err
	}
	t.State, t.AccountID = to, accountID
	return t, nil
}

func ticketOf(row accountdb.AccountTicket, secret string, err error) (ticket, error) {
	if errors.Is(err, sql.ErrNoRows) {
		return ticket{}, errs.New(errs.LoginState)
	}
	if err != nil {
		return ticket{}, accountdb.Failed(err)
	}
	return ticket{
		Secret: secret, Kind: ticketKind(row.Kind), State: row.State, AccountID: row.AccountID,
		ExpiresAt: row.ExpiresAt, holder: row.Holder, data: row.Data,
	}, nil
}

// hash is the stored form of a token.
func hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
