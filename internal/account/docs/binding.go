package docs

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/account/display"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/seal"
)

// The states of a binding to an online documents service.
const (
	Unbound       = 0
	Bound         = 1
	Expired       = 2
	WithoutWeChat = 3 // unbound; WeChat is set up here and must be bound first, because the service identifies people by it
)

// Standing is the state of a user's binding to the documents service.
type Standing struct {
	Status int
	Name   string
	Bound  int64 // time of the binding; Unix milliseconds
}

// Options are what a Service needs.
type Options struct {
	DB  *db.DB
	Now func() time.Time
	// Key seals the tokens of the service.
	Key seal.Key
	// OldKey is the key used by earlier versions to seal the tokens.
	OldKey string
	// Settings are read at every use.
	Settings func() Settings
	HTTP     *http.Client
	// Text reads an answer as Markdown; nil: nothing can be written.
	Text func(ctx context.Context, ownerID, cid string, index, repeat int) (title, markdown string, err error)
	// WithoutWeChat reports whether an account has to bind WeChat first.
	WithoutWeChat func(ctx context.Context, accountID string) (bool, error)
	Journeys      Journeys
}

// Journeys sends users to the login page of the service and recognises them when they return. It
// takes the browser and the session of the user from the request in ctx.
type Journeys interface {
	// Leave returns the state to send to the service. It fails with errs.BadRedirect when redirect
	// is not an address of this deployment.
	Leave(ctx context.Context, redirect string) (state string, err error)
	// Return uses up a state. It fails with errs.LoginState if Leave has not returned this state to
	// the same browser and session for the same redirect. An empty state stands for the state of
	// this browser's last Leave.
	Return(ctx context.Context, state, redirect string) error
}

// Service binds accounts of this server to accounts at the documents service.
type Service struct {
	Options
	sealer *seal.Sealer
}

// New makes a Service.
func New(o Options) *Service { return &Service{o, o.Key.Sealer(tokenPurpose)} }

func (s *Service) client() (Client, error) {
	c := Client{Settings: s.Settings(), HTTP: s.HTTP}
	if !c.Configured() {
		return c, errs.New(errs.DocsOff)
	}
	return c, nil
}

// StandingOf returns the state of a user's binding.
func (s *Service) StandingOf(ctx context.Context, accountID string) (Standing, error) {
	if _, err := s.client(); err != nil {
		return Standing{}, err
	}
	row, err := accountdb.New(s.DB.Read()).GetDocs(ctx, accountID)
	if errors.Is(err, sql.ErrNoRows) {
		missing, err := s.WithoutWeChat(ctx, accountID)
		if err == nil && missing {
			return Standing{Status: WithoutWeChat}, nil
		}
		return Standing{Status: Unbound}, err
	}
	if err != nil {
		return Standing{}, accountdb.Failed(err)
	}
	out := Standing{Status: Bound, Name: row.Name, Bound: row.CreatedAt}
	if row.ExpiresAt <= s.Now().UnixMilli() {
		out.Status = Expired
	}
	return out, nil
}

// Address returns the address of the page for allowing the binding. The service then sends the user to
// `redirect` with a code and a state. The same browser and session must pass code and state to Bind.
// Otherwise an attacker could bind a user to the attacker's account and read what the user writes.
func (s *Service) Address(ctx context.Context, redirect string) (string, error) {
	c, err := s.client()
	if err != nil {
		return "", err
	}
	state, err := s.Journeys.Leave(ctx, redirect)
	return c.Address(state, redirect), err
}

// Bind binds accountID to an account of the service. `code` and `state` come from the service's login
// page.
func (s *Service) Bind(ctx context.Context, accountID, code, state, redirect string) error {
	c, err := s.client()
	if err != nil {
		return err
	}
	if code == "" {
		return errs.New(errs.BadRequest).With("detail", "code")
	}
	if err := s.Journeys.Return(ctx, state, redirect); err != nil {
		return err
	}
	a, err := c.Bind(ctx, code, redirect)
	if err != nil {
		return errs.Wrap(errs.DocsFail, err)
	}
	now := s.Now()
	return accountdb.Write(ctx, s.DB, func(_ *sql.Tx, q *accountdb.Queries) error {
		return q.PutDocs(ctx, accountdb.PutDocsParams{
			AccountID: accountID, Subject: a.Subject, Name: display.Name(a.Name), Token: s.sealer.Seal(accountID, a.Token),
			ExpiresAt: now.Add(a.Age).UnixMilli(), CreatedAt: now.UnixMilli(),
		})
	})
}

// Unbind deletes the binding. If there is no binding, it fails with errs.NotBound.
func (s *Service) Unbind(ctx context.Context, accountID string) error {
	return accountdb.Write(ctx, s.DB, func(_ *sql.Tx, q *accountdb.Queries) error {
		rows, err := q.DeleteDocs(ctx, accountID)
		if err == nil && rows == 0 {
			return errs.New(errs.NotBound)
		}
		return err
	})
}

// Edit writes an answer into a new document in the user's account.
func (s *Service) Edit(ctx context.Context, accountID, cid string, index, repeat int) (File, error) {
	c, a, err := s.accountOf(ctx, accountID)
	if err != nil {
		return File{}, err
	}
	if s.Text == nil {
		return File{}, errs.New(errs.DocsOff)
	}
	title, markdown, err := s.Text(ctx, accountID, cid, index, repeat)
	if err != nil {
		return File{}, err
	}
	f, err := c.Write(ctx, a, title, markdown)
	return f, s.serviceFailure(ctx, accountID, err)
}

// File returns the service's data about a document.
func (s *Service) File(ctx context.Context, accountID, fileID string) (File, error) {
	if fileID == "" || len(fileID) > 200 {
		return File{}, errs.New(errs.BadRequest).With("detail", "fileId")
	}
	c, a, err := s.accountOf(ctx, accountID)
	if err != nil {
		return File{}, err
	}
	f, err := c.Find(ctx, a, fileID)
	return f, s.serviceFailure(ctx, accountID, err)
}

func (s *Service) accountOf(ctx context.Context, accountID string) (Client, Account, error) {
	c, err := s.client()
	if err != nil {
		return c, Account{}, err
	}
	row, err := accountdb.New(s.DB.Read()).GetDocs(ctx, accountID)
	if errors.Is(err, sql.ErrNoRows) || err == nil && row.ExpiresAt <= s.Now().UnixMilli() {
		return c, Account{}, errs.New(errs.DocsUnbound)
	}
	if err != nil {
		return c, Account{}, accountdb.Failed(err)
	}
	token, err := s.open(accountID, row.Token)
	return c, Account{Subject: row.Subject, Name: row.Name, Token: token}, err
}

// serviceFailure converts a failure of the service to an error for the user. If the service refuses
// the token of a binding, the binding is stored as expired.
func (s *Service) serviceFailure(ctx context.Context, accountID string, err error) error {
	if err == nil {
		return nil
	}
	if !errors.Is(err, ErrToken) {
		return errs.Wrap(errs.DocsFail, err)
	}
	stop := accountdb.Write(ctx, s.DB, func(_ *sql.Tx, q *accountdb.Queries) error {
		row, err := q.GetDocs(ctx, accountID)
		if err != nil {
			return err
		}
		return q.PutDocs(ctx, accountdb.PutDocsParams{
			AccountID: accountID, Subject: row.Subject, Name: row.Name, Token: row.Token,
			ExpiresAt: s.Now().Add(-time.Millisecond).UnixMilli(), CreatedAt: row.CreatedAt,
		})
	})
	return errors.Join(errs.Wrap(errs.DocsUnbound, err), stop)
}
