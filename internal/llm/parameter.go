package llm

import "encoding/json"

// Parameters are the parameters of the answer in a program's call to the open API. ToolChoice and
// ParallelToolCalls are sent only together with tools, and not to Ollama's own API. If the provider
// refuses a parameter other than ResponseFormat and ToolChoice, the request is repeated without
// this parameter.
type Parameters struct {
	PresencePenalty   *float64
	FrequencyPenalty  *float64
	Seed              *int64
	Stop              []string
	ResponseFormat    json.RawMessage // as in OpenAI's API: json_object or json_schema; nil: text
	ToolChoice        json.RawMessage // none, auto, required, or one function; nil: the provider's default
	ParallelToolCalls *bool
}
