// Package answer makes an answer in steps: gatherers find sources, then a model (or the
// built-in engine) writes text and calls tools until it is done or a limit is reached. The
// package depends on no domain: files, web search, projects and memory provide tools and
// gatherers.
package answer

import (
	"context"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Turn describes one answer to be made. It is read-only; values that can change while the
// answer is being made are functions. Owner, Count and Room are set by the Loop.
type Turn struct {
	Owner    func() string // the current owner: it changes when a visitor logs in while the answer is being made
	Asker    string        // who asked, if the owner is a project; otherwise empty
	CID      string
	Place    func() (owner, cid string) // the current owner and conversation id: a login may change both while the answer is being made
	Index    int                        // index of the answer in the conversation
	Repeat   int                        // version of the answer
	TraceID  string
	Locale   string
	Now      time.Time // current time in the user's time zone
	System   string    // system prompt about the assistant
	Question string
	Withheld bool         // the content rules forbid answering the question
	Files    []Attachment // files of this question
	Earlier  []Round      // earlier rounds, oldest first
	ChatType string       // chat mode of the conversation: "300", "301" …; may be empty
	Search   Search       // how the user wants the web to be searched
	Links    []string     // addresses attached to the question by the client
	Unhinted bool         // the user does not want follow-up questions
	Profile  Profile
	Choice   llm.Choice // the model that answers
	Partial  *stream.Message
	Private  bool // a temporary conversation: its data is kept in memory only

	// Pictures are attached to the question, in addition to its files.
	Pictures []llm.Image
	// Unattended means that a program asks: nobody can give consent, so tools that need consent are
	// not offered.
	Unattended bool

	// Count estimates the number of tokens of a text for the answering model.
	Count func(text string) int
	// Room is the number of tokens left for sources in the model's context. The rest of the context
	// is for the instructions, the question, the answer so far, the reserve for the answer and the
	// messages in `beside`. Room is at most a share of the context, and never less than a minimum.
	Room func(beside ...llm.Message) int
}

// Round is an earlier question with its answer.
type Round struct {
	Index    int // index of the answer
	Repeat   int // version of the answer
	Question string
	Files    []Attachment
	Answer   string // the answer without its thinking; empty: no text that may be sent to the model
	Tools    bool   // there may be stored results of tools called in the answer
}

// Attachment is a file of a question, named as in the user's library.
type Attachment struct {
	ID   string // id in the library; empty: only the name is known
	Type string // "pdf", "image", "excel" …
	Name string
}

// Profile is the agent, project, skill or plain assistant that answers, resolved once per turn.
type Profile struct {
	Author       string   // name of the Author that makes the answer; empty: gatherers, a model and tools make it
	Instructions string   // appended to the general instructions in the system message
	Tools        []string // names of the tools that may be called
	More         bool     // true: all tools of Options.MoreTools may be called; false: only those named in Tools or with Added set
	Agent        string   // id of the agent; empty: the plain assistant
	Gatherers    []string // names of the gatherers that run; their results are joined in this order
	Steps        int      // tools are offered in the model calls before number Steps, and always in the first; 0: DefaultSteps
	MaxTokens    int      // maximum number of tokens written by one model call; 0: the provider's default
	Temperature  *float64 // nil: the provider's default
	TopP         *float64 // nil: the provider's default
	Knowledge    []Scope  // searched for every question, in addition to the files of the conversation

	// Foreign means that another person wrote the instructions. Then the user's own data (library,
	// earlier conversations, memories) must not be searched. Data that came with the conversation
	// may be searched.
	Foreign bool
}

// Scope is knowledge that belongs to an agent or a project. The user may read and cite passages
// of it without owning it.
type Scope struct {
	Owner string // owner of the files; empty for sites
	Kind  ScopeKind
	IDs   []string // never empty
}

// ScopeKind is the kind of a Scope.
type ScopeKind string

// Values of ScopeKind.
const (
	ScopeFiles ScopeKind = "file" // files of Scope.Owner
	ScopeSites ScopeKind = "site" // sites and feeds of this server
)

// Gatherer finds sources before the model starts.
type Gatherer interface {
	// Name is unique and stable; profiles refer to it.
	Name() string
	// Applies reports whether Gather may find, show or store something for the turn. It only looks at
	// the turn, because most gatherers have nothing to do for most questions. If Applies returns false,
	// Gather is not called.
	Applies(t Turn) bool
	// Gather finds sources for the turn and reports its progress through `out`. It may return the zero
	// Found, although Applies returned true. An error ends the answer. If only some sources fail,
	// Found.Notes states that.
	Gather(ctx context.Context, t Turn, out Out) (Found, error)
}

// Found is the result of a gatherer.
type Found struct {
	Sources  []source.Source
	Whole    bool                // Sources are the complete texts, not a selection of passages
	Instruct string              // instructions to the model about using the sources; may be empty
	Texts    []string            // further texts for the model, before the question
	Question string              // replaces a question without text; may be empty
	Pictures []llm.Image         // attached to the question
	Shown    map[int][]llm.Image // pictures that belong to earlier questions, by index in Turn.Earlier
	Notes    []string            // sentences about sources that could not be read, in the user's language, for the model and the user
	Finding  source.Finding      // input of the built-in engine; set only if that engine answers
}

// Out shows the progress of gatherers and tools. The content rules are applied to all text shown.
type Out interface {
	// Emit shows events: parts of the answer, such as steps, or stream.SearchWithText for sources. If
	// it fails, the caller must return the error.
	Emit(events ...stream.Event) error
	// Alive reports progress when there is nothing to show.
	Alive()
}

// Consent states when a user is asked before a tool is called.
type Consent string

// Values of Consent.
const (
	ConsentNever Consent = "never" // the user is not asked; for tools that only compute, or read what the user may read anyway
	ConsentOnce  Consent = "once"  // the user is asked until a call to the tool is allowed in the conversation
	ConsentEvery Consent = "every" // the user is asked before each call, until a decision is made for all later calls
)

// Tool is a function that a model may call.
type Tool struct {
	Spec    llm.Tool
	Title   errs.Text                                // name of the tool for users
	About   errs.Text                                // description of the tool for users, in one sentence
	Label   func(locale string, input []byte) string // title of a call for users, such as 搜索「…」; nil: a general title
	Consent Consent
	Timeout time.Duration     // limit of one call; 0: DefaultTimeout
	Limit   int               // maximum length of a result for the model, in bytes; a longer result is cut with a note; 0: DefaultLimit
	Replay  bool              // may be called again if a crash interrupted the call
	Version string            // version of the tool's behaviour; a stored consent applies to one version. Empty: the behaviour never changes
	Offered func(t Turn) bool // whether the tool is useful for this turn; nil: always
	Added   bool              // the user has added this tool of Options.MoreTools to the agent, so the profile need not name it
	Call    func(ctx context.Context, c Call) (Result, error)
}

// Call is one use of a tool.
type Call struct {
	ID    string
	Input []byte // a JSON object; it is not checked against the tool's schema
	Turn  Turn
	Out   Out
}

// Result is the result of a call. Text is passed to the model as data, not as instructions.
type Result struct {
	Text    string
	Sources []source.Source // sources that may be cited; they are numbered after the existing sources
	Media   []stream.Media
	Cards   []stream.Card
	Note    string // a short line for users; empty: none
}
