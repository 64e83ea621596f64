package httpapi

import (
	"net/netip"
	"testing"
	"time"

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

// TestRefusedQuestionLeavesTheDay checks that a question refused by the limit of a minute does not count
// for the day.
func TestRefusedQuestionLeavesTheDay(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	l := newLimits(Rates{QuestionsPerMinute: 1, VisitorQuestionsPerDay: 2})
	for _, b := range []*buckets{l.questions, l.daily} {
		b.now = func() time.Time { return now }
	}
	visitor := &session{addr: netip.MustParseAddr("192.0.2.1")}
	visitor.who = Identity{ID: "visitor", Kind: Visitor}
	answered := 0
	for range 2 {
		for range 50 {
			if l.question(visitor) == nil {
				answered++
			}
		}
		now = now.Add(time.Minute)
	}
	if answered != 2 {
		t.Errorf("%d of two questions a day, one a minute, were allowed", answered)
	}
}
