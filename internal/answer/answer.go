// Package answer makes an answer in steps: gatherers find what it rests on,
// then a model (or the built-in engine) speaks and calls tools until it is done
// or a bound is reached. It knows no domain: files, web search, projects and
// memory offer it their tools and gatherers.
package answer

import (
	"context"
	"time"

	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Turn is one answer to be made. It is read only; what changes while the answer
// is being made is asked through functions. Owner, Count and Room are the Loop's.
type Turn struct {
	Owner    func() string // the current owner: it changes when a visitor logs in while the answer is being made
	CID      string
	Place    func() (owner, cid string) // the current place of the conversation: a login may move and rename it while the answer is being made
	Index    int                        // of the answer
	Repeat   int                        // which version of it
	TraceID  string
	Locale   string
	Now      time.Time // the asker's clock, in the asker's zone
	System   string    // who the assistant is, for a model
	Question string
	Withheld bool         // the question may not be answered
	Files    []Attachment // of the question itself
	Earlier  []Round      // oldest first; also those whose answer failed, for their files
	ChatType string       // chat mode of the conversation: "300", "301" …; may be empty
	Search   Search       // how the asker wants the web to be searched
	Links    []string     // addresses that the client says belong to the question
	Unhinted bool         // no follow-up questions are to come with the answer
	Profile  Profile
	Choice   llm.Choice // what answers
	Partial  *stream.Message
	Private  bool // a temporary conversation: nothing of it may be noted anywhere

	// Pictures belong to the question, beside its files.
	Pictures []llm.Image
	// Unattended says that a program asks: nobody is there who could consent to the
	// call of a tool, so that those which need it are not offered.
	Unattended bool

	// Count estimates the tokens that a text has for the model that answers.
	Count func(text string) int
	// Room is how many tokens of the model's context are left for sources, beside
	// the instructions, the question, the answer so far, what the answer may take
	// and the given messages.
	Room func(beside ...llm.Message) int
}

// Round is an earlier question with its answer.
type Round struct {
	Index    int // of the answer
	Repeat   int // which version of it
	Question string
	Files    []Attachment
	Answer   string // without its thinking; empty: there is none that a model may be told
	Tools    bool   // it may have called some, with results that are stored
}

// Attachment is a file of a question, in the words of the asker's library.
type Attachment struct {
	ID   string // of the library; empty: only its name is known
	Type string // "pdf", "image", "excel" …
	Name string
}

// Profile is who answers: an agent, a project, a skill or the plain assistant,
// resolved once a turn.
type Profile struct {
	Author       string   // name of the author who makes the answer in its own way; empty: gatherers, a model and tools do
	Instructions string   // put behind the general instructions in the system message
	Tools        []string // names of the tools that may be called
	More         bool     // those of Options.MoreTools may be called, too; otherwise only those that Tools names
	Gatherers    []string // names of the gatherers that run, in this order
	Steps        int      // calls of the model in one answer; 0: DefaultSteps
	MaxTokens    int      // of one call of the model; 0: the provider's default
	Temperature  *float64 // nil: the provider's default
	TopP         *float64 // nil: the provider's default
	Knowledge    []Scope  // what is searched for every question, beside the files of the conversation

	// Foreign says that somebody else than the asker wrote the instructions. Then
	// nothing that the asker keeps may be looked through (the library, earlier
	// conversations, memories): only what came with the conversation.
	Foreign bool
}

// Scope is knowledge that belongs to an agent or a project. The asker may read
// passages of it, and cite them, without owning it.
type Scope struct {
	Owner string // whose files they are; of sites empty
	Kind  ScopeKind
	IDs   []string // never empty
}

// ScopeKind is what a Scope names.
type ScopeKind string

// The kinds of scopes.
const (
	ScopeFiles ScopeKind = "file" // files of Scope.Owner
	ScopeSites ScopeKind = "site" // own sites and feeds of this server
)

// Gatherer finds what an answer rests on before the model speaks.
type Gatherer interface {
	// Name is unique and stable; profiles name it.
	Name() string
	// Gather finds what fits the turn. It tells what it does through out, and
	// gives the zero Found when the turn is none of its business. An error ends
	// the answer; what only some source cannot give is a Note.
	Gather(ctx context.Context, t Turn, out Out) (Found, error)
}

// Found is what a gatherer gives to the one who answers.
type Found struct {
	Sources  []source.Source
	Whole    bool                // Sources are all of what the turn is about, not a choice
	Instruct string              // how a model is to use the sources; may be empty
	Texts    []string            // what a model is told beside them, in front of the question
	Question string              // what is asked when the question has no words; may be empty
	Pictures []llm.Image         // that belong to the question
	Shown    map[int][]llm.Image // pictures that belong to earlier questions, by index in Turn.Earlier
	Notes    []string            // sentences about what could not be read, in the asker's language, for the model and for the reader
	Finding  source.Finding      // what the built-in engine composes from; a gatherer fills it only for that engine
}

// Out is where gatherers and tools tell the reader what they do. All text in it
// passes the content rules.
type Out interface {
	// Emit shows parts of the answer: steps, progress, and stream.SearchWithText
	// for what was found. An error means: return it.
	Emit(events ...stream.Event) error
	// Alive says that work goes on although nothing is shown.
	Alive()
}

// Consent says whether a person is asked before a tool is called.
type Consent string

// The ways to ask.
const (
	ConsentNever Consent = "never" // the tool only reads what the asker may read anyway
	ConsentOnce  Consent = "once"  // once a conversation
	ConsentEvery Consent = "every" // before each call
)

// Tool is a function that a model may call while it answers.
type Tool struct {
	Spec    llm.Tool
	Label   func(locale string, input []byte) string // what people read while it works: 搜索「…」
	Consent Consent
	Timeout time.Duration     // of one call; 0: DefaultTimeout
	Limit   int               // bytes of a result that the model gets, more is cut with a note; 0: DefaultLimit
	Replay  bool              // may be called again after a crash in mid-call
	Version string            // of what the tool is; a remembered consent is to one version. Empty: it never changes
	Offered func(t Turn) bool // whether this turn has a use for it; nil: always
	Call    func(ctx context.Context, c Call) (Result, error)
}

// Call is one use of a tool.
type Call struct {
	ID    string
	Input []byte // a JSON object that fits the tool's schema
	Turn  Turn
	Out   Out
}

// Result is what a tool gives. Text is for the model: it is data, never obeyed.
type Result struct {
	Text    string
	Sources []source.Source // may be cited; they are numbered behind those that are there
	Media   []stream.Media
	Cards   []stream.Card
	Note    string // a short line for people; empty: none
}
