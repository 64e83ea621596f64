package chat

import (
	"context"
	"encoding/json"
	"iter"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Archived is a conversation as it is taken out and brought in. Times are in
// Unix milliseconds.
type Archived struct {
	CID       string
	Title     string
	CreatedAt int64
	Pinned    bool
	Leaf      int // newest message of the branch that is shown
	Messages  []ArchivedMessage
}

// ArchivedMessage is a question, or an answer with all its versions.
type ArchivedMessage struct {
	Index, Parent int
	Human         bool
	Prompt        string
	Files         []ArchivedFile // of a question
	Hidden        bool
	CreatedAt     int64
	Selected      int
	Versions      []ArchivedVersion
}

// ArchivedFile is a file of a question. An archive has its name, and the id by
// which the library knows it; its content is the library's to take out.
type ArchivedFile struct {
	ID   string // empty: only the name is known
	Name string
}

// ArchivedVersion is what can be read of one version.
type ArchivedVersion struct {
	Model    string
	State    stream.State // how it ended; what is being made now reads as interrupted
	Hidden   bool
	Text     string
	Thinking string
	Feedback *Feedback
}

// Rows of an archive that are read at once.
const (
	archiveHeads    = 100
	archiveMessages = 50
)

// Archive gives all conversations of an owner in which something was said,
// without their messages. Temporary ones are in no archive.
func (s *Service) Archive(ctx context.Context, owner string) iter.Seq2[Archived, error] {
	return func(yield func(Archived, error) bool) {
		q := chatdb.New(s.DB.Read())
		after := ""
		for {
			rows, err := q.ArchiveHeads(ctx, chatdb.ArchiveHeadsParams{OwnerID: owner, AfterCid: after, Size: archiveHeads})
			if err != nil {
				yield(Archived{}, stored(err))
				return
			}
			for _, r := range rows {
				after = r.Cid
				if !yield(Archived{CID: r.Cid, Title: r.Title, CreatedAt: r.CreatedAt, Pinned: r.PinnedAt > 0, Leaf: int(r.LeafIndex)}, nil) {
					return
				}
			}
			if len(rows) < archiveHeads {
				return
			}
		}
	}
}

// ArchiveMessages gives the messages of all branches of a conversation,
// ascending by index; what is hidden has no words. It gives nothing for what
// the owner does not have.
func (s *Service) ArchiveMessages(ctx context.Context, k Key) iter.Seq2[ArchivedMessage, error] {
	return func(yield func(ArchivedMessage, error) bool) {
		q := chatdb.New(s.DB.Read())
		after := int64(0)
		for {
			rows, err := q.ArchiveMessages(ctx, chatdb.ArchiveMessagesParams{OwnerID: k.OwnerID, Cid: k.CID, AfterIdx: after, Size: archiveMessages})
			if err != nil {
				yield(ArchivedMessage{}, stored(err))
				return
			}
			for _, r := range rows {
				after = r.Idx
				m := ArchivedMessage{
					Index: int(r.Idx), Parent: int(r.ParentIdx), Human: r.Speaker == human,
					Hidden: r.Hidden, CreatedAt: r.CreatedAt, Selected: int(r.SelectedRepeat),
				}
				if !m.Hidden {
					m.Prompt, m.Files = r.Prompt, archivedFiles(decodeRequest(r.Request).Files)
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

func archivedFiles(files []File) []ArchivedFile {
	var out []ArchivedFile
	for _, f := range files {
		out = append(out, ArchivedFile{ID: f.ID, Name: f.named()})
	}
	return out
}

// namesOf are the names of files.
func namesOf(files []File) []string {
	var out []string
	for _, f := range files {
		out = append(out, f.named())
	}
	return out
}

func (s *Service) archiveVersions(ctx context.Context, q *chatdb.Queries, k Key, index int64) ([]ArchivedVersion, error) {
	rows, err := q.ArchiveSpeeches(ctx, chatdb.ArchiveSpeechesParams{OwnerID: k.OwnerID, Cid: k.CID, Idx: index})
	if err != nil {
		return nil, err
	}
	out := make([]ArchivedVersion, len(rows))
	for i, r := range rows {
		m := decodeMessage(r.Message)
		v := ArchivedVersion{Model: r.ModelID, State: stream.State(r.State), Hidden: m.Hidden}
		if v.Model == "" {
			v.Model = r.ChatModelID
		}
		if v.State == stream.Running {
			v.State = stream.Interrupt
		}
		if !m.Hidden {
			v.Text, v.Thinking = readable(m)
		}
		if r.Feedback != "" {
			v.Feedback = new(Feedback)
			_ = json.Unmarshal([]byte(r.Feedback), v.Feedback) // as in versionOf
		}
		out[i] = v
	}
	return out, nil
}

// readable are the text and the thinking of an answer; several answers beside
// each other stand one behind the other.
func readable(m stream.Message) (text, thinking string) {
	var said, thought []string
	for _, it := range m.Content {
		switch e := it.Event.(type) {
		case stream.Text:
			said = append(said, e.Msg)
		case stream.MultiAnswer:
			for _, a := range e.Answers {
				said = append(said, a.Msg)
			}
		case stream.Think:
			thought = append(thought, e.Content)
		case stream.Reasoner:
			thought = append(thought, e.Msg)
		}
	}
	return strings.Join(said, "\n\n"), strings.Join(thought, "\n\n")
}
