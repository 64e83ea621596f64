// Package transfer exports all data of a person as one file, with conversations, files and notes,
// and imports these exports and the exports of other assistants. An export contains a placeholder for
// each text withheld by the content rules; an import stores no withheld text. The package also deletes
// all data of a person.
package transfer

import (
	"context"
	"encoding/json"
	"iter"
	"time"

	"github.com/wenqu-ai/wenqu/internal/blob"
	"github.com/wenqu-ai/wenqu/internal/security"
)

// Limits of a file to import.
const (
	MaxFile          = 50 << 20 // bytes of JSON
	maxExpansion     = 20       // maximum size of an archive's JSON, as a multiple of its compressed size; real archives have 3 to 12
	freeExpansion    = 4 << 20  // bytes of JSON that every archive may contain, whatever its compressed size
	MaxConversations = 5_000
	MaxMessages      = 2_000   // messages of one conversation
	MaxText          = 200_000 // characters of a question, an answer or its thinking
	MaxVersions      = 50      // versions of one answer
	MaxFiles         = 10_000
	maxDepth         = 64 // nesting of arrays and objects
)

// How many entries a report lists; its counts are always complete.
const (
	maxTitles  = 20
	maxSkipped = 100
)

// The speakers of messages.
const (
	Human = "human"
	AI    = "ai"
)

// Head describes a conversation without its messages. Times are in Unix
// milliseconds; 0 is unknown.
type Head struct {
	CID       string `json:"cid"`
	Title     string `json:"title"`
	CreatedAt int64  `json:"createdAt"`
	Pinned    bool   `json:"pinned"`
	Leaf      int    `json:"leaf"` // index of the newest message of the active branch
}

// Conversation is one conversation with all its branches and versions.
type Conversation struct {
	Head
	Messages list[Message] `json:"messages"` // ordered by index
}

// Message is a question or an answer. A question has an odd index. Its answer
// always exists and has the next index.
type Message struct {
	Index     int            `json:"index"`
	Parent    int            `json:"parent"` // index of the message before it; 0: there is none
	Speaker   string         `json:"speaker"`
	Prompt    string         `json:"prompt,omitempty"`
	Files     list[Attached] `json:"files,omitempty"`  // the files of a question
	Hidden    bool           `json:"hidden,omitempty"` // of a question: its text is withheld, and Prompt is a placeholder in an export
	CreatedAt int64          `json:"createdAt"`
	Selected  int            `json:"selected,omitempty"` // number of the displayed version
	Versions  list[Version]  `json:"versions,omitempty"`
}

// Version is one version of an answer, numbered from 0. Parts are the parts of the answer as in
// the stream; Parts is empty when text and thinking are the whole answer.
type Version struct {
	Model    string     `json:"model,omitempty"`
	State    string     `json:"state"`
	Hidden   bool       `json:"hidden,omitempty"` // the text is withheld, and Text is a placeholder in an export
	Text     string     `json:"text"`
	Thinking string     `json:"thinking,omitempty"`
	Parts    list[Part] `json:"parts,omitempty"`
	Feedback *Feedback  `json:"feedback,omitempty"`
}

// Feedback is the reader's feedback on a version.
type Feedback struct {
	Type  int          `json:"type"` // 1 like, -1 dislike
	Codes list[string] `json:"codes,omitempty"`
	Text  string       `json:"text,omitempty"`
}

// Conversations stores conversations; each belongs to one owner.
type Conversations interface {
	// Heads lists all conversations of an owner except temporary ones.
	Heads(ctx context.Context, ownerID string) iter.Seq2[Head, error]
	// Messages returns all messages of a conversation ordered by index, or no messages if the owner
	// does not have the conversation. Withheld messages have no text.
	Messages(ctx context.Context, ownerID, cid string) iter.Seq2[Message, error]
	// Import stores a whole conversation. It reports false if the owner already has a conversation with
	// the cid of c. It fails with errs.ConversationsFull if the owner's conversations would take more
	// space than allowed.
	Import(ctx context.Context, ownerID string, c Conversation) (bool, error)
}

// Rules applies the content rules to a text.
type Rules func(traceID, text string) (shown string, withheld bool)

// Holdings provides access to people's data. Each domain adds its part.
type Holdings struct {
	Conversations Conversations
	Files         Files
	Notes         Notes
	Sections      []Section // in their order in an export, before Files
}

// Section is a further part of an export: one JSON value under its own field.
type Section struct {
	Name string // name of the field; it never changes, and no other field of the file has this name
	// Export returns a person's data. If it returns nil, the section is not written.
	Export func(ctx context.Context, ownerID string) (any, error)
	// Import stores a value for a person and skips what it cannot use. It may be called again
	// with the same value. An error ends the import. If Import is nil, the section is only exported.
	Import func(ctx context.Context, ownerID string, value json.RawMessage) error
}

// Options contains what a Service needs; all fields but DiskRoom and Security are required.
type Options struct {
	Holdings
	// Empty deletes all data of a person except the account.
	Empty func(ctx context.Context, ownerID string) error
	Rules Rules
	// DiskRoom returns an error for imports while the disk is nearly full; nil: no check.
	DiskRoom func() error
	Security *security.Log // records who exported their data; nil: nothing is recorded
	Parts    *blob.Parts   // where an upload is stored during its preview or import
	Now      func() time.Time
}

// Service exports and imports. It is safe for concurrent use.
type Service struct {
	Options
	slots, spools chan struct{}
}

const (
	// atOnce is the maximum number of import files that are read at the same time. It
	// limits the memory for reading.
	atOnce = 4
	// spoolsAtOnce is the maximum number of archives on the disk at the same time.
	spoolsAtOnce = 8
)

// New creates the service.
func New(o Options) *Service {
	return &Service{Options: o, slots: make(chan struct{}, atOnce), spools: make(chan struct{}, spoolsAtOnce)}
}
