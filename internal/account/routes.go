package account

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

const domain = "account"

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
	AnonUser bool   `json:"anonUser" doc:"true for everybody who is not logged in"`
	Name     string `json:"name"`
	Avatar   string `json:"avatar"`
	Role     int    `json:"role" doc:"0 normal, 1 admin"`
	Status   int    `json:"status" doc:"0 none, 1 has user, 2 has unactivated user"`
}

type empty struct {
	Body struct{}
}

type query struct {
	Channel string `query:"ybChannel"`
	From    string `query:"oriUrl"`
	Class   string `query:"classid"`
}

type body[T any] struct{ Body T }

// Routes registers the calls about identity.
func (s *Service) Routes(r *httpapi.Router) {
	httpapi.Route(r, httpapi.Op{
		Method: "POST", Path: "/api/anon/login", Domain: domain, Owner: httpapi.None,
		Summary: "Get an anonymous identity; nothing is stored before its first act",
	}, func(ctx context.Context, _ *empty) (*body[AnonLogin], error) {
		if err := httpapi.AllowVisitor(ctx); err != nil {
			return nil, err
		}
		v := s.Mint()
		out := AnonLogin{UserID: v.ID, Token: v.Token, AnonUser: true}
		out.Data.UserID, out.Data.Token = v.ID, v.Token
		return &body[AnonLogin]{out}, nil
	})
	httpapi.Route(r, httpapi.Op{
		Method: "GET", Path: "/api/getuserinfo", Domain: domain, Owner: httpapi.Mine,
		Summary: "Say who asks",
	}, func(ctx context.Context, _ *query) (*body[UserInfo], error) {
		who := httpapi.From(ctx)
		return &body[UserInfo]{UserInfo{UserID: who.ID, AnonUser: who.Kind != httpapi.User, Role: who.Role, Status: status(who.Kind)}}, nil
	})
}

// status is the login status of the specification's point 3.
func status(k httpapi.Kind) int {
	if k == httpapi.User {
		return 1
	}
	return 0
}

// Asker is who was proven, as the HTTP adapter knows them.
func Asker(w Who) httpapi.Identity {
	out := httpapi.Identity{ID: w.ID, Kind: httpapi.Visitor, Token: w.Token, Stored: w.Stored}
	if w.Kind == KindUser {
		out.Kind, out.Role, out.Session, out.VerifiedAt = httpapi.User, int(w.Role), w.Session, w.VerifiedAt
	}
	return out
}
