package research

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Search finds pages.
type Search interface {
	// Available reports whether a source of pages is set up.
	Available() bool
	// Search gives what was found, best first; reason says in the asker's words why
	// no source could be asked, and is empty when one was.
	Search(ctx context.Context, owner string, q Query) (found []Result, reason string, err error)
}

// Query asks for pages.
type Query struct {
	Text   string
	Limit  int
	Locale string
}

// Result is one page that was found.
type Result struct {
	Title, URL, Snippet string
	Content             string // what the source of pages already gives of the page's text; may be empty
	Site, Icon          string
	Published           int64 // Unix milliseconds; 0: not known
}

// Pages reads pages.
type Pages interface {
	// Key is the same for two addresses of one page.
	Key(address string) string
	// Read gives the text of a page. Its error says in Error why it cannot be read.
	Read(ctx context.Context, address string) (Page, error)
	// Keep keeps a copy of what was read, for the conversation, and gives our own
	// address of it.
	Keep(ctx context.Context, owner, cid string, p Page) (address string, err error)
	// Why says in words why a page could not be read.
	Why(err error, locale string) string
}

// Page is a page that was read.
type Page struct {
	URL, Title, Site, Icon, Text string
	Published                    int64 // Unix milliseconds; 0: not known
	Origin                       any   // what Pages keeps of it; may be nil
}

// Passages finds places in texts that are not stored.
type Passages interface {
	// Best gives the passages of a text that fit a question, best first.
	Best(question, title, text string, limit int) []string
	// Answering gives the sentences of a text that answer a question, best first;
	// none when it does not.
	Answering(question, title, text string, limit int) []string
}

// Files finds places in the asker's own files.
type Files interface {
	Search(ctx context.Context, owner string, ids []string, question string, limit int) ([]source.Source, error)
}

// Answers are the answers in which studies are shown.
type Answers interface {
	// GoOn makes on with the answer. It fails with errs.NotFound when the answer does
	// not exist any more, and with errs.Busy and the run when its conversation is
	// already answering.
	GoOn(ctx context.Context, owner string, p Place, locale string) (*run.Run, error)
	// Look gives the state of the answer.
	Look(ctx context.Context, owner string, p Place) (stream.State, error)
	// End ends the answer that the conversation is making, as stopped by its reader.
	End(ctx context.Context, owner, cid string) error
	// Exists reports whether the owner has the conversation.
	Exists(ctx context.Context, owner, cid string) (bool, error)
}

// Notices tells people what has happened while they were away.
type Notices interface {
	// Post stores a notice for the owner; a second one of the same id is none.
	Post(ctx context.Context, n Notice) error
}

// Notice is one message to a person.
type Notice struct {
	ID, Owner   string
	Title, Body errs.Text
	CID         string // the conversation to which it leads
}
