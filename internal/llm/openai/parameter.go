package openai

import (
	"encoding/json"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

// parameters writes the parameters of the answer, such as the temperature, into the body.
func parameters(b *body, req llm.Request, ollama bool, dropped map[string]bool) {
	p := req.Parameters
	sampled := sampling{
		Temperature:      unless(dropped["temperature"], req.Temperature),
		TopP:             unless(dropped["top_p"], req.TopP),
		PresencePenalty:  unless(dropped["presence_penalty"], p.PresencePenalty),
		FrequencyPenalty: unless(dropped["frequency_penalty"], p.FrequencyPenalty),
		Seed:             unless(dropped["seed"], p.Seed),
	}
	if !dropped["stop"] {
		sampled.Stop = p.Stop
	}
	if ollama {
		b.Options.sampling = sampled
		b.Format = ollamaFormat(p.ResponseFormat)
		return
	}
	b.sampling = sampled
	b.ResponseFormat = p.ResponseFormat
	if len(b.Tools) == 0 {
		return
	}
	b.ParallelToolCalls = unless(dropped["parallel_tool_calls"], p.ParallelToolCalls)
	b.ToolChoice = p.ToolChoice
}

func unless[T any](dropped bool, v *T) *T {
	if dropped {
		return nil
	}
	return v
}

// ollamaFormat converts a response format to Ollama's form: the word json, or a JSON
// Schema.
func ollamaFormat(format json.RawMessage) json.RawMessage {
	var f struct {
		Type       string `json:"type"`
		JSONSchema struct {
			Schema json.RawMessage `json:"schema"`
		} `json:"json_schema"`
	}
	if json.Unmarshal(format, &f) != nil { // no format was requested
		return nil
	}
	switch {
	case f.Type == "json_object":
		return json.RawMessage(`"json"`)
	case f.Type == "json_schema" && len(f.JSONSchema.Schema) > 0:
		return f.JSONSchema.Schema
	}
	return nil
}
