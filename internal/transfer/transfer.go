// Package transfer takes everything of a person out as one file, conversations,
// files and notes, and brings it in: from such a file, and from the exports of
// other assistants. What the rules of content withhold leaves and enters as a
// placeholder. It also deletes everything of a person.
package transfer

import (
	"context"
	"encoding/json"
	"iter"
	"time"

	"github.com/wenqu-ai/wenqu/internal/blob"
	"github.com/wenqu-ai/wenqu/internal/security"
)

// Limits of a file that is brought in.
const (
	MaxFile          = 50 << 20 // bytes of JSON
	maxExpansion     = 20       // bytes of JSON for each byte of it in an archive; real ones have 3 to 12
	freeExpansion    = 4 << 20  // bytes of JSON that may come of any archive
	MaxConversations = 5_000
	MaxMessages      = 2_000   // of one conversation
	MaxText          = 200_000 // characters of a question, an answer or its thinking
	MaxVersions      = 50      // of one answer
	MaxFiles         = 10_000
	maxDepth         = 64 // of arrays and objects in each other
)

// How much a report names; the counts are always whole.
const (
	maxTitles  = 20
	maxSkipped = 100
)

// Who spoke a message.
const (
	Human = "human"
	AI    = "ai"
)

// Head is what is known of a conversation beside its messages. Times are in
// Unix milliseconds; 0 is unknown.
type Head struct {
	CID       string `json:"cid"`
	Title     string `json:"title"`
	CreatedAt int64  `json:"createdAt"`
	Pinned    bool   `json:"pinned"`
	Leaf      int    `json:"leaf"` // newest message of the branch that is shown
}

// Conversation is one conversation with all branches and versions.
type Conversation struct {
	Head
	Messages list[Message] `json:"messages"` // ascending by index
}

// Message is a question or an answer. A question has an odd index, and its
// answer, which always exists, the next one.
type Message struct {
	Index     int            `json:"index"`
	Parent    int            `json:"parent"` // 0: the beginning
	Speaker   string         `json:"speaker"`
	Prompt    string         `json:"prompt,omitempty"`
	Files     list[Attached] `json:"files,omitempty"`  // what was attached
	Hidden    bool           `json:"hidden,omitempty"` // of a question: prompt is a placeholder
	CreatedAt int64          `json:"createdAt"`
	Selected  int            `json:"selected,omitempty"` // the version that is shown
	Versions  list[Version]  `json:"versions,omitempty"`
}

// Version is one version of an answer, by number from 0. Parts are the parts of
// the answer as the stream has them, where text and thinking do not tell all.
type Version struct {
	Model    string     `json:"model,omitempty"`
	State    string     `json:"state"`
	Hidden   bool       `json:"hidden,omitempty"` // text is a placeholder
	Text     string     `json:"text"`
	Thinking string     `json:"thinking,omitempty"`
	Parts    list[Part] `json:"parts,omitempty"`
	Feedback *Feedback  `json:"feedback,omitempty"`
}

// Feedback is the reader's judgement of a version.
type Feedback struct {
	Type  int          `json:"type"` // 1 like, -1 dislike
	Codes list[string] `json:"codes,omitempty"`
	Text  string       `json:"text,omitempty"`
}

// Conversations is where conversations are kept. Everything in it belongs to
// an owner.
type Conversations interface {
	// Heads gives all conversations of an owner but temporary ones.
	Heads(ctx context.Context, ownerID string) iter.Seq2[Head, error]
	// Messages gives all messages of a conversation, ascending by index, and
	// nothing for what the owner does not have. Hidden ones have no text.
	Messages(ctx context.Context, ownerID, cid string) iter.Seq2[Message, error]
	// Import stores a conversation whole, and reports false when the owner
	// already has one of that cid. It fails with errs.ConversationsFull when the
	// owner has no room for it.
	Import(ctx context.Context, ownerID string, c Conversation) (bool, error)
}

// Rules say what may be shown of a text.
type Rules func(traceID, text string) (shown string, withheld bool)

// Holdings are what people have here. Each domain gives the part that it keeps.
type Holdings struct {
	Conversations Conversations
	Files         Files
	Notes         Notes
	Sections      []Section // in the order in which they are written, before the files
}

// Section is a further part of the file: one value of JSON under a field of its
// own.
type Section struct {
	Name string // of the field; stable, and none of those that Holdings has
	// Export gives what somebody has; nil: there is nothing to be written.
	Export func(ctx context.Context, ownerID string) (any, error)
	// Import makes of a value what somebody has, and skips what it cannot use; it
	// may be called again with the same. An error ends the import. nil: the value
	// says what was and is not brought in.
	Import func(ctx context.Context, ownerID string, value json.RawMessage) error
}

// Options are what a Service needs; all but DiskRoom are required.
type Options struct {
	Holdings
	// Empty deletes everything that somebody has here, but not the account.
	Empty func(ctx context.Context, ownerID string) error
	Rules Rules
	// DiskRoom refuses what is brought in while the disk is nearly full; nil:
	// never.
	DiskRoom func() error
	Security *security.Log // is told who took everything out; nil: nobody is
	Parts    *blob.Parts   // where an archive lies while it is brought in
	Now      func() time.Time
}

// Service takes everything out and brings it in. It is safe for concurrent use.
type Service struct {
	Options
	slots, spools chan struct{}
}

const (
	// atOnce is how many files are read at the same time, which bounds the memory
	// they take.
	atOnce = 4
	// spoolsAtOnce is how many archives lie on the disk at the same time.
	spoolsAtOnce = 8
)

// New makes the service.
func New(o Options) *Service {
	return &Service{Options: o, slots: make(chan struct{}, atOnce), spools: make(chan struct{}, spoolsAtOnce)}
}
