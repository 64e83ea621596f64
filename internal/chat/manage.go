package chat

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/id"
)

// NewID makes an id for a conversation.
func NewID() string { return id.New() }

// Create makes an empty conversation with an agent and gives its id. It is in
// no list until something is asked in it.
func (s *Service) Create(ctx context.Context, owner, agentID string, temporary bool) (string, error) {
	agentID, err := s.agent(agentID)
	if err != nil {
		return "", err
	}
	k := Key{owner, NewID()}
	if temporary {
		s.temporary.add(k)
	}
	err = s.write(ctx, k, func(q *chatdb.Queries) error {
		_, err := q.InsertConversation(ctx, chatdb.InsertConversationParams{
			OwnerID: owner, Cid: k.CID, AgentID: agentID, NextIndex: 1, CreatedAt: s.Now().UnixMilli(),
		})
		return err
	})
	if err != nil {
		s.temporary.remove(k)
		return "", stored(err)
	}
	return k.CID, nil
}

// agent checks an agent id; empty is the default agent.
func (s *Service) agent(agentID string) (string, error) {
	if agentID == "" {
		return s.DefaultAgent, nil
	}
	if !agentPattern.MatchString(agentID) {
		return "", badRequest("agentId")
	}
	return agentID, nil
}

// Pin puts a conversation before the others, or back among them.
func (s *Service) Pin(ctx context.Context, k Key, pinned bool) error {
	at := int64(0)
	if pinned {
		at = s.Now().UnixMilli()
	}
	return s.change(ctx, k, func(q *chatdb.Queries) (int64, error) {
		return q.SetPinned(ctx, chatdb.SetPinnedParams{PinnedAt: at, OwnerID: k.OwnerID, Cid: k.CID})
	})
}

// Rename gives the title that the owner typed: 1 to MaxTitle characters. No
// title is made for the conversation afterwards.
func (s *Service) Rename(ctx context.Context, k Key, title string) (string, error) {
	title, err := cleanTitle(title)
	if err != nil {
		return "", err
	}
	title, withheld := s.Filter.Check(Passage{Part: partTitle}, title)
	if withheld {
		return "", badRequest("title")
	}
	return title, s.change(ctx, k, func(q *chatdb.Queries) (int64, error) {
		return q.SetTitle(ctx, chatdb.SetTitleParams{Title: title, TitleBy: byUser, OwnerID: k.OwnerID, Cid: k.CID})
	})
}

// SetModel saves the model choice of a conversation, from the next question on.
func (s *Service) SetModel(ctx context.Context, k Key, c ModelChoice) error {
	return s.change(ctx, k, func(q *chatdb.Queries) (int64, error) {
		return q.SetModel(ctx, chatdb.SetModelParams{ChatModelID: c.ChatModelID, ModelExt: c.encode(), OwnerID: k.OwnerID, Cid: k.CID})
	})
}
