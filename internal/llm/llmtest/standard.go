package llmtest

import (
	"fmt"
	"strings"
)

// standard writes what the request demands: a title, three follow-up questions, tool calls, JSON for
// a search plan or for deep reading, or correct and incorrect citations of the files. If the question
// has pictures, the answer is their number. Every other question gets a long Markdown text with, for
// example, lists, a table, code and formulas. If the model thinks, its thinking precedes this text.
func (s *Server) standard(req Request) Script {
	say := Say{Model: req.Model, First: s.opts.First, Every: s.opts.Every}
	d := DeepSeek
	if strings.HasSuffix(req.Path, "/api/chat") {
		d = Ollama
	}
	if strings.HasSuffix(req.Path, "/responses") {
		d = Responses
	}
	if strings.Contains(req.Prompt(), "起一个标题") {
		say.Text = []string{short(req.first("user"), 12)}
		return Answer(d, say)
	}
	if strings.Contains(req.Prompt(), "3 个最可能接着问的问题") {
		say.Text = []string{"能举一个例子吗？\n", "和别的方案比怎么样？\n", "第一步该做什么？"}
		return Answer(d, say)
	}
	if json, ok := req.plan(); ok {
		say.Text = Pieces(json, s.opts.Piece)
		return Answer(d, say)
	}
	if json, ok := req.digest(); ok {
		say.Text = Pieces(json, s.opts.Piece)
		return Answer(d, say)
	}
	if act, ok := req.acting(); ok {
		act.Text = Pieces(strings.Join(act.Text, ""), s.opts.Piece)
		act.Model, act.First, act.Every = req.Model, s.opts.First, s.opts.Every
		script := command(req.question(), Answer(d, act))
		if s.opts.Gates != nil {
			script.Steps = append([]Step{{Do: AtGate}}, script.Steps...)
		}
		return script
	}
	if sources := req.sources(); len(sources) > 0 {
		say.Text = Pieces(Cited(sources), s.opts.Piece)
		return command(req.question(), Answer(d, say))
	}
	if n := req.pictures(); n > 0 {
		say.Text = Pieces(fmt.Sprintf("看到了 %d 张图片。", n), s.opts.Piece)
		return command(req.Prompt(), Answer(d, say))
	}
	if req.thinks() {
		say.Reasoning = Pieces(strings.ReplaceAll(thinking, "{prompt}", short(req.Prompt(), 30)), s.opts.Piece)
	}
	say.Text = Pieces(strings.ReplaceAll(page, "{prompt}", short(req.Prompt(), 30)), s.opts.Piece)
	return command(req.Prompt(), Answer(d, say))
}

// thinks reports whether the model thinks before its answer. The request decides. By default,
// every model except deepseek-chat thinks.
func (r Request) thinks() bool {
	switch {
	case r.Thinking != nil:
		return r.Thinking.Type != "disabled"
	case r.Think != nil:
		return *r.Think
	}
	return r.Model != "deepseek-chat"
}

func short(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}

const thinking = `用户问的是「{prompt}」。先弄清楚要点，再分几步回答。

1. 先给结论，一句话说清。
2. 用一张表把数字摆出来，免得读的人来回翻。
3. 给一段能直接运行的代码，最后补上公式。

语气平实一些，不必铺陈。`

const page = `关于「{prompt}」，可以这样看：**“源头活水”**指的是不断有新的知识进来，答案才会清楚。

## 要点

- 先看问题问的是什么，再看手上有什么材料
- 材料之间互相矛盾时，以**原始出处**为准[^1]
- [x] 已经核对的写结论
- [ ] 还没有核对的写明“待核对”

## 一张表

| 方案 | 首字延迟 | 每秒字数 | 适合 |
| --- | ---: | ---: | --- |
| 本地小模型 | 120 ms | 45 | 摘要、改写 |
| 云端大模型 | 380 ms | 80 | 推理、长文 |
| 内置引擎 | 1 ms | — | 计算、换算 |

## 一段代码

` + "```go" + `
// Sum 返回 1 到 n 的和。
func Sum(n int) int {
	total := 0
	for i := range n {
		total += i + 1
	}
	return total
}
` + "```" + `

## 一个公式

等差数列求和 $S_n = \frac{n(a_1 + a_n)}{2}$，连续形式是

$$
\int_0^n x\,\mathrm{d}x = \frac{n^2}{2}
$$

> 问渠那得清如许？为有源头活水来。——朱熹《观书有感》

需要的话，我可以把其中任何一步展开。

[^1]: 例如标准文本、官方公告和原始数据。
`
