package account

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/security"
)

// Profile is a user's view of their own account.
type Profile struct {
	UserID     string         `json:"userId"`
	Name       string         `json:"name"`
	Avatar     string         `json:"avatar" doc:"path of the picture; empty without one"`
	Role       int            `json:"role"`
	CreateTime int64          `json:"createTime" doc:"unix seconds"`
	Identities []IdentityView `json:"identities" doc:"the ways to log in that are bound"`
}

// IdentityView is a way to log in.
type IdentityView struct {
	Type     IdentityType `json:"type"`
	Label    string       `json:"label" doc:"the number, masked, or the name at the provider"`
	BindTime int64        `json:"bindTime" doc:"unix seconds"`
}

// ProfileBody changes a profile. Other fields, such as the role, are ignored.
type ProfileBody struct {
	Name   *string `json:"name,omitempty" doc:"1 to 24 characters"`
	Avatar *string `json:"avatar,omitempty" doc:"a data address or base64 of a PNG, JPEG or GIF, at most 2 MB; empty: none"`
}

// BindBody binds a way to log in, or unbinds it.
type BindBody struct {
	Type  IdentityType `json:"type,omitempty" doc:"phone, wx, qq or oneid"`
	App   IdentityType `json:"app,omitempty" doc:"the same as type"`
	Phone string       `json:"phone,omitempty"`
	Code  string       `json:"code,omitempty"`
	State string       `json:"state,omitempty"`
}

func (b BindBody) kind() IdentityType { return IdentityType(first(string(b.Type), string(b.App))) }

// DeviceView is one session of the account.
type DeviceView struct {
	ID           string `json:"id"`
	Device       string `json:"device" doc:"such as Chrome · Windows; empty when it is not known"`
	Method       string `json:"method" doc:"the login type"`
	Place        string `json:"place" doc:"an address class: loopback, private or public; behind a space the network, where the operator wants it"`
	LoginTime    int64  `json:"loginTime" doc:"unix seconds"`
	LastSeenTime int64  `json:"lastSeenTime" doc:"unix seconds"`
	Current      bool   `json:"current" doc:"the one that asks"`
}

// Devices are the sessions of the account.
type Devices struct {
	Devices []DeviceView `json:"devices"`
}

// DeviceBody selects the sessions to end.
type DeviceBody struct {
	ID     string `json:"id,omitempty"`
	Others bool   `json:"others,omitempty" doc:"all but this one"`
}

// Alternatives are the accounts with the asker's number; without a number, only the asker's own
// account.
type Alternatives struct {
	Accounts []ChoiceView `json:"accounts"`
}

// StatusData contains a status code for clients.
type StatusData struct {
	Status int `json:"status" doc:"2: bound, 1: not bound"`
}

// settingPage is where accounts are managed unless the operator has set another page.
const settingPage = "/setting"

func (s *Service) ownRoutes(r *httpapi.Router) {
	profile := own("GET", "/api/profile", "Read one's own profile")
	profile.Owner = httpapi.Mine
	httpapi.Route(r, profile, func(ctx context.Context, _ *nothing) (*body[Reply[Profile]], error) { return s.profile(ctx) })
	change := own("POST", "/api/profile", "Change one's name or picture")
	httpapi.Route(r, change, func(ctx context.Context, in *body[ProfileBody]) (*body[Reply[Profile]], error) {
		who := asker(ctx)
		if in.Body.Name != nil {
			if err := s.Rename(ctx, who.ID, *in.Body.Name); err != nil {
				return nil, err
			}
		}
		if in.Body.Avatar != nil {
			if err := s.avatars.Set(ctx, who.ID, *in.Body.Avatar); err != nil {
				return nil, err
			}
		}
		return s.profile(ctx)
	})
	httpapi.Route(r, own("POST", "/api/account/bind", "Bind a further way to log in"),
		func(ctx context.Context, in *body[BindBody]) (*body[Reply[Profile]], error) {
			b := in.Body
			err := s.Bind(ctx, Binding{Type: b.kind(), Phone: b.Phone, Code: b.Code, State: b.State, Holder: holder(ctx), Who: asker(ctx), From: client(ctx)})
			if err != nil {
				return nil, err
			}
			s.note(ctx, security.IdentityBound, asker(ctx).ID, client(ctx).Addr, string(b.kind()))
			return s.profile(ctx)
		})
	for path, summary := range map[string]string{
		"/api/account/unbind":      "Unbind a way to log in, but not the last one",
		"/api/user/account/unbind": "Unbind a provider, by its name",
	} {
		httpapi.Route(r, own("POST", path, summary), func(ctx context.Context, in *body[BindBody]) (*body[Reply[Profile]], error) {
			if err := s.Unbind(ctx, asker(ctx), in.Body.kind()); err != nil {
				return nil, err
			}
			s.note(ctx, security.IdentityUnbound, asker(ctx).ID, client(ctx).Addr, string(in.Body.kind()))
			return s.profile(ctx)
		})
	}
	httpapi.Route(r, own("POST", "/api/account/bindid", "Take over what a visitor has, with the visitor's own secret").Naming(httpapi.Over),
		func(ctx context.Context, in *body[AnonUser]) (*body[Finished], error) {
			return httpapi.Finish(s.Claim(ctx, asker(ctx), in.Body.UserID, in.Body.Token))
		})
	httpapi.Route(r, own("GET", "/api/account/devices", "List where one is logged in"),
		func(ctx context.Context, _ *nothing) (*body[Reply[Devices]], error) { return s.devices(ctx) })
	httpapi.Route(r, own("POST", "/api/account/devices/logout", "Log one device out, or all others").Naming(httpapi.Unknown),
		func(ctx context.Context, in *body[DeviceBody]) (*body[Reply[Devices]], error) {
			who := asker(ctx)
			switch {
			case in.Body.Others:
				if _, err := s.EndOthers(ctx, who.ID, who.Session); err != nil {
					return nil, err
				}
			case in.Body.ID == who.Session:
				return nil, badRequest("id: this device logs out by login/logout")
			default:
				if err := s.EndSession(ctx, who.ID, in.Body.ID); err != nil {
					return nil, err
				}
			}
			return s.devices(ctx)
		})
	s.accountRoutes(r)
}

func (s *Service) accountRoutes(r *httpapi.Router) {
	for _, method := range []string{"GET", "POST"} {
		httpapi.Route(r, own(method, "/api/v5/accountLogic/login/accountList", "List the accounts of one's number"),
			func(ctx context.Context, _ *nothing) (*body[Reply[Alternatives]], error) {
				all, err := s.AccountsLike(ctx, asker(ctx).ID)
				out := Alternatives{Accounts: []ChoiceView{}}
				for _, a := range all {
					out.Accounts = append(out.Accounts, ChoiceView{UserID: a.ID, Name: a.Name, Avatar: a.Avatar, Current: a.ID == asker(ctx).ID})
				}
				return httpapi.Data(out, err)
			})
	}
	httpapi.Route(r, own("GET", "/api/account/manage", "Say where accounts are managed"),
		func(context.Context, *nothing) (*body[Reply[httpapi.PageAddress]], error) {
			return httpapi.Data(httpapi.PageAddress{URL: first(s.Settings().ManageURL, settingPage)}, nil)
		})
	httpapi.Route(r, own("POST", "/api/v5/accountLogic/checkBindWechat", "Say whether WeChat is bound"),
		func(ctx context.Context, _ *empty) (*body[Reply[StatusData]], error) {
			bound, err := s.BoundTo(ctx, asker(ctx).ID, WX)
			out := StatusData{Status: 1}
			if bound {
				out.Status = 2
			}
			return httpapi.Data(out, err)
		})
}

func (s *Service) profile(ctx context.Context) (*body[Reply[Profile]], error) {
	who := asker(ctx)
	out := Profile{UserID: who.ID, Identities: []IdentityView{}}
	if who.Kind != KindUser {
		return httpapi.Data(out, nil)
	}
	u, err := s.User(ctx, who.ID)
	if err != nil {
		return nil, err
	}
	out.Name, out.Avatar, out.Role, out.CreateTime = u.Name, u.Avatar, int(u.Role), seconds(u.CreatedAt)
	all, err := s.Identities(ctx, who.ID)
	for _, i := range all {
		out.Identities = append(out.Identities, IdentityView{i.Type, i.Label, seconds(i.CreatedAt)})
	}
	return httpapi.Data(out, err)
}

func (s *Service) devices(ctx context.Context) (*body[Reply[Devices]], error) {
	all, err := s.Sessions(ctx, asker(ctx))
	out := Devices{Devices: []DeviceView{}}
	for _, d := range all {
		out.Devices = append(out.Devices, DeviceView{
			ID: d.ID, Device: d.Device, Method: d.Method, Place: d.Place,
			LoginTime: seconds(d.CreatedAt), LastSeenTime: seconds(d.LastSeenAt), Current: d.Current,
		})
	}
	return httpapi.Data(out, err)
}
