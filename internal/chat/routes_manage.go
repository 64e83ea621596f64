package chat

import (
	"cmp"
	"context"
	"encoding/json"

	"github.com/wenqu-ai/wenqu/internal/chat/lenient"
	"github.com/wenqu-ai/wenqu/internal/chat/view"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type createBody struct {
	AgentID     string `json:"agentId,omitempty" doc:"absent: the default agent"`
	IsTemporary bool   `json:"isTemporary,omitempty" doc:"the conversation leaves nothing behind"`
	SummaryOf   string `json:"summaryOf,omitempty" doc:"our own: a conversation that the new one goes on from; it gets a summary of it"`
}

type created struct {
	Code int    `json:"code" doc:"0"`
	ID   string `json:"id"`
	Data struct {
		ID string `json:"id"`
	} `json:"data"`
}

type clearBody struct {
	Several
	ClearAll bool   `json:"clearAll,omitempty" doc:"our own: every conversation, or with agentId every one with that agent"`
	AgentID  string `json:"agentId,omitempty"`
}

type cleared struct {
	Code            int      `json:"code" doc:"0"`
	ConversationIDs []string `json:"conversationIds" doc:"what was deleted, for restore"`
}

type topBody struct {
	Which
	Top json.RawMessage `json:"top,omitempty" doc:"false takes it down again; absent: true"`
}

type titleBody struct {
	Which
	Title        string `json:"title,omitempty" doc:"1 to 64 characters"`
	SessionTitle string `json:"sessionTitle,omitempty" doc:"the same as title"`
}

type titled struct {
	Code  int    `json:"code" doc:"0"`
	Title string `json:"title"`
}

type modelBody struct {
	Which
	Asking
}

type versionBody struct {
	Which
	Index       int `json:"index"`
	RepeatIndex int `json:"repeatIndex"`
}

type branchBody struct {
	Which
	Index int `json:"index" doc:"a variant of the question"`
}

type branched struct {
	Code      int `json:"code" doc:"0"`
	LeafIndex int `json:"leafIndex" doc:"newest message of the branch"`
}

func (s *Service) manageRoutes(r *httpapi.Router) {
	post(r, aside(conversation+"create", "Make an empty conversation").Naming(httpapi.Unknown).Acting(httpapi.Editor), s.create)

	clear := func(ctx context.Context, owner string, in clearBody) (cleared, error) {
		cids := in.cids()
		if in.ClearAll && len(cids) == 0 {
			all, err := s.DeleteAll(ctx, owner, in.AgentID)
			return cleared{ConversationIDs: append([]string{}, all...)}, err
		}
		return cleared{ConversationIDs: cids}, s.Delete(ctx, owner, cids...)
	}
	post(r, owned("POST", conversation+"v1/clear", "Delete conversations").Naming(httpapi.Unknown).Acting(httpapi.Editor), clear)
	post(r, owned("POST", conversation+"clear", "Delete conversations").Naming(httpapi.Unknown).Acting(httpapi.Editor), clear)
	post(r, owned("POST", conversation+"batchHistoryConversationClear", "Delete conversations").Naming(httpapi.Unknown).Acting(httpapi.Editor), clear)
	post(r, owned("POST", conversation+"v1/batchHistoryConversationClear", "Delete conversations").Naming(httpapi.Unknown).Acting(httpapi.Editor), clear)
	post(r, owned("POST", conversation+"v1/delete", "Delete a conversation").Naming(httpapi.Unknown).Acting(httpapi.Editor), clear)
	post(r, owned("POST", session+"clear", "Delete conversations, by the older word").Naming(httpapi.Unknown).Acting(httpapi.Editor), clear)
	post(r, owned("POST", conversation+"v1/restore", "Take back the deletion of the last 10 minutes").Naming(httpapi.Unknown).Acting(httpapi.Editor),
		func(ctx context.Context, owner string, in Several) (done, error) {
			return done{}, s.Restore(ctx, owner, in.cids()...)
		})

	top := func(ctx context.Context, owner string, in topBody) (done, error) {
		return done{}, s.Pin(ctx, in.key(owner), len(in.Top) == 0 || lenient.True(in.Top))
	}
	post(r, owned("POST", conversation+"top", "Pin a conversation").Naming(httpapi.Unknown).Acting(httpapi.Editor), top)
	post(r, owned("POST", session+"top", "Pin a conversation, by the older word").Naming(httpapi.Unknown).Acting(httpapi.Editor), top)

	rename := func(ctx context.Context, owner string, in titleBody) (titled, error) {
		title, err := s.Rename(ctx, in.key(owner), httpapi.AuthorOf(ctx), cmp.Or(in.Title, in.SessionTitle))
		return titled{Title: title}, err
	}
	post(r, owned("POST", conversation+"update", "Rename a conversation").Naming(httpapi.Unknown).Acting(httpapi.Editor), rename)
	post(r, owned("POST", session+"update", "Rename a conversation, by the older word").Naming(httpapi.Unknown).Acting(httpapi.Editor), rename)
	post(r, aside(conversation+"gentitle", "Make a title, unless the owner has given one").Naming(httpapi.Unknown).Acting(httpapi.Editor),
		func(ctx context.Context, owner string, in Which) (titled, error) {
			title, err := s.MakeTitle(ctx, in.key(owner), httpapi.AuthorOf(ctx), httpapi.Locale(ctx))
			return titled{Title: title}, err
		})

	post(r, owned("POST", conversation+"updateModel", "Choose the model from the next question on").Naming(httpapi.Unknown).Acting(httpapi.Editor),
		func(ctx context.Context, owner string, in modelBody) (done, error) {
			return done{}, s.SetModel(ctx, in.key(owner), in.choice())
		})
	post(r, owned("POST", conversation+"selectRepeatIndex", "Show another version of an answer").Naming(httpapi.Unknown).Acting(httpapi.Editor),
		func(ctx context.Context, owner string, in versionBody) (done, error) {
			return done{}, s.SelectVersion(ctx, in.key(owner), in.Index, in.RepeatIndex)
		})
	post(r, owned("POST", conversation+"selectBranch", "Show another variant of a question and what follows it").Naming(httpapi.Unknown).Acting(httpapi.Editor),
		func(ctx context.Context, owner string, in branchBody) (branched, error) {
			leaf, err := s.SelectBranch(ctx, in.key(owner), in.Index)
			return branched{LeafIndex: leaf}, err
		})
}

func (s *Service) create(ctx context.Context, owner string, in createBody) (out created, err error) {
	if in.SummaryOf != "" {
		out.ID, err = s.CreateSuccessor(ctx, Key{owner, in.SummaryOf}, httpapi.AuthorOf(ctx), httpapi.Locale(ctx))
	} else {
		if _, err = s.agent(ctx, in.AgentID); err != nil {
			return created{}, err
		}
		if err = s.exists(ctx, owner, in.AgentID); err != nil {
			return created{}, err
		}
		var who httpapi.Identity
		if who, err = httpapi.Ensure(ctx); err != nil {
			return created{}, err
		}
		out.ID, err = s.Create(ctx, who.ID, in.AgentID, in.IsTemporary)
	}
	out.Data.ID = out.ID
	return out, err
}

// listBody is the body of a request for a list of conversations. If AgentID is the id of the default
// agent, the list contains the conversations of the main page.
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
	Code          int            `json:"code" doc:"0"`
	Conversations []view.Summary `json:"conversations" doc:"pinned ones first, then the newest"`
	Pagination    pagination     `json:"pagination"`
}

type cursorBody struct {
	AgentID       string          `json:"agent_id,omitempty"`
	ProjectID     string          `json:"project_id,omitempty"`
	PageSize      int             `json:"page_size,omitempty" doc:"at most 100; absent: 20"`
	TopTime       json.RawMessage `json:"top_time,omitempty" doc:"topAt of the last conversation received"`
	LastRepliedAt json.RawMessage `json:"last_replied_at,omitempty" doc:"lastRepliedAt of the last conversation received; absent: from the beginning"`
	LastID        string          `json:"last_id,omitempty" doc:"our own: its id, which decides among those of the same millisecond"`
	Action        json.RawMessage `json:"action,omitempty" doc:"ignored"`
}

type cursorListed struct {
	Code int `json:"code" doc:"0"`
	Data struct {
		Conversations []view.Summary `json:"conversations"`
		HasMore       bool           `json:"hasMore"`
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
	view.Detail
}

func (s *Service) listRoutes(r *httpapi.Router) {
	list := func(ctx context.Context, owner string, in listBody) (listed, error) {
		page, err := s.List(ctx, owner, ListQuery(in))
		return listed{Conversations: page.Conversations, Pagination: pagination{page.Total, page.Offset}}, err
	}
	post(r, owned("POST", conversation+"list", "List conversations").Acting(httpapi.Reader), list)
	post(r, owned("POST", session+"list", "List conversations, by the older word").Acting(httpapi.Reader), list)
	post(r, owned("POST", "/api/convs", "List conversations, by the oldest path").Acting(httpapi.Reader), list)
	type listQuery struct {
		AgentID string `query:"agentId" doc:"absent: of all agents"`
		Offset  int64  `query:"offset"`
		Limit   int64  `query:"limit" doc:"at most 100; absent: 20"`
	}
	httpapi.Route(r, owned("GET", "/api/convs", "List conversations, by the oldest path").Acting(httpapi.Reader),
		func(ctx context.Context, in *listQuery) (*answered[listed], error) {
			out, err := list(ctx, httpapi.From(ctx).ID, listBody{AgentID: in.AgentID, Offset: int(in.Offset), Limit: int(in.Limit)})
			if err != nil {
				return nil, err
			}
			return &answered[listed]{out}, nil
		})

	post(r, owned("POST", conversation+"v3/list", "List conversations behind a cursor").Acting(httpapi.Reader),
		func(ctx context.Context, owner string, in cursorBody) (out cursorListed, err error) {
			after := Cursor{TopAt: lenient.Integer(in.TopTime), LastRepliedAt: lenient.Integer(in.LastRepliedAt), CID: in.LastID}
			out.Data.Conversations, out.Data.HasMore, err = s.ListAfter(ctx, owner, in.AgentID, "", after, in.PageSize)
			return out, err
		})

	type detailIn struct {
		Version string `header:"X-WebVersion" doc:"below 2: thinking comes as deepSearch items, too"`
		Body    detailBody
	}
	detail := func(ctx context.Context, in *detailIn) (*answered[detailed], error) {
		d, err := s.Detail(ctx, in.Body.key(httpapi.From(ctx).ID), in.Body.Offset, in.Body.Limit)
		if err != nil {
			return nil, err
		}
		if view.ReadsDeepSearch(in.Version) {
			d = d.WithDeepSearch()
		}
		return &answered[detailed]{detailed{Detail: d}}, nil
	}
	httpapi.Route(r, owned("POST", conversation+"v1/detail", "Read a page of a conversation").Naming(httpapi.Unknown).Acting(httpapi.Reader), detail)
	httpapi.Route(r, owned("POST", "/api/conv", "Read a page of a conversation, by the oldest path").Naming(httpapi.Unknown).Acting(httpapi.Reader), detail)
	type detailQuery struct {
		Version        string `header:"X-WebVersion" doc:"below 2: thinking comes as deepSearch items, too"`
		ConversationID string `query:"conversationId"`
		Offset         int64  `query:"offset" doc:"the smallest index received; absent: from the newest message"`
		Limit          int64  `query:"limit" doc:"messages, at most 100; absent: 20"`
	}
	httpapi.Route(r, owned("GET", "/api/conv", "Read a page of a conversation, by the oldest path").Naming(httpapi.Unknown).Acting(httpapi.Reader),
		func(ctx context.Context, in *detailQuery) (*answered[detailed], error) {
			b := detailBody{Which: Which{ConversationID: in.ConversationID}, Offset: int(in.Offset), Limit: int(in.Limit)}
			return detail(ctx, &detailIn{Version: in.Version, Body: b})
		})
}
