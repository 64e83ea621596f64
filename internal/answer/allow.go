package answer

import (
	"context"
	"fmt"
)

// excludeTools determines which tools the owner's answers may not call, so that they are not
// offered to the model.
func (a *answering) excludeTools(ctx context.Context) {
	a.off = map[string]bool{}
	for _, name := range a.names() {
		a.off[name] = !a.Allowed(ctx, a.t.Owner(), name)
	}
}

// refused reports whether the owner's answers may not call the tool, which may have been disabled
// after it was offered, and in that case ends the call.
func (a *answering) refused(ctx context.Context, u *use) (bool, error) {
	if a.Allowed(ctx, a.t.Owner(), u.call.Name) {
		return false, nil
	}
	u.executed = &execution{text: fmt.Sprintf(a.words.unknownTool, u.call.Name)}
	return true, a.showRefused(u, a.words.unknownTold)
}
