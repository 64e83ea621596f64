package errs

import (
	"context"
	"errors"
)

// Ended returns nil while ctx has not ended. Afterwards it returns the cause of the end. A cause
// that is no *Error and wraps none is itself wrapped: in Timeout if it is context.DeadlineExceeded or
// wraps it, otherwise in Incomplete.
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
