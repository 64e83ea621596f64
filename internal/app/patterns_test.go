package app_test

import (
	"regexp"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// The test compiles every pattern, because patterns are otherwise compiled at their first use.
func TestEveryPatternIsValid(t *testing.T) {
	t.Parallel()
	all := text.Patterns()
	if len(all) < 300 {
		t.Fatalf("%d patterns are known", len(all))
	}
	for _, p := range all {
		if _, err := regexp.Compile(p.String()); err != nil {
			t.Error(err)
		}
	}
}
