package apikey

import (
	"context"
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/security"
)

type (
	wishIn   = httpapi.JSON[Wish]
	changeIn struct {
		ID   string `path:"id"`
		Body Wish
	}
	keyIn struct {
		ID string `path:"id"`
	}
	// Keys is a user's list of keys.
	Keys struct {
		Keys []Key `json:"keys"`
		Most int   `json:"most" doc:"how many there may be; 0: none, keys are switched off"`
	}
	// Made is a new key.
	Made struct {
		Key   Key    `json:"key"`
		Token string `json:"token" doc:"the whole key; it is never shown again"`
	}
)

// Routes registers the operations of keys.
func (s *Service) Routes(r *httpapi.Router) {
	op := func(method, path, summary string) httpapi.Op {
		return httpapi.Op{Method: method, Path: "/api/apikey" + path, Summary: summary, Domain: "apikey", Owner: httpapi.LogIn}
	}
	httpapi.Route(r, op(http.MethodGet, "/list", "The personal keys of the asker"),
		func(ctx context.Context, _ *struct{}) (*httpapi.JSON[httpapi.Reply[Keys]], error) {
			owner := httpapi.From(ctx).ID
			most, err := s.Most(ctx, owner)
			if err != nil {
				return nil, err
			}
			keys, err := s.List(ctx, owner)
			return httpapi.Data(Keys{keys, most}, err)
		})
	httpapi.Route(r, op(http.MethodPost, "/create", "Make a personal key, which is shown once"),
		func(ctx context.Context, in *wishIn) (*httpapi.JSON[httpapi.Reply[Made]], error) {
			key, token, err := s.Make(ctx, httpapi.From(ctx).ID, in.Body)
			s.note(ctx, security.KeyMade, err)
			return httpapi.Data(Made{key, token}, err)
		})
	httpapi.Route(r, op(http.MethodPost, "/{id}/update", "Change the name, the scope and the limits of a key").Naming(httpapi.Unknown),
		func(ctx context.Context, in *changeIn) (*httpapi.JSON[httpapi.Finished], error) {
			return httpapi.Finish(s.Change(ctx, httpapi.From(ctx).ID, in.ID, in.Body))
		})
	httpapi.Route(r, op(http.MethodPost, "/{id}/revoke", "Revoke a key: it ends everywhere within two seconds").Naming(httpapi.Unknown),
		func(ctx context.Context, in *keyIn) (*httpapi.JSON[httpapi.Finished], error) {
			err := s.Revoke(ctx, httpapi.From(ctx).ID, in.ID)
			s.note(ctx, security.KeyRevoked, err)
			return httpapi.Finish(err)
		})
}

// note records a successful action on a key in the security log.
func (s *Service) note(ctx context.Context, kind security.Kind, err error) {
	if err == nil {
		s.Security.Note(ctx, security.Event{Kind: kind, AccountID: httpapi.From(ctx).ID, Addr: httpapi.AskerOf(ctx).Addr})
	}
}

// ByKey returns the caller of a request with a key; it implements httpapi.Keys.
func (s *Service) ByKey(ctx context.Context, key string, from httpapi.Asker) (httpapi.Identity, error) {
	g, err := s.Check(ctx, key, httpapi.Network(from.Addr), from.Addr)
	if err != nil {
		return httpapi.Identity{}, err
	}
	who := httpapi.Identity{ID: g.Owner, Kind: httpapi.User, Stored: true, Grant: g}
	if g.Admin {
		who.Role = httpapi.RoleAdmin
	}
	return who, nil
}

// GrantOf returns the grant of the request's key. It fails with errs.KeyNeeded if the request has
// no key, and with errs.KeyScope if the key does not allow the call. If c is empty, any key
// is accepted.
func GrantOf(ctx context.Context, c Call) (*Grant, error) {
	g, ok := httpapi.From(ctx).Grant.(*Grant)
	if !ok {
		return nil, errs.New(errs.KeyNeeded)
	}
	if c != "" && !g.Scope.Allows(c) {
		return nil, errs.New(errs.KeyScope).With("call", string(c))
	}
	return g, nil
}
