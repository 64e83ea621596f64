package admin

import (
	"context"
	"encoding/json"
	"io"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Ports are what the administration needs of the rest of the house. All are
// required to register routes.
type Ports struct {
	Providers Providers
	Users     Users
	Notices   Notices
	System    System
	// General puts the general information that a draft would give into locale.
	General func(raw json.RawMessage, locale string) (any, error)
}

// Provider is one server of models that is in use, or one that could be.
type Provider struct {
	ID      string
	Name    string
	BaseURL string
	Source  string // admin, or the variable or file that it comes from
	Keyed   bool
	Local   bool
	Models  []string // chat models
	Err     *errs.Error
}

// Trial is what a provider answered to a test.
type Trial struct {
	Milliseconds int64    // to the end of a short answer
	Models       []string // chat models that it lists
	Answer       string   // the beginning of what it said
}

// Vendor is one way to connect a model.
type Vendor struct {
	ID      string
	Name    string   // in the reader's language
	BaseURL string   // empty: the administrator knows it
	KeyURL  string   // where a key is made; empty: nowhere
	Local   bool     // on the operator's own network, usually without a key
	Gives   []string // names of what it brings, in the reader's language
}

// Providers are the servers of models.
type Providers interface {
	Vendors(locale string) []Vendor
	InUse() []Provider
	Offered() []Provider // local servers that were found and wait for a click
	Accept(id string) bool
	// Try asks provider id of the draft, which need not be saved, for its models
	// and for a short answer.
	Try(ctx context.Context, draft json.RawMessage, id string) (Trial, error)
}

// User is an account as an administrator sees it.
type User struct {
	ID          string
	Name        string
	Role        int
	State       string   // active, leaving, disabled
	Identities  []string // masked: phone +86 138****0000
	CreatedAt   int64    // Unix milliseconds
	LastSeenAt  int64
	BannedUntil int64 // 0: not banned
	BanReason   string
	Sessions    int
}

// UserChange is what an administrator changes of an account; nil stays.
type UserChange struct {
	Role        *int
	Disabled    *bool
	BannedUntil *int64 // Unix milliseconds; 0 lifts the ban
	BanReason   string
}

// Users are the accounts.
type Users interface {
	Find(ctx context.Context, query string, offset, limit int) (users []User, total int, err error)
	// Names are the names of those ids that are accounts.
	Names(ctx context.Context, ids []string) (map[string]string, error)
	Change(ctx context.Context, id string, c UserChange) error
	LogOut(ctx context.Context, id string) error // everywhere
}

// Notice is an announcement to everybody.
type Notice struct {
	ID                 string
	Kind               string
	Title, Body        errs.Text
	Link               string
	CreatedAt, UntilAt int64 // Unix milliseconds; UntilAt 0: until it is taken back
}

// Notices are the announcements.
type Notices interface {
	List(ctx context.Context, offset, limit int) ([]Notice, error)
	Post(ctx context.Context, n Notice) (id string, err error)
	TakeBack(ctx context.Context, id string) error
}

// Fact is one line of the system page.
type Fact struct {
	Group, Name, Value string
	OK                 bool
}

// System is the program and its surroundings.
type System interface {
	Facts(ctx context.Context, locale string) []Fact
	Backup(ctx context.Context) (file string, size int64, err error)
	// Diagnostics writes a ZIP of what helps to find a fault, without secrets and
	// without anything that people wrote.
	Diagnostics(ctx context.Context, w io.Writer) error
}
