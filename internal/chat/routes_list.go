package chat

import (
	"context"
	"encoding/json"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// Where a list asks for an agent by the default one's id, it means the chats
// of the main page.
type listBody struct {
	AgentID            string `json:"agentId,omitempty" doc:"absent: of all agents"`
	Offset             int    `json:"offset,omitempty"`
	Limit              int    `json:"limit,omitempty" doc:"at most 100; absent: 20"`
	FilterGoodQuestion bool   `json:"filterGoodQuestion,omitempty" doc:"leave out those that hold only the question of a card"`
}

type pagination struct {
	TotalResults int `json:"totalResults"`
	Offset       int `json:"offset" doc:"of the next page"`
}

type listed struct {
	Code          int        `json:"code" doc:"0"`
	Conversations []Summary  `json:"conversations" doc:"pinned ones first, then the newest"`
	Pagination    pagination `json:"pagination"`
}

type cursorBody struct {
	AgentID       string          `json:"agent_id,omitempty"`
	ProjectID     string          `json:"project_id,omitempty"`
	PageSize      int             `json:"page_size,omitempty" doc:"at most 100; absent: 20"`
	TopTime       json.RawMessage `json:"top_time,omitempty" doc:"topAt of the last conversation received"`
	LastRepliedAt json.RawMessage `json:"last_replied_at,omitempty" doc:"lastRepliedAt of the last conversation received; absent: from the beginning"`
	LastID        string          `json:"last_id,omitempty" doc:"our own: its id, Which decides among those of the same millisecond"`
	Action        json.RawMessage `json:"action,omitempty" doc:"ignored"`
}

type cursorListed struct {
	Code int `json:"code" doc:"0"`
	Data struct {
		Conversations []Summary `json:"conversations"`
		HasMore       bool      `json:"hasMore"`
	} `json:"data"`
}

type detailBody struct {
	Which
	AgentID string `json:"agentId,omitempty"`
	Offset  int    `json:"offset,omitempty" doc:"the smallest index received; absent: from the newest message"`
	Limit   int    `json:"limit,omitempty" doc:"messages, at most 100; absent: 20"`
}

type detailed struct {
	Code int `json:"code" doc:"0"`
	Detail
}

func (s *Service) listRoutes(r *httpapi.Router) {
	list := func(ctx context.Context, owner string, in listBody) (listed, error) {
		page, err := s.List(ctx, owner, ListQuery(in))
		return listed{Conversations: page.Conversations, Pagination: pagination{page.Total, page.Offset}}, err
	}
	post(r, owned("POST", conversation+"list", "List conversations"), list)
	post(r, owned("POST", session+"list", "List conversations, by the older word"), list)
	post(r, owned("POST", "/api/convs", "List conversations, by the oldest path"), list)

	post(r, owned("POST", conversation+"v3/list", "List conversations behind a cursor"),
		func(ctx context.Context, owner string, in cursorBody) (out cursorListed, err error) {
			after := Cursor{TopAt: integerOf(in.TopTime), LastRepliedAt: integerOf(in.LastRepliedAt), CID: in.LastID}
			out.Data.Conversations, out.Data.HasMore, err = s.ListAfter(ctx, owner, in.AgentID, in.ProjectID, after, in.PageSize)
			return out, err
		})

	detail := func(ctx context.Context, owner string, in detailBody) (detailed, error) {
		d, err := s.Detail(ctx, in.key(owner), in.Offset, in.Limit)
		return detailed{Detail: d}, err
	}
	post(r, owned("POST", conversation+"v1/detail", "Read a page of a conversation"), detail)
	post(r, owned("POST", "/api/conv", "Read a page of a conversation, by the oldest path"), detail)
}
