package app

import (
	"context"
	"fmt"
	"io"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

// capabilities prints what each capability resolves to.
func capabilities(context.Context, io.Writer, *Config, string) error { return nil }

// writeModelSettings writes the part of docs/configuration.md about models.
func writeModelSettings(w io.Writer) error {
	_, err := fmt.Fprint(w, `
## 模型 · Models

一行就够。变量里的密钥写在 @ 前面，任何地方显示时都会遮住。
*One line is enough. The key stands before the @ and is masked wherever it could be shown.*

| 变量 Variable | 服务 Provider |
|---|---|
| `+"`LLM_URL=https://KEY@host/v1`"+` | 任何兼容 OpenAI 的服务 · any OpenAI-compatible server; `+"`LLM_MODEL`, `LLM_PROXY`"+` |
| `+"`OPENAI_BASE_URL` + `OPENAI_API_KEY`"+` | 同上 · the same; `+"`OPENAI_MODEL`"+` |
`)
	if err != nil {
		return err
	}
	for _, v := range llm.Vendors {
		if _, err := fmt.Fprintf(w, "| `%s` | %s |\n", v.Line, v.Name); err != nil {
			return err
		}
	}
	_, err = fmt.Fprint(w, `
配置文件可以写多个服务 · *Several providers in the file:*

`+"```yaml"+`
providers:
  - id: deepseek
    key: sk-…
  - id: office
    name: 办公室的模型
    base_url: http://10.0.0.5:8000/v1
    local: true                       # 允许内网地址 · may be at a private address
    proxy: direct                     # 不走代理 · or http://…, socks5://…
    models: [{ id: qwen3-32b }]
    aliases: { deep_seek_v3: qwen3-32b }
`+"```"+`
`)
	return err
}
