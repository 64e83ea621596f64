package app

import (
	"context"
	"errors"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// identities gives the HTTP adapter the account service.
type identities struct{ accounts *account.Service }

func (i identities) Identify(ctx context.Context, id, token string) (httpapi.Identity, error) {
	who, err := i.accounts.Identify(ctx, id, token)
	if errors.Is(err, account.ErrReplaced) {
		err = errs.Wrap(errs.LoginOver, httpapi.ErrReplaced)
	}
	if err != nil {
		return httpapi.Identity{}, err
	}
	return account.Asker(who), nil
}

func (i identities) Mint() httpapi.Identity { return visitor(i.accounts.Mint()) }

func (i identities) Keep(ctx context.Context, who httpapi.Identity) (httpapi.Identity, error) {
	v, err := i.accounts.Keep(ctx, account.Visitor{ID: who.ID, Token: who.Token})
	if err != nil {
		return httpapi.Identity{}, err
	}
	return visitor(v), nil
}

func visitor(v account.Visitor) httpapi.Identity {
	return httpapi.Identity{ID: v.ID, Kind: httpapi.Visitor, Token: v.Token, Stored: v.Stored}
}
