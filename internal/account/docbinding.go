package account

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"errors"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/account/docs"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// States of a binding to an online documents service (specification, point 3).
const (
	DocsUnbound       = 0
	DocsBound         = 1
	DocsExpired       = 2
	DocsWithoutWeChat = 3 // the service knows people by WeChat, and none is bound
)

// DocsAccount is how a user stands with the documents service.
type DocsAccount struct {
	Status int
	Name   string
	Bound  int64 // when; Unix milliseconds
}

func (s *Service) docs() (docs.Client, error) {
	c := docs.Client{Settings: s.Settings().Docs, HTTP: s.HTTP}
	if !c.Configured() {
		return c, errs.New(errs.DocsOff)
	}
	return c, nil
}

// DocsDetail tells how a user stands with the documents service.
func (s *Service) DocsDetail(ctx context.Context, accountID string) (DocsAccount, error) {
	if _, err := s.docs(); err != nil {
		return DocsAccount{}, err
	}
	row, err := accountdb.New(s.db.Read()).GetDocs(ctx, accountID)
	if errors.Is(err, sql.ErrNoRows) {
		bound, err := s.BoundTo(ctx, accountID, WX)
		if err == nil && !bound && s.Settings().WeChat.Configured() {
			return DocsAccount{Status: DocsWithoutWeChat}, nil
		}
		return DocsAccount{Status: DocsUnbound}, err
	}
	if err != nil {
		return DocsAccount{}, stored(err)
	}
	out := DocsAccount{Status: DocsBound, Name: row.Name, Bound: row.CreatedAt}
	if row.ExpiresAt <= millis(s.now()) {
		out.Status = DocsExpired
	}
	return out, nil
}

// journeyDocs marks who is at the documents service, which is no login type.
const journeyDocs IdentityType = "docs"

// DocsAddress is where a user allows the binding. The code that comes back goes
// to BindDocs, together with the state, from the same browser and login: nobody
// else's code is bound, under which others would read what is written there.
func (s *Service) DocsAddress(ctx context.Context, who Who, redirect, holder string, from Client) (address, state string, err error) {
	c, err := s.docs()
	if err != nil {
		return "", "", err
	}
	if redirect, err = s.ownAddress(redirect, from); err != nil {
		return "", "", err
	}
	j := journey{Type: journeyDocs, Scene: SceneBind, Redirect: redirect, Session: who.Session}
	t, err := s.give(ctx, ticketOAuth, holder, who.ID, j, counted{ticketsOfAddr, from.Network})
	return c.Address(t.Secret, redirect), t.Secret, err
}

// DocsReturn is what came back from the documents service.
type DocsReturn struct {
	Code, State, Redirect string
	Who                   Who
	Holder                string // the secret of the browser that asks
}

// BindDocs binds an account of the service by the code of its login page.
func (s *Service) BindDocs(ctx context.Context, r DocsReturn) error {
	c, err := s.docs()
	if err != nil {
		return err
	}
	if r.Code == "" {
		return badRequest("code")
	}
	t, err := s.takeHeld(ctx, ticketOAuth, ticketNew, r.State, r.Holder)
	if err != nil {
		return err
	}
	var j journey
	if err := t.open(&j); err != nil {
		return err
	}
	if j.Type != journeyDocs || j.Session != r.Who.Session || j.Redirect != r.Redirect {
		return errs.New(errs.LoginState)
	}
	a, err := c.Bind(ctx, r.Code, j.Redirect)
	if err != nil {
		return errs.Wrap(errs.DocsFail, err)
	}
	sealed, err := s.seal(r.Who.ID, a.Token)
	if err != nil {
		return err
	}
	now := s.now()
	return s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		return q.PutDocs(ctx, accountdb.PutDocsParams{
			AccountID: r.Who.ID, Subject: a.Subject, Name: providerName(a.Name), Token: sealed,
			ExpiresAt: millis(now.Add(a.Age)), CreatedAt: millis(now),
		})
	})
}

// UnbindDocs forgets the account of the service.
func (s *Service) UnbindDocs(ctx context.Context, accountID string) error {
	return s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		rows, err := q.DeleteDocs(ctx, accountID)
		if err == nil && rows == 0 {
			return errs.New(errs.NotBound)
		}
		return err
	})
}

// EditInDocs writes an answer into a new document of the user's account.
func (s *Service) EditInDocs(ctx context.Context, accountID, cid string, index, repeat int) (docs.File, error) {
	c, a, err := s.docsOf(ctx, accountID)
	if err != nil {
		return docs.File{}, err
	}
	if s.Text == nil {
		return docs.File{}, errs.New(errs.DocsOff)
	}
	title, markdown, err := s.Text(ctx, accountID, cid, index, repeat)
	if err != nil {
		return docs.File{}, err
	}
	f, err := c.Write(ctx, a, title, markdown)
	return f, s.docsFail(ctx, accountID, err)
}

// DocsFile reads what the service knows of a document.
func (s *Service) DocsFile(ctx context.Context, accountID, fileID string) (docs.File, error) {
	if fileID == "" || len(fileID) > 200 {
		return docs.File{}, badRequest("fileId")
	}
	c, a, err := s.docsOf(ctx, accountID)
	if err != nil {
		return docs.File{}, err
	}
	f, err := c.Find(ctx, a, fileID)
	return f, s.docsFail(ctx, accountID, err)
}

func (s *Service) docsOf(ctx context.Context, accountID string) (docs.Client, docs.Account, error) {
	c, err := s.docs()
	if err != nil {
		return c, docs.Account{}, err
	}
	row, err := accountdb.New(s.db.Read()).GetDocs(ctx, accountID)
	if errors.Is(err, sql.ErrNoRows) || err == nil && row.ExpiresAt <= millis(s.now()) {
		return c, docs.Account{}, errs.New(errs.DocsUnbound)
	}
	if err != nil {
		return c, docs.Account{}, stored(err)
	}
	token, err := s.unseal(accountID, row.Token)
	return c, docs.Account{Subject: row.Subject, Name: row.Name, Token: token}, err
}

// docsFail makes a failure of the service one for the user. A token that it
// does not take any more has expired, whatever was said of its age.
func (s *Service) docsFail(ctx context.Context, accountID string, err error) error {
	if err == nil {
		return nil
	}
	if !errors.Is(err, docs.ErrToken) {
		return errs.Wrap(errs.DocsFail, err)
	}
	stop := s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		row, err := q.GetDocs(ctx, accountID)
		if err != nil {
			return err
		}
		return q.PutDocs(ctx, accountdb.PutDocsParams{
			AccountID: accountID, Subject: row.Subject, Name: row.Name, Token: row.Token,
			ExpiresAt: millis(s.now().Add(-time.Millisecond)), CreatedAt: row.CreatedAt,
		})
	})
	return errors.Join(errs.Wrap(errs.DocsUnbound, err), stop)
}

// seal encrypts a token of another service for one account.
func (s *Service) seal(accountID, token string) (string, error) {
	box, err := s.box()
	if err != nil {
		return "", err
	}
	nonce := make([]byte, box.NonceSize())
	rand.Read(nonce)
	return base64.RawURLEncoding.EncodeToString(box.Seal(nonce, nonce, []byte(token), []byte(accountID))), nil
}

func (s *Service) unseal(accountID, sealed string) (string, error) {
	box, err := s.box()
	if err != nil {
		return "", err
	}
	b, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil || len(b) < box.NonceSize() {
		return "", errs.New(errs.DocsUnbound)
	}
	token, err := box.Open(nil, b[:box.NonceSize()], b[box.NonceSize():], []byte(accountID))
	if err != nil {
		return "", errs.Wrap(errs.DocsUnbound, err)
	}
	return string(token), nil
}

func (s *Service) box() (cipher.AEAD, error) {
	key := sha256.Sum256([]byte(s.secret.derive("docs token")))
	block, err := aes.NewCipher(key[:])
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}
