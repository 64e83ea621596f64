package skill

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
)

var listMarks = text.NewPattern(`[，,、；;]`)

// Separator returns the separator between the items of s. It is a line end if s contains
// a line end. Otherwise it is a comma if s contains a comma, 、 or a semicolon. In all other
// cases it is a space.
func Separator(s string) string {
	switch {
	case strings.Contains(s, "\n"):
		return "\n"
	case listMarks.MatchString(s):
		return ","
	default:
		return " "
	}
}

// Items splits s at the separator `by` and drops empty items. If `by` is a comma, Items also
// splits s at 、 and at semicolons.
func Items(s, by string) []string {
	var parts []string
	if by == "," {
		parts = listMarks.Split(s, -1)
	} else {
		parts = strings.Split(s, by)
	}
	out := parts[:0]
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

// Groups returns the submatches that are not empty. Alternatives of a pattern that did
// not match leave empty submatches.
func Groups(m []string) []string {
	var out []string
	if len(m) == 0 {
		return nil
	}
	for _, g := range m[1:] {
		if g != "" {
			out = append(out, g)
		}
	}
	return out
}
