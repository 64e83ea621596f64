package account

import (
	"context"
	"net/url"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
)

// middlePage is the page for handing over a login to another host of this deployment.
const middlePage = "/pc-middle-login"

// middleData is the state of a login that is handed over between hosts.
type middleData struct {
	From string `json:"from"` // scheme and host where the person is logged in
	To   string `json:"to"`   // scheme and host where they want to log in
	Code string `json:"code"` // hash of the code that the browser brings back
	Back string `json:"back"`
}

// NewMiddle begins a login on this host that uses a session on another host. It returns the address
// of the page on the other host where the person confirms the login.
func (s *Service) NewMiddle(ctx context.Context, host, back, holder string, from Client) (address, ticketID string, err error) {
	if holder == "" {
		return "", "", badRequest("holder")
	}
	if !s.handsOver(host) {
		return "", "", errs.New(errs.BadRedirect)
	}
	if back, err = s.SafeReturn(back); err != nil {
		return "", "", err
	}
	u, err := url.Parse(from.Base)
	if err != nil {
		return "", "", errs.New(errs.BadRedirect)
	}
	d := middleData{From: u.Scheme + "://" + host, To: from.Base, Back: back}
	t, err := s.give(ctx, ticketMiddle, holder, "", d, counted{ticketsOfAddr, from.Network})
	return d.From + middlePage + "?ticket=" + url.QueryEscape(t.Secret), t.Secret, err
}

// handsOver reports whether a host may hand over logins to, and receive logins from, another host.
func (s *Service) handsOver(host string) bool {
	for _, h := range s.Settings().Hosts {
		if strings.EqualFold(h, host) {
			return true
		}
	}
	return false
}

// Middle returns the scheme and host where the person wants to log in. The page shows scheme and host
// when it asks the logged-in person to confirm the login.
func (s *Service) Middle(ctx context.Context, secret string, from Client) (to string, err error) {
	d, _, err := s.middleTicket(ctx, secret, from)
	return d.To, err
}

func (s *Service) middleTicket(ctx context.Context, secret string, from Client) (middleData, ticket, error) {
	t, err := s.look(ctx, ticketMiddle, secret)
	if err != nil {
		return middleData{}, ticket{}, err
	}
	var d middleData
	if err := t.open(&d); err != nil {
		return middleData{}, ticket{}, err
	}
	if d.From != from.Base {
		return middleData{}, ticket{}, errs.New(errs.LoginState)
	}
	return d, t, nil
}

// ConfirmMiddle confirms the login on the other host, and returns the address for the browser's return.
func (s *Service) ConfirmMiddle(ctx context.Context, who Who, secret string, from Client) (address string, err error) {
	d, t, err := s.middleTicket(ctx, secret, from)
	if err != nil {
		return "", err
	}
	code := id.Token()
	d.Code = hash(code)
	if _, err := s.rewrite(ctx, t, ScanConfirmed, who.ID, d); err != nil {
		return "", err
	}
	return d.To + middlePage + "?" + url.Values{"ticket": {secret}, "code": {code}}.Encode(), nil
}

// byMiddle completes the login on the host and in the browser where it began. The browser brings the
// code back from the other host.
func (s *Service) byMiddle(ctx context.Context, in LoginRequest) (proven, error) {
	t, err := s.look(ctx, ticketMiddle, in.Ticket)
	if err != nil {
		return proven{}, err
	}
	var d middleData
	if err := t.open(&d); err != nil {
		return proven{}, err
	}
	if !t.heldBy(in.Holder) || d.To != in.From.Base || d.Code == "" || d.Code != hash(in.Code) {
		return proven{}, errs.New(errs.LoginState)
	}
	if t, err = s.take(ctx, ticketMiddle, ScanConfirmed, in.Ticket); err != nil {
		return proven{}, err
	}
	return proven{accountID: t.AccountID, method: "middle_login", back: d.Back, factored: true}, nil
}
