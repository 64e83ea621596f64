package account

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/account/display"
	"github.com/wenqu-ai/wenqu/internal/account/mobile"
	"github.com/wenqu-ai/wenqu/internal/account/provider"
	"github.com/wenqu-ai/wenqu/internal/account/wechat"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
)

// LoginRequest is a login of any type. Each type uses only some of the fields.
type LoginRequest struct {
	Type      string
	Phone     string
	Code      string // code from a text message, a provider, a hand-over or the second factor
	JSCode    string // code of a mini-program
	State     string
	Ticket    string // ticket of a QR code, a hand-over, a choice, a reactivation, a second factor, or the administrator's link
	AccountID string // the chosen account, when a number has several accounts
	Another   bool   // create another account for a number that has one
	Holder    string // the secret that identifies the browser
	Visitor   *Who   // the visitor whose data is moved to the account; nil: no data is moved
	Session   *Who   // the session to be replaced by this login; nil: no session is replaced
	From      Client
}

// proven is the result of a login type: an identity or an account.
type proven struct {
	kind      IdentityType
	person    provider.Person
	accountID string
	method    string
	back      string // the page to show afterwards
	factored  bool   // the second factor was proven as well, in this login or in the session that hands over the login
	taken     func(ctx context.Context, q *accountdb.Queries, a accountdb.Account) error
}

// LoginTypes lists the login types. Each proves an identity or an account in its own way; the rest
// of a login is the same for all types.
var LoginTypes = map[string]func(s *Service, ctx context.Context, in LoginRequest) (proven, error){
	"phone":        (*Service).byPhone,
	"wx":           (*Service).byWeChat,
	"qq":           (*Service).byQQ,
	"oneid":        (*Service).byOneID,
	"middle_login": (*Service).byMiddle,
	"scan":         (*Service).byScan,
	"choose":       (*Service).byChoice,
	"return":       (*Service).byReturn,
	"factor":       (*Service).byFactor,
	adminLogin:     (*Service).byAdminLink,
}

// Choice is one of several accounts of a phone number.
type Choice struct {
	ID     string
	Name   string
	Avatar string
}

// LoginResult is the result of a login.
type LoginResult struct {
	Status   int // StatusUser: logged in; StatusUnactivated: the account waits for its deletion and must be reactivated; StatusNone: an account must be chosen, or a code is needed (see Factor)
	Who      Who
	User     User
	New      bool              // the account was created by this login
	Ticket   string            // continues the login when it is not complete
	Accounts []Choice          // the accounts to choose from
	Factor   bool              // a code of the second factor is needed
	Back     string            // the page to show afterwards
	Moved    bool              // the visitor's data has been moved: to this account, or to another one by an earlier login
	Renamed  map[string]string // new ids by old ids: a conversation of the visitor gets a new id if the account already has a conversation with the same id
}

// Login logs somebody in.
func (s *Service) Login(ctx context.Context, in LoginRequest) (LoginResult, error) {
	prove, ok := LoginTypes[in.Type]
	if !ok {
		return LoginResult{}, badRequest("type")
	}
	var p proven
	var out LoginResult
	err := s.tally(ctx, counted{loginsOfAddress, in.From.Network})
	if err == nil {
		p, err = prove(s, ctx, in)
	}
	if err == nil {
		out, err = s.enter(ctx, in, p)
	}
	s.noteLogin(ctx, in, p, out, err)
	return out, err
}

func (s *Service) byPhone(ctx context.Context, in LoginRequest) (proven, error) {
	if on, _ := s.PhoneLogin(); !on {
		return proven{}, errs.New(errs.MethodOff)
	}
	phone, err := mobile.Normal(in.Phone)
	if err != nil {
		return proven{}, err
	}
	if err := s.tally(ctx, counted{loginsOfPhone, in.From.from(phone)}); err != nil {
		return proven{}, err
	}
	if err := s.checkCode(ctx, phone, ForLogin, in.Code); err != nil {
		return proven{}, err
	}
	return proven{kind: Phone, person: provider.Person{Subject: phone}, method: string(Phone)}, nil
}

func (s *Service) byWeChat(ctx context.Context, in LoginRequest) (proven, error) {
	if in.JSCode == "" {
		return s.byProvider(ctx, WX, in)
	}
	c := wechat.Client{Settings: s.Settings().WeChat, HTTP: s.HTTP}
	if !c.MiniProgram() {
		return proven{}, errs.New(errs.MethodOff)
	}
	person, err := c.MiniPerson(ctx, in.JSCode)
	return proven{kind: WX, person: person, method: string(WX)}, loginFail(err)
}

func (s *Service) byQQ(ctx context.Context, in LoginRequest) (proven, error) {
	return s.byProvider(ctx, QQ, in)
}

func (s *Service) byOneID(ctx context.Context, in LoginRequest) (proven, error) {
	return s.byProvider(ctx, OneID, in)
}

func (s *Service) byProvider(ctx context.Context, kind IdentityType, in LoginRequest) (proven, error) {
	person, j, err := s.arrive(ctx, kind, SceneLogin, in.Code, in.State, in.Holder, "")
	return proven{kind: kind, person: person, method: string(kind), back: j.Back}, err
}

// choosing is the stored state of a login that needs another step, for example the choice of an
// account.
type choosing struct {
	Kind     IdentityType    `json:"kind"`
	Person   provider.Person `json:"person"`
	Method   string          `json:"method"`
	Accounts []string        `json:"accounts"`
}

// byChoice continues the login with a phone number that has several accounts.
func (s *Service) byChoice(ctx context.Context, in LoginRequest) (proven, error) {
	t, err := s.look(ctx, ticketChoose, in.Ticket)
	if err != nil {
		return proven{}, err
	}
	var c choosing
	if err := t.open(&c); err != nil {
		return proven{}, err
	}
	if !t.heldBy(in.Holder) {
		return proven{}, errs.New(errs.LoginState)
	}
	if !slices.Contains(c.Accounts, in.AccountID) {
		return proven{}, badRequest("userId")
	}
	if _, err := s.take(ctx, ticketChoose, ticketNew, in.Ticket); err != nil {
		return proven{}, err
	}
	return proven{kind: c.Kind, person: c.Person, accountID: in.AccountID, method: c.Method}, nil
}

// byReturn continues the login to an account that waits for its deletion; the login reactivates the
// account.
func (s *Service) byReturn(ctx context.Context, in LoginRequest) (proven, error) {
	t, err := s.takeHeld(ctx, ticketReturn, ticketNew, in.Ticket, in.Holder)
	if err != nil {
		return proven{}, err
	}
	var c choosing
	if err := t.open(&c); err != nil {
		return proven{}, err
	}
	return proven{kind: c.Kind, person: c.Person, accountID: t.AccountID, method: c.Method, taken: reactivate}, nil
}

// reactivate reactivates an account that is in its grace period. It fails with errs.LoginState if
// the account was disabled, or its deletion has begun, since the account was read.
func reactivate(ctx context.Context, q *accountdb.Queries, a accountdb.Account) error {
	rows, err := q.Reactivate(ctx, a.ID)
	if err == nil && rows == 0 {
		return errs.New(errs.LoginState)
	}
	return err
}

// enter completes a login in one transaction. It finds or creates the account, creates a session, ends
// the replaced session, and moves everything of the visitor to the account. If the login needs another
// step, enter does none of this. It then returns the data for the next step, such as a ticket.
func (s *Service) enter(ctx context.Context, in LoginRequest, p proven) (LoginResult, error) {
	var out LoginResult
	var did moves
	err := s.write(ctx, func(tx *sql.Tx, q *accountdb.Queries) error {
		out, did = LoginResult{Back: p.back}, moves{}
		a, err := s.accountFor(ctx, q, in, p, &out)
		if err != nil || out.Ticket != "" {
			return err
		}
		if out.Who, err = s.beginSession(ctx, q, a, p.method, in.From); err != nil {
			return err
		}
		out.Status, out.User = StatusUser, userOf(a)
		if in.Session != nil {
			// A browser has one session, so the earlier session ends.
			if _, err := q.DeleteSession(ctx, accountdb.DeleteSessionParams{ID: in.Session.Session, AccountID: in.Session.ID}); err != nil {
				return err
			}
		}
		if in.Visitor != nil {
			did, err = s.moveVisitor(ctx, tx, q, *in.Visitor, a.ID)
			out.Moved, out.Renamed = true, did.renamed
		}
		return err
	})
	if err != nil {
		return LoginResult{}, err
	}
	if in.Session != nil && out.Status == StatusUser {
		s.known.DropSession(in.Session.Session)
	}
	if in.Visitor != nil && out.Moved {
		s.known.DropOwner(in.Visitor.ID)
	}
	did.finish(ctx)
	return out, nil
}

// accountFor finds or creates the account for a proven identity. When the login cannot be
// completed yet, it puts the next step into out.
func (s *Service) accountFor(ctx context.Context, q *accountdb.Queries, in LoginRequest, p proven, out *LoginResult) (accountdb.Account, error) {
	rows, err := s.candidates(ctx, q, p)
	if err != nil {
		return accountdb.Account{}, err
	}
	all := len(rows)
	rows = slices.DeleteFunc(rows, func(a accountdb.Account) bool { return State(a.State) == Disabled })
	kept := choosing{Kind: p.kind, Person: p.person, Method: p.method}
	switch {
	case all == 0 && p.accountID != "":
		return accountdb.Account{}, errs.New(errs.LoginState) // the account was deleted in the meantime
	case all > 0 && len(rows) == 0:
		return accountdb.Account{}, errs.New(errs.AccountOff)
	case len(rows) == 0, in.Another && p.kind == Phone && p.accountID == "" && all < maxAccounts:
		out.New = true
		return s.register(ctx, q, p)
	case len(rows) > 1:
		for _, a := range rows {
			kept.Accounts = append(kept.Accounts, a.ID)
			u := userOf(a)
			out.Accounts = append(out.Accounts, Choice{ID: u.ID, Name: u.Name, Avatar: u.Avatar})
		}
		t, err := s.issue(ctx, q, ticketChoose, in.Holder, "", kept)
		out.Ticket = t.Secret
		return accountdb.Account{}, err
	}
	a := rows[0]
	if State(a.State) == Leaving {
		if p.taken == nil {
			t, err := s.issue(ctx, q, ticketReturn, in.Holder, a.ID, kept)
			out.Status, out.Ticket, out.User = StatusUnactivated, t.Secret, userOf(a)
			return accountdb.Account{}, err
		}
		a.State, a.LeavesAt = string(Active), 0
	}
	if waits, err := s.awaitFactor(ctx, q, in, p, kept, a, out); err != nil || waits {
		return accountdb.Account{}, err
	}
	if p.taken != nil {
		if err := p.taken(ctx, q, a); err != nil {
			return accountdb.Account{}, err
		}
	}
	return a, s.used(ctx, q, a.ID, p)
}

// maxAccounts limits LoginRequest.Another. If a phone number has this many accounts, a login creates
// no further account. The number can still be bound to more accounts.
const maxAccounts = 5

// beingDeleted reports whether the deletion of an account has begun. Nobody can return to it then.
func beingDeleted(a accountdb.Account) bool { return State(a.State) == Leaving && a.LeavesAt == 0 }

// candidates returns the proven account or, if no account was proven, the accounts of the proven identity.
// Disabled accounts are included. Accounts that are being deleted are not: a proven one is left out here,
// and their identities have already been deleted.
func (s *Service) candidates(ctx context.Context, q *accountdb.Queries, p proven) ([]accountdb.Account, error) {
	if p.accountID != "" {
		a, err := q.GetAccount(ctx, p.accountID)
		if errors.Is(err, sql.ErrNoRows) || err == nil && beingDeleted(a) {
			return nil, nil
		}
		return []accountdb.Account{a}, err
	}
	for _, subject := range append([]string{p.person.Subject}, p.person.Also...) {
		rows, err := q.AccountsOf(ctx, accountdb.AccountsOfParams{Type: string(p.kind), Subject: subject})
		if err != nil || len(rows) > 0 {
			return rows, err
		}
	}
	return nil, nil
}

// used stores when an identity was used. If the provider has changed the identity's id, it stores the new id.
func (s *Service) used(ctx context.Context, q *accountdb.Queries, accountID string, p proven) error {
	if p.kind == "" {
		return nil
	}
	if len(p.person.Also) > 0 {
		if err := s.bind(ctx, q, accountID, p.kind, p.person); err != nil && !errs.Is(err, errs.IdentityTaken) {
			return err
		}
	}
	return q.UseIdentity(ctx, accountdb.UseIdentityParams{
		LastUsedAt: millis(s.now()), Type: string(p.kind), Subject: p.person.Subject, AccountID: accountID,
	})
}

// register creates an account with an identity.
func (s *Service) register(ctx context.Context, q *accountdb.Queries, p proven) (accountdb.Account, error) {
	if s.Settings().NoRegistration {
		return accountdb.Account{}, errs.New(errs.NoRegistration)
	}
	a, err := s.newAccount(ctx, q, p.person.Name)
	if err != nil {
		return accountdb.Account{}, err
	}
	n, err := q.InsertIdentity(ctx, accountdb.InsertIdentityParams{
		Type: string(p.kind), Subject: p.person.Subject, AccountID: a.ID, Label: display.Name(p.person.Name), CreatedAt: a.CreatedAt,
	})
	if err == nil && n == 0 {
		err = errs.New(errs.LoginState) // a simultaneous login has created the account
	}
	return a, err
}

func (s *Service) newAccount(ctx context.Context, q *accountdb.Queries, name string) (accountdb.Account, error) {
	a := accountdb.Account{ID: id.New(), Name: display.Name(name), State: string(Active), CreatedAt: millis(s.now())}
	if a.Name == "" {
		a.Name = "用户" + a.ID[len(a.ID)-6:]
	}
	return a, q.InsertAccount(ctx, accountdb.InsertAccountParams{ID: a.ID, Name: a.Name, CreatedAt: a.CreatedAt})
}
