package account

import (
	"cmp"
	"context"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// journeyDocs is the identity type of stored visits to the documents service. It is not a login
// type.
const journeyDocs IdentityType = "docs"

// docsJourneys stores visits to the documents service as tickets of the kind ticketOAuth, like visits
// to login providers. It also keeps the state of the last visit in a cookie.
type docsJourneys struct{ accounts *Service }

// Leave implements docs.Journeys.
func (d docsJourneys) Leave(ctx context.Context, redirect string) (state string, err error) {
	s, who, from := d.accounts, asker(ctx), client(ctx)
	if redirect, err = s.ownAddress(redirect); err != nil {
		return "", err
	}
	j := journey{Type: journeyDocs, Scene: SceneBind, Redirect: redirect, Session: who.Session}
	t, err := s.give(ctx, ticketOAuth, makeHolder(ctx), who.ID, j, counted{ticketsOfAddr, from.Network})
	if err != nil {
		return "", err
	}
	httpapi.SetCookie(ctx, cookieDocs, t.Secret, ticketAges[ticketOAuth])
	return t.Secret, nil
}

// Return implements docs.Journeys.
func (d docsJourneys) Return(ctx context.Context, state, redirect string) error {
	t, err := d.accounts.takeHeld(ctx, ticketOAuth, ticketNew, cmp.Or(state, httpapi.Cookie(ctx, cookieDocs)), holder(ctx))
	if err != nil {
		return err
	}
	var j journey
	if err := t.open(&j); err != nil {
		return err
	}
	if j.Type != journeyDocs || j.Session != asker(ctx).Session || j.Redirect != redirect {
		return errs.New(errs.LoginState)
	}
	httpapi.SetCookie(ctx, cookieDocs, "", forget)
	return nil
}
