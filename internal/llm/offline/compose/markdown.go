package compose

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// markdownSigns escapes characters with a meaning in Markdown.
var markdownSigns = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, "~", `\~`, "|", `\|`, "$", `\$`)

// escaped makes sure that a text from a source is shown as plain text: it cannot
// become a link, a picture or a citation mark.
func escaped(s string) string {
	s = markdownSigns.Replace(s)
	for _, sign := range []string{"#", "-", "+", ">"} {
		if strings.HasPrefix(s, sign) {
			return `\` + s
		}
	}
	return s
}

// tableOf writes a table in Markdown.
func tableOf(columns []string, rows [][]string) string {
	var b strings.Builder
	line := func(cells []string) {
		b.WriteString("|")
		for i := range columns {
			cell := ""
			if i < len(cells) {
				cell = escaped(text.OneLine(cells[i]))
			}
			b.WriteString(" " + cell + " |")
		}
		b.WriteString("\n")
	}
	line(columns)
	b.WriteString(strings.Repeat("|---", len(columns)) + "|\n")
	for _, r := range rows {
		line(r)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
