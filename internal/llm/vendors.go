package llm

// Vendor is one row of the page 「接入模型」: a variable that is enough.
type Vendor struct {
	ID      string
	Name    string
	Env     string         // the variable that holds the key
	BaseURL string         // the host that the variable implies
	Line    string         // what to put into the environment, word for word
	Gives   []CapabilityID // what the one key brings
	Models  []ModelRow     // used when the vendor's own list cannot be read; the first is the default
}

// CapabilityID names one of the things that can be resolved or missing.
type CapabilityID string

// The capabilities.
const (
	CapChat       CapabilityID = "chat"
	CapThinking   CapabilityID = "thinking"
	CapVision     CapabilityID = "vision"
	CapTools      CapabilityID = "tools"
	CapEmbeddings CapabilityID = "embeddings"
	CapRerank     CapabilityID = "rerank"
	CapImage      CapabilityID = "image"
	CapTTS        CapabilityID = "tts"
	CapASR        CapabilityID = "asr"
	CapSearch     CapabilityID = "search"
)

// Vendors is in the order of preference when several keys are set.
var Vendors = []Vendor{
	{
		ID: "deepseek", Name: "DeepSeek", Env: "DEEPSEEK_API_KEY", BaseURL: "https://api.deepseek.com/v1",
		Line:   "DEEPSEEK_API_KEY=sk-…",
		Gives:  []CapabilityID{CapChat, CapThinking, CapTools, CapSearch},
		Models: []ModelRow{{ID: "deepseek-flash"}, {ID: "deepseek-v4-pro"}},
	},
	{
		ID: "tokenhub", Name: "腾讯云 TokenHub", Env: "TOKENHUB_API_KEY", BaseURL: "https://tokenhub.tencentmaas.com/v1",
		Line:   "TOKENHUB_API_KEY=…",
		Gives:  []CapabilityID{CapChat, CapThinking, CapTools, CapEmbeddings, CapImage, CapSearch},
		Models: []ModelRow{{ID: "hy3"}},
	},
	{
		ID: "dashscope", Name: "阿里云百炼", Env: "DASHSCOPE_API_KEY", BaseURL: "https://dashscope.aliyuncs.com/compatible-mode/v1",
		Line:   "DASHSCOPE_API_KEY=sk-…",
		Gives:  []CapabilityID{CapChat, CapThinking, CapVision, CapTools, CapEmbeddings, CapImage},
		Models: []ModelRow{{ID: "qwen-plus"}, {ID: "qwen-flash"}},
	},
	{
		ID: "ark", Name: "火山方舟", Env: "ARK_API_KEY", BaseURL: "https://ark.cn-beijing.volces.com/api/v3",
		Line:   "ARK_API_KEY=…",
		Gives:  []CapabilityID{CapChat, CapThinking, CapVision, CapTools, CapEmbeddings, CapImage},
		Models: []ModelRow{{ID: "doubao-seed-1-6-250615"}},
	},
	{
		ID: "moonshot", Name: "月之暗面 Kimi", Env: "MOONSHOT_API_KEY", BaseURL: "https://api.moonshot.cn/v1",
		Line:   "MOONSHOT_API_KEY=sk-…",
		Gives:  []CapabilityID{CapChat, CapThinking, CapVision, CapTools},
		Models: []ModelRow{{ID: "kimi-k2.6"}},
	},
	{
		ID: "zhipu", Name: "智谱", Env: "ZHIPUAI_API_KEY", BaseURL: "https://open.bigmodel.cn/api/paas/v4",
		Line:   "ZHIPUAI_API_KEY=…",
		Gives:  []CapabilityID{CapChat, CapThinking, CapVision, CapTools, CapEmbeddings, CapImage, CapSearch},
		Models: []ModelRow{{ID: "glm-4.6"}, {ID: "glm-4.5-flash"}},
	},
	{
		ID: "siliconflow", Name: "硅基流动", Env: "SILICONFLOW_API_KEY", BaseURL: "https://api.siliconflow.cn/v1",
		Line:   "SILICONFLOW_API_KEY=sk-…",
		Gives:  []CapabilityID{CapChat, CapThinking, CapVision, CapTools, CapEmbeddings, CapRerank, CapImage, CapTTS, CapASR},
		Models: []ModelRow{{ID: "Qwen/Qwen3-8B"}},
	},
}
