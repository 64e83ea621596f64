package httpapi

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Kind is the kind of an asker.
type Kind int

// The kinds.
const (
	Nobody  Kind = iota // no identity, or an invalid cookie
	Visitor             // anonymous, known by a token
	User                // logged in
)

// String returns the name of the kind: nobody, visitor or user.
func (k Kind) String() string { return [...]string{"nobody", "visitor", "user"}[k] }

// The roles of a User.
const (
	RoleNormal = 0
	RoleAdmin  = 1
)

// Identity is the asker. Its ID is the owner id of everything stored for them; Nobody has an empty
// ID and owns nothing.
type Identity struct {
	ID     string
	Kind   Kind
	Role   int    // 0 normal, 1 admin
	Token  string // the secret that proves ID
	Stored bool   // false while nothing has been stored for the asker

	Session    string // id of a User's login session; empty for a visitor
	VerifiedAt int64  // last proof of identity of a User; Unix milliseconds
	FactorDue  bool   // the asker must set up a second factor first; until then, only operations with BeforeFactor or the owner rule None are allowed

	// Grant states what the personal key of the request allows; nil: the asker was not
	// identified by a key. The package that checks keys defines its type.
	Grant any
}

// ErrReplaced is the cause of an errs.LoginOver when the token was valid until a login replaced it.
// The cookies are then kept, because requests with the old cookies may still arrive after the page
// has received the new cookies.
var ErrReplaced = errors.New("the token was replaced by a login")

// Identities checks and creates identities.
type Identities interface {
	// Identify checks id and token. It fails with errs.LoginOver when they are
	// not valid.
	Identify(ctx context.Context, id, token string) (Identity, error)
	// Mint makes a new visitor without storing it.
	Mint() Identity
	// Keep stores a new visitor.
	Keep(ctx context.Context, who Identity) (Identity, error)
}

// Keys checks the keys in requests from a person's programs.
type Keys interface {
	// ByKey finds the person to whom a key belongs. It fails with errs.KeyWrong when
	// the key is not valid. The Identity has a Grant.
	ByKey(ctx context.Context, key string, from Asker) (Identity, error)
}

// The cookies and headers that carry an identity (docs/protocol.md, section 1).
const (
	cookieSource = "hy_source"
	cookieUser   = "hy_user"
	cookieToken  = "hy_token"

	headerID      = "X-ID"
	headerIDOlder = "T-UserID"
	headerToken   = "X-Token"
)

// cookieAge is the maximum lifetime of a cookie in browsers.
const cookieAge = 400 * 24 * time.Hour

// From returns the owner of the request's rows: the asker, or the project for which the asker acts.
// Person returns the asker in both cases.
func From(ctx context.Context) Identity {
	s := sessionOf(ctx)
	if s.acting.ID != "" {
		return s.acting
	}
	return s.who
}

// Ensure returns the asker, and stores them if they are not stored yet. For Nobody it makes a
// visitor, and the response sets the visitor's cookies. It must be called right before something is
// first stored, and never for reading. It fails with errs.TooMany when too many visitors were made
// from the asker's address. If the request acts for a project, Ensure returns the project, as
// From does.
func Ensure(ctx context.Context) (Identity, error) {
	s := sessionOf(ctx)
	if s.acting.ID != "" {
		return s.acting, nil
	}
	if s.who.Stored {
		return s.who, nil
	}
	if err := s.router.limits.visitor(s); err != nil {
		return Identity{}, err
	}
	who, fresh := s.who, s.who.Kind == Nobody
	if fresh {
		who = s.router.identities.Mint()
	}
	who, err := s.router.identities.Keep(ctx, who)
	if err != nil {
		return Identity{}, err
	}
	if fresh {
		s.setCookies(who)
	}
	s.who = who
	return who, nil
}

// AllowVisitor counts a new visitor against the asker's address. It fails with errs.TooMany when
// the address has made too many visitors.
func AllowVisitor(ctx context.Context) error {
	s := sessionOf(ctx)
	return s.router.limits.visitor(s)
}

// identify finds the asker. On the paths for programs it uses the key. On all other paths it uses
// the headers sent by API clients, or else the page's cookies. A wrong token in a header is an
// error for the client. With a wrong cookie the asker is Nobody, and the cookie is deleted unless a
// login has just replaced it. If a client sends the id in a header and the token in a cookie, the
// ids in the header and in the cookie must be equal. A wrong cookie is then an error for the
// client.
func (s *session) identify() {
	if byKey(s.r.URL.Path) {
		s.identifyByKey()
		return
	}
	id := s.r.Header.Get(headerID)
	if id == "" {
		id = s.r.Header.Get(headerIDOlder)
	}
	token := s.r.Header.Get(headerToken)
	user, err := s.r.Cookie(cookieUser)
	both := err == nil && id != "" && token == "" && id == user.Value
	if !both && (id != "" || token != "") {
		s.who, s.whoErr = s.router.identities.Identify(s.r.Context(), id, token)
		return
	}
	s.who, s.whoErr = s.byCookies()
	if errs.Is(s.whoErr, errs.LoginOver) {
		if !errors.Is(s.whoErr, ErrReplaced) {
			s.clearCookies()
		}
		if s.who = (Identity{}); !both {
			s.whoErr = nil
		}
	}
}

// byCookies finds the asker by the cookies alone; without the cookie cookieUser, the asker is Nobody.
func (s *session) byCookies() (Identity, error) {
	user, err := s.r.Cookie(cookieUser)
	if err != nil {
		return Identity{}, nil
	}
	var token string
	if c, err := s.r.Cookie(cookieToken); err == nil {
		token = c.Value
	}
	return s.router.identities.Identify(s.r.Context(), user.Value, token)
}

// SignIn makes `who` the asker for the rest of this request, and sets the cookies of this identity in
// the browser.
func SignIn(ctx context.Context, who Identity) {
	s := sessionOf(ctx)
	if s.w == nil {
		return
	}
	s.setCookies(who)
	s.who, s.whoErr = who, nil
}

// SignOut makes the asker Nobody and deletes the cookies.
func SignOut(ctx context.Context) {
	s := sessionOf(ctx)
	if s.w == nil {
		return
	}
	s.clearCookies()
	s.who, s.whoErr = Identity{}, nil
}

// Cookie returns the value of a cookie of the request; empty when there is none.
func Cookie(ctx context.Context, name string) string {
	s := sessionOf(ctx)
	if s.r == nil {
		return ""
	}
	c, err := s.r.Cookie(name)
	if err != nil {
		return ""
	}
	return c.Value
}

// SetCookie sets a cookie that is hidden from scripts; a negative age deletes it. Its value may
// have letters, digits, - and _.
func SetCookie(ctx context.Context, name, value string, age time.Duration) {
	if s := sessionOf(ctx); s.w != nil {
		s.cookie(name, value, int(age/time.Second))
	}
}

func (s *session) setCookies(who Identity) {
	age := int(cookieAge / time.Second)
	s.cookie(cookieSource, "web", age)
	s.cookie(cookieUser, who.ID, age)
	s.cookie(cookieToken, who.Token, age)
}

func (s *session) clearCookies() {
	for _, name := range []string{cookieSource, cookieUser, cookieToken} {
		s.cookie(name, "", -1)
	}
}

func (s *session) cookie(name, value string, age int) {
	http.SetCookie(s.w, &http.Cookie{
		Name:     name,
		Value:    value,
		Path:     "/",
		MaxAge:   age,
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
		Secure:   s.https,
	})
}
