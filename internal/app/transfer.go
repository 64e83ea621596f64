package app

import (
	"context"
	"iter"
	"time"

	"github.com/wenqu-ai/wenqu/internal/chat"
	"github.com/wenqu-ai/wenqu/internal/chat/archive"
	"github.com/wenqu-ai/wenqu/internal/chat/feedback"
	"github.com/wenqu-ai/wenqu/internal/moderation"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/transfer"
)

// newTransfers creates the service that exports and imports the domains' data about a person (see Exporter).
func (s *services) newTransfers(a *App) {
	var all transfer.Holdings
	for d := range having[Exporter](s.domains) {
		d.Exports(&all)
	}
	s.transfers = transfer.New(transfer.Options{
		Holdings: all,
		Empty:    s.empty, DiskRoom: a.config.diskRoom, Rules: importRules(s.rules), Security: a.security, Parts: s.documents.Parts, Now: time.Now,
	})
}

// conversations uses package chat to implement the conversation interface of package transfer.
type conversations struct{ chats *chat.Service }

func (s conversations) Heads(ctx context.Context, ownerID string) iter.Seq2[transfer.Head, error] {
	return func(yield func(transfer.Head, error) bool) {
		for c, err := range s.chats.Archive(ctx, ownerID) {
			if !yield(transfer.Head{CID: c.CID, Title: c.Title, CreatedAt: c.CreatedAt, Pinned: c.Pinned, Leaf: c.Leaf}, err) {
				return
			}
		}
	}
}

func (s conversations) Messages(ctx context.Context, ownerID, cid string) iter.Seq2[transfer.Message, error] {
	return func(yield func(transfer.Message, error) bool) {
		for m, err := range s.chats.ArchiveMessages(ctx, chat.Key{OwnerID: ownerID, CID: cid}) {
			if !yield(taken(m), err) {
				return
			}
		}
	}
}

func (s conversations) Import(ctx context.Context, ownerID string, c transfer.Conversation) (bool, error) {
	in := archive.Conversation{CID: c.CID, Title: c.Title, CreatedAt: c.CreatedAt, Pinned: c.Pinned, Leaf: c.Leaf}
	for _, m := range c.Messages {
		in.Messages = append(in.Messages, brought(m))
	}
	return s.chats.Import(ctx, ownerID, in)
}

// taken converts a message to the form of an export.
func taken(m archive.Message) transfer.Message {
	out := transfer.Message{
		Index: m.Index, Parent: m.Parent, Speaker: transfer.AI, Prompt: m.Prompt, Hidden: m.Hidden,
		CreatedAt: m.CreatedAt, Selected: m.Selected,
	}
	for _, f := range m.Files {
		out.Files = append(out.Files, transfer.Attached(f))
	}
	if m.Human {
		out.Speaker = transfer.Human
	}
	for _, v := range m.Versions {
		to := transfer.Version{Model: v.Model, State: string(v.State), Hidden: v.Hidden, Text: v.Text, Thinking: v.Thinking}
		for _, it := range v.Parts {
			to.Parts = append(to.Parts, transfer.Part{Item: it})
		}
		if f := v.Feedback; f != nil {
			to.Feedback = &transfer.Feedback{Type: f.Type, Codes: f.Codes, Text: f.Text}
		}
		out.Versions = append(out.Versions, to)
	}
	return out
}

// brought converts an imported message to the form of package archive.
func brought(m transfer.Message) archive.Message {
	in := archive.Message{
		Index: m.Index, Parent: m.Parent, Human: m.Speaker == transfer.Human, Prompt: m.Prompt, Hidden: m.Hidden,
		CreatedAt: m.CreatedAt, Selected: m.Selected,
	}
	for _, f := range m.Files {
		in.Files = append(in.Files, archive.File(f))
	}
	for _, v := range m.Versions {
		to := archive.Version{Model: v.Model, State: stream.State(v.State), Hidden: v.Hidden, Text: v.Text, Thinking: v.Thinking}
		for _, p := range v.Parts {
			to.Parts = append(to.Parts, p.Item)
		}
		if f := v.Feedback; f != nil {
			to.Feedback = &feedback.Feedback{Type: f.Type, Codes: f.Codes, Text: f.Text}
		}
		in.Versions = append(in.Versions, to)
	}
	return in
}

// importRules returns a function that applies the content rules to an imported text.
func importRules(rules *moderation.Service) transfer.Rules {
	return func(traceID, text string) (string, bool) {
		return rules.Check(moderation.At{TraceID: traceID, Part: "import"}, text)
	}
}
