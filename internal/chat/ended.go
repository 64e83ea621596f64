package chat

import (
	"context"
	"database/sql"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/chat/view"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// previewLength is the length of the newest answer's preview in a list of conversations, in
// characters.
const previewLength = 100

// Sink stores answers when their runs end. It has no fields, so that it can be created before the
// service that starts the runs.
type Sink struct{}

// RunEnded stores the answer in the transaction that ends the run. If the row of the answer no
// longer exists, the answer is dropped.
func (Sink) RunEnded(ctx context.Context, tx *sql.Tx, rec run.Record, msg stream.Message) error {
	db := chatdb.New(tx)
	body, err := view.EncodeMessage(msg)
	if err != nil {
		return err
	}
	plain := view.PlainText(msg)
	modelID := ""
	if msg.Meta != nil {
		modelID = msg.Meta.ModelID
	}
	rows, err := db.EndSpeech(ctx, chatdb.EndSpeechParams{
		OwnerID: rec.OwnerID, Cid: rec.ConversationID, Idx: int64(rec.Index), RepeatIdx: int64(rec.RepeatIndex),
		RunID: rec.RunID, State: string(rec.State), ErrorCode: rec.ErrorCode, ModelID: modelID, Message: body, Text: plain, EndedAt: rec.EndedAt,
	})
	if err != nil || rows == 0 {
		return err
	}
	if err := answer.Ended(ctx, tx, rec.OwnerID, rec.ConversationID, rec.Index, rec.RepeatIndex, msg); err != nil {
		return err
	}
	k, f := Key{rec.OwnerID, rec.ConversationID}, findable{tx, rec.Temporary}
	if err := f.answered(ctx, k, rec.Index, rec.RepeatIndex, plain, rec.StartedAt); err != nil {
		return err
	}
	if msg.HidePair {
		if err := hideQuestion(ctx, db, f, rec); err != nil {
			return err
		}
	}
	return db.Replied(ctx, chatdb.RepliedParams{
		LastReply: text.Cut(text.OneLine(plain), previewLength), LastRepliedAt: rec.EndedAt,
		OwnerID: rec.OwnerID, Cid: rec.ConversationID,
	})
}

// hideQuestion hides a question that was revoked together with its answer. For the first
// question of a conversation, it also removes the title if the owner has not typed the title.
func hideQuestion(ctx context.Context, db *chatdb.Queries, f findable, rec run.Record) error {
	k := Key{rec.OwnerID, rec.ConversationID}
	err := db.HideQuestion(ctx, chatdb.HideQuestionParams{OwnerID: rec.OwnerID, Cid: rec.ConversationID, Idx: int64(rec.Index - 1)})
	if err != nil {
		return err
	}
	if err := f.hid(ctx, k, rec.Index-1); err != nil || rec.Index > 2 {
		return err
	}
	if err := db.DropTitle(ctx, chatdb.DropTitleParams{OwnerID: rec.OwnerID, Cid: rec.ConversationID}); err != nil {
		return err
	}
	return f.titled(ctx, k)
}
