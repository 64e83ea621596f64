package errs

import (
	"context"
	"errors"
)

// Ended returns nil while ctx has not ended, and afterwards an error with the reason:
// the *Error with which ctx was cancelled, Timeout if its deadline passed, or
// Incomplete if it was cancelled with any other cause. The returned error wraps that
// cause.
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
