package mcp

import (
	"context"
	"slices"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/mcp/mcpdb"
)

// Standing is a server with its state for one user.
type Standing struct {
	Server mcpdb.McpServer
	At     place // the place of the state and the tools
	Off    bool  // the server is for everybody, and this user has disabled it
	State  mcpdb.McpState
	Signed bool // whether the user has logged in at the server
	Tools  []Use
}

// Use is a tool with one user's settings.
type Use struct {
	mcpdb.McpTool
	Off     bool
	Consent answer.Consent
	Changed bool   // the tool has changed since the user's consent
	Before  string // if Changed: the description at the time of the user's consent
	Asked   string // if Changed: the fields at the time of the user's consent
}

// Usable reports whether models may be offered the server's tools.
func (v Standing) Usable() bool { return v.Server.Active && !v.Off && v.State.ListedAt > 0 }

// Standings returns the servers of an owner, followed by the servers for everybody.
func (s *Service) Standings(ctx context.Context, owner string) ([]Standing, error) {
	q := s.reads()
	servers, err := q.Servers(ctx, owner)
	if err != nil || len(servers) == 0 {
		return nil, stored(err)
	}
	states, err := q.States(ctx, owner)
	if err != nil {
		return nil, stored(err)
	}
	signed, err := q.Signed(ctx, owner)
	if err != nil {
		return nil, stored(err)
	}
	tools, err := q.Tools(ctx, owner)
	if err != nil {
		return nil, stored(err)
	}
	choices, err := q.Choices(ctx, owner)
	if err != nil {
		return nil, stored(err)
	}
	stateAt := map[place]mcpdb.McpState{}
	for _, st := range states {
		stateAt[place{st.OwnerID, st.ServerID}] = st
	}
	toolsAt := map[place][]mcpdb.McpTool{}
	for _, t := range tools {
		at := place{t.OwnerID, t.ServerID}
		toolsAt[at] = append(toolsAt[at], t)
	}
	type key struct{ server, tool string }
	chosen := map[key]mcpdb.McpChoice{}
	for _, c := range choices {
		chosen[key{c.ServerID, c.Tool}] = c
	}
	var out, shared []Standing
	for _, server := range servers {
		mine := stateAt[place{owner, server.ID}]
		at := place{server.OwnerID, server.ID}
		mySigned := slices.Contains(signed, server.ID)
		if mySigned {
			at.owner = owner
		}
		v := Standing{Server: server, At: at, State: stateAt[at], Off: server.OwnerID != owner && mine.Off, Signed: mySigned}
		for _, t := range toolsAt[at] {
			v.Tools = append(v.Tools, useOf(t, chosen[key{server.ID, t.Name}]))
		}
		if server.OwnerID == owner {
			out = append(out, v)
		} else {
			shared = append(shared, v)
		}
	}
	return append(out, shared...), nil
}

// useOf combines a tool with a user's settings. The server's hints about a tool determine
// only the default, which applies until the user decides.
func useOf(t mcpdb.McpTool, c mcpdb.McpChoice) Use {
	u := Use{McpTool: t, Off: c.Off, Consent: answer.Consent(c.Consent)}
	switch {
	case c.Consent == "" && t.ReadOnly:
		u.Consent = answer.ConsentOnce
	case c.Consent == "":
		u.Consent = answer.ConsentEvery
	case c.Version != t.Version:
		u.Consent, u.Changed, u.Before, u.Asked = answer.ConsentEvery, true, c.Description, c.Fields
	}
	return u
}

func knownConsent(c string) bool {
	switch answer.Consent(c) {
	case answer.ConsentNever, answer.ConsentOnce, answer.ConsentEvery:
		return true
	}
	return false
}

// Named is a tool with its name for agents and models.
type Named struct {
	Name   string // mcp_<server>_<tool>
	Title  string
	Server string // name of the server
}

// Names lists the tools available to an owner's answers, so that the owner can choose among the tools.
func (s *Service) Names(ctx context.Context, owner string) ([]Named, error) {
	if !s.Person(ctx, owner) {
		return nil, nil
	}
	all, err := s.Standings(ctx, owner)
	var out []Named
	for _, v := range all {
		for _, u := range v.Tools {
			if v.Usable() && !u.Off {
				out = append(out, Named{u.CallName, u.Title, v.Server.Name})
			}
		}
	}
	return out, err
}

// old reports whether the list of tools should be read again: the last attempt is older than
// listedFor, and the server is enabled and does not wait for a login.
func (v Standing) old(now time.Time) bool {
	return v.Server.Active && !v.Off && v.State.State != stateLogin && now.Sub(time.UnixMilli(v.State.TriedAt)) > listedFor
}
