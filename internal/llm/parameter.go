package llm

import "encoding/json"

// Parameters are what a program says about an answer beside its messages. They
// are passed on to the provider as they are; what a provider refuses is left out.
type Parameters struct {
	PresencePenalty   *float64
	FrequencyPenalty  *float64
	Seed              *int64
	Stop              []string
	ResponseFormat    json.RawMessage // as OpenAI's API has it: json_object or json_schema; nil: text
	ToolChoice        json.RawMessage // none, auto, required, or one function; nil: the provider's default
	ParallelToolCalls *bool
}
