package mcp

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/mcp/mcpdb"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Kept is the placeholder shown for a stored secret. If Kept is sent back, the secret is kept.
const Kept = "••••••••"

// Fields are the settings of a server.
type Fields struct {
	ID      string // empty: a new server
	Name    string // empty: the host or the program
	Kind    Kind   // empty: HTTP
	URL     string
	Command []string          // for Stdio: the program and its arguments
	Headers map[string]string // sent with every request, such as a key
	Env     map[string]string // for Stdio: environment variables of the program
	Local   bool              // the host of `URL` may be in a private network; only its port in `URL` can be reached
	Active  bool
}

// commandOf returns the program of a server with its arguments.
func commandOf(server mcpdb.McpServer) []string {
	out := []string{}
	_ = json.Unmarshal([]byte(server.Command), &out)
	return out
}

// Save adds or updates a server of an owner and returns its id. If an administrator saves a server
// for everybody, `owner` is Everybody. Only such a server may be local or of the kind Stdio. For an
// invalid address, header, command or variable the error is an *Error.
func (s *Service) Save(ctx context.Context, owner string, f Fields) (string, error) {
	f, err := s.clean(owner, f)
	if err != nil {
		return "", err
	}
	command, _ := json.Marshal(f.Command)
	now := s.Now().UnixMilli()
	err = s.DB.InTxOf(ctx, owner, func(tx *sql.Tx) error {
		q := mcpdb.New(tx)
		if f.ID == "" {
			return s.insert(ctx, q, owner, &f, string(command), now)
		}
		old, err := q.Server(ctx, mcpdb.ServerParams{ID: f.ID, OwnerID: owner})
		if err != nil {
			return found(err)
		}
		if old.OwnerID != owner {
			return errs.New(errs.NotFound)
		}
		same := sameOrigin(old.Url, f.URL) && old.Command == string(command)
		kept := secrets{}
		if same {
			kept, _ = s.secretsOf(ctx, q, old)
		}
		n, err := q.UpdateServer(ctx, mcpdb.UpdateServerParams{
			Name: f.Name, Kind: string(f.Kind), Url: f.URL, Command: string(command), Local: f.Local, Active: f.Active,
			ChangedAt: max(now, old.ChangedAt+1), OwnerID: owner, ID: f.ID,
		})
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.New(errs.NotFound)
		}
		if !same { // secrets of one server must never be sent to another server
			if err := dropAll(ctx, q, f.ID); err != nil {
				return err
			}
		}
		return s.keepSecrets(ctx, q, owner, f, kept)
	})
	if err != nil {
		return "", storedOr(err)
	}
	s.worked(f.ID)
	s.dropServer(f.ID, "")
	return f.ID, nil
}

func (s *Service) insert(ctx context.Context, q *mcpdb.Queries, owner string, f *Fields, command string, now int64) error {
	all, err := q.Servers(ctx, owner)
	if err != nil {
		return err
	}
	taken, own := map[string]bool{}, 0
	for _, o := range all {
		taken[o.Slug] = true
		if o.OwnerID == owner {
			own++
		}
	}
	if own >= maxServers {
		return errs.New(errs.MCPMany)
	}
	if owner == Everybody { // every user gets the tools, so the slug must differ from the slugs of all users' servers
		slugs, err := q.AllSlugs(ctx)
		if err != nil {
			return err
		}
		for _, slug := range slugs {
			taken[slug] = true
		}
	}
	f.ID = id.New()
	err = q.InsertServer(ctx, mcpdb.InsertServerParams{
		ID: f.ID, OwnerID: owner, Name: f.Name, Slug: slugOf(f.Name, f.URL, taken), Kind: string(f.Kind), Url: f.URL, Command: command,
		Local: f.Local, Active: f.Active, CreatedAt: now, ChangedAt: now,
	})
	if err != nil {
		return err
	}
	return s.keepSecrets(ctx, q, owner, *f, secrets{})
}

// dropAll deletes the rows of all users about a server.
func dropAll(ctx context.Context, q *mcpdb.Queries, server string) error {
	return errors.Join(q.DropServersStates(ctx, server), q.DropServersSecrets(ctx, server), q.DropServersTools(ctx, server), q.DropServersChoices(ctx, server), q.DropServersAside(ctx, server), q.DropServersAdded(ctx, server))
}

// clean normalises and validates the settings of a server.
func (s *Service) clean(owner string, f Fields) (Fields, error) {
	f.Name = text.Cut(text.OneLine(strings.ToValidUTF8(strings.ReplaceAll(f.Name, "\x00", ""), "")), maxTitle)
	f.URL = strings.TrimSpace(f.URL)
	if f.Kind == "" {
		f.Kind = HTTP
	}
	if len(f.Headers) > maxHeaders || len(f.Env) > maxHeaders {
		return f, fail(ManyHeaders, nil)
	}
	for name, value := range f.Headers {
		if !mayHeader(name) || !plainValue(value) {
			return f, fail(BadHeader, nil)
		}
	}
	switch f.Kind {
	case HTTP, SSE:
		return cleanAddress(owner, f)
	case Stdio:
		return s.cleanCommand(owner, f)
	}
	return f, errs.New(errs.BadRequest).With("detail", "kind")
}

// cleanAddress normalises and validates the address of a server. Only servers marked as
// local by an administrator may use HTTP instead of HTTPS.
func cleanAddress(owner string, f Fields) (Fields, error) {
	f.Command, f.Env = nil, nil
	f.Local = f.Local && owner == Everybody
	u, err := url.Parse(f.URL)
	switch {
	case err != nil || len(f.URL) > maxURL || u.Hostname() == "" || u.User != nil:
		return f, fail(BadAddress, nil)
	case u.Scheme != "https" && (u.Scheme != "http" || !f.Local):
		return f, fail(BadAddress, nil)
	}
	u.Fragment = ""
	f.URL = u.String()
	if f.Name == "" {
		f.Name = text.Cut(u.Hostname(), maxTitle)
	}
	return f, nil
}

// cleanCommand normalises and validates the settings of a server that is a program on this machine.
func (s *Service) cleanCommand(owner string, f Fields) (Fields, error) {
	f.URL, f.Headers, f.Local = "", nil, false
	if owner != Everybody {
		return f, errs.New(errs.NoRight)
	}
	if !s.Stdio {
		return f, errs.New(errs.MCPNoPrograms)
	}
	if len(f.Command) == 0 || strings.TrimSpace(f.Command[0]) == "" || len(f.Command) > maxArguments {
		return f, fail(BadCommand, nil)
	}
	for _, a := range f.Command {
		if len(a) > maxArgument || strings.ContainsRune(a, 0) {
			return f, fail(BadCommand, nil)
		}
	}
	for name, value := range f.Env {
		if name == "" || strings.ContainsAny(name, "=\x00") || strings.ContainsRune(value, 0) || len(name)+len(value) > maxHeader {
			return f, fail(BadVariable, nil)
		}
	}
	if f.Name == "" {
		f.Name = text.Cut(f.Command[0], maxTitle)
	}
	return f, nil
}

// ownHeaders are headers that users must not set, mostly because the protocol or the connection sets them.
var ownHeaders = []string{
	"accept", "connection", "content-length", "content-type", "cookie", "host", "last-event-id", "mcp-protocol-version", "mcp-session-id",
	"te", "trailer", "transfer-encoding", "upgrade", "user-agent", "proxy-authorization",
}

// mayHeader reports whether a user may set a header.
func mayHeader(name string) bool {
	if name == "" || len(name) > 64 || slices.Contains(ownHeaders, strings.ToLower(name)) {
		return false
	}
	for _, r := range name {
		if r >= 128 || r != '-' && r != '_' && !letterOrDigit(r) {
			return false
		}
	}
	return true
}

// plainValue reports whether a text is Kept, or a valid header value of at most maxHeader bytes.
func plainValue(s string) bool {
	if len(s) > maxHeader {
		return false
	}
	return s == Kept || !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' && r != '\t' || r >= 127 })
}

func sameOrigin(a, b string) bool {
	u, err := url.Parse(a)
	v, err2 := url.Parse(b)
	return err == nil && err2 == nil && origin(u) == origin(v)
}

// Delete deletes a server of an owner and all users' data about it.
func (s *Service) Delete(ctx context.Context, owner, server string) error {
	err := s.DB.InTx(ctx, func(tx *sql.Tx) error {
		q := mcpdb.New(tx)
		n, err := q.DropServer(ctx, mcpdb.DropServerParams{OwnerID: owner, ID: server})
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.New(errs.NotFound)
		}
		return dropAll(ctx, q, server)
	})
	if err != nil {
		return storedOr(err)
	}
	s.dropServer(server, "")
	return nil
}

// Forget deletes all data of an owner.
func (s *Service) Forget(ctx context.Context, owner string) error {
	var own []string
	err := s.DB.InTx(ctx, func(tx *sql.Tx) error {
		q := mcpdb.New(tx)
		var err error
		if own, err = q.OwnServerIDs(ctx, owner); err != nil {
			return err
		}
		return errors.Join(q.ForgetServers(ctx, owner), q.ForgetStates(ctx, owner), q.ForgetSecrets(ctx, owner), q.ForgetTools(ctx, owner), q.ForgetChoices(ctx, owner), q.ForgetAside(ctx, owner), q.ForgetAdded(ctx, owner))
	})
	if err != nil {
		return stored(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for at, c := range s.sessions {
		if at.owner == owner || slices.Contains(own, at.server) {
			delete(s.sessions, at)
			go c.close()
		}
	}
	return nil
}

// found converts sql.ErrNoRows to errs.NotFound. Other errors are converted by `stored`.
func found(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return errs.New(errs.NotFound)
	}
	return stored(err)
}

// storedOr converts an error by `stored`. An error that already has a code is unchanged.
func storedOr(err error) error {
	if _, ok := errors.AsType[*errs.Error](err); ok || err == nil {
		return err
	}
	return stored(err)
}
