package llm

import "cmp"

// Vendor is one way to connect a model. The page 「接入模型」 shows each vendor as a tile. For
// most vendors one variable is enough.
type Vendor struct {
	ID      string
	Name    string         // in simplified Chinese, or a name without Chinese characters
	ZhTW    string         // the name in traditional Chinese; empty: Name
	En      string         // the name in English; empty: Name
	Env     string         // the variable with the key; empty: the vendor has no such variable
	BaseURL string         // the default address; empty: the operator has to state it
	Line    string         // the line that sets the variable Env, with … for the key; empty if Env is empty
	KeyURL  string         // address of the page where keys are made; empty: no key is needed, or the page is not known
	Local   bool           // the server runs on the operator's own network, usually without a key
	Gives   []CapabilityID // the capabilities possible with the vendor
	// Models are the usual models, the default first. They are the model list until the vendor's own
	// list has been read. Then they are the first models of the vendor's list.
	Models []ModelRow
}

// Label is the vendor's name in the language of a locale.
func (v Vendor) Label(locale string) string {
	return cmp.Or(map[string]string{"zh-TW": v.ZhTW, "en": v.En}[locale], v.Name)
}

// CapabilityID identifies a capability.
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

// Vendors are in order of preference, which matters if several keys are set. The tiles have
// the same order.
var Vendors = []Vendor{
	{
		ID: "deepseek", Name: "DeepSeek", Env: "DEEPSEEK_API_KEY", BaseURL: "https://api.deepseek.com/v1",
		Line:   "DEEPSEEK_API_KEY=sk-…",
		KeyURL: "https://platform.deepseek.com/api_keys",
		Gives:  []CapabilityID{CapChat, CapThinking, CapTools, CapSearch},
		Models: []ModelRow{{ID: "deepseek-flash"}, {ID: "deepseek-v4-pro"}},
	},
	{
		ID: "tokenhub", Name: "腾讯云 TokenHub（混元）", ZhTW: "騰訊雲 TokenHub（混元）", En: "Tencent Cloud TokenHub", Env: "TOKENHUB_API_KEY", BaseURL: "https://tokenhub.tencentmaas.com/v1",
		Line:   "TOKENHUB_API_KEY=…",
		KeyURL: "https://console.cloud.tencent.com/tokenhub",
		Gives:  []CapabilityID{CapChat, CapThinking, CapTools, CapEmbeddings, CapImage, CapSearch},
		Models: []ModelRow{{ID: "hy3"}},
	},
	{
		ID: "dashscope", Name: "阿里云百炼", ZhTW: "阿里雲百煉", En: "Alibaba Cloud Model Studio", Env: "DASHSCOPE_API_KEY", BaseURL: "https://dashscope.aliyuncs.com/compatible-mode/v1",
		Line:   "DASHSCOPE_API_KEY=sk-…",
		KeyURL: "https://bailian.console.aliyun.com/?tab=model#/api-key",
		Gives:  []CapabilityID{CapChat, CapThinking, CapVision, CapTools, CapEmbeddings, CapImage},
		Models: []ModelRow{{ID: "qwen-plus"}, {ID: "qwen-flash"}},
	},
	{
		ID: "ark", Name: "火山方舟", En: "Volcengine Ark", Env: "ARK_API_KEY", BaseURL: "https://ark.cn-beijing.volces.com/api/v3",
		Line:   "ARK_API_KEY=…",
		KeyURL: "https://console.volcengine.com/ark",
		Gives:  []CapabilityID{CapChat, CapThinking, CapVision, CapTools, CapEmbeddings, CapImage},
		Models: []ModelRow{{ID: "doubao-seed-1-6-250615"}},
	},
	{
		ID: "moonshot", Name: "月之暗面 Kimi", En: "Moonshot AI (Kimi)", Env: "MOONSHOT_API_KEY", BaseURL: "https://api.moonshot.cn/v1",
		Line:   "MOONSHOT_API_KEY=sk-…",
		KeyURL: "https://platform.moonshot.cn/console/api-keys",
		Gives:  []CapabilityID{CapChat, CapThinking, CapVision, CapTools},
		Models: []ModelRow{{ID: "kimi-k2.6"}},
	},
	{
		ID: "zhipu", Name: "智谱", ZhTW: "智譜", En: "Zhipu AI", Env: "ZHIPUAI_API_KEY", BaseURL: "https://open.bigmodel.cn/api/paas/v4",
		Line:   "ZHIPUAI_API_KEY=…",
		KeyURL: "https://open.bigmodel.cn/usercenter/apikeys",
		Gives:  []CapabilityID{CapChat, CapThinking, CapVision, CapTools, CapEmbeddings, CapImage, CapSearch},
		Models: []ModelRow{{ID: "glm-4.6"}, {ID: "glm-4.5-flash"}},
	},
	{
		ID: "siliconflow", Name: "硅基流动", ZhTW: "矽基流動", En: "SiliconFlow", Env: "SILICONFLOW_API_KEY", BaseURL: "https://api.siliconflow.cn/v1",
		Line:   "SILICONFLOW_API_KEY=sk-…",
		KeyURL: "https://cloud.siliconflow.cn/account/ak",
		Gives:  []CapabilityID{CapChat, CapThinking, CapVision, CapTools, CapEmbeddings, CapRerank, CapImage, CapTTS, CapASR},
		Models: []ModelRow{{ID: "Qwen/Qwen3-8B"}},
	},
	{
		ID: "ollama", Name: "Ollama", BaseURL: "http://127.0.0.1:11434/v1", Local: true,
		Gives: []CapabilityID{CapChat, CapThinking, CapVision, CapTools, CapEmbeddings},
	},
	{
		ID: "other", Name: "其他兼容 OpenAI 的服务", ZhTW: "其他相容 OpenAI 的服務", En: "Any OpenAI-compatible server",
		Gives: []CapabilityID{CapChat},
	},
}
