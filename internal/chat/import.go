package chat

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Import stores a conversation whole, or, when it reports false, nothing,
// because the owner has one of that cid. A deleted one makes room. The caller
// has checked that messages are in pairs and behind each other, and that
// nothing in them is withheld. A file whose id is one of the owner's own is
// attached; any other is a name that nothing is read from.
func (s *Service) Import(ctx context.Context, owner string, a Archived) (made bool, err error) {
	k := Key{owner, a.CID}
	if err := checkKey(k); err != nil {
		return false, err
	}
	if s.temporary.has(k) {
		return false, nil
	}
	files, err := s.importedFiles(ctx, owner, a.Messages)
	if err != nil {
		return false, err
	}
	err = s.DB.InTx(ctx, func(tx *sql.Tx) error {
		q := chatdb.New(tx)
		if err := makeRoom(ctx, tx, q, k); err != nil {
			return err
		}
		rows, err := q.ImportConversation(ctx, s.importedHead(owner, a))
		if err != nil || rows == 0 {
			return err
		}
		made = true
		for _, m := range a.Messages {
			if err := importMessage(ctx, q, k, m, files); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || !made {
		return false, stored(err)
	}
	var used []string
	for id := range files {
		used = append(used, id)
	}
	if len(used) == 0 {
		return true, nil
	}
	return true, s.Documents.Used(ctx, owner, a.CID, used)
}

// importedFiles finds those of the files of messages that are the owner's, by
// their ids.
func (s *Service) importedFiles(ctx context.Context, owner string, messages []ArchivedMessage) (map[string]File, error) {
	found, asked := map[string]File{}, map[string]bool{}
	for _, m := range messages {
		for _, f := range m.Files {
			if f.ID == "" || asked[f.ID] {
				continue
			}
			asked[f.ID] = true
			is, err := s.Documents.Resolve(ctx, owner, []File{{ID: f.ID, FileName: f.Name}})
			if errs.Is(err, errs.AttachmentGone) {
				continue
			}
			if err != nil {
				return nil, err
			}
			found[f.ID] = is[0]
		}
	}
	return found, nil
}

// makeRoom purges a deleted conversation of that key.
func makeRoom(ctx context.Context, tx *sql.Tx, q *chatdb.Queries, k Key) error {
	at, err := q.DeletedAt(ctx, chatdb.DeletedAtParams{OwnerID: k.OwnerID, Cid: k.CID})
	if errors.Is(err, sql.ErrNoRows) || err == nil && at == 0 {
		return nil
	}
	return errors.Join(err,
		q.PurgeSpeeches(ctx, chatdb.PurgeSpeechesParams{OwnerID: k.OwnerID, Cid: k.CID}),
		q.PurgeMessages(ctx, chatdb.PurgeMessagesParams{OwnerID: k.OwnerID, Cid: k.CID}),
		q.PurgeConversation(ctx, chatdb.PurgeConversationParams{OwnerID: k.OwnerID, Cid: k.CID}),
		run.Forget(ctx, tx, k.OwnerID, k.CID))
}

func (s *Service) importedHead(owner string, a Archived) chatdb.ImportConversationParams {
	p := chatdb.ImportConversationParams{
		OwnerID: owner, Cid: a.CID, AgentID: s.DefaultAgent, Title: a.Title, NextIndex: 1, LeafIndex: int64(a.Leaf),
		CreatedAt: a.CreatedAt, LastRepliedAt: a.CreatedAt,
	}
	for _, m := range a.Messages {
		p.NextIndex = max(p.NextIndex, int64(m.Index)+1)
		p.LastRepliedAt = max(p.LastRepliedAt, m.CreatedAt)
		if m.Index == a.Leaf && m.Selected < len(m.Versions) {
			p.LastReply = text.Cut(text.OneLine(plainText(m.Versions[m.Selected].message())), previewLength)
		}
	}
	p.FirstRepliedAt = p.LastRepliedAt
	if a.Pinned {
		p.PinnedAt = s.Now().UnixMilli()
	}
	return p
}

func importMessage(ctx context.Context, q *chatdb.Queries, k Key, m ArchivedMessage, files map[string]File) error {
	speaker := ai
	if m.Human {
		speaker = human
	}
	err := q.ImportMessage(ctx, chatdb.ImportMessageParams{
		OwnerID: k.OwnerID, Cid: k.CID, Idx: int64(m.Index), ParentIdx: int64(m.Parent), Speaker: speaker,
		SelectedRepeat: int64(m.Selected), Prompt: m.Prompt, Request: request{Files: attachedFiles(m.Files, files)}.encode(),
		Hidden: m.Hidden, CreatedAt: m.CreatedAt,
	})
	if err != nil {
		return err
	}
	for i, v := range m.Versions {
		msg := v.message()
		body, err := encodeMessage(msg)
		if err != nil {
			return err
		}
		feedback := ""
		if v.Feedback != nil {
			b, err := json.Marshal(v.Feedback)
			if err != nil {
				return err
			}
			feedback = string(b)
		}
		err = q.ImportSpeech(ctx, chatdb.ImportSpeechParams{
			OwnerID: k.OwnerID, Cid: k.CID, Idx: int64(m.Index), RepeatIdx: int64(i), ModelID: v.Model,
			State: string(v.State), Message: body, Text: plainText(msg), Feedback: feedback, CreatedAt: m.CreatedAt,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// attachedFiles are the files of a question: those that were found, and of any
// other only the name.
func attachedFiles(all []ArchivedFile, found map[string]File) []File {
	var out []File
	for _, f := range all {
		if is, ok := found[f.ID]; ok {
			out = append(out, is)
		} else {
			out = append(out, File{Type: "file", FileName: f.Name})
		}
	}
	return out
}

// message is the answer as a run would have left it.
func (v ArchivedVersion) message() stream.Message {
	m := stream.NewMessage()
	m.State, m.Began = v.State, true
	if v.Hidden {
		m.Hidden = true
		return m
	}
	if v.Thinking != "" {
		m.Kind = stream.KindDeepThink
		m.Content = append(m.Content, stream.Item{Event: stream.Think{Content: v.Thinking, Status: 2}})
	}
	if v.Text != "" {
		m.Content = append(m.Content, stream.Item{Event: stream.Text{Msg: v.Text}})
	}
	return m
}
