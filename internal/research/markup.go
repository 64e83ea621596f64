package research

import (
	"regexp"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/source"
)

// markup escapes characters that are Markdown syntax inside of a line.
var markup = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`, `<`, `\<`, `>`, `\>`, `#`, `\#`, `|`, `\|`, `$`, `\$`, `~`, `\~`,
)

// plain puts a text on one line, makes it safe with source.StripMarks, and escapes it with `markup`.
func plain(s string) string {
	return markup.Replace(strings.Join(strings.Fields(source.StripMarks(s)), " "))
}

// quoted formats a text as a Markdown block quote of one line.
func quoted(s string) string { return "> " + plain(s) }

// citation matches a citation mark; the group is its number.
var citation = regexp.MustCompile(`\[citation:(\d+)\]`)

// heading matches a Markdown heading; sections must not contain headings.
var heading = regexp.MustCompile(`(?m)^[ \t]*#{1,6}[ \t]+(.+?)[ \t]*#*[ \t]*$`)

// body prepares a model's text for a section. It removes a Markdown code fence around the whole text.
// Headings become bold text, so that only the outline defines headings.
func body(s string) string {
	s = strings.TrimSpace(s)
	if inner, ok := strings.CutPrefix(s, "```markdown"); ok {
		s = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(inner), "```"))
	}
	return heading.ReplaceAllString(s, "**$1**")
}
