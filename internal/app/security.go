package app

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/security"
)

// refused writes a refused call to the security log if the asker lacks a right or is banned.
func (a *App) refused(ctx context.Context, op httpapi.Op, err error) {
	switch code := errs.From(err).Code; code {
	case errs.NoRight, errs.ChatBanned:
		a.security.Note(ctx, security.Event{
			Kind: security.Refused, AccountID: httpapi.From(ctx).ID, Addr: httpapi.AskerOf(ctx).Addr, Detail: op.Call(), Code: string(code),
		})
	}
}
