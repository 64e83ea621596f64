package account

import (
	"context"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// LoginBody is a login of any type; each type uses only some of the fields.
type LoginBody struct {
	Type         string   `json:"type,omitempty" doc:"phone, wx, qq, oneid, middle_login, scan, choose, return, factor or admin; phoneCode and mobile mean phone, weixin and wechat mean wx"`
	LoginType    string   `json:"loginType,omitempty" doc:"the same as type"`
	Phone        string   `json:"phone,omitempty"`
	Mobile       string   `json:"mobile,omitempty" doc:"the same as phone"`
	Code         string   `json:"code,omitempty" doc:"from a message, from a provider, of a hand-over, or of the second factor"`
	VerifyCode   string   `json:"verifyCode,omitempty" doc:"the same as code"`
	JSCode       string   `json:"jsCode,omitempty" doc:"of a mini-program's wx.login"`
	State        string   `json:"state,omitempty" doc:"as it came back from the provider"`
	Ticket       string   `json:"ticket,omitempty" doc:"of a QR code, a hand-over, a choice, a return, a second factor, or the administrator's link"`
	UserID       string   `json:"userId,omitempty" doc:"the account that was chosen"`
	Another      bool     `json:"another,omitempty" doc:"make a further account for a number that has one"`
	APIFeature   string   `json:"apiFeature,omitempty" doc:"team: refused, there are no team accounts"`
	AnonUserInfo AnonUser `json:"anonUserInfo" doc:"the visitor whose conversations go to the account; a browser's own visitor needs no mention"`
}

// AnonUser is the id and the token of a visitor.
type AnonUser struct {
	UserID string `json:"userId,omitempty"`
	Token  string `json:"token,omitempty"`
}

// LoginAnswer is the result of a login.
type LoginAnswer struct {
	Code int `json:"code" doc:"0"`
	LoginData
	Data LoginData `json:"data" doc:"the same, for clients that read it here"`
}

// LoginData is the payload of LoginAnswer.
type LoginData struct {
	Status   int               `json:"status" doc:"1 logged in; 2 the account was given up and can be taken up again with ticket; 0 nobody is logged in, an account is to be chosen, or factor"`
	UserID   string            `json:"userId"`
	UID      string            `json:"uid" doc:"the same"`
	Token    string            `json:"token" doc:"to be sent as X-Token; empty for a page, whose browser keeps it where no script reads it"`
	AnonUser bool              `json:"anonUser" doc:"false once somebody is logged in"`
	Name     string            `json:"name"`
	Avatar   string            `json:"avatar"`
	Role     int               `json:"role" doc:"0 normal, 1 admin"`
	IsNew    bool              `json:"isNew" doc:"the account was made by this login"`
	Moved    bool              `json:"moved" doc:"what the visitor had is the account's now"`
	Renamed  map[string]string `json:"renamed" doc:"conversations of the visitor whose id the account had already, and the new one of each"`
	Ticket   string            `json:"ticket" doc:"goes on with the login: as type choose with userId, as type return, or as type factor with code"`
	Leaves   int64             `json:"leavesTime" doc:"unix seconds at which a given up account is deleted"`
	Accounts []ChoiceView      `json:"accounts" doc:"to choose from"`
	Factor   bool              `json:"factor" doc:"the login goes on as type factor, with a code of the second factor or a recovery code"`
	Back     string            `json:"back" doc:"the page to show next, checked to be one of ours; empty: stay"`
}

// ChoiceView is an account in a choice, for example one of several accounts of a phone number.
type ChoiceView struct {
	UserID  string `json:"userId"`
	Name    string `json:"name"`
	Avatar  string `json:"avatar"`
	Current bool   `json:"current" doc:"the one that is logged in"`
}

// wireTypes maps other names of login types, used by clients, to the names in LoginTypes.
var wireTypes = map[string]string{
	"phonecode": "phone", "mobile": "phone", "sms": "phone", "weixin": "wx", "wechat": "wx", "one_id": "oneid", "oidc": "oneid", "qrcode": "scan",
}

func first(words ...string) string {
	for _, w := range words {
		if w != "" {
			return w
		}
	}
	return ""
}

func (b LoginBody) request(ctx context.Context) LoginRequest {
	kind := strings.ToLower(first(b.Type, b.LoginType))
	if known, ok := wireTypes[kind]; ok {
		kind = known
	}
	return LoginRequest{
		Type: kind, Phone: first(b.Phone, b.Mobile), Code: first(b.Code, b.VerifyCode), JSCode: b.JSCode, State: b.State,
		Ticket: b.Ticket, AccountID: b.UserID, Another: b.Another, Holder: holder(ctx), From: client(ctx),
	}
}

func (s *Service) loginRoutes(r *httpapi.Router) {
	httpapi.Route(r, open("POST", "/api/joint/login", "Log in, in any of the ways that are set up"),
		func(ctx context.Context, in *body[LoginBody]) (*body[LoginAnswer], error) {
			return s.login(ctx, in.Body, "")
		})
	httpapi.Route(r, open("POST", "/api/joint/register", "Make an account, or take one up again that was given up"),
		func(ctx context.Context, in *body[LoginBody]) (*body[LoginAnswer], error) {
			if in.Body.Ticket != "" && first(in.Body.Type, in.Body.LoginType) == "" {
				return s.login(ctx, in.Body, "return")
			}
			return s.login(ctx, in.Body, "")
		})
	httpapi.Route(r, open("POST", "/api/oalogin", "Log in by the organisation's own provider"),
		func(ctx context.Context, in *body[LoginBody]) (*body[LoginAnswer], error) {
			return s.login(ctx, in.Body, string(OneID))
		})
	httpapi.Route(r, open("POST", "/api/joint/autoLogin", "Say who is logged in already"),
		func(ctx context.Context, _ *empty) (*body[LoginAnswer], error) {
			who := asker(ctx)
			if who.Kind != KindUser {
				return answer(ctx, LoginResult{Status: StatusNone})
			}
			u, err := s.User(ctx, who.ID)
			if err != nil {
				return nil, err
			}
			return answer(ctx, LoginResult{Status: StatusUser, Who: who, User: u})
		})
	httpapi.Route(r, httpapi.Op{Method: "POST", Path: "/api/login/logout", Summary: "Log out on this device", Domain: domain, Owner: httpapi.Mine, BeforeFactor: true},
		func(ctx context.Context, _ *empty) (*body[Finished], error) {
			who := asker(ctx)
			if who.Kind == KindVisitor {
				return httpapi.Finish(nil) // a visitor is not logged in: the visitor and their data are kept
			}
			if who.Kind == KindUser {
				if err := s.EndSession(ctx, who.ID, who.Session); err != nil && !errs.Is(err, errs.NotFound) {
					return nil, err
				}
			}
			httpapi.SignOut(ctx)
			httpapi.SetCookie(ctx, cookiePending, "", forget)
			return httpapi.Finish(nil)
		})
}

// login runs a login. If `kind` is not empty, it replaces the type in the body.
func (s *Service) login(ctx context.Context, b LoginBody, kind string) (*body[LoginAnswer], error) {
	if strings.EqualFold(b.APIFeature, "team") {
		return nil, errs.New(errs.NoTeam)
	}
	in := b.request(ctx)
	if kind != "" {
		in.Type = kind
	}
	if in.Type == "return" && in.Ticket == "" {
		in.Ticket = httpapi.Cookie(ctx, cookiePending)
	}
	switch who := asker(ctx); who.Kind {
	case KindVisitor:
		in.Visitor = &who
	case KindUser:
		in.Session = &who
	}
	if in.Visitor == nil && b.AnonUserInfo.Token != "" {
		// If the visitor's token is invalid, the login continues and moves nothing.
		if v, err := s.Identify(ctx, b.AnonUserInfo.UserID, b.AnonUserInfo.Token); err == nil && v.Kind == KindVisitor {
			in.Visitor = &v
		} else if err != nil && !errs.Is(err, errs.LoginOver) {
			return nil, err
		}
	}
	result, err := s.Login(ctx, in)
	if err != nil {
		return nil, err
	}
	switch result.Status {
	case StatusUser:
		httpapi.SignIn(ctx, Asker(result.Who))
		httpapi.SetCookie(ctx, cookieHolder, "", forget)
		httpapi.SetCookie(ctx, cookiePending, "", forget)
	case StatusUnactivated:
		httpapi.SetCookie(ctx, cookiePending, result.Ticket, ticketAges[ticketReturn])
	}
	return answer(ctx, result)
}

func answer(ctx context.Context, l LoginResult) (*body[LoginAnswer], error) {
	d := LoginData{
		Status: l.Status, UserID: l.Who.ID, UID: l.Who.ID, Token: l.Who.Token, AnonUser: l.Status != StatusUser,
		Name: l.User.Name, Avatar: l.User.Avatar, Role: int(l.User.Role), IsNew: l.New, Moved: l.Moved, Renamed: l.Renamed,
		Ticket: l.Ticket, Leaves: seconds(l.User.LeavesAt), Accounts: []ChoiceView{}, Factor: l.Factor, Back: l.Back,
	}
	if d.Renamed == nil {
		d.Renamed = map[string]string{}
	}
	if httpapi.AskerOf(ctx).Page {
		d.Token = ""
	}
	for _, a := range l.Accounts {
		d.Accounts = append(d.Accounts, ChoiceView{UserID: a.ID, Name: a.Name, Avatar: a.Avatar})
	}
	return &body[LoginAnswer]{Body: LoginAnswer{LoginData: d, Data: d}}, nil
}
