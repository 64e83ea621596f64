package research

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Search is the port to the web search.
type Search interface {
	// Available reports whether a search source is configured.
	Available() bool
	// Search returns the results, best first. If there are no results because a search source failed,
	// `reason` states the failure in the language of the query's locale.
	Search(ctx context.Context, owner string, q Query) (found []Result, reason string, err error)
}

// Query is a search for pages.
type Query struct {
	Text   string
	Limit  int
	Locale string
}

// Result is one page found by a search.
type Result struct {
	Title, URL, Snippet string
	Content             string // the page's text if the search source provides it; may be empty
	Site, Icon          string
	Published           int64 // Unix milliseconds; 0: not known
}

// Pages reads pages.
type Pages interface {
	// Key returns the normalised address, by which a page is identified; empty if the address is not valid.
	Key(address string) string
	// Read returns the text of a page.
	Read(ctx context.Context, address string) (Page, error)
	// Keep stores a copy of a page for the conversation, and returns the copy's address on this server.
	Keep(ctx context.Context, owner, cid string, p Page) (address string, err error)
	// Why says, in the language of the locale, why a page could not be read.
	Why(err error, locale string) string
}

// Page is a page that was read.
type Page struct {
	URL, Title, Site, Icon, Text string
	Published                    int64 // Unix milliseconds; 0: not known
	Origin                       any   // data for Pages.Keep; may be nil
}

// Passages finds the parts of a text that fit a question.
type Passages interface {
	// Best returns the passages of a text that fit a question, best first.
	Best(question, title, text string, limit int) []string
	// Answering returns the sentences of a text that answer a question, best first. If the text does not
	// answer the question, there are no sentences.
	Answering(question, title, text string, limit int) []string
}

// Files searches the user's own files.
type Files interface {
	Search(ctx context.Context, owner string, ids []string, question string, limit int) ([]source.Source, error)
}

// Answers is the port to the answers of studies.
type Answers interface {
	// Continue continues the answer at `p`. It fails with errs.NotFound if the answer no longer exists.
	// If the conversation is already making an answer, it returns that answer's run and errs.Busy.
	Continue(ctx context.Context, owner string, p Place, locale string) (*run.Run, error)
	// Look returns the state of the answer at `p`.
	Look(ctx context.Context, owner string, p Place) (stream.State, error)
	// End stops the running answer of the conversation, as if the user had stopped the answer.
	End(ctx context.Context, owner, cid string) error
	// Exists reports whether the owner has the conversation.
	Exists(ctx context.Context, owner, cid string) (bool, error)
}

// Notices sends notices to users.
type Notices interface {
	// Post stores a notice for the owner; a second notice with the same id is ignored.
	Post(ctx context.Context, n Notice) error
}

// Notice is one message to a user.
type Notice struct {
	ID, Owner   string
	Title, Body errs.Text
	CID         string // the conversation to open
	Index       int    // index of the study's answer
}
