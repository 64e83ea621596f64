package chat

import (
	"context"
	"database/sql"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/run"
)

// ConversationMove is a conversation that is given to another owner.
type ConversationMove struct {
	Key
	To     string
	Author string            // stored as the asker of all questions; empty: no asker is stored
	Files  map[string]string // id of each file of the conversation → id of the new owner's copy
	// MoveRest moves or deletes the other domains' data about the conversation, in the same
	// transaction; may be nil.
	MoveRest func(ctx context.Context, tx *sql.Tx, cid string) error
}

// FilesOf lists the ids of the files that are attached to the questions of a conversation.
func (s *Service) FilesOf(ctx context.Context, k Key) ([]string, error) {
	if _, err := s.conversation(ctx, k); err != nil {
		return nil, err
	}
	rows, err := chatdb.New(s.DB.Read()).RequestsOf(ctx, chatdb.RequestsOfParams{OwnerID: k.OwnerID, Cid: k.CID})
	var out []string
	for _, r := range rows {
		for _, f := range request.Decode(r.Request).Files {
			if f.ID != "" {
				out = append(out, f.ID)
			}
		}
	}
	return unique(out), stored(err)
}

// MoveConversation moves one conversation to another owner and returns its title and its cid. It
// makes a new cid when the new owner already has a conversation with the old cid. Later questions
// do not get the tool results of the moved conversation. It fails with errs.Busy while an answer is
// running, with errs.NotFound for a temporary conversation, and with errs.ConversationsFull when
// the new owner has no space for the conversation.
func (s *Service) MoveConversation(ctx context.Context, g ConversationMove) (title, cid string, err error) {
	c, err := s.conversation(ctx, g.Key)
	if err != nil {
		return "", "", err
	}
	if s.temporary.has(g.Key) {
		return "", "", notFound()
	}
	size, err := chatdb.New(s.DB.Read()).ConversationBytes(ctx, chatdb.ConversationBytesParams{OwnerID: g.OwnerID, Cid: g.CID})
	if err != nil {
		return "", "", stored(err)
	}
	if err := s.fits(ctx, g.To, size); err != nil {
		return "", "", err
	}
	err = s.DB.InTx(ctx, func(tx *sql.Tx) (err error) {
		cid, err = s.give(ctx, tx, g)
		return err
	})
	return c.Title, cid, stored(err)
}

func (s *Service) give(ctx context.Context, tx *sql.Tx, g ConversationMove) (cid string, err error) {
	q, f := chatdb.New(tx), findable{tx: tx}
	to := Key{g.To, g.CID}
	if err := s.makeRoom(ctx, tx, to); err != nil {
		return "", err
	}
	if _, err := q.GetConversation(ctx, chatdb.GetConversationParams{OwnerID: to.OwnerID, Cid: to.CID}); err == nil {
		to.CID = NewID()
	}
	if err := f.deleted(ctx, g.Key); err != nil {
		return "", err
	}
	if err := mustMeet(q.GiveConversation(ctx, chatdb.GiveConversationParams{ToOwner: to.OwnerID, ToCid: to.CID, FromOwner: g.OwnerID, FromCid: g.CID})); err != nil {
		return "", err
	}
	// The row of the conversation is locked now. A running answer is found here, and an answer
	// started later does not find the conversation.
	if open, err := run.Open(ctx, tx, g.OwnerID, g.CID); err != nil || open {
		if open {
			err = errs.New(errs.Busy)
		}
		return "", err
	}
	if err := q.GiveMessages(ctx, chatdb.GiveMessagesParams{ToOwner: to.OwnerID, ToCid: to.CID, AuthorID: g.Author, FromOwner: g.OwnerID, FromCid: g.CID}); err != nil {
		return "", err
	}
	if err := q.GiveSpeeches(ctx, chatdb.GiveSpeechesParams{ToOwner: to.OwnerID, ToCid: to.CID, FromOwner: g.OwnerID, FromCid: g.CID}); err != nil {
		return "", err
	}
	if err := renameFiles(ctx, q, to, g.Files); err != nil {
		return "", err
	}
	if err := run.Forget(ctx, tx, g.OwnerID, g.CID); err != nil {
		return "", err
	}
	if err := answer.Forget(ctx, tx, g.OwnerID, g.CID); err != nil {
		return "", err
	}
	if g.MoveRest != nil {
		if err := g.MoveRest(ctx, tx, to.CID); err != nil {
			return "", err
		}
	}
	return to.CID, f.restored(ctx, to)
}

// renameFiles replaces the ids of files by the ids of their copies in the stored JSON of questions and
// answers. The ids are long and random, so an id never occurs in a text by chance.
func renameFiles(ctx context.Context, q *chatdb.Queries, k Key, files map[string]string) error {
	var words []string
	for old, copied := range files {
		words = append(words, old, copied)
	}
	if len(words) == 0 {
		return nil
	}
	r := strings.NewReplacer(words...)
	rows, err := q.RequestsOf(ctx, chatdb.RequestsOfParams{OwnerID: k.OwnerID, Cid: k.CID})
	if err != nil {
		return err
	}
	for _, m := range rows {
		if err := q.SetRequest(ctx, chatdb.SetRequestParams{Request: r.Replace(m.Request), OwnerID: k.OwnerID, Cid: k.CID, Idx: m.Idx}); err != nil {
			return err
		}
	}
	for old := range files {
		speeches, err := q.SpeechesNaming(ctx, chatdb.SpeechesNamingParams{OwnerID: k.OwnerID, Cid: k.CID, DocumentID: old})
		if err != nil {
			return err
		}
		for _, v := range speeches {
			if err := q.RenameInSpeech(ctx, chatdb.RenameInSpeechParams{Message: r.Replace(v.Message), OwnerID: k.OwnerID, Cid: k.CID, Idx: v.Idx, RepeatIdx: v.RepeatIdx}); err != nil {
				return err
			}
		}
	}
	return nil
}
