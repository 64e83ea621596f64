package admin

import (
	"context"
	"encoding/json"
	"io"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Ports are what the administration needs from other domains. All of them must be set
// to register routes.
type Ports struct {
	Providers Providers
	Sources   Sources
	Users     Users
	Notices   Notices
	System    System
	// General returns what GET /api/info/general would answer with the draft `raw` of the settings, in
	// the language of `locale`.
	General func(raw json.RawMessage, locale string) (any, error)
	// Title returns the current name of an agent or title of a share; empty if the agent or share no
	// longer exists. `action` tells whether `id` is an agent or a share.
	Title func(ctx context.Context, action Action, id, locale string) string
}

// Provider is a server of models that is used or could be used.
type Provider struct {
	ID      string
	Name    string
	BaseURL string
	Source  string // "admin": administrators entered it; "probe": it was found on this machine; else its variable or file
	Keyed   bool
	Local   bool
	Models  []string // ids of the chat models
	Err     *errs.Error
}

// Trial is the result of a test request to a provider.
type Trial struct {
	Milliseconds int64    // time to the end of a short answer
	Models       []string // ids of the chat models that the server lists
	Answer       string   // the beginning of the short answer, in Markdown with its line breaks
}

// Vendor is one way to connect a model.
type Vendor struct {
	ID      string
	Name    string   // name in the reader's language
	BaseURL string   // empty: the administrator has to enter it
	KeyURL  string   // page for creating a key; empty: there is no such page
	Local   bool     // on the operator's own network, usually without a key
	Gives   []string // names of its capabilities, in the reader's language
}

// Providers gives access to the servers of models.
type Providers interface {
	Vendors(locale string) []Vendor
	InUse() []Provider
	Offered() []Provider // local servers that were found but are not yet accepted
	Accept(id string) bool
	// Try asks the provider with this id, configured as in the draft, for its models and for a
	// short answer. The draft need not be saved.
	Try(ctx context.Context, draft json.RawMessage, id string) (Trial, error)
}

// Sources gives access to the sources of web search.
type Sources interface {
	List(ctx context.Context, locale string) ([]SourceView, error)
	Engines(locale string) []EngineView
	Found(locale string) []SightingView
	// Try searches for words with the source that has this id. The draft contains the settings
	// of sources and need not be saved.
	Try(ctx context.Context, draft json.RawMessage, id, words, locale string) (SourceTrialView, error)
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

// UserChange changes an account; a nil field changes nothing. BanReason is used only for a ban.
type UserChange struct {
	Role        *int
	Disabled    *bool
	BannedUntil *int64 // Unix milliseconds; 0 lifts the ban
	BanReason   string
}

// Users gives access to the accounts.
type Users interface {
	Find(ctx context.Context, query string, offset, limit int) (users []User, total int, err error)
	// Names returns the names of accounts by id. Ids that are not accounts are left
	// out.
	Names(ctx context.Context, ids []string) (map[string]string, error)
	// Change applies the fields of `c` one after the other. `made` has the fields that were applied, even
	// if a later field fails.
	Change(ctx context.Context, id string, c UserChange) (made UserChange, err error)
	LogOut(ctx context.Context, id string) error // LogOut logs the account out on all devices
}

// Notice is an announcement to everybody.
type Notice struct {
	ID                 string
	Kind               string
	Title, Body        errs.Text
	Link               string
	CreatedAt, UntilAt int64 // Unix milliseconds; UntilAt 0: until it is withdrawn
}

// Notices gives access to the announcements.
type Notices interface {
	List(ctx context.Context, offset, limit int) ([]Notice, error)
	Post(ctx context.Context, n Notice) (id string, err error)
	TakeBack(ctx context.Context, id string) (title errs.Text, err error)
}

// Fact is one line of the system page.
type Fact struct {
	Group, Name, Value string
	OK                 bool
}

// System describes this server and its machine.
type System interface {
	Facts(ctx context.Context, locale string) []Fact
	Backup(ctx context.Context) (file string, size int64, err error)
	// Diagnostics writes a ZIP that helps to find faults. It contains no secrets and no
	// text of people.
	Diagnostics(ctx context.Context, w io.Writer) error
}
