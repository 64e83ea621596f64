package chat

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// rounds reads the questions and answers of a branch, oldest first, down to
// message leaf; 0 gives none. Only MaxRounds are read. A round whose question
// or answer is hidden, or whose answer has no text, is left out: a model is
// told nothing that the reader does not see.
func (s *Service) rounds(ctx context.Context, k Key, leaf int) ([]llm.Message, error) {
	if leaf == 0 {
		return nil, nil
	}
	rows, err := s.reads(k).History(ctx, chatdb.HistoryParams{
		OwnerID: k.OwnerID, Cid: k.CID, Leaf: int64(leaf), Depth: int64(2 * s.MaxRounds),
	})
	if err != nil {
		return nil, stored(err)
	}
	slices.Reverse(rows)
	var out []llm.Message
	for i := 0; i+1 < len(rows); i++ {
		q, a := rows[i], rows[i+1]
		if q.Speaker != human || a.Speaker != ai {
			continue
		}
		if q.Hidden || a.Text == "" {
			continue
		}
		out = append(out,
			llm.Message{Role: llm.User, Content: q.Prompt},
			llm.Message{Role: llm.Assistant, Content: a.Text})
	}
	return out, nil
}

// plainText is what a reader sees of an answer, without its thinking.
func plainText(m stream.Message) string {
	if m.Hidden {
		return ""
	}
	return strings.TrimSpace(m.PlainText())
}

// system is the message that opens every request to a model.
func (s *Service) system(locale string, now time.Time, summary string) llm.Message {
	return llm.Message{Role: llm.System, Content: in(locale).systemPrompt(s.Product, now, summary)}
}
