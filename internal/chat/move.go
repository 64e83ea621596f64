package chat

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
)

// Moved describes the changes made by a move, besides the owner.
type Moved struct {
	Renamed map[string]string // old cid → new cid, for each cid that both owners had
	// After must be called after the transaction was committed. It moves the running answers and the
	// temporary conversations, which are in memory.
	After func(context.Context)
}

// Move moves the conversations of one owner to another in the caller's transaction. Moved.After then
// moves the temporary conversations. Running answers continue. Move may be called again for the same
// pair of owners.
func (s *Service) Move(ctx context.Context, tx *sql.Tx, from, to string) (Moved, error) {
	renamed, err := move(ctx, tx, from, to)
	return Moved{Renamed: renamed, After: func(ctx context.Context) {
		s.Runs.Moved(from, to, renamed)
		if err := s.moveTemporary(ctx, from, to); err != nil {
			s.Log.WarnContext(ctx, "temporary conversations stayed behind", slog.Any("error", err))
		}
	}}, stored(err)
}

func move(ctx context.Context, tx *sql.Tx, from, to string) (map[string]string, error) {
	q := chatdb.New(tx)
	taken, err := q.CollidingCids(ctx, chatdb.CollidingCidsParams{FromOwner: from, ToOwner: to})
	if err != nil {
		return nil, err
	}
	renamed := map[string]string{}
	for _, old := range taken {
		cid := NewID()
		renamed[old] = cid
		if err := rekey(ctx, q, from, old, cid); err != nil {
			return nil, err
		}
		if err := entry.Rename(ctx, tx, from, old, cid); err != nil {
			return nil, err
		}
		if err := q.PutRedirect(ctx, chatdb.PutRedirectParams{OwnerID: to, FromCid: old, ToCid: cid}); err != nil {
			return nil, err
		}
	}
	if err := run.Move(ctx, tx, from, to, renamed); err != nil {
		return nil, err
	}
	if err := answer.Move(ctx, tx, from, to, renamed); err != nil {
		return nil, err
	}
	if err := q.MoveSpeeches(ctx, chatdb.MoveSpeechesParams{ToOwner: to, FromOwner: from}); err != nil {
		return nil, err
	}
	if err := q.MoveMessages(ctx, chatdb.MoveMessagesParams{ToOwner: to, FromOwner: from}); err != nil {
		return nil, err
	}
	return renamed, q.MoveConversations(ctx, chatdb.MoveConversationsParams{ToOwner: to, FromOwner: from})
}

func rekey(ctx context.Context, q *chatdb.Queries, owner, old, cid string) error {
	if err := q.RekeySpeeches(ctx, chatdb.RekeySpeechesParams{OwnerID: owner, Cid: old, NewCid: cid}); err != nil {
		return err
	}
	if err := q.RekeyMessages(ctx, chatdb.RekeyMessagesParams{OwnerID: owner, Cid: old, NewCid: cid}); err != nil {
		return err
	}
	if err := q.RekeySummaries(ctx, chatdb.RekeySummariesParams{OwnerID: owner, SummaryOf: old, NewCid: cid}); err != nil {
		return err
	}
	return q.RekeyConversation(ctx, chatdb.RekeyConversationParams{OwnerID: owner, Cid: old, NewCid: cid})
}

// moveTemporary moves the temporary conversations, which are in memory.
func (s *Service) moveTemporary(ctx context.Context, from, to string) error {
	var renamed map[string]string
	err := s.Memory.InTx(ctx, func(tx *sql.Tx) (err error) {
		renamed, err = move(ctx, tx, from, to)
		return err
	})
	if err != nil {
		return err
	}
	s.moveHeld(ctx, from, to, renamed)
	s.Runs.Moved(from, to, renamed)
	return nil
}

// moveHeld changes the owner in the set of temporary conversations.
func (s *Service) moveHeld(ctx context.Context, from, to string, renamed map[string]string) {
	old := s.temporary.of(from)
	for _, cid := range old {
		if other, ok := renamed[cid]; ok {
			cid = other
		}
		s.holdTemporary(ctx, Key{to, cid})
	}
	s.releaseTemporary(ctx, from, old...)
}

// lookUp reads a conversation and returns its current key. It also finds a moved conversation by its old
// cid, unless the conversation is temporary.
func (s *Service) lookUp(ctx context.Context, k Key) (chatdb.Conversation, Key, error) {
	c, err := s.conversation(ctx, k)
	if !errs.Is(err, errs.NotFound) || checkKey(k) != nil {
		return c, k, err
	}
	cid, redirectErr := chatdb.New(s.DB.Read()).GetRedirect(ctx, chatdb.GetRedirectParams{OwnerID: k.OwnerID, FromCid: k.CID})
	if errors.Is(redirectErr, sql.ErrNoRows) {
		return c, k, err
	}
	if redirectErr != nil {
		return c, k, stored(redirectErr)
	}
	k.CID = cid
	c, err = s.conversation(ctx, k)
	return c, k, err
}
