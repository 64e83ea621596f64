package answer

import (
	"context"
	"fmt"
)

// excludeTools finds the tools forbidden in the owner's answers, so that these tools are not
// offered to the model.
func (a *answering) excludeTools(ctx context.Context) {
	a.off = map[string]bool{}
	for _, name := range a.names() {
		a.off[name] = !a.Allowed(ctx, a.t.Owner(), name)
	}
}

// refused ends a call and returns true if the tool is forbidden in the owner's answers. A tool may
// be disabled after it was offered.
func (a *answering) refused(ctx context.Context, u *use) (bool, error) {
	if a.Allowed(ctx, a.t.Owner(), u.call.Name) {
		return false, nil
	}
	u.executed = &execution{text: fmt.Sprintf(a.words.unknownTool, u.call.Name)}
	return true, a.showRefused(u, a.words.unknownTold)
}
