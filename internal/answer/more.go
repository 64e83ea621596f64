package answer

import (
	"context"
	"log/slog"
	"maps"
	"strings"
)

// maxMore is how many tools of Options.MoreTools one answer may offer. Models are
// given no more than about a hundred functions.
const maxMore = 64

// addMore gives the answer the tools that belong to its owner alone. One without
// what a tool must have, or with a name that is taken, is left out: what a
// stranger's server calls its tools must not replace ours or break the answer.
func (a *answering) addMore(ctx context.Context) {
	if a.MoreTools == nil || a.t.Choice.Info.Builtin {
		return
	}
	var more []Tool
	func() {
		defer func() {
			if p := recover(); p != nil {
				_ = a.panicked(ctx, "MoreTools", p)
			}
		}()
		more = a.MoreTools(ctx, a.t)
	}()
	if len(more) == 0 {
		return
	}
	a.tools = maps.Clone(a.tools)
	for _, t := range more {
		if len(a.more) == maxMore {
			break
		}
		if err := t.check(); err != nil || a.tools[t.Spec.Name] != nil {
			a.Log.WarnContext(ctx, "a tool is left out", slog.String("trace_id", a.t.TraceID), slog.String("name", t.Spec.Name), slog.Any("error", err))
			continue
		}
		if a.Around != nil {
			t = a.Around(t)
		}
		a.tools[t.Spec.Name] = &t
		a.more = append(a.more, t.Spec.Name)
	}
}

// names are the tools that the profile allows, in the order in which a model is
// told of them.
func (a *answering) names() []string {
	names := a.t.Profile.Tools
	if !a.t.Profile.More {
		return names
	}
	named := map[string]bool{}
	for _, n := range names {
		named[n] = true
	}
	names = append([]string(nil), names...)
	for _, n := range a.more {
		if !named[n] {
			names = append(names, n)
		}
	}
	return names
}

// kept is the name under which a consent to the tool is stored: a consent to one
// version of a tool says nothing about the next one.
func (t *Tool) kept() string {
	if t.Version == "" {
		return t.Spec.Name
	}
	return t.Spec.Name + versionMark + t.Version
}

// versionMark stands between the name and the version of a tool; no name has one.
const versionMark = "@"

// keptTool is the tool that a stored consent is about; nil: there is no such tool,
// or it has become another one since.
func (a *answering) keptTool(stored string) *Tool {
	name, version, _ := strings.Cut(stored, versionMark)
	if t := a.tools[name]; t != nil && t.Version == version {
		return t
	}
	return nil
}
