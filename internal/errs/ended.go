package errs

import (
	"context"
	"errors"
)

// Ended returns why ctx has ended, or nil while it has not ended: the *Error with which
// it was cancelled, Timeout when its deadline passed, and Incomplete when it was
// cancelled for another reason. errors.Is finds that reason in the result.
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
