package app

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/chat"
	"github.com/wenqu-ai/wenqu/internal/export"
)

// transcripts gives export the conversations of chat.
type transcripts struct{ chats *chat.Service }

func (t transcripts) Transcript(ctx context.Context, ownerID, cid string, at export.Place, limit int) (export.Transcript, error) {
	k := chat.Key{OwnerID: ownerID, CID: cid}
	var said chat.Transcript
	var err error
	if at.Index > 0 {
		said, err = t.chats.AnswerTranscript(ctx, k, at.Index, at.RepeatIndex, limit)
	} else {
		said, err = t.chats.Transcript(ctx, k, limit)
	}
	if err != nil {
		return export.Transcript{}, err
	}
	out := export.Transcript{Title: said.Title, Rounds: make([]export.Round, len(said.Rounds))}
	for i, r := range said.Rounds {
		out.Rounds[i] = export.Round(r)
	}
	return out, nil
}
