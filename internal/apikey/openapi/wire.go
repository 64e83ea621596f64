package openapi

import "github.com/wenqu-ai/wenqu/internal/llm"

// completion is an answer or one chunk of it.
type completion struct {
	ID      string   `json:"id"`
	Object  string   `json:"object"`
	Created int64    `json:"created"`
	Model   string   `json:"model"` // name of the model as in the request
	Choices []choice `json:"choices"`
	Usage   *Usage   `json:"usage,omitempty"`
}

type choice struct {
	Index        int      `json:"index"`
	Message      *message `json:"message,omitempty"`
	Delta        *delta   `json:"delta,omitempty"`
	Logprobs     *int     `json:"logprobs"` // always null
	FinishReason *string  `json:"finish_reason"`
}

type message struct {
	Role             string       `json:"role"`
	Content          *string      `json:"content"`
	Refusal          *string      `json:"refusal"` // always null
	ReasoningContent string       `json:"reasoning_content,omitempty"`
	ToolCalls        []toolCall   `json:"tool_calls,omitempty"`
	Annotations      []Annotation `json:"annotations,omitempty"`
}

type delta struct {
	Role             string       `json:"role,omitempty"`
	Content          *string      `json:"content,omitempty"`
	ReasoningContent string       `json:"reasoning_content,omitempty"`
	ToolCalls        []toolCall   `json:"tool_calls,omitempty"`
	Annotations      []Annotation `json:"annotations,omitempty"`
}

type toolCall struct {
	Index    *int   `json:"index,omitempty"` // set in streams only
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

func wireCalls(calls []llm.ToolCall, numbered bool) []toolCall {
	var out []toolCall
	for i, c := range calls {
		t := toolCall{ID: c.ID, Type: "function"}
		t.Function.Name, t.Function.Arguments = c.Name, c.Arguments
		if numbered {
			t.Index = &i
		}
		out = append(out, t)
	}
	return out
}

func ptr[T any](v T) *T { return &v }
