package id_test

import (
	"regexp"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wenqu-ai/wenqu/internal/id"
)

func TestNewSortsByTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		form := regexp.MustCompile(`^[0-9a-hjkmnp-tv-z]{26}$`)
		var ids []string
		for range 1000 {
			ids = append(ids, id.New())
			time.Sleep(time.Millisecond)
		}
		for _, s := range ids {
			if !form.MatchString(s) {
				t.Fatalf("New gave %q", s)
			}
		}
		if !slices.IsSorted(ids) {
			t.Error("ids of later milliseconds sort before earlier ones")
		}
	})
}

// TestNewSortsWithinAMillisecond makes ids while the clock stands still, and after it
// was set back. In the synctest bubble the year is 2000.
func TestNewSortsWithinAMillisecond(t *testing.T) {
	t.Parallel()
	first := id.New()
	synctest.Test(t, func(t *testing.T) {
		ids := []string{first}
		for range 10_000 {
			ids = append(ids, id.New())
		}
		if !slices.IsSorted(ids) || len(slices.Compact(ids)) != len(ids) {
			t.Error("ids do not sort by the order in which they were made")
		}
	})
}

func TestNoRepeats(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		make func() string
		form string
	}{
		"New":    {id.New, `^[0-9a-z]{26}$`},
		"Token":  {id.Token, `^[A-Za-z0-9_-]{43}$`},
		"Random": {func() string { return id.Random(16) }, `^[a-z0-9]{16}$`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			form, seen := regexp.MustCompile(tt.form), map[string]bool{}
			for range 10_000 {
				s := tt.make()
				if !form.MatchString(s) || seen[s] {
					t.Fatalf("got %q (repeated: %v)", s, seen[s])
				}
				seen[s] = true
			}
		})
	}
}

func TestRandomLengths(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 63, 64, 65, 500} {
		if got := len(id.Random(n)); got != n {
			t.Errorf("Random(%d) has %d characters", n, got)
		}
	}
}
