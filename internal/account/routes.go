package account

import (
	"context"
	"hash/fnv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/id"
)

const domain = "account"

// Routes registers the calls about visitors and accounts.
func (s *Service) Routes(r *httpapi.Router) {
	s.whoRoutes(r)
	s.loginRoutes(r)
	s.codeRoutes(r)
	s.scanRoutes(r)
	s.ownRoutes(r)
	s.safeRoutes(r)
	s.factorRoutes(r)
	s.avatars.Routes(r)
	s.Minor.Routes(r)
	s.Docs.Routes(r)
}

// Asker converts a proven identity to the type of the HTTP adapter.
func Asker(w Who) httpapi.Identity {
	out := httpapi.Identity{ID: w.ID, Kind: httpapi.Visitor, Token: w.Token, Stored: w.Stored}
	if w.Kind == KindUser {
		out.Kind, out.Role, out.Session, out.VerifiedAt = httpapi.User, int(w.Role), w.Session, w.VerifiedAt
		out.FactorDue = w.FactorDue
	}
	return out
}

// asker returns the identity of the request; the zero Who if the request has none.
func asker(ctx context.Context) Who {
	i := httpapi.From(ctx)
	w := Who{ID: i.ID, Token: i.Token, Stored: i.Stored, Role: Role(i.Role), Session: i.Session, VerifiedAt: i.VerifiedAt}
	switch i.Kind {
	case httpapi.Visitor:
		w.Kind = KindVisitor
	case httpapi.User:
		w.Kind = KindUser
	case httpapi.Nobody:
	}
	return w
}

func client(ctx context.Context) Client {
	a := httpapi.AskerOf(ctx)
	return Client{Addr: a.Addr, Network: httpapi.Network(a.Addr), UserAgent: a.UserAgent, Device: a.Device, Base: a.Base}
}

// The names of the cookies for an unfinished login or an unfinished visit to the documents service.
const (
	cookieHolder  = "hy_login"
	cookiePending = "hy_pending" // a login that waits until its account is reactivated
	cookieDocs    = "hy_docs"    // the OAuth state of a visit to the documents service, where the user allows the binding
)

// holder returns the secret of the requesting browser; empty if the browser has none.
func holder(ctx context.Context) string {
	if v := httpapi.Cookie(ctx, cookieHolder); isSessionToken(v) {
		return v
	}
	return ""
}

// makeHolder returns the secret of the requesting browser, and creates one if the browser has
// none.
func makeHolder(ctx context.Context) string {
	v := holder(ctx)
	if v == "" {
		v = id.Token()
	}
	httpapi.SetCookie(ctx, cookieHolder, v, ticketAges[ticketOAuth])
	return v
}

// open describes an operation that needs no login, and own an operation for logged-in users.
func open(method, path, summary string) httpapi.Op {
	return httpapi.Op{Method: method, Path: path, Summary: summary, Domain: domain, Owner: httpapi.None}
}

func own(method, path, summary string) httpapi.Op {
	return httpapi.Op{Method: method, Path: path, Summary: summary, Domain: domain, Owner: httpapi.LogIn}
}

type (
	empty struct {
		Body struct{}
	}
	nothing     struct{}
	body[T any] = httpapi.JSON[T]
)

// Reply is an answer whose payload is in the field data.
type Reply[T any] = httpapi.Reply[T]

// Finished is the answer of a call without a result.
type Finished = httpapi.Finished

// AnonLogin is a new anonymous identity.
type AnonLogin struct {
	Code     int    `json:"code" doc:"0"`
	UserID   string `json:"userId" doc:"to be sent as X-ID"`
	Token    string `json:"token" doc:"to be sent as X-Token"`
	AnonUser bool   `json:"anonUser" doc:"true"`
	Data     struct {
		UserID string `json:"userId"`
		Token  string `json:"token"`
	} `json:"data" doc:"the same, for clients that read it here"`
}

// UserInfo is the login state.
type UserInfo struct {
	Code     int    `json:"code" doc:"0"`
	UserID   string `json:"userId" doc:"empty while nothing is known of the asker"`
	UID      string `json:"uid" doc:"the same"`
	AnonUser bool   `json:"anonUser" doc:"true for everybody who is not logged in"`
	Name     string `json:"name"`
	Avatar   string `json:"avatar" doc:"path of the picture; empty without one, and while the operator hides it in the user area"`
	Role     int    `json:"role" doc:"0 normal, 1 admin"`
	Status   int    `json:"status" doc:"0 none, 1 has user, 2 has unactivated user"`
}

type query struct {
	Channel string `query:"ybChannel"`
	From    string `query:"oriUrl"`
	Class   string `query:"classid"`
}

// Dye is the group of the asker in experiments.
type Dye struct {
	Bucket int            `json:"bucket" doc:"0 to 99, always the same for the same person"`
	Params map[string]any `json:"params" doc:"empty: there are no experiments"`
}

func (s *Service) whoRoutes(r *httpapi.Router) {
	httpapi.Route(r, open("POST", "/api/anon/login", "Get an anonymous identity; nothing is stored before its first act"),
		func(ctx context.Context, _ *empty) (*body[AnonLogin], error) {
			if err := httpapi.AllowVisitor(ctx); err != nil {
				return nil, err
			}
			v := s.Mint()
			out := AnonLogin{UserID: v.ID, Token: v.Token, AnonUser: true}
			out.Data.UserID, out.Data.Token = v.ID, v.Token
			return &body[AnonLogin]{Body: out}, nil
		})
	httpapi.Route(r, httpapi.Op{
		Method: "GET", Path: "/api/getuserinfo", Domain: domain, Owner: httpapi.Mine, BeforeFactor: true,
		Summary: "Say who asks",
	}, func(ctx context.Context, _ *query) (*body[UserInfo], error) {
		out, err := s.info(ctx)
		return &body[UserInfo]{Body: out}, err
	})
	for _, method := range []string{"GET", "POST"} {
		httpapi.Route(r, open(method, "/api/anon/dye", "Say how the asker takes part in experiments"),
			func(ctx context.Context, _ *nothing) (*body[Reply[Dye]], error) {
				return httpapi.Data(Dye{Bucket: bucket(asker(ctx).ID), Params: map[string]any{}}, nil)
			})
	}
}

// bucket distributes people evenly over 100 buckets.
func bucket(ownerID string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(ownerID)) // writing to a hash never fails
	return int(h.Sum32() % 100)
}

func (s *Service) info(ctx context.Context) (UserInfo, error) {
	who := asker(ctx)
	out := UserInfo{UserID: who.ID, UID: who.ID, AnonUser: who.Kind != KindUser}
	if who.Kind == KindUser {
		u, err := s.User(ctx, who.ID)
		if err != nil {
			return UserInfo{}, err
		}
		out.Name, out.Role, out.Status = u.Name, int(u.Role), StatusUser
		if !s.HidePicture() {
			out.Avatar = u.Avatar
		}
		return out, nil
	}
	if pending := httpapi.Cookie(ctx, cookiePending); isSessionToken(pending) {
		if _, err := s.look(ctx, ticketReturn, pending); err == nil {
			out.Status = StatusUnactivated
		}
	}
	return out, nil
}

// seconds converts milliseconds, because clients expect seconds.
func seconds(ms int64) int64 { return ms / 1000 }

func dataURL(mime, base64 string) string {
	return strings.Join([]string{"data:", mime, ";base64,", base64}, "")
}

// forget is passed to httpapi.SetCookie as the age of a cookie. A negative age deletes the cookie.
const forget = -time.Second
