package research

import (
	"regexp"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/source"
)

// markup are the characters that Markdown reads as something else than themselves.
var markup = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`, `<`, `\<`, `>`, `\>`, `#`, `\#`, `|`, `\|`, `$`, `\$`, `~`, `\~`,
)

// plain is a foreign text as Markdown that shows it letter by letter, on one line.
func plain(s string) string {
	return markup.Replace(strings.Join(strings.Fields(source.StripMarks(s)), " "))
}

// quoted is a foreign text as a quotation of Markdown.
func quoted(s string) string { return "> " + plain(s) }

// citation is a mark of a citation, with its number.
var citation = regexp.MustCompile(`\[citation:(\d+)\]`)

// heading is a line of Markdown that heads a text, which the report has itself.
var heading = regexp.MustCompile(`(?m)^[ \t]*#{1,6}[ \t]+(.+?)[ \t]*#*[ \t]*$`)

// body is a text of a model within a section: its headings stand in bold, so that
// the outline alone makes the headings of the report, and fences around all of it
// are gone.
func body(s string) string {
	s = strings.TrimSpace(s)
	if inner, ok := strings.CutPrefix(s, "```markdown"); ok {
		s = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(inner), "```"))
	}
	return heading.ReplaceAllString(s, "**$1**")
}
