// Package mcp connects to servers of the Model Context Protocol and offers their
// tools to models. People add servers by address; an administrator defines servers
// for everybody, those in the own network, and those that are programs of this
// machine. What a server says is data of a stranger: it is bounded where it enters,
// marked as the stranger's words, and never obeyed.
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

// Everybody is the owner of servers that everybody who is logged in may use.
const Everybody = "*"

// Bounds of what one owner may have and what one server may say.
const (
	maxServers     = 20        // of one owner
	maxTools       = 64        // of one server; more are left out
	maxListPages   = 10        // of a list of tools
	maxToolName    = 128       // bytes, as the server says it
	maxDescription = 1024      // characters of a tool's description
	maxSchema      = 16 << 10  // bytes of JSON
	maxTitle       = 80        // characters
	maxURL         = 2000      // bytes
	maxHeaders     = 16        // of one server
	maxHeader      = 8 << 10   // bytes of one value
	maxArguments   = 32        // of a program
	maxArgument    = 4 << 10   // bytes
	maxResult      = 32 << 10  // bytes of text of one call that a model gets
	maxPictures    = 4         // of one call that are kept
	maxPicture     = 4 << 20   // bytes
	maxSessions    = 200       // open connections of the whole server
	maxMessage     = 8 << 20   // bytes of one message
	maxListening   = 64 << 20  // bytes that a server may send unasked in one session
	maxMeta        = 256 << 10 // bytes of one document of a login
)

// waits are how long a server may keep one waiting.
type waits struct {
	connect time.Duration // to connect and say hello
	list    time.Duration // to list all tools
	header  time.Duration // until a server begins to answer a request to listen
}

var usual = waits{connect: 15 * time.Second, list: 20 * time.Second, header: 10 * time.Second}

// Times.
const (
	callTime    = 2 * time.Minute  // of one call of a tool
	idleTime    = 5 * time.Minute  // after which an unused connection is closed
	listedFor   = 10 * time.Minute // after which a list of tools is read again
	changePause = 30 * time.Second // between two lists that a server asks for
	loginTime   = 10 * time.Minute // to log in at a server
)

// Kind is how a server is spoken to.
type Kind string

// The kinds.
const (
	HTTP  Kind = "http"  // streamable HTTP
	SSE   Kind = "sse"   // the older way of two addresses
	Stdio Kind = "stdio" // a program of this machine, which only an administrator may name
)

// States of a server for one person.
const (
	stateNew    = ""
	stateOK     = "ok"
	stateLogin  = "login"  // it wants a login first
	stateFailed = "failed" // Reason says why
)

// Options are what a Service needs.
type Options struct {
	DB     *db.DB
	Sealer *seal.Sealer // made for SealPurpose
	Proxy  *url.URL     // through which servers of people are reached; nil: directly
	Stdio  bool         // administrators may define servers that are programs of this machine
	// Callback is the address to which logins at other servers return, for somebody
	// whose page has the given origin; empty: that origin is not ours.
	Callback func(origin string) string
	Product  string // the name by which logins know this program
	Version  string
	// Person reports whether an owner is somebody who is logged in: others have no
	// servers and do not get those for everybody. nil: all are.
	Person func(ctx context.Context, owner string) bool
	// Keep stores a picture that a tool gave in the owner's library; nil: pictures
	// are only counted.
	Keep func(ctx context.Context, owner, name string, data []byte) (stream.Media, error)
	Now  func() time.Time // nil: time.Now
	Log  *slog.Logger     // nil: slog.Default
}

// Service keeps the servers of everybody and calls their tools. It is safe for
// concurrent use.
type Service struct {
	Options
	mu       sync.Mutex
	sessions map[place]*session
	reading  map[place]bool        // lists that are being read in the background
	pauses   map[string]pause      // of programs that have failed, by server
	renewing map[place]*sync.Mutex // each held while a login is renewed
	wait     waits
	work     sync.WaitGroup
	over     context.Context
	end      context.CancelFunc
}

// place is a server as one owner's login sees it; for a server that needs none the
// owner is Everybody.
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

// Close ends all connections and programs, and waits for what runs in the background.
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

// reads are queries outside of a transaction.
func (s *Service) reads() *mcpdb.Queries { return mcpdb.New(s.DB.Read()) }

// stored is the error of the database as people get it.
func stored(err error) error {
	if err != nil {
		return errs.Wrap(errs.StorageFail, err)
	}
	return nil
}
