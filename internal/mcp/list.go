package mcp

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"slices"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/mcp/mcpdb"
)

// Test connects to a server of the owner or a server for everybody, and reads its tools again. If the
// connection fails, the failure becomes the state of the server and no error is returned. If the
// database fails, Test returns this error.
func (s *Service) Test(ctx context.Context, owner, id string) error {
	server, err := s.reads().Server(ctx, mcpdb.ServerParams{ID: id, OwnerID: owner})
	if err != nil {
		return found(err)
	}
	at, err := s.home(ctx, server, owner)
	if err != nil {
		return err
	}
	s.worked(server.ID)
	s.dropServer(at.server, at.owner)
	_, err = s.relistNow(ctx, server, at)
	return err
}

// home returns the place where the state and tools of a server are stored for an owner. If the owner
// owns the server or has logged in to it, this is the owner's place; otherwise Everybody's place.
func (s *Service) home(ctx context.Context, server mcpdb.McpServer, owner string) (place, error) {
	if server.OwnerID == owner || owner == Everybody {
		return place{server.OwnerID, server.ID}, nil
	}
	signed, err := s.reads().Signed(ctx, owner)
	if err != nil {
		return place{}, stored(err)
	}
	if slices.Contains(signed, server.ID) {
		return place{owner, server.ID}, nil
	}
	return place{Everybody, server.ID}, nil
}

// relist reads the tools of a server in the background. It does nothing if the service is closed, if
// the server is gone or disabled, if a reading for the same place is in progress, or if the last
// reading ended less than `within` ago.
func (s *Service) relist(at place, within time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reading[at] || s.sessions == nil {
		return
	}
	s.reading[at] = true
	s.work.Go(func() {
		defer func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			delete(s.reading, at)
		}()
		server, err := s.reads().Server(s.over, mcpdb.ServerParams{ID: at.server, OwnerID: at.owner})
		if err != nil || !server.Active {
			return
		}
		state, err := s.reads().State(s.over, mcpdb.StateParams{OwnerID: at.owner, ServerID: at.server})
		if err == nil && s.Now().Sub(time.UnixMilli(state.TriedAt)) < within {
			return
		}
		if _, err := s.relistNow(s.over, server, at); err != nil {
			s.Log.Warn("the tools of an MCP server cannot be read or stored", slog.String("server", at.server), slog.Any("error", err))
		}
	})
}

// relistNow reads the tools of a server and stores them. If the reading fails, relistNow stores and
// returns the reason. It stores nothing if the server was deleted or changed in the meantime, if this
// service closed the session, or if the database fails: a closed session or a failing database says
// nothing about the server.
func (s *Service) relistNow(ctx context.Context, server mcpdb.McpServer, at place) (Reason, error) {
	ctx, cancel := context.WithTimeout(ctx, s.wait.connect+s.wait.list)
	defer cancel()
	tools, info, err := s.listed(ctx, server, at.owner)
	if err != nil && Kind(server.Kind) == HTTP && s.mayBeSSE(ctx, at, err) {
		older := server
		older.Kind = string(SSE)
		s.dropServer(at.server, at.owner)
		var again error
		if tools, info, again = s.listed(ctx, older, at.owner); again == nil {
			server, err = older, nil
		}
	}
	if errors.Is(err, errClosed) {
		return Stopped, nil
	}
	reason := reasonOf(err)
	if err != nil && reason == "" {
		return "", err
	}
	now := s.Now().UnixMilli()
	out := mcpdb.PutOutcomeParams{OwnerID: at.owner, ServerID: at.server, State: stateOK, Info: info, TriedAt: now, ListedAt: now}
	if err != nil {
		s.Log.Info("an MCP server cannot be used", slog.String("server", at.server), slog.Any("error", err))
		before, _ := s.reads().State(ctx, mcpdb.StateParams{OwnerID: at.owner, ServerID: at.server})
		out.State, out.Reason, out.Info, out.ListedAt = stateFailed, string(reason), before.Info, before.ListedAt
		if reason == Login {
			out.State = stateLogin
		}
	}
	// The result is stored even if the request has ended.
	keep := context.WithoutCancel(ctx)
	return reason, stored(s.DB.InTx(keep, func(tx *sql.Tx) error {
		q := mcpdb.New(tx)
		current, fault := q.Server(keep, mcpdb.ServerParams{ID: at.server, OwnerID: at.owner})
		if errors.Is(fault, sql.ErrNoRows) || fault == nil && current.ChangedAt != server.ChangedAt {
			return nil // the server was deleted or changed in the meantime
		}
		if fault != nil {
			return fault
		}
		if fault := q.PutOutcome(keep, out); fault != nil || err != nil {
			return fault
		}
		if current.Kind != server.Kind {
			if fault := q.SetKind(keep, mcpdb.SetKindParams{Kind: server.Kind, OwnerID: server.OwnerID, ID: server.ID}); fault != nil {
				return fault
			}
		}
		if fault := q.DropTools(keep, mcpdb.DropToolsParams{OwnerID: at.owner, ServerID: at.server}); fault != nil {
			return fault
		}
		for _, t := range tools {
			fault := q.InsertTool(keep, mcpdb.InsertToolParams{
				OwnerID: at.owner, ServerID: at.server, Name: t.Name, CallName: t.CallName, Title: t.Title, Description: t.Description,
				Parameters: t.Parameters, ReadOnly: t.ReadOnly, Version: t.Version,
			})
			if fault != nil {
				return fault
			}
		}
		return nil
	}))
}

// mayBeSSE reports whether to try the older SSE transport after the failure `err`: the reason is
// NotFound or NotMCP, and the server's tools have never been listed.
func (s *Service) mayBeSSE(ctx context.Context, at place, err error) bool {
	switch reasonOf(err) {
	case NotFound, NotMCP:
	default:
		return false
	}
	state, fault := s.reads().State(ctx, mcpdb.StateParams{OwnerID: at.owner, ServerID: at.server})
	return errors.Is(fault, sql.ErrNoRows) || fault == nil && state.ListedAt == 0
}

// listed requests the list of tools. Tools that cannot be offered and tools beyond maxTools are
// left out. listed fails with an *Error or an error of `open`.
func (s *Service) listed(ctx context.Context, server mcpdb.McpServer, owner string) (tools []mcpdb.McpTool, info string, err error) {
	c, err := s.open(ctx, server, owner)
	if err != nil {
		return nil, "", err
	}
	defer c.begin(s.Now())()
	ctx, cancel := context.WithTimeout(ctx, s.wait.list)
	defer cancel()
	if r := c.client.InitializeResult(); r != nil && r.ServerInfo != nil {
		info = cleanText(r.ServerInfo.Name, maxTitle)
	}
	names := map[string]bool{}
	cursor := ""
	for range maxListPages {
		page, err := c.client.ListTools(ctx, &sdk.ListToolsParams{Cursor: cursor})
		if err != nil {
			err := c.reason(ctx, err)
			s.drop(place{owner, server.ID}, c)
			return nil, info, err
		}
		for _, t := range page.Tools {
			if t == nil || len(tools) == maxTools {
				continue
			}
			row, ok := readTool(server.Slug, t)
			if !ok || names[row.Name] || names[row.CallName] {
				s.Log.Info("a tool of an MCP server is left out", slog.String("server", server.ID), slog.Int("bytes", len(t.Name)))
				continue
			}
			names[row.Name], names[row.CallName] = true, true
			tools = append(tools, row)
		}
		if page.NextCursor == "" || page.NextCursor == cursor || len(tools) == maxTools {
			break
		}
		cursor = page.NextCursor
	}
	s.worked(server.ID)
	return tools, info, nil
}

// Decide stores a user's setting of one tool: whether the tool may be used, and when to ask for consent.
// It fails with errs.NotFound if there is no such server or tool, with errs.BadRequest for an unknown
// consent, and with errs.SettingMoved if the tool has changed since the user saw it.
func (s *Service) Decide(ctx context.Context, owner, id, tool, version, consent string, off bool) error {
	server, err := s.reads().Server(ctx, mcpdb.ServerParams{ID: id, OwnerID: owner})
	if err != nil {
		return found(err)
	}
	at, err := s.home(ctx, server, owner)
	if err != nil {
		return err
	}
	t, err := s.reads().Tool(ctx, mcpdb.ToolParams{OwnerID: at.owner, ServerID: id, Name: tool})
	if err != nil {
		return found(err)
	}
	switch {
	case consent != "" && !knownConsent(consent):
		return errs.New(errs.BadRequest).With("detail", "consent")
	case version != t.Version:
		return errs.New(errs.SettingMoved)
	}
	return stored(s.DB.InTx(ctx, func(tx *sql.Tx) error {
		return mcpdb.New(tx).PutChoice(ctx, mcpdb.PutChoiceParams{
			OwnerID: owner, ServerID: id, Tool: tool, Off: off, Consent: consent, Version: t.Version, Description: t.Description, Fields: fields(t.Parameters),
		})
	}))
}

// Use stores whether one user has disabled a server that administrators defined for everybody. Other
// users are not affected. For the user's own server, Use fails with errs.BadRequest.
func (s *Service) Use(ctx context.Context, owner, id string, off bool) error {
	server, err := s.reads().Server(ctx, mcpdb.ServerParams{ID: id, OwnerID: owner})
	if err != nil {
		return found(err)
	}
	if server.OwnerID == owner {
		return errs.New(errs.BadRequest).With("detail", "id")
	}
	return stored(s.DB.InTx(ctx, func(tx *sql.Tx) error {
		return mcpdb.New(tx).PutOff(ctx, mcpdb.PutOffParams{OwnerID: owner, ServerID: id, Off: off})
	}))
}
