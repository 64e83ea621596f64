package openai

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

// body is a chat completion request. The fields below Stream are extras. An extra in the list
// droppable is left out after the provider has refused it.
type body struct {
	Model    string    `json:"model"`
	Messages []message `json:"messages"`
	Stream   bool      `json:"stream"`

	Tools              []tool          `json:"tools,omitempty"`
	MaxTokens          int             `json:"max_tokens,omitempty"`
	MaxCompletion      int             `json:"max_completion_tokens,omitempty"`
	StreamOptions      *streamOptions  `json:"stream_options,omitempty"`
	Thinking           *thinkingType   `json:"thinking,omitempty"`
	EnableThinking     *bool           `json:"enable_thinking,omitempty"`
	ReasoningEffort    string          `json:"reasoning_effort,omitempty"`
	ChatTemplateKwargs map[string]bool `json:"chat_template_kwargs,omitempty"`
	Think              *bool           `json:"think,omitempty"`   // for Ollama
	Options            *ollamaOptions  `json:"options,omitempty"` // for Ollama
	Format             json.RawMessage `json:"format,omitempty"`  // for Ollama

	EnableSearch      bool              `json:"enable_search,omitempty"`
	SearchOptions     *searchOptions    `json:"search_options,omitempty"`
	WebSearchOptions  *webSearchOptions `json:"web_search_options,omitempty"`
	EnableEnhancement bool              `json:"enable_enhancement,omitempty"`
	SearchInfo        bool              `json:"search_info,omitempty"`
	Citation          bool              `json:"citation,omitempty"`
	ForceEnhancement  bool              `json:"force_search_enhancement,omitempty"`

	sampling
	ResponseFormat    json.RawMessage `json:"response_format,omitempty"`
	ToolChoice        json.RawMessage `json:"tool_choice,omitempty"`
	ParallelToolCalls *bool           `json:"parallel_tool_calls,omitempty"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

type thinkingType struct {
	Type string `json:"type"`
}

type ollamaOptions struct {
	NumCtx     int `json:"num_ctx,omitempty"`
	NumPredict int `json:"num_predict,omitempty"`

	sampling
}

// sampling has the parameters for choosing tokens: fields of the body, or of Ollama's options.
type sampling struct {
	Temperature      *float64 `json:"temperature,omitempty"`
	TopP             *float64 `json:"top_p,omitempty"`
	PresencePenalty  *float64 `json:"presence_penalty,omitempty"`
	FrequencyPenalty *float64 `json:"frequency_penalty,omitempty"`
	Seed             *int64   `json:"seed,omitempty"`
	Stop             []string `json:"stop,omitempty"`
}

type message struct {
	Role             string     `json:"role"`
	Content          any        `json:"content"`          // a text, or a list of parts when there are pictures
	Images           [][]byte   `json:"images,omitempty"` // for Ollama
	ReasoningContent string     `json:"reasoning_content,omitempty"`
	ToolCalls        []toolCall `json:"tool_calls,omitempty"`
	ToolCallID       string     `json:"tool_call_id,omitempty"`
	Name             string     `json:"name,omitempty"`      // name of a function run by the provider itself
	ToolName         string     `json:"tool_name,omitempty"` // for Ollama
}

type toolCall struct {
	ID       string       `json:"id,omitempty"`
	Type     string       `json:"type,omitempty"`
	Function functionCall `json:"function"`
}

type functionCall struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"` // a string of JSON; for Ollama an object
}

type tool struct {
	Type      string    `json:"type"`
	Function  *function `json:"function,omitempty"`
	WebSearch any       `json:"web_search,omitempty"` // for 智谱
}

type function struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"`
}

// encode builds the body of the request without the extras in `dropped`. The
// model has refused these extras.
func encode(req llm.Request, row llm.ModelRow, q llm.Quirks, dropped map[string]bool) ([]byte, error) {
	ollama := q.Dialect == llm.DialectOllama
	b := body{Model: req.Model, Stream: true, Messages: messages(req, q, row.Vision && !dropped[imageParts])}
	if len(req.Tools) > 0 && !dropped["tools"] {
		b.Stream = !q.ToolsWhole && !dropped["stream"]
		for _, t := range req.Tools {
			f := function{Name: t.Name, Description: t.Description, Parameters: t.Parameters}
			if f.Description == "" {
				f.Description = t.Name // llama.cpp refuses a tool without a description
			}
			b.Tools = append(b.Tools, tool{Type: "function", Function: &f})
		}
	}
	switch {
	case ollama:
		b.Options = &ollamaOptions{NumCtx: row.Context, NumPredict: req.MaxTokens}
	case dropped["max_tokens"]:
		b.MaxCompletion = req.MaxTokens
	default:
		b.MaxTokens = req.MaxTokens
	}
	parameters(&b, req, ollama, dropped)
	if b.Stream && !ollama && !q.NoUsageOption && !dropped["stream_options"] {
		b.StreamOptions = &streamOptions{IncludeUsage: true}
	}
	if req.Search != llm.SearchNotWished && search(&b, q.Search, req.Search == llm.SearchAlways, dropped) {
		req.Thinking = false
	}
	if row.Thinking == llm.ThinkSwitch {
		if !dropped[string(q.Thinking)] {
			think(&b, q.Thinking, req.Thinking)
		}
		if req.Thinking && !dropped["reasoning_effort"] {
			b.ReasoningEffort = q.Effort
		}
	}
	return json.Marshal(b)
}

// think sets the parameter that switches thinking on or off, except reasoning_effort. That parameter
// has no value for "off", so encode sets it only when thinking is on.
func think(b *body, param llm.ThinkParam, on bool) {
	switch param {
	case llm.ThinkParamType:
		b.Thinking = &thinkingType{Type: "disabled"}
		if on {
			b.Thinking.Type = "enabled"
		}
	case llm.ThinkParamEnable:
		b.EnableThinking = &on
	case llm.ThinkParamTemplate:
		b.ChatTemplateKwargs = map[string]bool{"enable_thinking": on}
	case llm.ThinkParamOllama:
		b.Think = &on
	}
}

// droppable lists the names of fields, of picture parts, and of a provider's own tools. Such a field,
// part or tool is left out after the provider has refused its name. If one name contains another name,
// the longer name comes first.
var droppable = []string{
	imageParts, "force_search_enhancement", "enable_enhancement", "chat_template_kwargs", "web_search_options", "search_options", "enable_search", "$web_search", "web_search", "parallel_tool_calls", "frequency_penalty", "presence_penalty", "enable_thinking", "reasoning_effort",
	"stream_options", "temperature", "max_tokens", "thinking", "top_p", "think", "tools", "seed", "stop",
}

// ownTools maps the droppable names of a provider's own tools to their form in a request.
var ownTools = map[string]string{"$web_search": `"name":"$web_search"`, "web_search": `"type":"web_search"`}

// once lists the droppable fields that are left out of one request only. The provider may have refused
// only the value of a field, and may accept other values in later requests.
var once = []string{"parallel_tool_calls", "frequency_penalty", "presence_penalty", "temperature", "top_p", "seed", "stop"}

// refusals are words in a provider's errors about unsupported parameters.
var refusals = []string{
	"unknown", "unsupported", "unrecognized", "unrecognised", "unexpected", "not support", "not allowed", "not permitted", "extra", "invalid parameter", "不支持", "无法识别",
}

// refused returns the name in droppable that the provider refuses, or "" for any other error. A refusal
// has the status 400 or 422. The error message must contain one of refusals and a name in droppable.
// `sent` must contain a field or tool with this name. If llama.cpp refuses streaming together with
// tools, the result is "stream". The status may then also be 500.
func refused(status int, said string, sent []byte) string {
	if status != 400 && status != 422 && status != 500 {
		return ""
	}
	said = strings.ToLower(said)
	if strings.Contains(said, "cannot use tools with stream") { // llama.cpp
		return "stream"
	}
	if status == 500 || !containsAny(said, refusals) {
		return ""
	}
	for _, name := range droppable {
		if !strings.Contains(said, name) {
			continue
		}
		if bytes.Contains(sent, []byte(`"`+name+`":`)) || ownTools[name] != "" && bytes.Contains(sent, []byte(ownTools[name])) {
			return name
		}
		said = strings.ReplaceAll(said, name, "")
	}
	return ""
}

func containsAny(s string, words []string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// messages converts the conversation to a form accepted by all providers. At most one system message
// remains, and it comes first. Every tool call has a result, and every result has a call. Empty text of
// the assistant is replaced by Quirks.EmptyContent; if EmptyContent is empty, too, a message without
// tool calls is left out. If the model cannot see pictures, the sentence `unseen` replaces them.
func messages(req llm.Request, q llm.Quirks, sees bool) []message {
	ollama := q.Dialect == llm.DialectOllama
	var system []string
	out := make([]message, 1, len(req.Messages)+1)
	// A provider that needs past reasoning gets it if this request has tools or a message has tool calls.
	keep := q.KeepReasoning && (len(req.Tools) > 0 || slices.ContainsFunc(req.Messages, func(m llm.Message) bool { return len(m.ToolCalls) > 0 }))
	open := map[string]llm.ToolCall{} // calls without a result so far, by id
	var order []string
	settle := func() {
		for _, id := range order {
			if c, ok := open[id]; ok {
				out = append(out, toolResult(c, "The call was interrupted and has no result.", ollama))
			}
		}
		clear(open)
		order = order[:0]
	}
	for _, m := range req.Messages {
		switch m.Role {
		case llm.System:
			if m.Content != "" {
				system = append(system, m.Content)
			}
		case llm.ToolRole:
			if c, ok := open[m.ToolCallID]; ok {
				out = append(out, toolResult(c, m.Content, ollama))
				delete(open, m.ToolCallID)
			}
		case llm.Assistant:
			settle()
			w := message{Role: "assistant", Content: m.Content}
			for _, c := range m.ToolCalls {
				w.ToolCalls = append(w.ToolCalls, wireCall(c, ollama))
				open[c.ID] = c
				order = append(order, c.ID)
			}
			if keep {
				w.ReasoningContent = m.Reasoning
			}
			if m.Content == "" {
				if len(w.ToolCalls) == 0 && q.EmptyContent == "" {
					continue // an answer that was stopped before it had any text
				}
				w.Content = q.EmptyContent
			}
			out = append(out, w)
		default:
			settle()
			out = append(out, shown(m, ollama, sees))
		}
	}
	settle()
	if len(system) == 0 {
		return out[1:]
	}
	out[0] = message{Role: "system", Content: strings.Join(system, "\n\n")}
	return out
}

func toolResult(c llm.ToolCall, said string, ollama bool) message {
	m := message{Role: "tool", Content: said, ToolCallID: c.ID}
	switch {
	case ollama:
		m.ToolCallID, m.ToolName = "", c.Name
	case c.Own:
		m.Name = c.Name
	}
	return m
}

func wireCall(c llm.ToolCall, ollama bool) toolCall {
	arguments := []byte(c.Arguments)
	if !isObject(arguments) {
		arguments = []byte("{}")
	}
	if ollama {
		return toolCall{Function: functionCall{Name: c.Name, Arguments: arguments}}
	}
	quoted, _ := json.Marshal(string(arguments))
	kind := "function"
	if c.Own {
		kind = builtinFunction
	}
	return toolCall{ID: c.ID, Type: kind, Function: functionCall{Name: c.Name, Arguments: quoted}}
}
