package chat

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
)

// SelectVersion shows another version of an answer.
func (s *Service) SelectVersion(ctx context.Context, k Key, index, repeat int) error {
	return s.change(ctx, k, func(q *chatdb.Queries) (int64, error) {
		return q.SelectVersion(ctx, chatdb.SelectVersionParams{
			OwnerID: k.OwnerID, Cid: k.CID, Idx: int64(index), SelectedRepeat: int64(repeat),
		})
	})
}

// SelectBranch shows the branch that goes through the question index, down to
// where it was left, and gives its newest message.
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
	return leaf, s.write(ctx, k, func(q *chatdb.Queries) error {
		rows, err := q.Nodes(ctx, chatdb.NodesParams{OwnerID: k.OwnerID, Cid: k.CID, Idx: m.Idx})
		if err != nil {
			return err
		}
		nodes := make([]node, len(rows))
		for i, r := range rows {
			nodes[i] = node{int(r.Idx), int(r.ParentIdx), int(r.ChosenChild)}
		}
		if leaf = leafOf(nodes, index); leaf == 0 {
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
}
