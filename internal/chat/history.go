package chat

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/chat/prompt"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// branch is the part of a conversation before a question.
type branch struct {
	rounds []round        // oldest first
	files  []request.File // files of all visible questions, oldest first, without duplicates
}

type round struct {
	index    int // index of the answer
	repeat   int // the shown version
	question string
	files    []request.File
	answer   string // the answer without its thinking
	tools    bool   // the answer may have stored tool calls
}

// earlier converts the rounds to rounds of package answer.
func (b branch) earlier() []answer.Round {
	out := make([]answer.Round, len(b.rounds))
	for i, r := range b.rounds {
		out[i] = answer.Round{Index: r.index, Repeat: r.repeat, Question: r.question, Files: attached(r.files), Answer: r.answer, Tools: r.tools}
	}
	return out
}

// attached converts files to attachments of package answer.
func attached(files []request.File) []answer.Attachment {
	out := make([]answer.Attachment, len(files))
	for i, f := range files {
		out[i] = answer.Attachment{ID: f.ID, Type: f.Type, Name: f.Label()}
	}
	return out
}

// messages converts the rounds to messages for a model.
func (b branch) messages() []llm.Message {
	out := make([]llm.Message, 0, 2*len(b.rounds))
	for _, r := range b.rounds {
		out = append(out, llm.Message{Role: llm.User, Content: r.question}, llm.Message{Role: llm.Assistant, Content: r.answer})
	}
	return out
}

// branch reads the questions and answers of a branch up to the message with index `leaf`, at most
// MaxRounds rounds; for index 0 the result is empty. A model gets only what the reader sees: a round is
// left out if the question or the answer is hidden, or if the answer has no text. The files of every
// question that is not hidden are kept.
func (s *Service) branch(ctx context.Context, k Key, leaf int) (branch, error) {
	if leaf == 0 {
		return branch{}, nil
	}
	rows, err := s.reads(k).History(ctx, chatdb.HistoryParams{
		OwnerID: k.OwnerID, Cid: k.CID, Leaf: int64(leaf), Depth: int64(2 * s.MaxRounds()),
	})
	if err != nil {
		return branch{}, stored(err)
	}
	slices.SortFunc(rows, func(a, b chatdb.HistoryRow) int { return cmp.Compare(a.Idx, b.Idx) })
	var b branch
	for i := 0; i+1 < len(rows); i++ {
		q, a := rows[i], rows[i+1]
		if q.Speaker != human || a.Speaker != ai || q.Hidden {
			continue
		}
		files := request.Decode(q.Request).Files
		b.files = append(b.files, files...)
		if a.Text != "" {
			b.rounds = append(b.rounds, round{int(a.Idx), int(a.SelectedRepeat), q.Prompt, files, a.Text, a.Tools})
		}
	}
	b.files = request.Distinct(b.files)
	return b, nil
}

// system returns the general system message, used by the plain assistant.
func (s *Service) system(locale string, now time.Time, summary string) llm.Message {
	return llm.Message{Role: llm.System, Content: prompt.In(locale).System(s.Product, now, summary)}
}
