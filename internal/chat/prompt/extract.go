package prompt

import (
	"fmt"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits of summaries, with or without a model.
const (
	SummaryLength = 2_000 // characters
	summaryRounds = 12    // maximum number of rounds in a summary without a model
)

// Extract returns a summary made without a model. It consists of the beginning of the earlier
// summary, and of the beginnings of the questions and answers of the newest rounds, at most
// summaryRounds.
func (w Words) Extract(rounds []llm.Message, before string) string {
	rounds = rounds[max(0, len(rounds)-2*summaryRounds):]
	share := SummaryLength / (summaryRounds + 1)
	var parts []string
	if before != "" {
		parts = append(parts, text.Cut(before, share))
	}
	for i := 0; i+1 < len(rounds); i += 2 {
		q := fmt.Sprintf(w.asked, text.Cut(text.OneLine(rounds[i].Content), share/3))
		a := text.Cut(text.OneLine(rounds[i+1].Content), share/2)
		parts = append(parts, q+"\n"+a)
	}
	return text.Cut(strings.Join(parts, "\n"), SummaryLength)
}
