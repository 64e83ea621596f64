// Package llm defines the interface to models: a Model streams deltas for a request.
// Package openai is the client for OpenAI-compatible providers. Package offline is the
// built-in engine. Package llmtest is a scripted provider for tests, development and
// benchmarks.
package llm

import (
	"context"
	"encoding/json"
	"iter"
	"time"

	"github.com/wenqu-ai/wenqu/internal/source"
)

// Model answers requests. Implementations are safe for concurrent use.
type Model interface {
	// Stream yields deltas in order until the answer ends. A non-nil error is the last value
	// and is an *errs.Error. A complete answer has a delta with a Finish other than
	// FinishNone before its end. If the iteration ends without an error and without this
	// delta, the answer is incomplete (errs.Incomplete); callers must not treat it as
	// complete. Cancelling ctx closes the connection to the provider at once.
	Stream(ctx context.Context, req Request) iter.Seq2[Delta, error]
}

// Request is one question with everything needed to answer it.
type Request struct {
	Model     string    // the model id of the provider
	Messages  []Message // oldest first; a program may send several system messages, at any place
	Thinking  bool      // whether the model should think before it answers
	MaxTokens int       // 0: the provider's default
	// Temperature is from 0 to 2, TopP from 0 to 1; nil: the provider's default.
	Temperature, TopP *float64

	Tools  []Tool    // empty: no tool may be called
	Now    time.Time // the asker's time, in the asker's zone
	Locale string    // "zh-CN", "zh-TW" or "en": the language of the answer if the question has no clear language

	Parameters Parameters // further parameters, from callers of the API

	// Search states whether the provider is to search the web by itself.
	Search SearchWish

	// FirstSource is the citation number of the first page from the provider's own search; 0 means
	// 1. See Delta.Sources.
	FirstSource int

	// Only the built-in engine gets the following fields, and composes its answer from them. For other
	// models, the fields are empty and their content is in Messages.
	Sources []source.Source // in the order of their citation numbers, from 1
	Finding source.Finding  // what the sources state about the question; the zero value: nothing was searched
	Notes   []string        // sentences about what could not be read, in the asker's language
}

// SearchWish states whether a provider is to search the web by itself. It is ignored if the
// provider's own search cannot be requested.
type SearchWish string

// The values of SearchWish.
const (
	SearchNotWished SearchWish = ""
	SearchIfNeeded  SearchWish = "auto"
	SearchAlways    SearchWish = "always"
)

// Role is the speaker of a message.
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
	Images     []Image    // pictures of a user message, placed before its text; a model without vision gets a sentence instead of them
	Reasoning  string     // reasoning of an assistant message; some providers need it back when tools are used
	ToolCalls  []ToolCall // calls in an assistant message
	ToolCallID string     // in a tool's message: id of the answered call
	Within     bool       // this user message and the previous question belong to the same round
}

// Image is a picture for a model.
type Image struct {
	MIME string // image/jpeg, image/png or image/webp
	Data []byte // encoded
}

// Tool is a function that the model may call. Parameters is a JSON Schema.
type Tool struct {
	Name        string
	Description string
	Parameters  []byte
}

// InvalidArguments is the only field in a call's arguments if the arguments of the model cannot be
// used: they were too long, or were not a JSON object and could not be repaired.
const InvalidArguments = "invalid_arguments"

// ToolCall is a call requested by the model. Arguments is a JSON object.
type ToolCall struct {
	ID        string
	Name      string
	Arguments string
	// Own means that the provider runs the function itself, such as $web_search of
	// Moonshot. To start it, the client sends the arguments back as the result of the call.
	Own bool `json:",omitempty"`
}

// Delta is one increment of an answer. Any combination of fields may be set.
type Delta struct {
	Reasoning string     // increment of the thinking text
	Text      string     // increment of the answer, Markdown
	Step      string     // a short line about the current work; only the offline engine sends it
	StepTexts []string   // Step in zh-CN, zh-TW and en, in this order; empty: only Step is available
	Working   string     // how the result of Step was found; shown below the step, separate from the thinking; set only together with Step
	ToolCalls []ToolCall // complete calls, never fragments
	Usage     *Usage     // totals so far; the last value counts
	Model     string     // the model id of the provider, once it is known
	Queued    bool       // the provider works but has not begun the answer; sent only before the first content
	Loading   bool       // the provider is loading the model, and the request will be repeated; sent only before the first content
	Finish    Finish     // why the answer ended; FinishNone until then
	// Sources are further pages from the provider's own search. They are numbered in their order
	// from Request.FirstSource on, and Text cites them as [citation:n]. If the provider sent no
	// text of a page, the Text of this source is empty.
	Sources    []source.Source
	Charts     []json.RawMessage // data of cards of kind chart; only the offline engine sends them
	NeedsModel bool              // only a model could answer the question; only the offline engine sends it
	Truncated  bool              // the model server has shortened the request because it was too long
	Hints      []string          // suggested follow-up questions; only the offline engine sends them
}

// Usage has the token counts reported by the provider.
type Usage struct {
	PromptTokens     int
	CompletionTokens int
	CachedTokens     int
}

// Finish is the reason why an answer ended.
type Finish string

// The reasons for an end.
const (
	FinishNone   Finish = ""
	FinishStop   Finish = "stop"   // complete
	FinishLength Finish = "length" // cut off at the token limit; the answer can be continued
	FinishFilter Finish = "filter" // the provider withheld the answer
	FinishTools  Finish = "tools"  // the model waits for the results of its tool calls
)
