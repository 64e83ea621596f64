package account

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/account/device"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// States of a login by another device.
const (
	ScanNew       = ticketNew   // nobody has looked at it
	ScanScanned   = "scanned"   // somebody logged in looks at it
	ScanConfirmed = "confirmed" // they allow it
	ScanRefused   = "refused"
	ScanExpired   = "expired" // or used up, or never was
)

// scanData is what the confirming device is told of the one that shows the code.
type scanData struct {
	Device string `json:"device"`
	Place  string `json:"place"`
	By     string `json:"by"` // the session that looks at it
}

// Scan is a login by another device, as the two see it.
type Scan struct {
	State     string
	ExpiresAt int64
	Device    string // of the one that shows the code
	Place     string
	Name      string // of who looks at it
	Avatar    string
}

// NewScan makes the ticket that a QR code carries. Only the browser that holds
// the secret can log in with it.
func (s *Service) NewScan(ctx context.Context, holder string, from Client) (secret string, expiresAt int64, err error) {
	if holder == "" {
		return "", 0, badRequest("holder")
	}
	data := scanData{Device: device.Name(from.UserAgent), Place: device.Place(from.Addr, s.Settings().ShowNetwork)}
	t, err := s.give(ctx, ticketScan, holder, "", data, counted{ticketsOfAddr, from.Network})
	return t.Secret, t.ExpiresAt, err
}

// ScanState tells the browser that shows the code how far it is.
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

// ScanCode is what a logged-in device sees of the code that it read: who would
// be logged in. From then on nobody else can allow it.
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

// ConfirmScan allows or refuses the login, by the device that scanned it.
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

// byScan logs the browser in that showed the code, once it was allowed.
func (s *Service) byScan(ctx context.Context, in LoginRequest) (proven, error) {
	t, err := s.takeHeld(ctx, ticketScan, ScanConfirmed, in.Ticket, in.Holder)
	return proven{accountID: t.AccountID, method: "scan"}, err
}
