// Package mcp connects to servers of the Model Context Protocol and offers their tools to models.
// Users add servers by address; administrators also define servers for everybody, servers in the
// private network, and servers that are programs on this machine. Data from servers is untrusted: its
// size is limited on input, and models get the descriptions of tools as quotations and the results as
// data.
package mcp

import (
	"context"
	"log/slog"
	"net/url"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/mcp/mcpdb"
	"github.com/wenqu-ai/wenqu/internal/seal"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// SealPurpose is the purpose of the sealer for headers and tokens.
const SealPurpose = "wenqu mcp secrets"

// Everybody is the owner of the servers for all logged-in users.
const Everybody = "*"

// Limits per owner, and limits on data to and from servers.
const (
	maxServers     = 20        // per owner
	maxTools       = 64        // tools per server; further tools are left out
	maxListPages   = 10        // pages of one list of tools
	maxToolName    = 128       // bytes, before the prefix is added
	maxDescription = 1024      // characters of a tool's description
	maxSchema      = 16 << 10  // bytes of JSON
	maxTitle       = 80        // characters
	maxURL         = 2000      // bytes
	maxHeaders     = 16        // headers per server; variables per server, too
	maxHeader      = 8 << 10   // bytes of a header's value, or of a variable with its name
	maxArguments   = 32        // parts of the command line of a server of the kind Stdio
	maxArgument    = 4 << 10   // bytes
	maxResult      = 32 << 10  // bytes of text passed to the model per call
	maxPictures    = 4         // stored per call
	maxPicture     = 4 << 20   // bytes
	maxSessions    = 200       // open connections of this process
	maxMessage     = 8 << 20   // bytes per message of the protocol
	maxListening   = 64 << 20  // bytes of the responses to long-lived GET requests of one session
	maxMeta        = 256 << 10 // bytes of one response during a login at a server, such as its metadata or a token
)

// waits are the timeouts of connections and requests.
type waits struct {
	connect time.Duration // to connect and initialise
	list    time.Duration // to list all tools
	header  time.Duration // timeout until a server begins to answer a long-lived GET request
}

var usual = waits{connect: 15 * time.Second, list: 20 * time.Second, header: 10 * time.Second}

const (
	callTime    = 2 * time.Minute  // per tool call
	idleTime    = 5 * time.Minute  // idle time after which a connection is closed
	listedFor   = 10 * time.Minute // age at which the list of tools is refreshed
	changePause = 30 * time.Second // notices of changed tools are ignored for this time after the last attempt to read the tools
	loginTime   = 10 * time.Minute // to log in at a server
)

// Kind is the transport of a server.
type Kind string

// Values of Kind.
const (
	HTTP  Kind = "http"  // streamable HTTP
	SSE   Kind = "sse"   // the older transport with two addresses
	Stdio Kind = "stdio" // a program on this machine, which only an administrator may configure
)

// States of a server for one user.
const (
	stateNew    = ""
	stateOK     = "ok"
	stateLogin  = "login"  // the server requires a login
	stateFailed = "failed" // the reason is stored with the state
)

// Options are the dependencies of a Service.
type Options struct {
	DB     *db.DB
	Sealer *seal.Sealer // made for SealPurpose
	Proxy  *url.URL     // proxy for all servers that are not local; nil: none
	Stdio  bool         // administrators may define servers that are programs on this machine
	// Callback is the redirect address of logins for a page with the given origin; empty if
	// the origin does not belong to this server.
	Callback func(origin string) string
	Product  string // the name under which this program registers for logins
	Version  string
	// Person reports whether an owner is logged in. Visitors have no servers, and cannot
	// use servers for everybody. nil: all owners are logged in.
	Person func(ctx context.Context, owner string) bool
	// Keep stores a picture from a tool in the owner's library; nil: pictures are not stored. The
	// model gets only the type and the size of a picture, stored or not.
	Keep func(ctx context.Context, owner, name string, data []byte) (stream.Media, error)
	// AgentOf returns the agent with the given id; the id of the agent's draft is accepted, too. For the
	// plain assistant it returns an empty Agent. It fails with errs.NotFound if the owner may not use the
	// agent. nil: there is only the plain assistant.
	AgentOf func(ctx context.Context, owner, id string) (Agent, error)
	Now     func() time.Time // nil: time.Now
	Log     *slog.Logger     // nil: slog.Default
}

// Service manages servers and calls their tools. It is safe for concurrent use.
type Service struct {
	Options
	mu       sync.Mutex
	sessions map[place]*session
	reading  map[place]bool        // lists being read in the background
	pauses   map[string]pause      // delays before failed servers of the kind Stdio are started again
	renewing map[place]*sync.Mutex // locks held while a login is renewed
	wait     waits
	work     sync.WaitGroup
	over     context.Context
	end      context.CancelFunc
}

// place identifies a server together with an owner. The owner is the user who owns the server or has
// logged in to it; otherwise the owner is Everybody.
type place struct{ owner, server string }

// New makes the service. Close ends its connections.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Person == nil {
		o.Person = func(context.Context, string) bool { return true }
	}
	s := &Service{Options: o, sessions: map[place]*session{}, reading: map[place]bool{}, pauses: map[string]pause{}, renewing: map[place]*sync.Mutex{}, wait: usual}
	s.over, s.end = context.WithCancel(context.Background())
	return s
}

// Close closes all connections, ends all server processes, and waits for background work.
func (s *Service) Close() {
	s.end()
	s.mu.Lock()
	open := s.sessions
	s.sessions = nil
	s.mu.Unlock()
	for _, c := range open {
		c.close()
	}
	s.work.Wait()
}

// reads returns queries outside of a transaction.
func (s *Service) reads() *mcpdb.Queries { return mcpdb.New(s.DB.Read()) }

// stored converts a database error to an error for users.
func stored(err error) error {
	if err != nil {
		return errs.Wrap(errs.StorageFail, err)
	}
	return nil
}
