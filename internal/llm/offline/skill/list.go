package skill

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
)

var listMarks = text.NewPattern(`[，,、；;]`)

// Separator is what stands between the items of s: line ends, else commas, else spaces.
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

// Items splits s and drops empty items.
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

// Groups drops empty submatches; a pattern's alternatives leave them.
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
