// Package extracttest makes units from texts, for tests.
package extracttest

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Units makes units from a text. A line beginning with # is a heading; any other line is a paragraph. A
// line beginning with "! " is a paragraph without these two characters, and the text of this paragraph
// is also in `marked`. Empty lines are skipped. Each unit except the last has perUnit blocks.
func Units(text string, perUnit int) (units []parsed.Unit, marked []string) {
	u := parsed.Unit{Number: 1, Kind: parsed.Page}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if len(u.Blocks) == perUnit {
			units = append(units, u)
			u = parsed.Unit{Number: u.Number + 1, Kind: parsed.Page}
		}
		block := parsed.Block{Kind: parsed.Paragraph, Text: line}
		if s, ok := strings.CutPrefix(line, "! "); ok {
			marked = append(marked, s)
			block.Text = s
		}
		if h := strings.TrimLeft(line, "#"); h != line {
			block = parsed.Block{Kind: parsed.Title, Level: len(line) - len(h), Text: strings.TrimSpace(h)}
		}
		u.Blocks = append(u.Blocks, block)
	}
	return append(units, u), marked
}
