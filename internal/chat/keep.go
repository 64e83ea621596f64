package chat

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
)

// AnswerPlace identifies one version of an answer in a conversation.
type AnswerPlace struct {
	Key
	AgentID string
	Index   int
	Repeat  int
}

// FindAnswer returns the current place of a version of an answer, because a login may have moved the
// conversation. Repeat -1 means the chosen version, and Index 0 means the conversation alone. FindAnswer
// fails with errs.BadRequest when Index is the index of a question. It fails with
// errs.NotFound when the answer does not exist or the conversation is temporary.
func (s *Service) FindAnswer(ctx context.Context, p AnswerPlace) (AnswerPlace, error) {
	c, k, err := s.lookUp(ctx, p.Key)
	if err != nil {
		return AnswerPlace{}, err
	}
	if s.temporary.has(k) {
		return AnswerPlace{}, notFound()
	}
	if p.Key, p.AgentID = k, c.AgentID; p.Index == 0 {
		return p, nil
	}
	m, err := s.message(ctx, k, int64(p.Index))
	if err != nil {
		return AnswerPlace{}, err
	}
	if m.Speaker != ai {
		return AnswerPlace{}, badRequest("index")
	}
	if p.Repeat < 0 {
		p.Repeat = int(m.SelectedRepeat)
	}
	_, err = s.reads(k).GetSpeech(ctx, chatdb.GetSpeechParams{OwnerID: k.OwnerID, Cid: k.CID, Idx: m.Idx, RepeatIdx: int64(p.Repeat)})
	return p, found(err)
}
