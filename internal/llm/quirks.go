package llm

import "strings"

// Quirks is how one provider differs from the plain protocol. The zero value
// is the plain protocol: nothing is sent that OpenAI's own API does not know.
type Quirks struct {
	Dialect       Dialect    `koanf:"dialect"`
	Thinking      ThinkParam `koanf:"thinking"`       // the parameter that switches thinking
	Effort        string     `koanf:"effort"`         // reasoning_effort while thinking is on; "": not sent
	EmptyContent  string     `koanf:"empty_content"`  // sent in place of an empty assistant text
	KeepReasoning bool       `koanf:"keep_reasoning"` // wants past reasoning back when tools are used
	NoUsageOption bool       `koanf:"no_usage"`       // does not know stream_options
	ToolsWhole    bool       `koanf:"tools_whole"`    // cannot stream when tools are sent
}

// Dialect is the shape of the request.
type Dialect string

// The dialects that can be spoken. (The decoder understands more.)
const (
	DialectChat   Dialect = ""       // POST {base}/chat/completions
	DialectOllama Dialect = "ollama" // POST {root}/api/chat, NDJSON, with a context size of our choice
)

// ThinkParam names the parameter that switches thinking on and off.
type ThinkParam string

// The parameters in use.
const (
	ThinkParamNone     ThinkParam = ""
	ThinkParamType     ThinkParam = "thinking"             // {"thinking":{"type":"enabled"|"disabled"}}
	ThinkParamEnable   ThinkParam = "enable_thinking"      // {"enable_thinking":true|false}
	ThinkParamEffort   ThinkParam = "reasoning_effort"     // {"reasoning_effort":Effort}, left out when off
	ThinkParamTemplate ThinkParam = "chat_template_kwargs" // {"chat_template_kwargs":{"enable_thinking":true|false}}
	ThinkParamOllama   ThinkParam = "think"                // {"think":true|false}
)

// knownHosts are the vendors' hosts. Vendor extras are sent to these and to
// rows that state their quirks, and to nobody else.
var knownHosts = []struct {
	host   string // itself, or a suffix after a dot
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

// QuirksOf says how to speak to p: as its row states, else by its host.
func QuirksOf(p Provider) Quirks {
	if p.Quirks != nil {
		return *p.Quirks
	}
	host := strings.ToLower(p.Host())
	if Private(host) && strings.HasSuffix(host, ":11434") {
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
