package account

import (
	"context"
	"encoding/base64"
	"strconv"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/captcha"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// The values of the fields captchaType and v for the captchas drawn here.
const (
	captchaType    = 9
	captchaVersion = 1
)

// CaptchaBody asks for a captcha.
type CaptchaBody struct {
	Kind captcha.Kind `json:"kind,omitempty" doc:"slide or click; absent: slide"`
}

// CaptchaData is a captcha to be solved.
type CaptchaData struct {
	CaptchaID   string       `json:"captchaId"`
	CaptchaType int          `json:"captchaType" doc:"9"`
	V           int          `json:"v" doc:"1"`
	Kind        captcha.Kind `json:"kind"`
	Image       string       `json:"image" doc:"data address, JPEG"`
	Piece       string       `json:"piece" doc:"data address, PNG: the piece to slide, or the signs to tap in their order"`
	Width       int          `json:"width" doc:"of image, in pixels"`
	Height      int          `json:"height"`
	PieceX      int          `json:"pieceX" doc:"where the piece stands at first"`
	PieceY      int          `json:"pieceY"`
	PieceWidth  int          `json:"pieceWidth"`
	PieceHeight int          `json:"pieceHeight"`
	ExpiresTime int64        `json:"expiresTime" doc:"unix seconds"`
}

// SolveBody is the answer to a captcha.
type SolveBody struct {
	CaptchaID string         `json:"captchaId"`
	Points    []captcha.Tap  `json:"points" maxItems:"20" doc:"in pixels of image; slide: one, where the left edge of the piece ended; click: one for each sign"`
	Track     []captcha.Step `json:"track,omitempty" maxItems:"500" doc:"slide: where the left edge of the piece was on its way, and when"`
}

func (b SolveBody) solution(from Client) Solution {
	return Solution{PuzzleID: b.CaptchaID, Points: b.Points, Track: b.Track, From: from}
}

// PassData is the pass of a solved captcha.
type PassData struct {
	CaptchaTicket string `json:"captchaTicket" doc:"good for one code, for two minutes"`
}

// CodeBody asks for a code.
type CodeBody struct {
	Phone         string  `json:"phone,omitempty"`
	Mobile        string  `json:"mobile,omitempty" doc:"the same as phone"`
	Purpose       Purpose `json:"purpose,omitempty" doc:"login (also when absent), bind, or safe, which goes to the account's own number"`
	CaptchaType   int     `json:"captchaType,omitempty" doc:"9"`
	V             int     `json:"v,omitempty" doc:"1"`
	CaptchaTicket string  `json:"captchaTicket,omitempty" doc:"from login/verify"`
	SolveBody
}

// CodeData describes a code that was sent. It does not reveal whether the number is
// known.
type CodeData struct {
	Phone    string `json:"phone" doc:"masked"`
	Resend   int    `json:"resend" doc:"seconds until another code can be sent"`
	Expires  int    `json:"expires" doc:"seconds for which this one is good"`
	Digits   int    `json:"digits"`
	Terminal bool   `json:"terminal" doc:"no message service is set up: the code stands on the server's terminal"`
}

// LoginMethod is one way to log in.
type LoginMethod struct {
	Type  string `json:"type"`
	Rank  int    `json:"rank" doc:"1 is offered first"`
	Name  string `json:"name" doc:"of the provider, where the operator gave it one"`
	QR    bool   `json:"qr" doc:"by a QR code on a desktop"`
	InApp bool   `json:"inApp" doc:"inside of the provider's app"`
}

// LoginConfig lists the ways to log in.
type LoginConfig struct {
	Methods                   []LoginMethod `json:"methods" doc:"in their order; empty: nobody can log in"`
	Captcha                   bool          `json:"captcha" doc:"a captcha comes before every code"`
	CaptchaType               int           `json:"captchaType" doc:"9"`
	V                         int           `json:"v" doc:"1"`
	CaptchaKinds              []string      `json:"captchaKinds"`
	CodeDigits                int           `json:"codeDigits"`
	CodeResend                int           `json:"codeResend" doc:"seconds"`
	CodeOnTerminal            bool          `json:"codeOnTerminal" doc:"codes stand on the server's terminal: say so on the page"`
	Registration              bool          `json:"registration" doc:"new accounts are made by logging in"`
	Scan                      bool          `json:"scan" doc:"a device that is logged in can log in another one"`
	MiddleHosts               []string      `json:"middleHosts" doc:"hosts from which a login can be handed over"`
	Team                      bool          `json:"team" doc:"false: there are no team accounts"`
	PassAnonCheckLogin        bool          `json:"passAnonCheckLogin" doc:"visitors may ask"`
	ShowLoginModalWhenAnonAsk bool          `json:"showLoginModalWhenAnonAsk" doc:"offer a login when a visitor asks"`
	LeaveDays                 int           `json:"leaveDays" doc:"grace of an account that was given up"`
}

// Config describes the ways to log in, and whether visitors may ask questions in the host app of
// the request (see package container). It calls no provider.
func (s *Service) Config(ctx context.Context) LoginConfig {
	set := s.Settings()
	mayAsk, offer := s.VisitorsAsk(ctx)
	phone, terminal := s.PhoneLogin()
	methods := []LoginMethod{}
	for _, m := range []struct {
		LoginMethod
		on bool
	}{
		{LoginMethod{Type: string(Phone), Rank: 1}, phone},
		{LoginMethod{Type: string(WX), Rank: 2, QR: set.WeChat.QR(), InApp: set.WeChat.InApp()}, set.WeChat.Configured()},
		{LoginMethod{Type: string(QQ), Rank: 3, QR: true}, set.QQ.Configured()},
		{LoginMethod{Type: string(OneID), Rank: 4, Name: set.OneID.Title()}, set.OneID.Configured()},
	} {
		if m.on {
			methods = append(methods, m.LoginMethod)
		}
	}
	hosts := set.Hosts
	if hosts == nil {
		hosts = []string{}
	}
	kinds := make([]string, 0, len(captcha.Kinds))
	for _, k := range captcha.Kinds {
		kinds = append(kinds, string(k))
	}
	return LoginConfig{
		Methods: methods, Captcha: !set.NoCaptcha, CaptchaType: captchaType, V: captchaVersion, CaptchaKinds: kinds,
		CodeDigits: codeDigits, CodeResend: int(CodeResend / time.Second), CodeOnTerminal: terminal,
		Registration: !set.NoRegistration, Scan: true, MiddleHosts: hosts,
		PassAnonCheckLogin: mayAsk, ShowLoginModalWhenAnonAsk: offer,
		LeaveDays: int(set.leaveAfter() / (24 * time.Hour)),
	}
}

func (s *Service) codeRoutes(r *httpapi.Router) {
	for _, method := range []string{"GET", "POST"} {
		httpapi.Route(r, open(method, "/api/v5/accountLogic/login/config", "Say how one can log in"),
			func(ctx context.Context, _ *nothing) (*body[Reply[LoginConfig]], error) {
				return httpapi.Data(s.Config(ctx), nil)
			})
	}
	httpapi.Route(r, open("POST", "/api/login/captcha", "Draw a captcha"),
		func(ctx context.Context, in *body[CaptchaBody]) (*body[Reply[CaptchaData]], error) {
			p, err := s.NewPuzzle(ctx, in.Body.Kind, client(ctx))
			return httpapi.Data(captchaData(p), err)
		})
	httpapi.Route(r, open("POST", "/api/login/verify", "Answer a captcha; right or wrong, it is used up"),
		func(ctx context.Context, in *body[SolveBody]) (*body[Reply[PassData]], error) {
			pass, err := s.Solve(ctx, in.Body.solution(client(ctx)))
			return httpapi.Data(PassData{pass}, err)
		})
	httpapi.Route(r, open("POST", "/api/login/getverificationcode", "Send a code to a phone"),
		func(ctx context.Context, in *body[CodeBody]) (*body[Reply[CodeData]], error) {
			out, err := s.code(ctx, in.Body)
			return httpapi.Data(out, err)
		})
}

func (s *Service) code(ctx context.Context, b CodeBody) (CodeData, error) {
	if b.CaptchaType != 0 && b.CaptchaType != captchaType || b.V != 0 && b.V != captchaVersion {
		return CodeData{}, errs.New(errs.BadRequest).With("detail", "captchaType "+strconv.Itoa(captchaType)+", v "+strconv.Itoa(captchaVersion))
	}
	if b.CaptchaTicket == "" && b.CaptchaID != "" {
		var err error
		if b.CaptchaTicket, err = s.Solve(ctx, b.solution(client(ctx))); err != nil {
			return CodeData{}, err
		}
	}
	sent, err := s.SendCode(ctx, CodeRequest{
		Phone: first(b.Phone, b.Mobile), Purpose: b.Purpose, Pass: b.CaptchaTicket,
		Who: asker(ctx), Locale: httpapi.Locale(ctx), From: client(ctx),
	})
	return CodeData{
		Phone: sent.Phone, Resend: int(sent.Resend / time.Second), Expires: int(sent.Age / time.Second), Digits: codeDigits, Terminal: sent.Terminal,
	}, err
}

func captchaData(p Puzzle) CaptchaData {
	return CaptchaData{
		CaptchaID: p.ID, CaptchaType: captchaType, V: captchaVersion, Kind: p.Kind,
		Image: dataURL("image/jpeg", base64.StdEncoding.EncodeToString(p.Image)),
		Piece: dataURL("image/png", base64.StdEncoding.EncodeToString(p.Piece)),
		Width: captcha.Width, Height: captcha.Height,
		PieceX: p.PieceX, PieceY: p.PieceY, PieceWidth: p.PieceWidth, PieceHeight: p.PieceHeight, ExpiresTime: seconds(p.ExpiresAt),
	}
}
