package errs

import (
	"context"
	"errors"
)

// Ended returns nil while ctx has not ended, and afterwards the cause of the end. A cause that
// contains no *Error is wrapped: in Timeout if it is or wraps context.DeadlineExceeded, otherwise in
// Incomplete.
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
