package errs_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

func TestEnded(t *testing.T) {
	t.Parallel()
	if err := errs.Ended(t.Context()); err != nil {
		t.Errorf("a context that goes on: %v", err)
	}
	reason := errors.New("the reader has left")
	for label, c := range map[string]struct {
		cause error
		code  errs.Code
		is    error
	}{
		"a plain cancellation": {nil, errs.Incomplete, context.Canceled},
		"a reason":             {reason, errs.Incomplete, reason},
		"an error of ours":     {errs.New(errs.ExportSlow), errs.ExportSlow, nil},
		"a wrapped one":        {fmt.Errorf("wait: %w", errs.New(errs.ExportSlow)), errs.ExportSlow, nil},
		"another deadline":     {context.DeadlineExceeded, errs.Timeout, context.DeadlineExceeded},
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(c.cause)
		err := errs.Ended(ctx)
		if !errs.Is(err, c.code) || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%s: %v", label, err)
		}
	}
	late, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	if err := errs.Ended(late); !errs.Is(err, errs.Timeout) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a deadline that has passed: %v", err)
	}
}
