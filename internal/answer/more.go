package answer

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"strings"
)

// maxMore is how many tools of Options.MoreTools one answer may offer. Models support only
// about a hundred functions.
const maxMore = 64

// addMore adds at most maxMore of the owner's own tools. It skips a tool if Tool.check refuses the tool
// or its name is taken. Thus names chosen by an MCP server can neither replace our tools nor break the
// answer.
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

// names returns the names of the tools that may be offered: first the tools of the profile, then the
// owner's own tools. If Profile.More is not set, only the owner's tools with Added set are included.
func (a *answering) names() []string {
	names := slices.Clone(a.t.Profile.Tools)
	for _, n := range a.more {
		if (a.t.Profile.More || a.tools[n].Added) && !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// kept returns the tool's name in stored consents. The name includes the version if the tool has one,
// because a consent does not apply to other versions.
func (t *Tool) kept() string {
	if t.Version == "" {
		return t.Spec.Name
	}
	return t.Spec.Name + versionMark + t.Version
}

// versionMark separates name and version of a tool; names do not contain it.
const versionMark = "@"

// keptTool returns the tool of a stored consent; nil if the tool no longer exists or has another version.
func (a *answering) keptTool(stored string) *Tool {
	name, version, _ := strings.Cut(stored, versionMark)
	if t := a.tools[name]; t != nil && t.Version == version {
		return t
	}
	return nil
}
