package app

import (
	"testing"

	"github.com/wenqu-ai/wenqu/internal/project"
	"github.com/wenqu-ai/wenqu/internal/tool"
)

// A project has the role of users, because its members have accounts; an unknown owner has the role
// of visitors.
func TestRoleOfOwners(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	for owner, want := range map[string]tool.Role{project.Prefix + "1": tool.User, "somebody": tool.Visitor, "": tool.Visitor} {
		if got := a.roleOf(t.Context(), owner); got != want {
			t.Errorf("%q is %s", owner, got)
		}
	}
}
