package parse

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// RecognisedBlocks makes paragraphs of recognised text; empty lines separate them.
func RecognisedBlocks(s string) []parsed.Block {
	var out []parsed.Block
	var par strings.Builder
	end := func() {
		if text := strings.TrimSpace(par.String()); text != "" {
			out = append(out, parsed.Block{Kind: parsed.Paragraph, Text: text})
		}
		par.Reset()
	}
	for line := range strings.Lines(s) {
		if strings.TrimSpace(line) == "" {
			end()
			continue
		}
		JoinLine(&par, line)
	}
	end()
	return out
}

// MaxRecognised is the number of pages of a file that are recognised; further ones
// stay pictures.
const MaxRecognised = 300
