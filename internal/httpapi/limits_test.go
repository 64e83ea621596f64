package httpapi

import (
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// The limits can be changed while the server runs.
func TestSetRates(t *testing.T) {
	t.Parallel()
	l := newLimits(Rates{QuestionsPerMinute: 1})
	ask := func() error { return l.questions.take("somebody", 1) }
	if err := ask(); err != nil {
		t.Fatal(err)
	}
	if err := ask(); !errs.Is(err, errs.TooMany) {
		t.Fatalf("the second question: %v", err)
	}
	l.set(Rates{QuestionsPerMinute: 1})
	if err := ask(); !errs.Is(err, errs.TooMany) {
		t.Errorf("setting the same limit forgot what was counted: %v", err)
	}
	l.set(Rates{QuestionsPerMinute: 2})
	if err := ask(); err != nil {
		t.Errorf("under a higher limit: %v", err)
	}
	l.set(Rates{})
	for range 100 {
		if err := ask(); err != nil {
			t.Fatalf("without a limit: %v", err)
		}
	}
}
