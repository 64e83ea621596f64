package account

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// States of an app that was asked to open.
const (
	AppWaiting  = ticketNew
	AppAroused  = "appArousal"
	AppExpired  = "expired"
	maxAppWord  = 64
	appDataName = "from_source"
)

// NewApp makes the id under which a page asks whether an app has opened.
func (s *Service) NewApp(ctx context.Context, source string, from Client) (uuid string, err error) {
	if len(source) > maxAppWord {
		return "", badRequest(appDataName)
	}
	t, err := s.give(ctx, ticketApp, "", "", map[string]string{appDataName: source}, counted{ticketsOfAddr, from.Network})
	return t.Secret, err
}

// AppState tells whether the app has opened.
func (s *Service) AppState(ctx context.Context, uuid string) (string, error) {
	t, err := s.look(ctx, ticketApp, uuid)
	if errs.Is(err, errs.LoginState) {
		return AppExpired, nil
	}
	return t.State, err
}

// AppOpened is what the app says when it has opened. Saying it twice is as good
// as once.
func (s *Service) AppOpened(ctx context.Context, uuid string) error {
	t, err := s.look(ctx, ticketApp, uuid)
	if err != nil || t.State == AppAroused {
		return err
	}
	return s.advance(ctx, t, AppAroused, "")
}
