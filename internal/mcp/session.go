package mcp

import (
	"context"
	"errors"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wenqu-ai/wenqu/internal/mcp/mcpdb"
)

// session is a connection to a server.
type session struct {
	ready   chan struct{} // closed when the session is connected or has failed
	err     error
	client  *sdk.ClientSession
	wire    *wire    // nil for a server of the kind Stdio
	program *program // the server's process; nil: the server is on the network
	cancel  context.CancelFunc
	changed int64 // changed_at of the server when the session was opened

	mu   sync.Mutex
	used time.Time
	busy int // number of calls in progress
	over sync.Once

	closed atomic.Bool // close was called
}

// errClosed is in the error of a request that failed because this service closed the session. Such a
// failure says nothing about the server.
var errClosed = errors.New("the session was closed")

// reason returns the reason of a failed request of the session.
func (c *session) reason(ctx context.Context, err error) *Error {
	if c.closed.Load() {
		return fail(Stopped, errors.Join(errClosed, err))
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	var noted Reason
	if c.wire != nil {
		noted = c.wire.noted()
	}
	switch {
	case noted != "":
		return fail(noted, err)
	case ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded):
		return fail(Timeout, err)
	case c.program != nil:
		return fail(Stopped, err)
	}
	return fail(NotMCP, err)
}

// begin marks the session as in use until the returned function is called.
func (c *session) begin(now time.Time) func() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.used = now
	c.busy++
	if c.wire != nil {
		c.wire.forget()
	}
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.busy--
	}
}

// idle returns the time since the last request began or, before the first request, since the session
// was opened. It returns 0 while a request is in progress.
func (c *session) idle(now time.Time) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.busy > 0 {
		return 0
	}
	return now.Sub(c.used)
}

// close ends the session and its pending requests. It waits until connecting has ended, and then at
// most a second for the server.
func (c *session) close() {
	c.closed.Store(true)
	c.over.Do(func() {
		<-c.ready
		if c.client != nil {
			said := make(chan struct{})
			go func() {
				_ = c.client.Close()
				close(said)
			}()
			select {
			case <-said:
			case <-time.After(time.Second):
			}
		}
		c.cancel()
		if c.wire != nil {
			c.wire.base.CloseIdleConnections()
		}
		if c.program != nil {
			c.program.kill()
		}
	})
}

// open returns the session for a place, and connects if there is no session. It fails with an *Error, or
// with errs.StorageFail if the secrets of the server cannot be read.
func (s *Service) open(ctx context.Context, server mcpdb.McpServer, owner string) (*session, error) {
	at := place{owner, server.ID}
	s.mu.Lock()
	if s.sessions == nil {
		s.mu.Unlock()
		return nil, fail(Stopped, errClosed)
	}
	c := s.sessions[at]
	if c != nil && c.changed != server.ChangedAt {
		delete(s.sessions, at)
		go c.close()
		c = nil
	}
	if c == nil {
		s.makeRoom()
		life, cancel := context.WithCancel(s.over)
		c = &session{ready: make(chan struct{}), cancel: cancel, changed: server.ChangedAt, used: s.Now()}
		s.sessions[at] = c
		s.work.Go(func() {
			defer close(c.ready)
			if c.err = s.connect(life, c, server, owner); c.err != nil {
				s.drop(at, c)
			}
		})
	}
	s.mu.Unlock()
	select {
	case <-c.ready:
		return c, c.err
	case <-ctx.Done():
		return nil, fail(Timeout, context.Cause(ctx))
	}
}

// makeRoom closes a session if there are maxSessions sessions. It closes the session with the longest
// idle time, or any session if all are in use.
func (s *Service) makeRoom() {
	if len(s.sessions) < maxSessions {
		return
	}
	var longest place
	most := time.Duration(-1)
	for at, c := range s.sessions {
		if idle := c.idle(s.Now()); idle > most {
			longest, most = at, idle
		}
	}
	go s.sessions[longest].close()
	delete(s.sessions, longest)
}

// drop removes a session and closes it in the background. A newer session of the same place is
// kept.
func (s *Service) drop(at place, c *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sessions[at] == c {
		delete(s.sessions, at)
	}
	go c.close()
}

// dropServer closes the sessions of one owner with a server; an empty owner means all owners.
func (s *Service) dropServer(server, owner string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for at, c := range s.sessions {
		if at.server == server && (owner == "" || at.owner == owner) {
			delete(s.sessions, at)
			go c.close()
		}
	}
}

// Run closes idle sessions until ctx ends.
func (s *Service) Run(ctx context.Context) {
	tick := time.NewTicker(idleTime / 10)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			s.closeIdle()
		}
	}
}

func (s *Service) closeIdle() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for at, c := range s.sessions {
		if c.idle(s.Now()) > idleTime {
			delete(s.sessions, at)
			go c.close()
		}
	}
}

func (s *Service) connect(life context.Context, c *session, server mcpdb.McpServer, owner string) error {
	at := place{owner, server.ID}
	transport, err := s.transport(life, c, server, owner)
	if err != nil {
		return err
	}
	client := sdk.NewClient(&sdk.Implementation{Name: "wenqu", Version: s.Version}, &sdk.ClientOptions{
		Capabilities: &sdk.ClientCapabilities{}, // the client offers no roots, sampling or elicitation
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) {
			s.relist(at, changePause)
		},
	})
	done := make(chan error, 1)
	go func() {
		var err error
		c.client, err = client.Connect(life, transport, nil)
		done <- err
	}()
	timer := time.NewTimer(s.wait.connect)
	defer timer.Stop()
	select {
	case err = <-done:
		if err == nil {
			return nil
		}
		if life.Err() != nil {
			return fail(Stopped, errors.Join(errClosed, err))
		}
		err = c.reason(context.Background(), err)
	case <-timer.C:
		err = fail(Timeout, nil)
		c.cancel()
		if c.program != nil {
			c.program.kill()
		}
		s.Log.Debug("an MCP server was too slow to say hello", "error", <-done)
	}
	if c.program != nil {
		s.failed(server.ID)
	}
	return err
}

func (s *Service) transport(life context.Context, c *session, server mcpdb.McpServer, owner string) (sdk.Transport, error) {
	secrets, err := s.secretsOf(life, s.reads(), server)
	if err != nil {
		return nil, err
	}
	if Kind(server.Kind) == Stdio {
		return s.start(life, c, server, secrets.Env)
	}
	u, err := url.Parse(server.Url)
	if err != nil {
		return nil, fail(BadAddress, err)
	}
	local := ""
	if server.Local {
		local = hostPort(u)
	}
	c.wire = &wire{
		base: s.newTransport(local), origin: origin(u), headers: secrets.Headers, ctx: life, header: s.wait.header, sse: Kind(server.Kind) == SSE,
		token: func(ctx context.Context) (string, error) { return s.token(ctx, server, owner) },
	}
	if Kind(server.Kind) == SSE {
		return &sdk.SSEClientTransport{Endpoint: server.Url, HTTPClient: c.wire.client(), MaxEventSize: maxMessage}, nil
	}
	return &sdk.StreamableClientTransport{Endpoint: server.Url, HTTPClient: c.wire.client(), MaxRetries: 2, MaxEventSize: maxMessage}, nil
}
