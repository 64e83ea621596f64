package openapi

import (
	"bytes"
	"encoding/json"
	"regexp"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Limits of the parameters of a request.
const (
	maxTools    = 128
	maxToolSize = 64 << 10 // bytes of the schema of one tool
	maxStops    = 4
	maxStop     = 256       // bytes
	maxFormat   = 256 << 10 // bytes of the response format
	maxAnswer   = 1_000_000 // tokens
)

var toolName = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,64}$`)

// completionBody is the body of POST /v1/chat/completions. Null fields count as absent; unknown
// fields are ignored.
type completionBody struct {
	Model               json.RawMessage `json:"model" doc:"an id of /v1/models"`
	Messages            json.RawMessage `json:"messages" doc:"of system, developer, user, assistant and tool; pictures as data URLs"`
	Stream              json.RawMessage `json:"stream,omitempty"`
	StreamOptions       json.RawMessage `json:"stream_options,omitempty" doc:"include_usage"`
	MaxTokens           json.RawMessage `json:"max_tokens,omitempty"`
	MaxCompletionTokens json.RawMessage `json:"max_completion_tokens,omitempty"`
	Temperature         json.RawMessage `json:"temperature,omitempty" doc:"0 to 2"`
	TopP                json.RawMessage `json:"top_p,omitempty" doc:"0 to 1"`
	PresencePenalty     json.RawMessage `json:"presence_penalty,omitempty" doc:"-2 to 2; not for agents"`
	FrequencyPenalty    json.RawMessage `json:"frequency_penalty,omitempty" doc:"-2 to 2; not for agents"`
	Seed                json.RawMessage `json:"seed,omitempty" doc:"not for agents"`
	Stop                json.RawMessage `json:"stop,omitempty" doc:"a text, or up to 4; not for agents"`
	ResponseFormat      json.RawMessage `json:"response_format,omitempty" doc:"text, json_object or json_schema, where the provider can; not for agents"`
	Tools               json.RawMessage `json:"tools,omitempty" doc:"functions that the program runs; not for agents, which have tools of their own"`
	ToolChoice          json.RawMessage `json:"tool_choice,omitempty"`
	ParallelToolCalls   json.RawMessage `json:"parallel_tool_calls,omitempty"`
	ReasoningEffort     json.RawMessage `json:"reasoning_effort,omitempty" doc:"none or minimal: no thinking; otherwise thinking, where it can be chosen"`
	N                   json.RawMessage `json:"n,omitempty" doc:"1"`
	Logprobs            json.RawMessage `json:"logprobs,omitempty" doc:"false"`
	Functions           json.RawMessage `json:"functions,omitempty" doc:"not supported: use tools"`
	Modalities          json.RawMessage `json:"modalities,omitempty" doc:"text"`
}

// request is a decoded and validated request.
type request struct {
	model             string
	messages          []llm.Message
	stream, withUsage bool
	maxTokens         int
	temperature, topP *float64
	thinking          bool
	tools             []llm.Tool
	parameters        llm.Parameters
}

// reader decodes fields and keeps the first error.
type reader struct{ err error }

// field decodes a field into `target`. If the field is absent or null, `target` is left unchanged.
func (r *reader) field(name string, raw json.RawMessage, target any) {
	if r.err == nil && !absent(raw) && json.Unmarshal(raw, target) != nil {
		r.err = badField(name)
	}
}

// number decodes a number within limits.
func (r *reader) number(name string, raw json.RawMessage, low, high float64) *float64 {
	var n *float64
	if r.field(name, raw, &n); n != nil && (*n < low || *n > high) && r.err == nil {
		r.err = badField(name)
	}
	return n
}

// refuse fails if the field is present and not null, and its value is not in `but`.
func (r *reader) refuse(name string, raw json.RawMessage, but ...string) {
	if r.err != nil || absent(raw) {
		return
	}
	var small bytes.Buffer
	_ = json.Compact(&small, raw) // the raw value was decoded as JSON before
	for _, b := range but {
		if small.String() == b {
			return
		}
	}
	r.err = notOffered(name+" = "+quoted(small.String()), name)
}

func absent(raw json.RawMessage) bool { return len(raw) == 0 || string(bytes.TrimSpace(raw)) == "null" }

func (b completionBody) read() (request, error) {
	var (
		out     request
		r       reader
		options struct {
			IncludeUsage bool `json:"include_usage"`
		}
		limit, completion int
		effort            string
	)
	r.field("model", b.Model, &out.model)
	r.field("stream", b.Stream, &out.stream)
	r.field("stream_options", b.StreamOptions, &options)
	r.field("max_tokens", b.MaxTokens, &limit)
	r.field("max_completion_tokens", b.MaxCompletionTokens, &completion)
	r.field("reasoning_effort", b.ReasoningEffort, &effort)
	r.field("seed", b.Seed, &out.parameters.Seed)
	r.field("parallel_tool_calls", b.ParallelToolCalls, &out.parameters.ParallelToolCalls)
	out.temperature = r.number("temperature", b.Temperature, 0, 2)
	out.topP = r.number("top_p", b.TopP, 0, 1)
	out.parameters.PresencePenalty = r.number("presence_penalty", b.PresencePenalty, -2, 2)
	out.parameters.FrequencyPenalty = r.number("frequency_penalty", b.FrequencyPenalty, -2, 2)
	r.refuse("n", b.N, "1")
	r.refuse("logprobs", b.Logprobs, "false")
	r.refuse("functions", b.Functions, "[]")
	r.refuse("modalities", b.Modalities, `["text"]`)
	if r.err != nil {
		return out, r.err
	}
	out.withUsage = options.IncludeUsage
	if out.maxTokens = limit; completion != 0 {
		out.maxTokens = completion
	}
	out.thinking = effort != "" && effort != "none" && effort != "minimal"
	var err error
	switch {
	case out.model == "":
		return out, badField("model")
	case limit < 0 || completion < 0 || out.maxTokens > maxAnswer:
		return out, badField("max_tokens")
	}
	if out.parameters.Stop, err = readStop(b.Stop); err != nil {
		return out, err
	}
	if out.parameters.ResponseFormat, err = readFormat(b.ResponseFormat); err != nil {
		return out, err
	}
	if out.tools, err = readTools(b.Tools); err != nil {
		return out, err
	}
	if out.parameters.ToolChoice, err = readToolChoice(b.ToolChoice); err != nil {
		return out, err
	}
	out.messages, err = readMessages(b.Messages)
	return out, err
}

func readStop(raw json.RawMessage) ([]string, error) {
	if absent(raw) {
		return nil, nil
	}
	var one string
	stops := []string{}
	if json.Unmarshal(raw, &one) == nil {
		stops = []string{one}
	} else if json.Unmarshal(raw, &stops) != nil {
		return nil, badField("stop")
	}
	if len(stops) > maxStops {
		return nil, badField("stop")
	}
	for _, s := range stops {
		if s == "" || len(s) > maxStop {
			return nil, badField("stop")
		}
	}
	return stops, nil
}

func readFormat(raw json.RawMessage) (json.RawMessage, error) {
	var f struct {
		Type       string          `json:"type"`
		JSONSchema json.RawMessage `json:"json_schema"`
	}
	switch {
	case absent(raw):
		return nil, nil
	case len(raw) > maxFormat || json.Unmarshal(raw, &f) != nil:
		return nil, badField("response_format")
	case f.Type == "text":
		return nil, nil
	case f.Type == "json_object" || f.Type == "json_schema" && !absent(f.JSONSchema):
		return raw, nil
	}
	return nil, badField("response_format")
}

func readTools(raw json.RawMessage) ([]llm.Tool, error) {
	if absent(raw) {
		return nil, nil
	}
	var wire []struct {
		Type     string `json:"type"`
		Function struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Parameters  json.RawMessage `json:"parameters"`
		} `json:"function"`
	}
	if json.Unmarshal(raw, &wire) != nil || len(wire) > maxTools {
		return nil, badField("tools")
	}
	out := make([]llm.Tool, len(wire))
	seen := map[string]bool{}
	for i, t := range wire {
		f := t.Function
		if t.Type != "function" {
			return nil, notOffered("a tool of type "+quoted(t.Type), "tools")
		}
		if !toolName.MatchString(f.Name) || seen[f.Name] || len(f.Parameters) > maxToolSize {
			return nil, badField("tools")
		}
		if absent(f.Parameters) {
			f.Parameters = json.RawMessage(`{"type":"object","properties":{}}`)
		}
		seen[f.Name] = true
		out[i] = llm.Tool{Name: f.Name, Description: f.Description, Parameters: f.Parameters}
	}
	return out, nil
}

func readToolChoice(raw json.RawMessage) (json.RawMessage, error) {
	var word string
	var one struct {
		Type     string `json:"type"`
		Function struct {
			Name string `json:"name"`
		} `json:"function"`
	}
	switch {
	case absent(raw):
		return nil, nil
	case json.Unmarshal(raw, &word) == nil:
		if word == "none" || word == "auto" || word == "required" {
			return raw, nil
		}
	case json.Unmarshal(raw, &one) == nil && one.Type == "function" && toolName.MatchString(one.Function.Name):
		return raw, nil
	}
	return nil, badField("tool_choice")
}

// forAssistant fails if the request has tools, a response format or stop sequences, because agents
// and projects do not support them.
func (r request) forAssistant() error {
	p := r.parameters
	for _, f := range []struct {
		name string
		set  bool
	}{
		{"tools", len(r.tools) > 0},
		{"response_format", p.ResponseFormat != nil},
		{"stop", len(p.Stop) > 0},
	} {
		if f.set {
			return notOfAgents(f.name, f.name)
		}
	}
	return nil
}
