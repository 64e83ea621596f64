package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

// settleTime is how long the command doctor waits at most for providers to list their models.
const settleTime = 5 * time.Second

// printProviders prints the model providers and which of them serves each capability, and returns
// the problems that the operator should correct. It queries the providers in the same way as the
// server would.
func printProviders(ctx context.Context, w io.Writer, c *Config, locale string) (wrong []string, err error) {
	say := in(locale)
	ctx, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	models := newModels(c.LLM, slog.New(slog.DiscardHandler))
	search := searchOf(c)
	_ = search.Probe(ctx)
	models.SetSearchSource(func() string { return strings.Join(search.Names(), "、") })
	done := make(chan struct{})
	go func() {
		defer close(done)
		models.Run(ctx)
	}()
	select {
	case <-models.Settled():
	case <-ctx.Done():
	}
	states, found := models.Providers(), models.Capabilities()
	cancel()
	<-done

	fmt.Fprintf(w, "\n%s\n", say("模型服务：", "模型服務：", "Model providers:"))
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if len(states) == 0 {
		fmt.Fprintf(tab, "  %s\n", say("没有设置，由内置引擎回答。要接入模型，设置 ", "沒有設定，由內建引擎回答。要連接模型，請設定 ", "none is set, so the built-in engine answers. To connect a model, set ")+llm.URLLine)
	}
	keyed := map[string]bool{} // whether each provider has a key, by provider id
	for _, p := range c.LLM.Providers {
		keyed[p.ID] = p.Key != ""
	}
	for _, s := range states {
		p, key := s.Provider, say("无密钥", "無金鑰", "no key")
		if keyed[p.ID] {
			key = say("密钥 ***", "金鑰 ***", "key ***")
		}
		state := fmt.Sprintf(say("%d 个模型", "%d 個模型", "%d models"), s.Models)
		if s.Err != nil {
			state = s.Err.Message(locale)
			wrong = append(wrong, p.Source+": "+p.Host()+": "+state)
		}
		fmt.Fprintf(tab, "  %s\t%s\t%s\t%s\t%s\n", p.Name, p.Source, p.BaseURL, key, state)
	}
	fmt.Fprintf(tab, "\n%s\n", say("能力：", "能力：", "Capabilities:"))
	for _, f := range found {
		what := strings.Join(nonEmpty(f.Provider, f.Upstream), " · ")
		if f.State == llm.StateMissing {
			what = say("可设置 ", "可設定 ", "set ") + strings.Join(f.Set, say(" 或 ", " 或 ", " or "))
		}
		fmt.Fprintf(tab, "  %s\t%s\t%s\t%s\n", f.ID, f.State, f.Name.In(locale), what)
	}
	return wrong, tab.Flush()
}

func nonEmpty(all ...string) []string {
	var out []string
	for _, s := range all {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

func writeModelSettings(w io.Writer) error {
	_, err := fmt.Fprint(w, modelSettingsHead)
	if err != nil {
		return err
	}
	for _, v := range llm.Vendors {
		if v.Line == "" {
			continue
		}
		if _, err := fmt.Fprintf(w, "| `%s` | %s |\n", v.Line, v.Name); err != nil {
			return err
		}
	}
	_, err = fmt.Fprint(w, modelSettingsTail)
	return err
}

const modelSettingsHead = `
## 模型 · Models

一行就够。变量里的密钥写在 @ 前面，任何地方显示时都会遮住。

*One line is enough. The key stands before the @ and is masked wherever it could be shown.*

| 变量 Variable | 服务 Provider |
|---|---|
| ` + "`LLM_URL=https://KEY@host/v1`" + ` | 任何兼容 OpenAI 的服务 · any OpenAI-compatible server; ` + "`LLM_MODEL`, `LLM_PROXY`" + ` |
| ` + "`OPENAI_BASE_URL` + `OPENAI_API_KEY`" + ` | 同上 · the same; ` + "`OPENAI_MODEL`" + ` |
`

const modelSettingsTail = `
联网搜索：` + "`SEARCH_URL=<种类>+http(s)://[KEY@]host[/path]`" + `，或用模型的密钥、本机的 SearXNG，见 [search.md](search.md)。

*Web search: that variable, or the key of a model, or a SearXNG on this machine; see [search.md](search.md).*

配置文件可以写多个服务：

*The file may name several providers:*

` + "```yaml" + `
providers:
  - id: deepseek
    key: sk-…
  - id: office
    name: 办公室的模型
    base_url: http://10.0.0.5:8000/v1
    local: true                       # 可用内网地址 · may be at a private address
    proxy: direct                     # 不走代理 · or http://…, socks5://…
    models: [{ id: qwen3-32b }]
    aliases: { deep_seek_v3: qwen3-32b }
` + "```" + `
`
