// Package llmtest is a scripted model provider: a real HTTP server that
// replays dialects, delays and faults. Tests, development and the benchmark
// use it in place of a model.
package llmtest

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Dialect is the wire format of an answer.
type Dialect string

// The dialects.
const (
	DeepSeek  Dialect = "deepseek"  // thoughts in the field reasoning_content, usage in a last chunk
	VLLM      Dialect = "vllm"      // thoughts in the field reasoning
	ThinkTag  Dialect = "think-tag" // thoughts between <think> marks in the content, usage in the chunk with the finish reason (llama.cpp)
	Ollama    Dialect = "ollama"    // NDJSON
	Plain     Dialect = "plain"     // one JSON document, not streamed
	Responses Dialect = "responses" // typed events of OpenAI's Responses API
)

// Script describes the server's answer to one request.
type Script struct {
	Status int               // HTTP status; 0: 200
	Header map[string]string // in addition to Content-Type
	Type   string            // Content-Type; "": the type of an event stream
	Steps  []Step
}

// Step is a wait, then a text to send, then an action.
type Step struct {
	Wait time.Duration
	Send string // bytes to write and flush
	Do   Action
}

// Action is the effect of a step after its text is sent.
type Action int

// The actions. Only after Continue and AtGate does the server play the following steps.
const (
	Continue Action = iota
	Reset           // the connection is reset
	CutChunk        // the connection is closed inside a chunk
	Stall           // nothing more is sent until the client disconnects or Server.Close is called
	Repeat          // all steps are repeated until the client disconnects or Server.Close is called
	AtGate          // waits at the gate "model"; then the next step follows
)

// Say is the content of an answer.
type Say struct {
	Model     string
	Reasoning []string // one piece per event
	Text      []string
	ToolCalls []llm.ToolCall
	Finish    string     // finish reason; "": "stop", but "tool_calls" if ToolCalls is not empty and the dialect is not Ollama; "none": no reason is sent
	Usage     *llm.Usage // nil: ten prompt tokens, and one completion token for each piece
	NoDone    bool       // the answer ends without [DONE]
	First     time.Duration
	Every     time.Duration
}

// Answer writes the content of say in dialect d.
func Answer(d Dialect, say Say) Script {
	if say.Model == "" {
		say.Model = "test-model"
	}
	if say.Finish == "" {
		say.Finish = "stop"
		if len(say.ToolCalls) > 0 && d != Ollama {
			say.Finish = "tool_calls"
		}
	}
	if say.Usage == nil {
		say.Usage = &llm.Usage{PromptTokens: 10, CompletionTokens: len(say.Reasoning) + len(say.Text)}
	}
	s := Script{}
	switch d {
	case Ollama:
		s.Type = "application/x-ndjson"
		s.Steps = say.ollama()
	case Plain:
		s.Type = "application/json"
		s.Steps = []Step{{Send: say.plain()}}
	case Responses:
		s.Steps = say.responses()
	default:
		s.Steps = say.chat(d)
	}
	for i := range s.Steps {
		s.Steps[i].Wait = say.Every
		if i == 0 {
			s.Steps[i].Wait = say.First
		}
	}
	return s
}

// Fail is an answer with an HTTP status and a body.
func Fail(status int, body string, header ...string) Script {
	s := Script{Status: status, Type: "application/json", Steps: []Step{{Send: body}}, Header: map[string]string{}}
	for i := 0; i+1 < len(header); i += 2 {
		s.Header[header[i]] = header[i+1]
	}
	return s
}

// Cut keeps the first n steps of the script, and adds a last step with the action `do`.
func (s Script) Cut(n int, do Action) Script {
	n = min(n, len(s.Steps))
	s.Steps = append(append([]Step(nil), s.Steps[:n]...), Step{Do: do})
	return s
}

// Insert adds a step that sends text, before step n.
func (s Script) Insert(n int, text string) Script {
	steps := append([]Step(nil), s.Steps[:n]...)
	s.Steps = append(append(steps, Step{Send: text}), s.Steps[n:]...)
	return s
}

// Map applies `change` to the text of each step.
func (s Script) Map(change func(string) string) Script {
	steps := append([]Step(nil), s.Steps...)
	for i := range steps {
		steps[i].Send = change(steps[i].Send)
	}
	s.Steps = steps
	return s
}

// CRLF replaces LF by CR LF.
func CRLF(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }

// NoSpace leaves out the space after "data:".
func NoSpace(s string) string { return strings.ReplaceAll(s, "data: ", "data:") }

// Pieces cuts text into pieces of n characters, like the tokens of a model.
func Pieces(text string, n int) []string {
	var out []string
	runes := []rune(text)
	for len(runes) > n {
		out, runes = append(out, string(runes[:n])), runes[n:]
	}
	if len(runes) > 0 {
		out = append(out, string(runes))
	}
	return out
}

type object map[string]any

func encode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("llmtest: %v", err)) // only a mistake in a test causes this
	}
	return string(b)
}

func event(v any) string { return "data: " + encode(v) + "\n\n" }

func (say Say) chunk(delta object, finish any) object {
	return object{
		"id": "chatcmpl-test", "object": "chat.completion.chunk", "created": 1763600000, "model": say.Model,
		"choices": []object{{"index": 0, "delta": delta, "logprobs": nil, "finish_reason": finish}},
	}
}

func (say Say) usage() object {
	return object{
		"prompt_tokens": say.Usage.PromptTokens, "completion_tokens": say.Usage.CompletionTokens,
		"total_tokens":          say.Usage.PromptTokens + say.Usage.CompletionTokens,
		"prompt_tokens_details": object{"cached_tokens": say.Usage.CachedTokens},
	}
}

func (say Say) finish() any {
	if say.Finish == "none" {
		return nil
	}
	return say.Finish
}

func (say Say) calls() []object {
	var out []object
	for i, c := range say.ToolCalls {
		out = append(out, object{"index": i, "id": c.ID, "type": "function", "function": object{"name": c.Name, "arguments": c.Arguments}})
	}
	return out
}

func (say Say) chat(d Dialect) []Step {
	var steps []Step
	send := func(v object) { steps = append(steps, Step{Send: event(v)}) }
	content := func(text string) object { return object{"content": text} }
	thinking := func(text string) object { return object{"reasoning": text} }
	switch d {
	case DeepSeek:
		content = func(text string) object { return object{"content": text, "reasoning_content": nil} }
		thinking = func(text string) object { return object{"content": nil, "reasoning_content": text} }
	case ThinkTag:
		thinking = content
		if len(say.Reasoning) > 0 {
			send(say.chunk(content("<think>\n"), nil))
		}
	}
	for _, p := range say.Reasoning {
		send(say.chunk(thinking(p), nil))
	}
	if d == ThinkTag && len(say.Reasoning) > 0 {
		send(say.chunk(content("\n</think>\n\n"), nil))
	}
	for _, p := range say.Text {
		send(say.chunk(content(p), nil))
	}
	if len(say.ToolCalls) > 0 {
		send(say.chunk(object{"tool_calls": say.calls()}, nil))
	}
	last := say.chunk(content(""), say.finish())
	if d == ThinkTag {
		last["usage"] = say.usage()
		send(last)
	} else {
		send(last)
		u := say.chunk(nil, nil)
		u["choices"], u["usage"] = []object{}, say.usage()
		send(u)
	}
	if !say.NoDone {
		steps = append(steps, Step{Send: "data: [DONE]\n\n"})
	}
	return steps
}

func (say Say) ollama() []Step {
	var steps []Step
	send := func(m object, more object) {
		v := object{"model": say.Model, "created_at": "2026-11-01T08:00:00Z", "message": m, "done": false}
		for k, x := range more {
			v[k] = x
		}
		steps = append(steps, Step{Send: encode(v) + "\n"})
	}
	for _, p := range say.Reasoning {
		send(object{"role": "assistant", "content": "", "thinking": p}, nil)
	}
	for _, p := range say.Text {
		send(object{"role": "assistant", "content": p}, nil)
	}
	if len(say.ToolCalls) > 0 {
		var calls []object
		for _, c := range say.ToolCalls {
			calls = append(calls, object{"function": object{"name": c.Name, "arguments": json.RawMessage(c.Arguments)}})
		}
		send(object{"role": "assistant", "content": "", "tool_calls": calls}, nil)
	}
	if say.Finish != "none" {
		send(object{"role": "assistant", "content": ""}, object{
			"done": true, "done_reason": say.Finish,
			"prompt_eval_count": say.Usage.PromptTokens, "eval_count": say.Usage.CompletionTokens,
		})
	}
	return steps
}

func (say Say) plain() string {
	return encode(object{
		"id": "chatcmpl-test", "object": "chat.completion", "created": 1763600000, "model": say.Model,
		"choices": []object{{"index": 0, "finish_reason": say.finish(), "message": object{
			"role": "assistant", "content": strings.Join(say.Text, ""),
			"reasoning_content": strings.Join(say.Reasoning, ""), "tool_calls": say.calls(),
		}}},
		"usage": say.usage(),
	})
}

func (say Say) responses() []Step {
	var steps []Step
	send := func(kind string, v object) {
		v["type"] = kind
		steps = append(steps, Step{Send: "event: " + kind + "\n" + event(v)})
	}
	send("response.created", object{"response": object{"id": "resp_1", "model": say.Model, "status": "in_progress"}})
	for _, p := range say.Reasoning {
		send("response.reasoning_summary_text.delta", object{"output_index": 0, "delta": p})
	}
	for _, p := range say.Text {
		send("response.output_text.delta", object{"output_index": 1, "delta": p})
	}
	for i, c := range say.ToolCalls {
		send("response.output_item.done", object{"output_index": 2 + i, "item": object{"type": "function_call", "call_id": c.ID, "name": c.Name, "arguments": c.Arguments}})
	}
	if say.Finish != "none" {
		send("response.completed", object{"response": object{"id": "resp_1", "model": say.Model, "status": "completed",
			"usage": object{"input_tokens": say.Usage.PromptTokens, "output_tokens": say.Usage.CompletionTokens}}})
	}
	return steps
}
