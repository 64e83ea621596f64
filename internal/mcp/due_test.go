package mcp

import (
	"testing"
	"time"
)

// TestDue checks which access tokens are renewed before they are used.
func TestDue(t *testing.T) {
	t.Parallel()
	now := time.UnixMilli(1_790_000_000_000)
	for name, c := range map[string]struct {
		token tokens
		want  bool
	}{
		"no login":          {tokens{Until: 1}, false},
		"no expiry":         {tokens{Access: "a"}, false},
		"expired":           {tokens{Access: "a", Until: now.UnixMilli() - 1}, true},
		"expires soon":      {tokens{Access: "a", Until: now.Add(renewBefore).UnixMilli()}, true},
		"valid long enough": {tokens{Access: "a", Until: now.Add(renewBefore).UnixMilli() + 1}, false},
	} {
		if got := c.token.due(now); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
