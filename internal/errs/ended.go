package errs

import (
	"context"
	"errors"
)

// Ended says why ctx has ended, nil while it has not: the *Error that it was
// cancelled with, Timeout when its time was over, and Incomplete when it was
// cancelled for any other reason. errors.Is still finds that reason.
func Ended(ctx context.Context) error {
	cause := context.Cause(ctx)
	switch {
	case cause == nil:
		return nil
	case isError(cause):
		return cause
	case errors.Is(cause, context.DeadlineExceeded):
		return Wrap(Timeout, cause)
	default:
		return Wrap(Incomplete, cause)
	}
}

func isError(err error) bool {
	_, ok := errors.AsType[*Error](err)
	return ok
}
