package account

import (
	"context"
	"net/url"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
)

// middlePage is the page on each of our hosts that hands a login over.
const middlePage = "/pc-middle-login"

// middleData is a login under way from one of our hosts to another.
type middleData struct {
	From string `json:"from"` // scheme and host where somebody is logged in
	To   string `json:"to"`   // where they want to be
	Code string `json:"code"` // hash of what goes back with the browser
	Back string `json:"back"`
}

// NewMiddle begins a login on this host by one on another host of ours, and
// gives the address there that asks for it.
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

// handsOver reports whether a host is one of those between which logins go.
func (s *Service) handsOver(host string) bool {
	for _, h := range s.Settings().Hosts {
		if strings.EqualFold(h, host) {
			return true
		}
	}
	return false
}

// Middle is what somebody logged in is asked: whether they want to be logged in
// on that host, too.
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

// ConfirmMiddle allows it, and gives the address that takes the browser back.
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

// byMiddle ends the login where it began: on the same host, in the same
// browser, with the code that came back.
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
