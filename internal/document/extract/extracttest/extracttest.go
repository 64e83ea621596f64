// Package extracttest makes units of texts for tests.
package extracttest

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Units makes a file from a text: each line is a paragraph, # begins a heading, and !
// marks a sentence. Every perUnit blocks are a unit.
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
