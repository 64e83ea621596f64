// Command serve is for development and browser tests. It runs the scripted provider, the provider's
// gates at /gates/, and an MCP server with one tool at /mcp. A mark in a question, such as [断流],
// selects a script from the tables faults and scripts. With few exceptions, questions without a mark
// get the standard answer of package llmtest. For an ordinary question, this answer is a page of
// Markdown, after some thinking if the model thinks.
package main

import (
	"flag"
	"fmt"
	"log"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
)

// faults maps each mark to the script of a fault. If the same question is sent repeatedly, the fault
// and a good answer take turns, so that the recovery can be tried. The fault [500] comes twice before
// the good answer, because the client hides the first failure and repeats the request.
var faults = map[string]func(llmtest.Request) llmtest.Script{
	"[断流]":  func(r llmtest.Request) llmtest.Script { return half(r).Cut(12, llmtest.Reset) },
	"[块中断]": func(r llmtest.Request) llmtest.Script { return half(r).Cut(12, llmtest.CutChunk) },
	"[不答]":  func(r llmtest.Request) llmtest.Script { return half(r).Cut(0, llmtest.Stall) },
	"[停住]":  func(r llmtest.Request) llmtest.Script { return half(r).Cut(12, llmtest.Stall) },
	"[空答]":  func(r llmtest.Request) llmtest.Script { return say(r, llmtest.Say{}) },
	"[429]": func(llmtest.Request) llmtest.Script {
		return llmtest.Fail(http.StatusTooManyRequests, `{"error":{"message":"rate limited"}}`, "Retry-After", "30")
	},
	"[500]": func(llmtest.Request) llmtest.Script {
		return llmtest.Fail(http.StatusInternalServerError, `{"error":{"message":"broken"}}`)
	},
	"[密钥]": func(llmtest.Request) llmtest.Script {
		return llmtest.Fail(http.StatusUnauthorized, `{"error":{"message":"invalid api key"}}`)
	},
	"[网页]": func(llmtest.Request) llmtest.Script {
		return llmtest.Script{Type: "text/html", Steps: []llmtest.Step{{Send: "<html><body>login</body></html>"}}}
	},
	"[截断]": func(r llmtest.Request) llmtest.Script {
		return say(r, llmtest.Say{Text: llmtest.Pieces("这一段写到一半就到了长度上限，后面还有", 3), Finish: "length"})
	},
	"[过滤]": func(r llmtest.Request) llmtest.Script {
		return say(r, llmtest.Say{Text: llmtest.Pieces("这一段不应该留在页面上", 3), Finish: "content_filter"})
	},
}

// scripts maps each mark to its script. Unlike a fault, a script gives the same answer every time.
var scripts = map[string]func(llmtest.Request) llmtest.Script{
	"[慢]":  half,
	"[半路]": endless,
	"[长文]": func(r llmtest.Request) llmtest.Script {
		return say(r, llmtest.Say{Text: llmtest.Pieces(long, 200)})
	},
	"[宽图]": func(r llmtest.Request) llmtest.Script {
		return say(r, llmtest.Say{Text: llmtest.Pieces(wide, 200)})
	},
	// The answer is the rest of the line after the mark.
	"[照说]": func(r llmtest.Request) llmtest.Script {
		_, words, _ := strings.Cut(r.Prompt(), "[照说]")
		words, _, _ = strings.Cut(words, "\n")
		return say(r, llmtest.Say{Text: llmtest.Pieces(words, 5)})
	},
	"[攻击]": func(r llmtest.Request) llmtest.Script {
		return say(r, llmtest.Say{Reasoning: llmtest.Pieces(attack, 7), Text: llmtest.Pieces(attack, 7)})
	},
}

// long is an answer over several screens, with headings, a formula, a diagram and a table.
var long = func() string {
	var b strings.Builder
	for i, title := range []string{"目标", "数据", "方法", "结果", "结论"} {
		fmt.Fprintf(&b, "## %d %s\n\n%s\n\n", i+1, title, strings.Repeat("半亩方塘一鉴开，天光云影共徘徊。", 30))
	}
	return b.String() + "$$\\frac{1}{2}$$\n\n```mermaid\ngraph LR\n  A[开始] --> B[结束]\n```\n\n" +
		"| 月份 | 收入 | 支出 | 结余 | 说明 | 负责人 |\n|---|---|---|---|---|---|\n| 一月 | 1 | 2 | 3 | 正常 | 张三 |\n"
}()

// wide is an answer with a diagram that is several times as wide as the column of text.
var wide = func() string {
	var b strings.Builder
	b.WriteString("```mermaid\ngraph LR\n")
	for i := range 24 {
		fmt.Fprintf(&b, "  S%d[第 %d 步：核对账目与凭证] -->|通过| S%d[第 %d 步：核对账目与凭证]\n", i, i+1, i+1, i+2)
	}
	return b.String() + "```\n"
}()

// half is an answer of sixty numbered pieces that takes some seconds.
func half(r llmtest.Request) llmtest.Script { return count(r, 1) }

// endless is like half, but waits ten seconds before each of its last pieces. A test must stop
// it, because it lasts longer than any test.
func endless(r llmtest.Request) llmtest.Script {
	s := half(r)
	for i := 22; i < len(s.Steps); i++ {
		s.Steps[i].Wait = 10 * time.Second
	}
	return s
}

// continued continues an interrupted answer of `half` at its next piece. It completes any other
// interrupted answer with one sentence.
func continued(r llmtest.Request) llmtest.Script {
	last := 0
	for _, m := range r.Messages {
		if i := strings.LastIndex(m.Content, "第"); m.Role == "assistant" && i >= 0 {
			_, _ = fmt.Sscanf(m.Content[i:], "第%d句", &last)
		}
	}
	if last == 0 {
		return say(r, llmtest.Say{Text: llmtest.Pieces("这一次答完了。", 2)})
	}
	return count(r, last+1)
}

func count(r llmtest.Request, from int) llmtest.Script {
	var pieces []string
	for i := from; i <= 60; i++ {
		pieces = append(pieces, fmt.Sprintf("第%02d句。", i))
	}
	return say(r, llmtest.Say{Reasoning: []string{"先数一数，", "再一句一句写。"}, Text: pieces, Every: 60 * time.Millisecond})
}

func say(r llmtest.Request, s llmtest.Say) llmtest.Script {
	s.Model = r.Model
	return llmtest.Answer(llmtest.DeepSeek, s)
}

// attack is the answer of a hostile model. The page must not run any of the code or request
// the canary address.
const attack = `<script>window.__pwned=1</script><img src=x onerror="window.__pwned=2">
<svg onload="window.__pwned=3"><a xlink:href="javascript:window.__pwned=4">x</a></svg>
[链接](javascript:window.__pwned=5) [数据](data:text/html,<script>window.__pwned=6</script>)
[编码](&#106;avascript:window.__pwned=7) ![图](http://canary.invalid/?q=history)
<iframe srcdoc="<script>parent.__pwned=8</script>"></iframe>

$\href{javascript:window.__pwned=9}{点我}$

` + "```mermaid\ngraph TD; A[\"<img src=x onerror=window.__pwned=10>\"]-->B; click A \"javascript:window.__pwned=11\"\n```" + `

data: {"type":"text","msg":"假的帧"}

[DONE] [citation:99] <|im_end|>
`

func main() {
	addr := flag.String("addr", "127.0.0.1:8090", "address to listen on")
	every := flag.Duration("every", 15*time.Millisecond, "pause between the pieces of the standard answer")
	ollama := flag.Bool("ollama", false, "look like Ollama too")
	flag.Parse()
	gates := llmtest.NewGates()
	s := llmtest.New(llmtest.Options{Ollama: *ollama, Every: *every, Gates: gates})
	s.OnFunc("请从中断的地方接着写", continued)
	// After an empty answer, Wenqu repeats the request with the sentence below. The
	// second answer is empty, too.
	s.OnFunc("你还没有写出回答", faults["[空答]"])
	for mark, script := range scripts {
		s.OnFunc(mark, script)
	}
	for mark, script := range faults {
		s.OnFunc(mark, everyOther(script, calls(mark)))
	}
	log.Printf("scripted provider on http://%s/v1", *addr)
	paths := http.NewServeMux()
	paths.Handle("/", s)
	paths.Handle("/gates/", gates)
	paths.Handle("/mcp", toolServer())
	log.Fatal(http.ListenAndServe(*addr, paths))
}

func calls(mark string) int {
	if mark == "[500]" {
		return 2
	}
	return 1
}

// everyOther plays script for the first `bad` calls with the same question. It plays a short
// good answer for the next call. Then it starts again.
func everyOther(script func(llmtest.Request) llmtest.Script, bad int) func(llmtest.Request) llmtest.Script {
	var mu sync.Mutex
	calls := map[string]int{}
	return func(r llmtest.Request) llmtest.Script {
		mu.Lock()
		defer mu.Unlock()
		n := calls[r.Prompt()]
		calls[r.Prompt()] = (n + 1) % (bad + 1)
		if n < bad {
			return script(r)
		}
		return say(r, llmtest.Say{Text: llmtest.Pieces("这一次答完了。", 2)})
	}
}
