package chat

import (
	"context"
	"iter"

	"github.com/wenqu-ai/wenqu/internal/chat/archive"
	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/chat/feedback"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/chat/view"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// How many rows of an archive are read at once.
const (
	archiveHeads    = 100
	archiveMessages = 50
)

// Archive lists all conversations of an owner that have messages, without the
// messages. Temporary and deleted conversations are never exported.
func (s *Service) Archive(ctx context.Context, owner string) iter.Seq2[archive.Conversation, error] {
	return func(yield func(archive.Conversation, error) bool) {
		q := chatdb.New(s.DB.Read())
		after := ""
		for {
			rows, err := q.ArchiveHeads(ctx, chatdb.ArchiveHeadsParams{OwnerID: owner, AfterCid: after, Size: archiveHeads})
			if err != nil {
				yield(archive.Conversation{}, stored(err))
				return
			}
			for _, r := range rows {
				after = r.Cid
				if !yield(archive.Conversation{CID: r.Cid, Title: r.Title, CreatedAt: r.CreatedAt, Pinned: r.PinnedAt > 0, Leaf: int(r.LeafIndex)}, nil) {
					return
				}
			}
			if len(rows) < archiveHeads {
				return
			}
		}
	}
}

// ArchiveMessages returns the messages of all branches of a conversation, ordered by index.
// Withheld messages have no text. It returns no messages if the owner does not have the conversation.
func (s *Service) ArchiveMessages(ctx context.Context, k Key) iter.Seq2[archive.Message, error] {
	return func(yield func(archive.Message, error) bool) {
		q := chatdb.New(s.DB.Read())
		after := int64(0)
		for {
			rows, err := q.ArchiveMessages(ctx, chatdb.ArchiveMessagesParams{OwnerID: k.OwnerID, Cid: k.CID, AfterIdx: after, Size: archiveMessages})
			if err != nil {
				yield(archive.Message{}, stored(err))
				return
			}
			for _, r := range rows {
				after = r.Idx
				m := archive.Message{
					Index: int(r.Idx), Parent: int(r.ParentIdx), Human: r.Speaker == human,
					Hidden: r.Hidden, CreatedAt: r.CreatedAt, Selected: int(r.SelectedRepeat),
				}
				if !m.Hidden {
					m.Prompt, m.Files = r.Prompt, archivedFiles(request.Decode(r.Request).Files)
				}
				if !m.Human {
					m.Versions, err = s.archiveVersions(ctx, q, k, r.Idx)
				}
				if !yield(m, stored(err)) || err != nil {
					return
				}
			}
			if len(rows) < archiveMessages {
				return
			}
		}
	}
}

func archivedFiles(files []request.File) []archive.File {
	var out []archive.File
	for _, f := range files {
		out = append(out, archive.File{ID: f.ID, Name: f.Label()})
	}
	return out
}

func namesOf(files []request.File) []string {
	var out []string
	for _, f := range files {
		out = append(out, f.Label())
	}
	return out
}

func (s *Service) archiveVersions(ctx context.Context, q *chatdb.Queries, k Key, index int64) ([]archive.Version, error) {
	rows, err := q.ArchiveSpeeches(ctx, chatdb.ArchiveSpeechesParams{OwnerID: k.OwnerID, Cid: k.CID, Idx: index})
	if err != nil {
		return nil, err
	}
	out := make([]archive.Version, len(rows))
	for i, r := range rows {
		m := view.DecodeMessage(r.Message)
		v := archive.Version{Model: r.ModelID, State: stream.State(r.State), Hidden: m.Hidden}
		if v.Model == "" {
			v.Model = r.ChatModelID
		}
		if v.State == stream.Running {
			v.State = stream.Interrupt
		}
		if !m.Hidden {
			m.Content = view.Filled(m.Content, view.DecodeBlanks(r.Blanks))
			v.Fill(m)
		}
		v.Feedback = feedback.Decode(r.Feedback)
		out[i] = v
	}
	return out, nil
}
