package account

import (
	"context"
	"net/url"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// DepartBody asks for the address of a provider's login page.
type DepartBody struct {
	App         IdentityType `json:"app" doc:"wx, qq or oneid"`
	RedirectURI string       `json:"redirectUri,omitempty" doc:"where the provider sends the browser back to, one of our addresses; absent: /oauth"`
	PageHint    string       `json:"pageHint,omitempty" doc:"h5 or pc"`
	Scene       Scene        `json:"scene,omitempty" doc:"login (also when absent), bind or safe"`
	Back        string       `json:"back,omitempty" doc:"the page to show after the login"`
	InApp       bool         `json:"inApp,omitempty" doc:"the page runs inside of the provider's app"`
}

// DepartData is the address of a provider's login page.
type DepartData struct {
	URL   string `json:"url"`
	State string `json:"state" doc:"comes back beside the code; only the same browser can use it"`
}

// TicketBody identifies a login in progress.
type TicketBody struct {
	Ticket string `json:"ticket"`
	Allow  *bool  `json:"allow,omitempty" doc:"of a confirmation; absent: true"`
}

// ScanTicket is a new login by another device, with the content of its QR code.
type ScanTicket struct {
	Ticket      string `json:"ticket"`
	URL         string `json:"url" doc:"what the QR code says"`
	ExpiresTime int64  `json:"expiresTime" doc:"unix seconds"`
}

// ScanData is the state of a login by another device.
type ScanData struct {
	State       string `json:"state" enum:"new,scanned,confirmed,refused,expired"`
	ExpiresTime int64  `json:"expiresTime" doc:"unix seconds"`
	Device      string `json:"device" doc:"for the one that scans: the device that would be logged in"`
	Place       string `json:"place" doc:"likewise: an address class (loopback, private, public), and the network where the operator wants it"`
	Name        string `json:"name" doc:"for the one that shows the code: who scanned it"`
	Avatar      string `json:"avatar"`
}

// MiddleBody begins a login by a session on another host.
type MiddleBody struct {
	Host string `json:"host" doc:"one of middleHosts, where somebody is logged in"`
	Back string `json:"back,omitempty" doc:"the page to show after the login"`
}

// MiddleData is a login by a session on another host.
type MiddleData struct {
	URL    string `json:"url" doc:"where the browser goes next"`
	Ticket string `json:"ticket"`
	To     string `json:"to" doc:"the host that somebody would be logged in on"`
}

// AppBody begins a page's attempt to open the app (FromSource), or identifies such an attempt (UUID).
type AppBody struct {
	FromSource string `json:"from_source,omitempty"`
	UUID       string `json:"uuid,omitempty"`
}

// AppData is the id of a page's attempt to open the app, and its state.
type AppData struct {
	UUID  string `json:"uuid"`
	State string `json:"state" enum:"new,appArousal,expired"`
}

// scanPage is the page to which a QR code leads.
const scanPage = "/open/scan"

func (s *Service) scanRoutes(r *httpapi.Router) {
	httpapi.Route(r, open("POST", "/api/oneid/authorization", "Get the address of a provider's login page"), s.depart)
	httpapi.Route(r, open("POST", "/api/joint/scan/create", "Begin a login by another device"),
		func(ctx context.Context, _ *empty) (*body[Reply[ScanTicket]], error) {
			from := client(ctx)
			secret, expires, err := s.NewScan(ctx, makeHolder(ctx), from)
			return httpapi.Data(ScanTicket{
				Ticket: secret, URL: from.Base + scanPage + "?ticket=" + url.QueryEscape(secret), ExpiresTime: seconds(expires),
			}, err)
		})
	httpapi.Route(r, open("POST", "/api/joint/scan/state", "Say how far a login by another device is").Naming(httpapi.Nothing),
		func(ctx context.Context, in *body[TicketBody]) (*body[Reply[ScanData]], error) {
			c, err := s.ScanState(ctx, in.Body.Ticket, holder(ctx))
			return httpapi.Data(scanView(c), err)
		})
	httpapi.Route(r, own("POST", "/api/joint/scan/scan", "Look at a login that a QR code asks for").Naming(httpapi.Over),
		func(ctx context.Context, in *body[TicketBody]) (*body[Reply[ScanData]], error) {
			c, err := s.ScanCode(ctx, asker(ctx), in.Body.Ticket)
			return httpapi.Data(scanView(c), err)
		})
	httpapi.Route(r, own("POST", "/api/joint/scan/confirm", "Allow or refuse a login that a QR code asks for").Naming(httpapi.Over),
		func(ctx context.Context, in *body[TicketBody]) (*body[Finished], error) {
			allow := in.Body.Allow == nil || *in.Body.Allow
			return httpapi.Finish(s.ConfirmScan(ctx, asker(ctx), in.Body.Ticket, allow))
		})
	httpapi.Route(r, open("POST", "/api/joint/middle/start", "Begin a login by another of our hosts"),
		func(ctx context.Context, in *body[MiddleBody]) (*body[Reply[MiddleData]], error) {
			address, ticket, err := s.NewMiddle(ctx, in.Body.Host, in.Body.Back, makeHolder(ctx), client(ctx))
			return httpapi.Data(MiddleData{URL: address, Ticket: ticket}, err)
		})
	httpapi.Route(r, own("POST", "/api/joint/middle/detail", "Say which of our hosts asks for this login"),
		func(ctx context.Context, in *body[TicketBody]) (*body[Reply[MiddleData]], error) {
			to, err := s.Middle(ctx, in.Body.Ticket, client(ctx))
			return httpapi.Data(MiddleData{To: to, Ticket: in.Body.Ticket}, err)
		})
	httpapi.Route(r, own("POST", "/api/joint/middle/confirm", "Hand this login over to another of our hosts"),
		func(ctx context.Context, in *body[TicketBody]) (*body[Reply[MiddleData]], error) {
			address, err := s.ConfirmMiddle(ctx, asker(ctx), in.Body.Ticket, client(ctx))
			return httpapi.Data(MiddleData{URL: address, Ticket: in.Body.Ticket}, err)
		})
	s.appRoutes(r)
}

func (s *Service) appRoutes(r *httpapi.Router) {
	httpapi.Route(r, open("POST", "/api/joint/app/uuid", "Get an id under which an app can say that it has opened"),
		func(ctx context.Context, in *body[AppBody]) (*body[Reply[AppData]], error) {
			uuid, err := s.NewApp(ctx, in.Body.FromSource, client(ctx))
			return httpapi.Data(AppData{UUID: uuid, State: AppWaiting}, err)
		})
	httpapi.Route(r, open("POST", "/api/joint/app/state/get", "Say whether the app has opened"),
		func(ctx context.Context, in *body[AppBody]) (*body[Reply[AppData]], error) {
			state, err := s.AppState(ctx, in.Body.UUID)
			return httpapi.Data(AppData{UUID: in.Body.UUID, State: state}, err)
		})
	httpapi.Route(r, open("POST", "/api/joint/app/state/set", "Say, as the app, that it has opened"),
		func(ctx context.Context, in *body[AppBody]) (*body[Finished], error) {
			return httpapi.Finish(s.AppOpened(ctx, in.Body.UUID))
		})
}

func (s *Service) depart(ctx context.Context, in *body[DepartBody]) (*body[Reply[DepartData]], error) {
	b := in.Body
	address, state, err := s.Depart(ctx, Departure{
		Type: b.App, Scene: b.Scene, Redirect: b.RedirectURI, Back: b.Back, Hint: b.PageHint, InApp: b.InApp,
		Who: asker(ctx), Holder: makeHolder(ctx), From: client(ctx),
	})
	return httpapi.Data(DepartData{URL: address, State: state}, err)
}

func scanView(c Scan) ScanData {
	return ScanData{State: c.State, ExpiresTime: seconds(c.ExpiresAt), Device: c.Device, Place: c.Place, Name: c.Name, Avatar: c.Avatar}
}
