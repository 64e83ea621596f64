package app

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/admin"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// adminUsers are the accounts as the administration sees them.
type adminUsers struct{ accounts *account.Service }

func (u adminUsers) Find(context.Context, string, int, int) ([]admin.User, int, error) {
	return nil, 0, errs.New(errs.NotYet)
}

func (u adminUsers) Change(context.Context, string, admin.UserChange) error {
	return errs.New(errs.NotYet)
}

func (u adminUsers) LogOut(context.Context, string) error { return errs.New(errs.NotYet) }
