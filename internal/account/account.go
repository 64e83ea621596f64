// Package account identifies people. A visitor is anonymous: an id with a token that proves the id. A
// user has an account with sessions and login identities. A person's data belongs to the id of their
// visitor or account.
package account

import (
	"context"
	"crypto/subtle"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"

	"github.com/wenqu-ai/wenqu/internal/absent"
	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/account/avatar"
	"github.com/wenqu-ai/wenqu/internal/account/captcha"
	"github.com/wenqu-ai/wenqu/internal/account/docs"
	"github.com/wenqu-ai/wenqu/internal/account/factor"
	"github.com/wenqu-ai/wenqu/internal/account/known"
	"github.com/wenqu-ai/wenqu/internal/account/minor"
	"github.com/wenqu-ai/wenqu/internal/account/oidc"
	"github.com/wenqu-ai/wenqu/internal/account/serversecret"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/seal"
	"github.com/wenqu-ai/wenqu/internal/security"
)

const (
	// unstoredAge is how long the token of a visitor is valid while nothing is stored
	// under the visitor's id.
	unstoredAge = 30 * 24 * time.Hour
	// unseenAge is the time without a visit after which a stored visitor is deleted with all data.
	// It is longer than unstoredAge, so that the token of a deleted visitor never becomes valid
	// again.
	unseenAge = 180 * 24 * time.Hour
	// touchAge is how old the stored time of the last visit may become before it is
	// updated.
	touchAge = 24 * time.Hour
	// clockSkew is the largest accepted difference between the clocks of several servers.
	clockSkew = 5 * time.Minute
)

// Visitor is an anonymous person.
type Visitor struct {
	ID     string
	Token  string
	Stored bool // false while nothing has been stored under ID
}

// Kind is the kind of an identity that was proven.
type Kind int

// The kinds.
const (
	KindVisitor Kind = iota + 1
	KindUser
)

// Who is an identity that was proven.
type Who struct {
	ID     string
	Token  string
	Kind   Kind
	Stored bool // false while nothing has been stored under ID

	Role       Role   // users only
	Session    string // users only: id of the session
	VerifiedAt int64  // users only: time of the last proof of identity; Unix milliseconds
	Factored   bool   // users only: the account has a second factor
	FactorDue  bool   // administrators only: they must set up a second factor before most other operations
}

// Mover moves one kind of a visitor's data to an account, in the caller's transaction. It may be
// called again for the same visitor and account, because earlier requests of the visitor may store
// something after the login.
type Mover func(ctx context.Context, tx *sql.Tx, from, to string) (Moved, error)

// Options are what a Service needs. Only DB is required.
type Options struct {
	DB  *db.DB
	Key seal.Key // the server's key; it seals secrets in the database
	// Purge deletes everything that belongs to an owner, before the owner is deleted.
	Purge  func(ctx context.Context, ownerID string) error
	Movers []Mover
	// Security is the security log of accounts; nil: nothing is recorded.
	Security *security.Log
	// Settings returns the current settings. It is called at every use, so that a change needs no
	// restart. nil: the zero value of Settings is used.
	Settings func() Settings
	// VisitorsAsk reports whether visitors may ask questions in the host app of the request (see
	// package container). `offer` reports whether the page offers a login to visitors who try to ask.
	// nil: only the settings decide.
	VisitorsAsk func(ctx context.Context) (may, offer bool)
	// HidePicture reports whether the operator hides the picture in the user area: the login state
	// then has no picture. nil: it is shown.
	HidePicture func() bool
	// Terminal prints a line with a code on the server's terminal. It is used if no message service
	// is set up. nil: codes must not be printed, because other machines can reach the server.
	Terminal func(line string)
	// Text reads an answer as Markdown, for writing it into an online document.
	Text func(ctx context.Context, ownerID, cid string, index, repeat int) (title, markdown string, err error)
	// HTTP calls login providers, message services and the documents service; nil: a client that
	// follows no redirects.
	HTTP *http.Client
	// Guard refuses addresses to which the default client must not connect; nil: refuses no address.
	// It is the ControlContext of a dialer, so it runs after names were resolved.
	Guard func(ctx context.Context, network, address string, c syscall.RawConn) error
	// Origins reports whether a scheme and a host are an origin of this deployment. The host
	// includes the port if the address has one. nil: no origin belongs to this deployment.
	Origins func(scheme, host string) bool
	Now     func() time.Time // nil: time.Now
}

// Service manages identities and accounts. It is safe for concurrent use.
type Service struct {
	Options
	db       *db.DB
	purge    func(ctx context.Context, ownerID string) error
	now      func() time.Time
	secret   serversecret.Secret
	known    *known.Cache[Who]
	unbanned absent.Owners // caches which owners have no ban
	visitors absent.Owners // caches which ids have no account; most of them are ids of visitors
	puzzle   *captcha.Maker

	Factor  *factor.Service // the second factors of accounts
	Minor   *minor.Service  // the minor modes of owners
	Docs    *docs.Service   // binds accounts to accounts of the documents service
	avatars *avatar.Service

	oidcMu sync.Mutex
	oidc   map[string]*oidc.Client // the last client, by issuer
}

// New makes a Service. It reads the server's secret, and creates the secret if there is none.
func New(ctx context.Context, o Options) (*Service, error) {
	s := &Service{Options: o, db: o.DB, purge: o.Purge, now: o.Now, known: known.New[Who](), puzzle: captcha.NewMaker(), oidc: map[string]*oidc.Client{}}
	if s.now == nil {
		s.now = time.Now
	}
	if s.Settings == nil {
		s.Settings = func() Settings { return Settings{} }
	}
	if s.VisitorsAsk == nil {
		s.VisitorsAsk = func(context.Context) (may, offer bool) {
			set := s.Settings()
			return !set.AskNeedsLogin, set.LoginOnAsk || set.AskNeedsLogin
		}
	}
	if s.HidePicture == nil {
		s.HidePicture = func() bool { return false }
	}
	if s.HTTP == nil {
		s.HTTP = newClient(o.Guard)
	}
	if s.Origins == nil {
		s.Origins = func(string, string) bool { return false }
	}
	var err error
	if s.secret, err = serversecret.Read(ctx, s.db, o.Key); err != nil {
		return nil, fmt.Errorf("the server's secret: %w", err)
	}
	s.avatars = &avatar.Service{DB: s.db}
	s.Factor = factor.New(factor.Options{
		DB: s.db, Now: s.now, Sealer: o.Key.Sealer("wenqu second factor"), MACKey: s.secret.Derive("recovery code"),
		Count: func(ctx context.Context, accountID, network string) error {
			return s.tally(ctx, counted{factorsOfNetwork, accountID + "\n" + network}, counted{factorsOfAccount, accountID})
		},
	})
	s.Minor = &minor.Service{Options: minor.Options{
		DB: s.db, Now: s.now,
		CountPIN: func(ctx context.Context, network string) error { return s.tally(ctx, counted{pinsOfAddress, network}) },
		Fresh:    func(verifiedAt int64) error { return s.fresh(Who{VerifiedAt: verifiedAt}) },
	}}
	s.Docs = docs.New(docs.Options{
		DB: s.db, Now: s.now, Key: o.Key, OldKey: s.secret.Derive("docs token"), HTTP: s.HTTP, Text: o.Text, Journeys: docsJourneys{s},
		Settings: func() docs.Settings { return s.Settings().Docs },
		WithoutWeChat: func(ctx context.Context, accountID string) (bool, error) {
			bound, err := s.BoundTo(ctx, accountID, WX)
			return !bound && s.Settings().WeChat.Configured(), err
		},
	})
	return s, nil
}

// providerTimeout limits one call by the default client to a login provider, a message service or
// the documents service.
const providerTimeout = 10 * time.Second

// newClient makes the default client, which follows no redirects. The operator has set the
// addresses of the services, but an OpenID Connect provider states further addresses itself, so
// guard checks every connection.
func newClient(guard func(context.Context, string, string, syscall.RawConn) error) *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DialContext = (&net.Dialer{Timeout: providerTimeout, ControlContext: guard}).DialContext
	return &http.Client{
		Timeout:       providerTimeout,
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Key derives a key for a purpose from the server's secret.
func (s *Service) Key(purpose string) string { return s.secret.Derive(purpose) }

// Mint creates a new visitor without storing anything.
func (s *Service) Mint() Visitor {
	v := Visitor{ID: id.New()}
	v.Token = s.secret.Token(v.ID, s.now())
	return v
}

// ErrReplaced is the cause of errs.LoginOver when a login has moved the visitor to an account, even
// if that account was deleted later.
var ErrReplaced = errors.New("account: the visitor has logged in")

// Identify returns the visitor or user proven by an id and a token. If the id and the token prove
// nobody, it fails with errs.LoginOver.
func (s *Service) Identify(ctx context.Context, id, token string) (Who, error) {
	now := s.now()
	who, turn, ok := s.known.Find(id, token, now)
	if ok {
		who.Token, who.FactorDue = token, s.factorDue(who)
		return who, nil
	}
	var err error
	if isSessionToken(token) {
		who, err = s.identifyUser(ctx, id, token, now)
	} else {
		who, err = s.identifyVisitor(ctx, id, token, now)
	}
	if err == nil && who.Stored {
		bare := who
		bare.Token = ""
		s.known.Add(token, known.Proof[Who]{OwnerID: who.ID, Session: who.Session, Who: bare}, turn, now)
	}
	who.FactorDue = s.factorDue(who)
	return who, err
}

func (s *Service) identifyVisitor(ctx context.Context, id, token string, now time.Time) (Who, error) {
	made, ok := s.secret.Verify(id, token)
	if !ok {
		return Who{}, errs.New(errs.LoginOver)
	}
	who := Who{ID: id, Token: token, Kind: KindVisitor, Stored: true}
	row, err := accountdb.New(s.db.Read()).GetVisitor(ctx, id)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		if age := now.Sub(made); age > unstoredAge || age < -clockSkew {
			return Who{}, errs.New(errs.LoginOver)
		}
		who.Stored = false
		return who, nil
	case err != nil:
		return Who{}, errs.Wrap(errs.StorageFail, err)
	case subtle.ConstantTimeCompare([]byte(row.TokenHash), []byte(hash(token))) != 1:
		return Who{}, errs.New(errs.LoginOver)
	case row.MovedTo != "":
		return Who{}, errs.Wrap(errs.LoginOver, ErrReplaced)
	}
	if !s.touch(ctx, id, row.LastSeenAt, now) {
		return Who{}, errs.New(errs.LoginOver)
	}
	return who, nil
}

// touch stores `now` as the time of the last visit, unless the stored time is less than a day old. It
// returns false if the visitor is being deleted after a long absence. If the database fails, touch only
// logs the error; the stored time then remains too old.
func (s *Service) touch(ctx context.Context, id string, lastSeenAt int64, now time.Time) bool {
	if now.Sub(time.UnixMilli(lastSeenAt)) < touchAge {
		return true
	}
	rows := int64(0)
	err := s.db.InTx(ctx, func(tx *sql.Tx) (err error) {
		rows, err = accountdb.New(tx).TouchVisitor(ctx, accountdb.TouchVisitorParams{LastSeenAt: now.UnixMilli(), ID: id})
		return err
	})
	if err != nil {
		slog.WarnContext(ctx, "the time of a visit was not stored", "err", err)
		return lastSeenAt > 0
	}
	return rows > 0
}

// Keep stores a visitor who is not stored yet. It is called before the visitor's first data is
// stored.
func (s *Service) Keep(ctx context.Context, v Visitor) (Visitor, error) {
	now := s.now()
	err := s.db.InTx(ctx, func(tx *sql.Tx) error {
		q := accountdb.New(tx)
		n, err := q.InsertVisitor(ctx, accountdb.InsertVisitorParams{ID: v.ID, TokenHash: hash(v.Token), CreatedAt: now.UnixMilli()})
		if err != nil || n == 1 {
			return err
		}
		// A simultaneous request has stored the visitor.
		row, err := q.GetVisitor(ctx, v.ID)
		switch {
		case err != nil:
			return err
		case row.TokenHash != hash(v.Token):
			return errs.New(errs.LoginOver)
		case row.MovedTo != "":
			return errs.Wrap(errs.LoginOver, ErrReplaced)
		}
		return nil
	})
	if err != nil {
		return Visitor{}, err
	}
	v.Stored = true
	return v, nil
}

// sweepBatch is the largest number of visitors or accounts that are read at once.
const sweepBatch = 200

// sweepVisitors deletes visitors without a visit for 180 days, with everything they
// own, and returns their number.
func (s *Service) sweepVisitors(ctx context.Context) (int, error) {
	before := s.now().Add(-unseenAge).UnixMilli()
	total := 0
	for {
		ids, err := accountdb.New(s.db.Read()).UnseenVisitors(ctx, accountdb.UnseenVisitorsParams{LastSeenAt: before, Limit: sweepBatch})
		if err != nil || len(ids) == 0 {
			return total, err
		}
		for _, id := range ids {
			deleted, err := s.deleteVisitor(ctx, id, before)
			if err != nil {
				return total, err
			}
			if deleted {
				total++
			}
		}
	}
}

// deleteVisitor deletes a visitor and everything that the visitor owns. It deletes nothing if the last
// visit was at the time `before` or later. `deleted` is true if this call has deleted the visitor.
// deleteVisitor works like deleteAccount.
func (s *Service) deleteVisitor(ctx context.Context, id string, before int64) (deleted bool, err error) {
	claimed := false
	err = s.db.InTx(ctx, func(tx *sql.Tx) error {
		rows, err := accountdb.New(tx).ClaimUnseenVisitor(ctx, accountdb.ClaimUnseenVisitorParams{ID: id, Before: before})
		claimed = rows > 0
		return err
	})
	if err != nil || !claimed {
		return false, err
	}
	s.known.DropOwner(id)
	if s.purge != nil {
		if err := s.purge(ctx, id); err != nil {
			return false, err
		}
	}
	err = s.db.InTx(ctx, func(tx *sql.Tx) error {
		q := accountdb.New(tx)
		rows, err := q.DeleteClaimedVisitor(ctx, id)
		if deleted = rows > 0; err != nil || !deleted {
			return err // if err is nil, another server has deleted the visitor
		}
		return errors.Join(q.DeleteMinor(ctx, id), q.DeleteBan(ctx, id))
	})
	return deleted && err == nil, err
}
