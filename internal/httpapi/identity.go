package httpapi

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Kind says what sort of person asks.
type Kind int

// The kinds.
const (
	Nobody  Kind = iota // no identity, or a cookie that is none any more
	Visitor             // anonymous, known by a token
	User                // logged in
)

// String names the kind in documents and logs.
func (k Kind) String() string { return [...]string{"nobody", "visitor", "user"}[k] }

// The roles of a User.
const (
	RoleNormal = 0
	RoleAdmin  = 1
)

// Identity is who asks. Its ID is the owner id of everything that is stored
// for them; the ID of Nobody is empty and owns nothing.
type Identity struct {
	ID     string
	Kind   Kind
	Role   int    // 0 normal, 1 admin
	Token  string // the secret that proves ID
	Stored bool   // false while nothing has been stored for them yet

	Session    string // which login of a User this is; empty for a visitor
	VerifiedAt int64  // when a User last proved to be themselves; Unix milliseconds
	FactorDue  bool   // only operations that say so are open until a second factor is set up
}

// ErrReplaced is the cause of an errs.LoginOver when the token was valid until a login
// replaced it. The cookies are then kept: requests with the old ones may still arrive
// after the page has its new ones.
var ErrReplaced = errors.New("the token was replaced by a login")

// Identities checks and makes identities.
type Identities interface {
	// Identify finds whom id and token prove. It fails with errs.LoginOver when
	// they prove nobody.
	Identify(ctx context.Context, id, token string) (Identity, error)
	// Mint makes a new visitor without storing it.
	Mint() Identity
	// Keep stores who is not stored yet.
	Keep(ctx context.Context, who Identity) (Identity, error)
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

// cookieAge is the longest that browsers keep a cookie.
const cookieAge = 400 * 24 * time.Hour

// From gives who asks.
func From(ctx context.Context) Identity { return sessionOf(ctx).who }

// Ensure gives who asks, and makes a visitor of Nobody: its row is stored and its
// cookies are set by this response. It is called right before something is stored for
// the first time, never for a mere read, and fails with errs.TooMany when the address
// has made too many visitors.
func Ensure(ctx context.Context) (Identity, error) {
	s := sessionOf(ctx)
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

// AllowVisitor counts the making of a visitor against the address that asks.
func AllowVisitor(ctx context.Context) error {
	s := sessionOf(ctx)
	return s.router.limits.visitor(s)
}

// identify resolves who asks: by headers, which clients of the API send, else by the
// page's cookies. A wrong token in a header is an error that the client must see; a
// wrong cookie is cleared and its bearer is Nobody. Some clients send the id in a
// header and the token in a cookie; the ids of both must then be equal.
func (s *session) identify() {
	id := s.r.Header.Get(headerID)
	if id == "" {
		id = s.r.Header.Get(headerIDOlder)
	}
	token := s.r.Header.Get(headerToken)
	if user, err := s.r.Cookie(cookieUser); err == nil && token == "" && id == user.Value {
		id = ""
	}
	if id != "" || token != "" {
		s.who, s.whoErr = s.router.identities.Identify(s.r.Context(), id, token)
		return
	}
	user, err := s.r.Cookie(cookieUser)
	if err != nil {
		return
	}
	if c, err := s.r.Cookie(cookieToken); err == nil {
		token = c.Value
	}
	s.who, s.whoErr = s.router.identities.Identify(s.r.Context(), user.Value, token)
	if errs.Is(s.whoErr, errs.LoginOver) {
		if !errors.Is(s.whoErr, ErrReplaced) {
			s.clearCookies()
		}
		s.who, s.whoErr = Identity{}, nil
	}
}

// SignIn makes who the asker of the rest of this request, and gives a browser
// their cookies in place of those that it had.
func SignIn(ctx context.Context, who Identity) {
	s := sessionOf(ctx)
	if s.w == nil {
		return
	}
	s.setCookies(who)
	s.who, s.whoErr = who, nil
}

// SignOut makes the asker nobody and takes their cookies away.
func SignOut(ctx context.Context) {
	s := sessionOf(ctx)
	if s.w == nil {
		return
	}
	s.clearCookies()
	s.who, s.whoErr = Identity{}, nil
}

// Cookie reads a cookie of the request; it is empty without one.
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

// SetCookie gives the browser a cookie that no script reads; a negative age
// takes it away. Its value must be one of ours: letters, digits, - and _.
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
