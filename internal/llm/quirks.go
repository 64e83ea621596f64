package llm

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/guard"
)

// Quirks are the differences of a provider from the plain protocol. With the
// zero value, nothing is sent that OpenAI's own API does not know.
type Quirks struct {
	Dialect       Dialect    `koanf:"dialect"`
	Thinking      ThinkParam `koanf:"thinking"`       // the parameter that switches thinking
	Effort        string     `koanf:"effort"`         // reasoning_effort while thinking is on; "": not sent
	EmptyContent  string     `koanf:"empty_content"`  // sent in place of an empty text of the assistant
	KeepReasoning bool       `koanf:"keep_reasoning"` // needs past reasoning back when tools are used
	NoUsageOption bool       `koanf:"no_usage"`       // does not support stream_options
	ToolsWhole    bool       `koanf:"tools_whole"`    // cannot stream an answer to a request with tools
}

// Dialect is the form of the request.
type Dialect string

// The dialects in which requests are sent. (The decoder understands more.)
const (
	DialectChat   Dialect = ""       // POST {base}/chat/completions
	DialectOllama Dialect = "ollama" // POST {root}/api/chat, NDJSON, with a context size of our choice
)

// ThinkParam names the parameter that switches thinking on and off.
type ThinkParam string

// The parameters of known providers.
const (
	ThinkParamNone     ThinkParam = ""
	ThinkParamType     ThinkParam = "thinking"             // {"thinking":{"type":"enabled"|"disabled"}}
	ThinkParamEnable   ThinkParam = "enable_thinking"      // {"enable_thinking":true|false}
	ThinkParamEffort   ThinkParam = "reasoning_effort"     // {"reasoning_effort":Effort}, left out when off
	ThinkParamTemplate ThinkParam = "chat_template_kwargs" // {"chat_template_kwargs":{"enable_thinking":true|false}}
	ThinkParamOllama   ThinkParam = "think"                // {"think":true|false}
)

// knownHosts are the hosts of vendors. Parameters of a vendor are sent only to
// these and to providers that state their quirks.
var knownHosts = []struct {
	host   string // the host itself, or its ending after a dot
	quirks Quirks
}{
	{"api.deepseek.com", Quirks{Thinking: ThinkParamType, KeepReasoning: true}},
	{"tokenhub.tencentmaas.com", Quirks{Thinking: ThinkParamType, Effort: "high"}},
	{"dashscope.aliyuncs.com", Quirks{Thinking: ThinkParamEnable}},
	{"dashscope-intl.aliyuncs.com", Quirks{Thinking: ThinkParamEnable}},
	{"api.siliconflow.cn", Quirks{Thinking: ThinkParamEnable}},
	{"api.siliconflow.com", Quirks{Thinking: ThinkParamEnable}},
	{"volces.com", Quirks{Thinking: ThinkParamType}},
	{"api.moonshot.cn", Quirks{Thinking: ThinkParamType, EmptyContent: " ", KeepReasoning: true}},
	{"api.moonshot.ai", Quirks{Thinking: ThinkParamType, EmptyContent: " ", KeepReasoning: true}},
	{"open.bigmodel.cn", Quirks{Thinking: ThinkParamType, NoUsageOption: true, KeepReasoning: true}},
	{"api.z.ai", Quirks{Thinking: ThinkParamType, NoUsageOption: true, KeepReasoning: true}},
	{"api.minimaxi.com", Quirks{}},
	{"api.minimax.io", Quirks{}},
	{"api.openai.com", Quirks{}},
}

// QuirksOf gives the quirks of p: those that it states, or else those of its
// host.
func QuirksOf(p Provider) Quirks {
	if p.Quirks != nil {
		return *p.Quirks
	}
	host := strings.ToLower(p.Host())
	if guard.Private(host) && strings.HasSuffix(host, ":11434") {
		return servers["ollama"].quirks
	}
	if i := strings.LastIndexByte(host, ':'); i > 0 {
		host = host[:i]
	}
	for _, k := range knownHosts {
		if host == k.host || strings.HasSuffix(host, "."+k.host) {
			return k.quirks
		}
	}
	return Quirks{}
}
