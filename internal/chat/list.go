package chat

import (
	"context"
	"math"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/chat/lenient"
	"github.com/wenqu-ai/wenqu/internal/chat/view"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// defaultPage is the size of a page when the client gives no limit.
const defaultPage = 20

// ListQuery selects one page of the list of an owner's conversations.
type ListQuery struct {
	AgentID            string // empty: conversations with all agents
	Offset, Limit      int
	FilterGoodQuestion bool // skip conversations that contain only the question of a good-question card
}

// ListPage is one page; Total counts all conversations that match the query.
type ListPage struct {
	Conversations []view.Summary
	Offset        int // offset of the next page
	Total         int
}

// List returns conversations: first the pinned conversations, most recently pinned first, then the
// others by their newest question or answer. Temporary conversations and conversations without a
// question are never listed. List fails with errs.NotFound for an unknown agent if the owner has no
// conversations with the agent.
func (s *Service) List(ctx context.Context, owner string, q ListQuery) (ListPage, error) {
	if q.Offset < 0 || q.Offset > math.MaxInt32 || q.Limit < 0 {
		return ListPage{}, badRequest("offset, limit")
	}
	q.AgentID = lenient.Clean(q.AgentID)
	db := chatdb.New(s.DB.Read())
	rows, err := db.ListConversations(ctx, chatdb.ListConversationsParams{
		OwnerID: owner, AgentID: q.AgentID, GoodQuestion: !q.FilterGoodQuestion,
		Skip: int32(q.Offset), Size: pageSize(q.Limit),
	})
	if err != nil {
		return ListPage{}, stored(err)
	}
	total, err := db.CountConversations(ctx, chatdb.CountConversationsParams{
		OwnerID: owner, AgentID: q.AgentID, GoodQuestion: !q.FilterGoodQuestion,
	})
	if err != nil {
		return ListPage{}, stored(err)
	}
	if total == 0 {
		if err := s.exists(ctx, owner, q.AgentID); err != nil {
			return ListPage{}, err
		}
	}
	list, err := s.summaries(ctx, owner, rows)
	return ListPage{Conversations: list, Offset: q.Offset + len(rows), Total: int(total)}, err
}

// Cursor is a position in the order of List; the zero Cursor comes before the first conversation.
type Cursor struct {
	TopAt, LastRepliedAt int64
	CID                  string // orders conversations with the same TopAt and LastRepliedAt; may be empty
}

// ListAfter returns the conversations after a cursor and whether more conversations follow.
func (s *Service) ListAfter(ctx context.Context, owner, agentID, projectID string, after Cursor, limit int) (page []view.Summary, more bool, err error) {
	if limit < 0 {
		return nil, false, badRequest("page_size")
	}
	if after.LastRepliedAt == 0 {
		after = Cursor{TopAt: math.MaxInt64, LastRepliedAt: math.MaxInt64}
	}
	size := pageSize(limit)
	rows, err := chatdb.New(s.DB.Read()).ListAfter(ctx, chatdb.ListAfterParams{
		OwnerID: owner, AgentID: lenient.Clean(agentID), ProjectID: lenient.Clean(projectID),
		PinnedAt: after.TopAt, LastRepliedAt: after.LastRepliedAt, AfterCid: lenient.Clean(after.CID),
		Size: size + 1,
	})
	if err != nil {
		return nil, false, stored(err)
	}
	if len(rows) == 0 && after.LastRepliedAt == math.MaxInt64 {
		if err := s.exists(ctx, owner, lenient.Clean(agentID)); err != nil {
			return nil, false, err
		}
	}
	if len(rows) > int(size) {
		rows, more = rows[:size], true
	}
	page, err = s.summaries(ctx, owner, rows)
	return page, more, err
}

// pageSize returns the page size for a limit sent by a client: at most MaxPage, and
// defaultPage for 0.
func pageSize(limit int) int32 {
	if limit == 0 {
		return defaultPage
	}
	return int32(min(limit, MaxPage))
}

// Named returns the owner's conversations among cids, in the order of cids, without temporary
// conversations.
func (s *Service) Named(ctx context.Context, owner string, cids []string) ([]view.Summary, error) {
	var out []view.Summary
	for _, cid := range cids {
		k := Key{owner, cid}
		if s.temporary.has(k) {
			continue
		}
		c, err := s.conversation(ctx, k)
		if errs.Is(err, errs.NotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, view.SummaryOf(c))
	}
	return out, nil
}

// summaries converts rows of one owner's conversations to list entries.
func (s *Service) summaries(ctx context.Context, owner string, rows []chatdb.Conversation) ([]view.Summary, error) {
	cids := make([]string, len(rows))
	for i, c := range rows {
		cids[i] = c.Cid
	}
	answering, err := s.Runs.Answering(ctx, owner, cids)
	if err != nil {
		return nil, stored(err)
	}
	named := map[string]AgentCard{}
	if s.AgentCards != nil {
		var ids []string
		for _, c := range rows {
			if !s.isDefault(c.AgentID) {
				ids = append(ids, c.AgentID)
			}
		}
		if len(ids) > 0 {
			if named, err = s.AgentCards(ctx, owner, ids); err != nil {
				return nil, stored(err)
			}
		}
	}
	out := make([]view.Summary, len(rows))
	for i, c := range rows {
		out[i] = view.SummaryOf(c)
		out[i].Running = answering[c.Cid]
		out[i].AgentName, out[i].AgentAvatar = named[c.AgentID].Name, named[c.AgentID].Avatar
	}
	return out, nil
}
