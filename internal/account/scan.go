package account

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/account/device"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// States of a login by another device.
const (
	ScanNew       = ticketNew   // no device has scanned the code
	ScanScanned   = "scanned"   // a logged-in device has scanned the code
	ScanConfirmed = "confirmed" // the scanning device has allowed the login
	ScanRefused   = "refused"
	ScanExpired   = "expired" // expired, used up, unknown, or of another browser
)

// scanData is the stored state of a login by another device. `Device` and `Place` describe the device that
// shows the code. The scanning device displays them to its user, who decides about the login.
type scanData struct {
	Device string `json:"device"`
	Place  string `json:"place"`
	By     string `json:"by"` // the session that has scanned the code
}

// Scan is a login by another device. Each of the two devices gets only the fields that it needs.
type Scan struct {
	State     string
	ExpiresAt int64
	Device    string // name of the device that shows the code
	Place     string
	Name      string // name of the user who has scanned the code
	Avatar    string
}

// NewScan creates the ticket in a QR code and returns its secret. Only the browser whose secret is
// `holder` can log in with the ticket.
func (s *Service) NewScan(ctx context.Context, holder string, from Client) (secret string, expiresAt int64, err error) {
	if holder == "" {
		return "", 0, badRequest("holder")
	}
	data := scanData{Device: device.Name(from.UserAgent), Place: device.Place(from.Addr, s.Settings().ShowNetwork)}
	t, err := s.give(ctx, ticketScan, holder, "", data, counted{ticketsOfAddr, from.Network})
	return t.Secret, t.ExpiresAt, err
}

// ScanState returns the state to the browser that shows the code.
func (s *Service) ScanState(ctx context.Context, secret, holder string) (Scan, error) {
	t, err := s.look(ctx, ticketScan, secret)
	if errs.Is(err, errs.LoginState) || err == nil && !t.heldBy(holder) {
		return Scan{State: ScanExpired}, nil
	}
	if err != nil {
		return Scan{}, err
	}
	out := Scan{State: t.State, ExpiresAt: t.ExpiresAt}
	if t.AccountID != "" {
		u, err := s.User(ctx, t.AccountID)
		if err != nil {
			return Scan{}, err
		}
		out.Name, out.Avatar = u.Name, u.Avatar
	}
	return out, nil
}

// ScanCode is called when a logged-in device has scanned the code; it returns a
// description of the device that would be logged in. From then on only the scanning
// device can allow the login.
func (s *Service) ScanCode(ctx context.Context, who Who, secret string) (Scan, error) {
	t, data, err := s.scanTicket(ctx, secret)
	if err != nil {
		return Scan{}, err
	}
	if t.State == ScanNew {
		data.By = who.Session
		if t, err = s.rewrite(ctx, t, ScanScanned, who.ID, data); err != nil {
			return Scan{}, err
		}
	}
	if t.AccountID != who.ID || data.By != who.Session {
		return Scan{}, errs.New(errs.LoginState)
	}
	return Scan{State: t.State, ExpiresAt: t.ExpiresAt, Device: data.Device, Place: data.Place}, nil
}

// ConfirmScan allows or refuses the login. Only the scanning device can decide.
func (s *Service) ConfirmScan(ctx context.Context, who Who, secret string, allow bool) error {
	t, data, err := s.scanTicket(ctx, secret)
	if err != nil {
		return err
	}
	if t.State != ScanScanned || t.AccountID != who.ID || data.By != who.Session {
		return errs.New(errs.LoginState)
	}
	to := ScanRefused
	if allow {
		to = ScanConfirmed
	}
	return s.advance(ctx, t, to, who.ID)
}

func (s *Service) scanTicket(ctx context.Context, secret string) (ticket, scanData, error) {
	t, err := s.look(ctx, ticketScan, secret)
	if err != nil {
		return ticket{}, scanData{}, err
	}
	var d scanData
	err = t.open(&d)
	return t, d, err
}

// byScan completes a login that was allowed: it logs in the browser that shows the code.
func (s *Service) byScan(ctx context.Context, in LoginRequest) (proven, error) {
	t, err := s.takeHeld(ctx, ticketScan, ScanConfirmed, in.Ticket, in.Holder)
	return proven{accountID: t.AccountID, method: "scan"}, err
}
