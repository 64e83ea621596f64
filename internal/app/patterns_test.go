package app_test

import (
	"regexp"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// Patterns are compiled when they are first used, which may be late.
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
