package llm

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/guard"
)

// Quirks are the differences of a provider from the plain protocol. With the zero
// value, only fields of OpenAI's own API are sent.
type Quirks struct {
	Dialect       Dialect    `koanf:"dialect"`
	Thinking      ThinkParam `koanf:"thinking"`       // the parameter that switches thinking on and off
	Effort        string     `koanf:"effort"`         // reasoning_effort while thinking is on; "": not sent
	EmptyContent  string     `koanf:"empty_content"`  // sent in place of an empty text of the assistant
	KeepReasoning bool       `koanf:"keep_reasoning"` // earlier reasoning must be sent back when tools are used
	NoUsageOption bool       `koanf:"no_usage"`       // the provider does not support stream_options
	Search        OwnSearch  `koanf:"search"`         // how the provider's own web search is requested; "": it cannot be requested
	ToolsWhole    bool       `koanf:"tools_whole"`    // the provider cannot stream an answer to a request with tools
}

// Dialect is the form of the request.
type Dialect string

// The forms of a request. The decoder also reads responses of other forms, such as the events of
// OpenAI's Responses API.
const (
	DialectChat   Dialect = ""       // POST {base}/chat/completions
	DialectOllama Dialect = "ollama" // POST {root}/api/chat, NDJSON, with a context size chosen by Wenqu
)

// ThinkParam names the parameter that switches thinking on and off.
type ThinkParam string

// The parameters of known providers.
const (
	ThinkParamNone     ThinkParam = ""
	ThinkParamType     ThinkParam = "thinking"             // {"thinking":{"type":"enabled"|"disabled"}}
	ThinkParamEnable   ThinkParam = "enable_thinking"      // {"enable_thinking":true|false}
	ThinkParamEffort   ThinkParam = "reasoning_effort"     // {"reasoning_effort":Effort}, not sent when off
	ThinkParamTemplate ThinkParam = "chat_template_kwargs" // {"chat_template_kwargs":{"enable_thinking":true|false}}
	ThinkParamOllama   ThinkParam = "think"                // {"think":true|false}
)

// OwnSearch is the parameter that requests a provider's own web search.
type OwnSearch string

// The parameters of known providers.
const (
	OwnSearchNone     OwnSearch = ""
	OwnSearchEnhance  OwnSearch = "enable_enhancement" // 混元: {"enable_enhancement":true,"search_info":true,"citation":true}
	OwnSearchOptions  OwnSearch = "web_search_options" // TokenHub, OpenAI: {"web_search_options":{}}
	OwnSearchEnable   OwnSearch = "enable_search"      // 百炼: {"enable_search":true,"search_options":{…}}
	OwnSearchTool     OwnSearch = "web_search"         // 智谱: a tool of type web_search with options
	OwnSearchPlain    OwnSearch = "web_search_plain"   // MiniMax: a tool of type web_search without options
	OwnSearchFunction OwnSearch = "$web_search"        // Kimi: a tool of type builtin_function; the model cannot think in the same request
)

// knownHosts are the hosts of vendors. Vendor-specific parameters are sent only to these hosts,
// to providers with stated quirks, and to Ollama (see QuirksOf).
var knownHosts = []struct {
	host   string // the name of the host; subdomains of it match, too
	quirks Quirks
}{
	{"api.deepseek.com", Quirks{Thinking: ThinkParamType, KeepReasoning: true}},
	{"api.hunyuan.cloud.tencent.com", Quirks{Search: OwnSearchEnhance}},
	{"tokenhub.tencentmaas.com", Quirks{Thinking: ThinkParamType, Effort: "high", Search: OwnSearchOptions}},
	{"dashscope.aliyuncs.com", Quirks{Thinking: ThinkParamEnable, Search: OwnSearchEnable}},
	{"dashscope-intl.aliyuncs.com", Quirks{Thinking: ThinkParamEnable, Search: OwnSearchEnable}},
	{"api.siliconflow.cn", Quirks{Thinking: ThinkParamEnable}},
	{"api.siliconflow.com", Quirks{Thinking: ThinkParamEnable}},
	{"volces.com", Quirks{Thinking: ThinkParamType}},
	{"api.moonshot.cn", Quirks{Thinking: ThinkParamType, EmptyContent: " ", KeepReasoning: true, Search: OwnSearchFunction}},
	{"api.moonshot.ai", Quirks{Thinking: ThinkParamType, EmptyContent: " ", KeepReasoning: true, Search: OwnSearchFunction}},
	{"open.bigmodel.cn", Quirks{Thinking: ThinkParamType, NoUsageOption: true, KeepReasoning: true, Search: OwnSearchTool}},
	{"api.z.ai", Quirks{Thinking: ThinkParamType, NoUsageOption: true, KeepReasoning: true, Search: OwnSearchTool}},
	{"api.minimaxi.com", Quirks{Search: OwnSearchPlain}},
	{"api.minimax.io", Quirks{Search: OwnSearchPlain}},
	{"api.openai.com", Quirks{Search: OwnSearchOptions}},
}

// QuirksOf returns the quirks stated in p. If p states no quirks, it returns those of p's host. A
// private address with Ollama's usual port gets the quirks of Ollama.
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
