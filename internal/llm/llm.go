// Package llm is the port through which answers are made: a Model streams
// deltas for a request. Package openai speaks to every OpenAI-compatible
// provider, package offline is the built-in engine, package llmtest is a
// scripted provider for tests, development and benchmarks.
package llm

import (
	"context"
	"iter"
	"time"

	"github.com/wenqu-ai/wenqu/internal/source"
)

// Model answers requests. Implementations are safe for concurrent use.
type Model interface {
	// Stream yields deltas in order until the answer ends. A non-nil error is
	// the last thing yielded and is an *errs.Error; a delta with a Finish other
	// than FinishNone comes before a clean end. An end with neither is an
	// incomplete answer (errs.Incomplete), which the caller must not take for
	// a complete one. Cancelling ctx closes the upstream connection at once.
	Stream(ctx context.Context, req Request) iter.Seq2[Delta, error]
}

// Request is one question with everything a model needs to answer it.
type Request struct {
	Model     string    // the upstream model id, exactly as the provider names it
	Messages  []Message // oldest first; at most one system message, and it comes first
	Thinking  bool      // the user asked for deep thinking
	MaxTokens int       // 0: the provider's default
	Tools     []Tool    // empty: no tool may be called
	Now       time.Time // the asker's clock, in the asker's zone
	Locale    string    // "zh-CN", "zh-TW" or "en": the language to answer in when the question shows none

	// FirstSource is the number that the first page gets which the provider finds
	// by a search of its own; 0 means 1. See Delta.Sources.
	FirstSource int

	// For the built-in engine, which composes from them what it does not answer
	// by its own skills; other models find all of it in Messages.
	Sources []source.Source // by the number that a citation names, from 1
	Finding source.Finding  // what the sources say to the question; its zero value: nothing was looked for
	Notes   []string        // what could not be read, in the asker's language
}

// Role says who speaks a message.
type Role string

// The roles of a conversation.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
	ToolRole  Role = "tool"
)

// Message is one turn of a conversation.
type Message struct {
	Role       Role
	Content    string
	Images     []Image    // of a user turn, shown before its text; a model without vision is told that they are there
	Reasoning  string     // of an assistant turn; some providers want it back when tools are used
	ToolCalls  []ToolCall // of an assistant turn
	ToolCallID string     // of a tool turn
	Within     bool       // of a user turn: it belongs to the round of the question before it
}

// Image is a picture that a model looks at.
type Image struct {
	MIME string // image/jpeg, image/png or image/webp
	Data []byte // encoded
}

// Tool is a function the model may call. Parameters is a JSON Schema.
type Tool struct {
	Name        string
	Description string
	Parameters  []byte
}

// InvalidArguments is the only field of the arguments of a call whose arguments
// were no JSON object and could not be repaired.
const InvalidArguments = "invalid_arguments"

// ToolCall is a call the model asks for. Arguments is a JSON object.
type ToolCall struct {
	ID        string
	Name      string
	Arguments string
	// Own says that the provider runs the function itself, such as $web_search of
	// Moonshot, and does so once it gets the arguments back as the result.
	Own bool `json:",omitempty"`
}

// Delta is one increment of an answer. Any combination of fields may be set.
type Delta struct {
	Reasoning string     // increment of the thinking text
	Text      string     // increment of the answer, Markdown
	Step      string     // a short line that says what is being done now; only the offline engine sends it
	Working   string     // how the result of Step was found, shown with it and never as thinking; only beside a Step
	ToolCalls []ToolCall // whole calls, never fragments
	Usage     *Usage     // totals so far; the last one counts
	Model     string     // the real upstream model id, once it is known
	Queued    bool       // the provider is alive but has not begun; only before the first payload
	Loading   bool       // the provider is loading the model, and is asked again; only before the first payload
	Finish    Finish     // why the answer ended; FinishNone until then
	// Sources are pages that the provider has found by a search of its own, more of
	// them with each delta that has any. They are numbered in their order from
	// Request.FirstSource on, and Text cites them by that number: [citation:n]. A
	// page whose Text is empty came without its words.
	Sources    []source.Source
	NeedsModel bool     // a model would answer this and none is connected; only the offline engine says so
	Truncated  bool     // the server has cut what it was sent, since it was too long for it
	Hints      []string // follow-up questions worth offering; only the offline engine sends them
}

// Usage counts tokens as the provider reports them.
type Usage struct {
	PromptTokens     int
	CompletionTokens int
	CachedTokens     int
}

// Finish says why an answer ended.
type Finish string

// The reasons for an end.
const (
	FinishNone   Finish = ""
	FinishStop   Finish = "stop"   // complete
	FinishLength Finish = "length" // cut off at the token limit; may be continued
	FinishFilter Finish = "filter" // the provider withheld the answer
	FinishTools  Finish = "tools"  // the model waits for the results of its tool calls
)
