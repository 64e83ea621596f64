package chat

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/chat/feedback"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/chat/tree"
	"github.com/wenqu-ai/wenqu/internal/id"
)

// NewID returns a new id for a conversation.
func NewID() string { return id.New() }

// Create creates an empty conversation with an agent and returns the id of the conversation. Lists
// contain the conversation only after its first question.
func (s *Service) Create(ctx context.Context, owner, agentID string, temporary bool) (string, error) {
	agentID, err := s.agent(ctx, agentID)
	if err != nil {
		return "", err
	}
	k := Key{owner, NewID()}
	if temporary {
		s.holdTemporary(ctx, k)
	}
	err = s.write(ctx, k, func(q *chatdb.Queries) error {
		_, err := q.InsertConversation(ctx, chatdb.InsertConversationParams{
			OwnerID: owner, Cid: k.CID, AgentID: agentID, NextIndex: 1, CreatedAt: s.Now().UnixMilli(),
		})
		return err
	})
	if err != nil {
		if temporary {
			s.releaseTemporary(ctx, k.OwnerID, k.CID)
		}
		return "", stored(err)
	}
	return k.CID, nil
}

// agent checks the form of an agent id and returns the id; an empty id is replaced by the id of the
// default agent.
func (s *Service) agent(ctx context.Context, agentID string) (string, error) {
	if agentID == "" && s.DefaultAgentOf != nil {
		return s.DefaultAgentOf(ctx), nil
	}
	if agentID == "" {
		return s.DefaultAgent, nil
	}
	if !agentPattern.MatchString(agentID) {
		return "", badRequest("agentId")
	}
	return agentID, nil
}

// Pin moves a conversation to the top of the list, or back to its place by time.
func (s *Service) Pin(ctx context.Context, k Key, pinned bool) error {
	at := int64(0)
	if pinned {
		at = s.Now().UnixMilli()
	}
	return s.change(ctx, k, func(q *chatdb.Queries) (int64, error) {
		return q.SetPinned(ctx, chatdb.SetPinnedParams{PinnedAt: at, OwnerID: k.OwnerID, Cid: k.CID})
	})
}

// Rename stores a title typed by the owner, of 1 to MaxTitle characters. It returns the stored title,
// because the content rules may mask words. A generated title never replaces this title. Rename fails
// with errs.BadRequest when the rules withhold the title. In a project, `author` is the person who typed
// the title.
func (s *Service) Rename(ctx context.Context, k Key, author, title string) (string, error) {
	title, err := cleanTitle(title)
	if err != nil {
		return "", err
	}
	title, withheld := s.rules(ctx, k.OwnerID, author).Check(answer.At{Part: partTitle}, title)
	if withheld {
		return "", badRequest("title")
	}
	if err := checkKey(k); err != nil {
		return "", notFound()
	}
	return title, s.writeFound(ctx, k, func(q *chatdb.Queries, f findable) error {
		err := mustMeet(q.SetTitle(ctx, chatdb.SetTitleParams{Title: title, TitleBy: byUser, OwnerID: k.OwnerID, Cid: k.CID}))
		if err != nil {
			return err
		}
		return f.titled(ctx, k)
	})
}

// SetModel stores the model for the next questions of a conversation.
func (s *Service) SetModel(ctx context.Context, k Key, c request.Choice) error {
	return s.change(ctx, k, func(q *chatdb.Queries) (int64, error) {
		return q.SetModel(ctx, chatdb.SetModelParams{ChatModelID: c.ChatModelID, ModelExt: c.Encode(), OwnerID: k.OwnerID, Cid: k.CID})
	})
}

// SelectVersion chooses which version of an answer is shown.
func (s *Service) SelectVersion(ctx context.Context, k Key, index, repeat int) error {
	return s.change(ctx, k, func(q *chatdb.Queries) (int64, error) {
		return q.SelectVersion(ctx, chatdb.SelectVersionParams{
			OwnerID: k.OwnerID, Cid: k.CID, Idx: int64(index), SelectedRepeat: int64(repeat),
		})
	})
}

// SelectBranch selects the branch through the question with an index. The branch then ends at the
// message last shown in it; SelectBranch returns the index of this message.
func (s *Service) SelectBranch(ctx context.Context, k Key, index int) (leaf int, err error) {
	if err := checkKey(k); err != nil {
		return 0, notFound()
	}
	m, err := s.message(ctx, k, int64(index))
	if err != nil {
		return 0, err
	}
	if m.Speaker != human {
		return 0, badRequest("index")
	}
	err = s.write(ctx, k, func(q *chatdb.Queries) error {
		rows, err := q.Nodes(ctx, chatdb.NodesParams{OwnerID: k.OwnerID, Cid: k.CID, Idx: m.Idx})
		if err != nil {
			return err
		}
		nodes := make([]tree.Node, len(rows))
		for i, r := range rows {
			nodes[i] = tree.Node{Index: int(r.Idx), Parent: int(r.ParentIdx), Chosen: int(r.ChosenChild)}
		}
		if leaf = tree.Leaf(nodes, index); leaf == 0 {
			return notFound()
		}
		if m.ParentIdx > 0 {
			err := q.SetChosenChild(ctx, chatdb.SetChosenChildParams{OwnerID: k.OwnerID, Cid: k.CID, Idx: m.ParentIdx, ChosenChild: m.Idx})
			if err != nil {
				return err
			}
		}
		return mustMeet(q.SetLeaf(ctx, chatdb.SetLeafParams{OwnerID: k.OwnerID, Cid: k.CID, LeafIndex: int64(leaf)}))
	})
	return leaf, err
}

// SetFeedback stores the reader's feedback on a version of an answer; a zero Type withdraws the feedback.
// `index` 0 is the last answer of the shown branch, and `repeat` -1 is the shown version. The type of
// every code in f.Codes must be f.Type.
func (s *Service) SetFeedback(ctx context.Context, k Key, index, repeat int, f feedback.Feedback) error {
	body, err := feedback.Check(f, s.FeedbackType)
	if err != nil {
		return err
	}
	_, m, err := s.again(ctx, Again{Key: k, Index: index})
	if err != nil {
		return err
	}
	if repeat < 0 {
		repeat = int(m.SelectedRepeat)
	}
	return s.change(ctx, k, func(q *chatdb.Queries) (int64, error) {
		return q.SetFeedback(ctx, chatdb.SetFeedbackParams{
			Feedback: body, OwnerID: k.OwnerID, Cid: k.CID, Idx: m.Idx, RepeatIdx: int64(repeat),
		})
	})
}
