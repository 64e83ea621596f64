package chat

import (
	"context"
	"database/sql"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/chat/lenient"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Consent is a person's decision about a call of a tool that waits for consent.
type Consent struct {
	Key
	Asker
	Part     string // id of the tool's part
	Allow    bool
	Remember bool // together with Allow: the decision applies to all later calls of the tool in this conversation
}

// Decided states which answer continues after a decision.
type Decided struct {
	Index   int
	Resumed bool // the answer had been interrupted, for example by a restart, and continues in a new run
}

// Decide records a decision and continues the answer. The answer is waiting on this or another
// server, or it was interrupted, for example by a restart. Decide fails with errs.NotFound when the
// owner does not have the call. It fails with errs.Decided when the call no longer waits, or when the
// interrupted answer is not shown at the end of the conversation.
func (s *Service) Decide(ctx context.Context, c Consent) (Decided, error) {
	conversation, err := s.conversation(ctx, c.Key)
	if err != nil {
		return Decided{}, err
	}
	if c.Part = lenient.Clean(c.Part); len(c.Part) > maxWord {
		return Decided{}, notFound()
	}
	var d Decided
	var version int
	d.Index, version, err = s.Answers.Decide(ctx, answer.Decision{
		OwnerID: c.OwnerID, CID: c.CID, Part: c.Part, Allow: c.Allow, Remember: c.Remember, Private: s.temporary.has(c.Key),
	}, func(tx *sql.Tx, index, repeat int) error {
		q := chatdb.New(tx)
		v, err := q.GetSpeech(ctx, chatdb.GetSpeechParams{OwnerID: c.OwnerID, Cid: c.CID, Idx: int64(index), RepeatIdx: int64(repeat)})
		if err != nil {
			return found(err)
		}
		m, err := q.GetMessage(ctx, chatdb.GetMessageParams{OwnerID: c.OwnerID, Cid: c.CID, Idx: int64(index)})
		if err != nil {
			return found(err)
		}
		d.Resumed = v.State == string(stream.Interrupt)
		shown := m.SelectedRepeat == int64(repeat) && conversation.LeafIndex == int64(index)
		if v.State != running && (!d.Resumed || !shown) {
			return errs.New(errs.Decided)
		}
		return nil
	})
	if err != nil {
		return Decided{}, stored(err)
	}
	if d.Resumed {
		_, err = s.Continue(ctx, Again{Key: c.Key, Asker: c.Asker, Index: d.Index}, version)
		return d, err
	}
	_, err = s.Runs.Signal(ctx, c.OwnerID, c.CID, answer.SignalConsent, c.Part)
	return d, err
}
