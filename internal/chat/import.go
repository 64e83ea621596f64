package chat

import (
	"context"
	"database/sql"
	"errors"

	"github.com/wenqu-ai/wenqu/internal/chat/archive"
	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/chat/feedback"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/chat/view"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Import stores a whole conversation. It stores nothing and returns false when the owner already
// has a conversation with the cid; a deleted conversation with the cid is purged first. The caller must
// have checked three things: every question is followed by its answer, the parent of every
// message comes before it, and the content rules withhold no text. The owner's files, found by
// id, are attached; of any other file only the name is stored. Import fails with
// errs.ConversationsFull when the owner's conversations would take more space than allowed.
func (s *Service) Import(ctx context.Context, owner string, a archive.Conversation) (made bool, err error) {
	k := Key{owner, a.CID}
	if err := checkKey(k); err != nil {
		return false, err
	}
	if s.temporary.has(k) {
		return false, nil
	}
	// A conversation that the owner already has is not stored again. Therefore this check comes before
	// the check whether there is space.
	switch _, err := s.conversation(ctx, k); {
	case err == nil:
		return false, nil
	case !errs.Is(err, errs.NotFound):
		return false, err
	}
	files, err := s.importedFiles(ctx, owner, a.Messages)
	if err != nil {
		return false, err
	}
	messages, size, err := importedMessages(k, a.Messages, files)
	if err != nil {
		return false, err
	}
	if err := s.fits(ctx, owner, size); err != nil {
		return false, err
	}
	err = s.DB.InTx(ctx, func(tx *sql.Tx) error {
		q := chatdb.New(tx)
		if err := s.makeRoom(ctx, tx, k); err != nil {
			return err
		}
		rows, err := q.ImportConversation(ctx, s.importedHead(owner, a))
		if err != nil || rows == 0 {
			return err
		}
		made = true
		for _, m := range messages {
			if err := m.store(ctx, q); err != nil {
				return err
			}
		}
		return findable{tx: tx}.restored(ctx, k)
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

// importedFiles returns the owner's files among the files of the messages, by id.
func (s *Service) importedFiles(ctx context.Context, owner string, messages []archive.Message) (map[string]request.File, error) {
	found, asked := map[string]request.File{}, map[string]bool{}
	for _, m := range messages {
		for _, f := range m.Files {
			if f.ID == "" || asked[f.ID] {
				continue
			}
			asked[f.ID] = true
			is, err := s.Documents.Resolve(ctx, owner, []request.File{{ID: f.ID, FileName: f.Name}})
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

// makeRoom purges a deleted conversation with the key. tx is a transaction of s.DB.
func (s *Service) makeRoom(ctx context.Context, tx *sql.Tx, k Key) error {
	at, err := chatdb.New(tx).DeletedAt(ctx, chatdb.DeletedAtParams{OwnerID: k.OwnerID, Cid: k.CID})
	if errors.Is(err, sql.ErrNoRows) || err == nil && at == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	return s.purgeOne(ctx, tx, s.DB, k)
}

func (s *Service) importedHead(owner string, a archive.Conversation) chatdb.ImportConversationParams {
	p := chatdb.ImportConversationParams{
		OwnerID: owner, Cid: a.CID, AgentID: s.DefaultAgent, Title: a.Title, NextIndex: 1, LeafIndex: int64(a.Leaf),
		CreatedAt: a.CreatedAt, LastRepliedAt: a.CreatedAt,
	}
	for _, m := range a.Messages {
		p.NextIndex = max(p.NextIndex, int64(m.Index)+1)
		p.LastRepliedAt = max(p.LastRepliedAt, m.CreatedAt)
		if m.Index == a.Leaf && m.Selected < len(m.Versions) {
			p.LastReply = text.Cut(text.OneLine(view.PlainText(m.Versions[m.Selected].Answer())), previewLength)
		}
	}
	p.FirstRepliedAt = p.LastRepliedAt
	if a.Pinned {
		p.PinnedAt = s.Now().UnixMilli()
	}
	return p
}

type importedMessage struct {
	chatdb.ImportMessageParams
	versions []chatdb.ImportSpeechParams
}

// importedMessages converts messages to their stored form and also returns the total size in bytes.
func importedMessages(k Key, all []archive.Message, files map[string]request.File) (out []importedMessage, size int64, err error) {
	for _, m := range all {
		speaker := ai
		if m.Human {
			speaker = human
		}
		im := importedMessage{ImportMessageParams: chatdb.ImportMessageParams{
			OwnerID: k.OwnerID, Cid: k.CID, Idx: int64(m.Index), ParentIdx: int64(m.Parent), Speaker: speaker,
			SelectedRepeat: int64(m.Selected), Prompt: m.Prompt, Request: request.Request{Files: attachedFiles(m.Files, files)}.Encode(),
			Hidden: m.Hidden, CreatedAt: m.CreatedAt,
		}}
		size += int64(len(im.Prompt) + len(im.Request))
		for i, v := range m.Versions {
			p, err := importedVersion(k, m, i, v)
			if err != nil {
				return nil, 0, err
			}
			size += int64(len(p.Message) + len(p.Text))
			im.versions = append(im.versions, p)
		}
		out = append(out, im)
	}
	return out, size, nil
}

func importedVersion(k Key, m archive.Message, repeat int, v archive.Version) (chatdb.ImportSpeechParams, error) {
	msg := v.Answer()
	body, err := view.EncodeMessage(msg)
	if err != nil {
		return chatdb.ImportSpeechParams{}, err
	}
	judged, err := feedback.Encode(v.Feedback)
	if err != nil {
		return chatdb.ImportSpeechParams{}, err
	}
	return chatdb.ImportSpeechParams{
		OwnerID: k.OwnerID, Cid: k.CID, Idx: int64(m.Index), RepeatIdx: int64(repeat), ModelID: v.Model,
		State: string(v.State), Message: body, Text: view.PlainText(msg), Feedback: judged, CreatedAt: m.CreatedAt,
	}, nil
}

func (m importedMessage) store(ctx context.Context, q *chatdb.Queries) error {
	if err := q.ImportMessage(ctx, m.ImportMessageParams); err != nil {
		return err
	}
	for _, v := range m.versions {
		if err := q.ImportSpeech(ctx, v); err != nil {
			return err
		}
	}
	return nil
}

// attachedFiles returns the files of a question: complete if `found` contains the file, otherwise only
// the name.
func attachedFiles(all []archive.File, found map[string]request.File) []request.File {
	var out []request.File
	for _, f := range all {
		if is, ok := found[f.ID]; ok {
			out = append(out, is)
		} else {
			out = append(out, request.File{Type: "file", FileName: f.Name})
		}
	}
	return out
}
