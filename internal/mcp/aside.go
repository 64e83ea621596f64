package mcp

import (
	"context"
	"database/sql"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/mcp/mcpdb"
)

// maxAside is the maximum number of servers switched off by one user, summed over all conversations.
const maxAside = 2000

// Here describes a server for one conversation.
type Here struct {
	ID, Name string
	Tools    int  // number of enabled tools
	Aside    bool // the answers of the conversation do not use the server
}

// Here lists the servers available to the answers of a conversation. `agent` is the id of an
// agent, or empty for the plain assistant. An agent uses a server if the author of the agent chose
// one of the server's tools, or if the owner has added the server to the agent. Here fails with
// errs.NotFound if the owner may not use the agent.
func (s *Service) Here(ctx context.Context, owner, cid, agent string) ([]Here, error) {
	if !s.Person(ctx, owner) {
		return nil, nil
	}
	all, err := s.Standings(ctx, owner)
	if err != nil {
		return nil, err
	}
	aside, err := s.aside(ctx, owner, cid)
	if err != nil {
		return nil, err
	}
	by, err := s.agent(ctx, owner, agent)
	if err != nil {
		return nil, err
	}
	added, err := s.added(ctx, owner, by.ID)
	if err != nil {
		return nil, err
	}
	var out []Here
	for _, v := range all {
		if !v.Usable() {
			continue
		}
		uses := by.uses(v) || slices.Contains(added, v.Server.ID)
		h := Here{ID: v.Server.ID, Name: v.Server.Name, Aside: !uses || slices.Contains(aside, v.Server.ID)}
		for _, u := range v.Tools {
			if !u.Off {
				h.Tools++
			}
		}
		out = append(out, h)
	}
	return out, nil
}

// aside returns the ids of the servers that are switched off for a conversation. If cid is
// empty, as for answers to client programs, no server is switched off.
func (s *Service) aside(ctx context.Context, owner, cid string) ([]string, error) {
	if cid == "" {
		return nil, nil
	}
	ids, err := s.reads().Aside(ctx, mcpdb.AsideParams{OwnerID: owner, Cid: cid})
	return ids, stored(err)
}

// PutAside switches a server off for the answers of a conversation if `aside` is true, and otherwise
// on. The conversation need not exist yet. If an agent is given, a switched-on server is also added
// to the agent, for all of the owner's conversations with the agent; a switched-off server is removed
// from the agent. PutAside fails with errs.NotFound if the owner has no such server or may not use
// the agent, and with errs.TooMany above maxAside or maxAdded.
func (s *Service) PutAside(ctx context.Context, owner, cid, agent, server string, aside bool) error {
	if _, err := s.reads().Server(ctx, mcpdb.ServerParams{ID: server, OwnerID: owner}); err != nil {
		return found(err)
	}
	to, err := s.agent(ctx, owner, agent)
	if err != nil {
		return err
	}
	return storedOr(s.DB.InTxOf(ctx, owner, func(tx *sql.Tx) error {
		q := mcpdb.New(tx)
		if to.ID != "" {
			if err := add(ctx, q, owner, to.ID, server, !aside); err != nil {
				return err
			}
		}
		if !aside {
			return q.TakeBack(ctx, mcpdb.TakeBackParams{OwnerID: owner, Cid: cid, ServerID: server})
		}
		n, err := q.PutAside(ctx, mcpdb.PutAsideParams{OwnerID: owner, Cid: cid, ServerID: server})
		if err != nil || n == 0 {
			return err
		}
		all, err := q.CountAside(ctx, owner)
		if err == nil && all > maxAside {
			err = errs.New(errs.TooMany)
		}
		return err
	}))
}

// DropConversation deletes the data about a conversation, in the caller's transaction.
func (s *Service) DropConversation(ctx context.Context, tx *sql.Tx, owner, cid string) error {
	return mcpdb.New(tx).DropAside(ctx, mcpdb.DropAsideParams{OwnerID: owner, Cid: cid})
}
