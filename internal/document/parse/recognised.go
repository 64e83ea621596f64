package parse

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// RecognisedBlocks splits recognised text into paragraphs at empty lines.
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

// MaxRecognised is the maximum number of pages or pictures to recognise in one file.
const MaxRecognised = 300
