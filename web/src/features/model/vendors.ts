/** How one vendor's model is connected: the exact line of the environment. */
export interface Vendor {
  id: string
  /** The vendor's Chinese name, or the only one it has. */
  name: string
  /** What it calls itself in English, where that is another name. */
  en?: string
  line: string
}

/** The line that connects any OpenAI-compatible server. */
export const anyServer = 'LLM_URL=https://KEY@host/v1'

/** Vendors whose key alone tells the address; the same table as internal/llm/vendors.go, which a test compares. */
export const vendors: readonly Vendor[] = [
  { id: 'deepseek', name: 'DeepSeek', line: 'DEEPSEEK_API_KEY=sk-…' },
  { id: 'tokenhub', name: '腾讯云 TokenHub', en: 'Tencent Cloud TokenHub', line: 'TOKENHUB_API_KEY=…' },
  { id: 'dashscope', name: '阿里云百炼', en: 'Alibaba Cloud Model Studio', line: 'DASHSCOPE_API_KEY=sk-…' },
  { id: 'ark', name: '火山方舟', en: 'Volcengine Ark', line: 'ARK_API_KEY=…' },
  { id: 'moonshot', name: '月之暗面 Kimi', en: 'Moonshot AI (Kimi)', line: 'MOONSHOT_API_KEY=sk-…' },
  { id: 'zhipu', name: '智谱', en: 'Zhipu AI', line: 'ZHIPUAI_API_KEY=…' },
  { id: 'siliconflow', name: '硅基流动', en: 'SiliconFlow', line: 'SILICONFLOW_API_KEY=sk-…' },
]

/** Local servers that are found without any setting, with their usual ports. */
export const localServers = [
  { name: 'Ollama', port: 11434 },
  { name: 'LM Studio', port: 1234 },
  { name: 'llama.cpp', port: 8080 },
  { name: 'vLLM', port: 8000 },
] as const
