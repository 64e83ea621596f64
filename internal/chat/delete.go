package chat

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/chat/lenient"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
)

// maxCleared bounds the ids in one call.
const maxCleared = 500

// Delete deletes conversations; Restore brings them back within UndoWindow. If
// one id is unknown, nothing is deleted. A running answer is stopped first.
func (s *Service) Delete(ctx context.Context, owner string, cids ...string) error {
	if len(cids) == 0 || len(cids) > maxCleared {
		return badRequest("conversationIds")
	}
	var kept []Key
	for _, cid := range unique(cids) {
		k := Key{owner, cid}
		if _, err := s.conversation(ctx, k); err != nil {
			return err
		}
		kept = append(kept, k)
	}
	for _, k := range kept {
		if _, err := s.Runs.Stop(ctx, k.OwnerID, k.CID); err != nil {
			return err
		}
	}
	at := s.Now().UnixMilli()
	mark := func(keys []Key) error {
		if len(keys) == 0 {
			return nil
		}
		return s.writeFound(ctx, keys[0], func(q *chatdb.Queries, f findable) error {
			for _, k := range keys {
				if err := mustMeet(q.MarkDeleted(ctx, chatdb.MarkDeletedParams{DeletedAt: at, OwnerID: k.OwnerID, Cid: k.CID})); err != nil {
					return err
				}
				if err := f.deleted(ctx, k); err != nil {
					return err
				}
			}
			return nil
		})
	}
	var main, memory []Key
	for _, k := range kept {
		if s.temporary.has(k) {
			memory = append(memory, k)
		} else {
			main = append(main, k)
		}
	}
	if err := mark(main); err != nil {
		return err
	}
	return mark(memory)
}

// DeleteAll deletes all conversations of an owner with one agent, or with all agents if agentID is
// empty. It stops their running answers and returns the ids of the conversations for Restore. Temporary
// conversations stay.
func (s *Service) DeleteAll(ctx context.Context, owner, agentID string) ([]string, error) {
	var cids []string
	err := s.writeFound(ctx, Key{OwnerID: owner}, func(q *chatdb.Queries, f findable) (err error) {
		cids, err = q.MarkAllDeleted(ctx, chatdb.MarkAllDeletedParams{DeletedAt: s.Now().UnixMilli(), OwnerID: owner, AgentID: lenient.Clean(agentID)})
		for _, cid := range cids {
			err = errors.Join(err, f.deleted(ctx, Key{owner, cid}))
		}
		return err
	})
	if err != nil {
		return nil, stored(err)
	}
	answering, err := s.Runs.Answering(ctx, owner, cids)
	if err != nil {
		return cids, stored(err)
	}
	for _, cid := range cids {
		if !answering[cid] {
			continue
		}
		if _, err := s.Runs.Stop(ctx, owner, cid); err != nil {
			return cids, err
		}
	}
	return cids, nil
}

// Restore brings deleted conversations back while the undo window is open. It fails with
// errs.NotFound at the first conversation that cannot be restored; the conversations before it stay
// restored.
func (s *Service) Restore(ctx context.Context, owner string, cids ...string) error {
	if len(cids) == 0 || len(cids) > maxCleared {
		return badRequest("conversationIds")
	}
	since := s.Now().Add(-UndoWindow).UnixMilli()
	for _, cid := range cids {
		k := Key{owner, cid}
		if err := checkKey(k); err != nil {
			return notFound()
		}
		err := s.writeFound(ctx, k, func(q *chatdb.Queries, f findable) error {
			if err := mustMeet(q.Restore(ctx, chatdb.RestoreParams{OwnerID: owner, Cid: cid, Since: since})); err != nil {
				return err
			}
			return f.restored(ctx, k)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// sweepBatch bounds the number of conversations purged in one transaction of Sweep.
const sweepBatch = 100

// Sweep purges expired conversations: deleted conversations after UndoWindow, conversations without
// a question after UnusedFor, and temporary conversations after TemporaryIdle.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.Now()
	before := func(d time.Duration) int64 { return now.Add(-d).UnixMilli() }
	err := s.purge(ctx, s.DB, chatdb.ExpiredParams{DeletedBefore: before(UndoWindow), UnusedBefore: before(UnusedFor)})
	if err != nil {
		return err
	}
	return s.purge(ctx, s.Memory, chatdb.ExpiredParams{DeletedBefore: before(UndoWindow), IdleBefore: before(TemporaryIdle)})
}

// purge deletes the expired conversations of one database.
func (s *Service) purge(ctx context.Context, home *db.DB, p chatdb.ExpiredParams) error {
	p.Size = sweepBatch
	for {
		var rows []chatdb.ExpiredRow
		err := home.InTx(ctx, func(tx *sql.Tx) (err error) {
			q := chatdb.New(tx)
			if rows, err = q.Expired(ctx, p); err != nil {
				return err
			}
			for _, r := range rows {
				n, err := q.PurgeExpired(ctx, chatdb.PurgeExpiredParams{
					OwnerID: r.OwnerID, Cid: r.Cid, DeletedBefore: p.DeletedBefore, UnusedBefore: p.UnusedBefore, IdleBefore: p.IdleBefore,
				})
				if err != nil {
					return err
				}
				if n == 0 { // on PostgreSQL, the conversation was used or restored in the meantime
					continue
				}
				if err := s.purgeOne(ctx, tx, home, Key{r.OwnerID, r.Cid}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return stored(err)
		}
		for _, r := range rows {
			if home == s.Memory {
				s.releaseTemporary(ctx, r.OwnerID, r.Cid)
			}
		}
		if len(rows) < sweepBatch {
			return nil
		}
	}
}

// purgeOne permanently deletes a conversation and all its data in the database `home`. tx is a
// transaction of `home`.
func (s *Service) purgeOne(ctx context.Context, tx *sql.Tx, home *db.DB, k Key) error {
	q := chatdb.New(tx)
	err := errors.Join(
		q.PurgeSpeeches(ctx, chatdb.PurgeSpeechesParams{OwnerID: k.OwnerID, Cid: k.CID}),
		q.PurgeMessages(ctx, chatdb.PurgeMessagesParams{OwnerID: k.OwnerID, Cid: k.CID}),
		q.PurgeConversation(ctx, chatdb.PurgeConversationParams{OwnerID: k.OwnerID, Cid: k.CID}),
		run.Forget(ctx, tx, k.OwnerID, k.CID),
		answer.Forget(ctx, tx, k.OwnerID, k.CID),
		entry.DropRef(ctx, tx, k.OwnerID, k.CID))
	if err != nil || home != s.DB || s.Drop == nil {
		return err
	}
	return s.Drop(ctx, tx, k.OwnerID, k.CID)
}

// unique returns the ids sorted and without repetitions.
func unique(cids []string) []string {
	cids = slices.Sorted(slices.Values(cids))
	return slices.Compact(cids)
}

// Forget permanently deletes all conversations of an owner.
func (s *Service) Forget(ctx context.Context, owner string) error {
	for _, home := range []*db.DB{s.DB, s.Memory} {
		err := home.InTx(ctx, func(tx *sql.Tx) error {
			q := chatdb.New(tx)
			return errors.Join(q.ForgetSpeeches(ctx, owner), q.ForgetMessages(ctx, owner), q.ForgetConversations(ctx, owner), q.ForgetRedirects(ctx, owner), run.ForgetOwner(ctx, tx, owner), answer.ForgetOwner(ctx, tx, owner),
				entry.ForgetKinds(ctx, tx, owner, entry.Conversation, entry.Question, entry.Answer))
		})
		if err != nil {
			return stored(err)
		}
	}
	s.releaseTemporary(ctx, owner, s.temporary.of(owner)...)
	return nil
}
