package mcp

import (
	"context"
	"database/sql"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/mcp/mcpdb"
)

// maxAdded is the maximum number of servers added to agents by one user, summed over all agents.
const maxAdded = 500

// Agent is an agent as this package needs it.
type Agent struct {
	ID    string   // empty: the plain assistant, which may use all tools
	Tools []string // names of the tools chosen by the agent's author
}

// uses reports whether the author of the agent chose a tool of the server. It is true for the plain
// assistant.
func (a Agent) uses(v Standing) bool {
	return a.ID == "" || slices.ContainsFunc(v.Tools, func(u Use) bool { return slices.Contains(a.Tools, u.CallName) })
}

// agent returns the agent with the given id; the id of the agent's draft is accepted, too. For the
// plain assistant it returns an empty Agent. It fails with errs.NotFound if the owner may not use the
// agent.
func (s *Service) agent(ctx context.Context, owner, id string) (Agent, error) {
	if id == "" || s.AgentOf == nil {
		return Agent{}, nil
	}
	return s.AgentOf(ctx, owner, id)
}

// added returns the ids of the servers that the owner has added to an agent.
func (s *Service) added(ctx context.Context, owner, agent string) ([]string, error) {
	if agent == "" {
		return nil, nil
	}
	ids, err := s.reads().Added(ctx, mcpdb.AddedParams{OwnerID: owner, AgentID: agent})
	return ids, stored(err)
}

// add adds a server to an agent if `on` is true, and otherwise removes the server from the agent. If
// add fails, the caller must roll back the transaction of q, because the server above maxAdded has
// already been stored.
func add(ctx context.Context, q *mcpdb.Queries, owner, agent, server string, on bool) error {
	if !on {
		return q.TakeOut(ctx, mcpdb.TakeOutParams{OwnerID: owner, AgentID: agent, ServerID: server})
	}
	n, err := q.PutAdded(ctx, mcpdb.PutAddedParams{OwnerID: owner, AgentID: agent, ServerID: server})
	if err != nil || n == 0 {
		return err
	}
	all, err := q.CountAdded(ctx, owner)
	if err == nil && all > maxAdded {
		err = errs.New(errs.TooMany)
	}
	return err
}

// DropAgent deletes the data about an agent, in the caller's transaction.
func (s *Service) DropAgent(ctx context.Context, tx *sql.Tx, agent string) error {
	return mcpdb.New(tx).DropAgentsAdded(ctx, agent)
}
