package account

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// AppWaiting, AppAroused and AppExpired are the states of a page's attempt to open the app. The page sends
// a word that says where the user came from. appDataName is the name of the word in the request and in
// the ticket of the attempt. maxAppWord is the maximum length of the word in bytes.
const (
	AppWaiting  = ticketNew
	AppAroused  = "appArousal"
	AppExpired  = "expired"
	maxAppWord  = 64
	appDataName = "from_source"
)

// NewApp creates an id. With the id, a page can ask whether an app was opened.
func (s *Service) NewApp(ctx context.Context, source string, from Client) (uuid string, err error) {
	if len(source) > maxAppWord {
		return "", badRequest(appDataName)
	}
	t, err := s.give(ctx, ticketApp, "", "", map[string]string{appDataName: source}, counted{ticketsOfAddr, from.Network})
	return t.Secret, err
}

// AppState returns AppWaiting, AppAroused or AppExpired for an id from NewApp. An unknown id counts as
// expired.
func (s *Service) AppState(ctx context.Context, uuid string) (string, error) {
	t, err := s.look(ctx, ticketApp, uuid)
	if errs.Is(err, errs.LoginState) {
		return AppExpired, nil
	}
	return t.State, err
}

// AppOpened records that the app was opened. It may be called more than once.
func (s *Service) AppOpened(ctx context.Context, uuid string) error {
	t, err := s.look(ctx, ticketApp, uuid)
	if err != nil || t.State == AppAroused {
		return err
	}
	return s.advance(ctx, t, AppAroused, "")
}
