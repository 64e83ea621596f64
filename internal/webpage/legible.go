package webpage

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// orders matches sentences that are addressed to a model and not to readers.
var orders = text.NewPattern(`(?i)(?:忽略|无视|不要理会|忘记|跳过)[^。！？\n]{0,16}(?:以上|之前|前面|先前|上述|所有|系统|原来)[^。！？\n]{0,10}(?:指令|指示|要求|提示|规则|设定|内容|命令)|` +
	`(?:ignore|disregard|forget|override)[^.!?\n]{0,24}(?:previous|above|prior|all|system|earlier)[^.!?\n]{0,16}(?:instruction|prompt|rule|message)s?|` +
	`(?:系统提示|system prompt|开发者模式|developer mode)|(?:AI|人工智能|语言模型|智能助手|助手|聊天机器人|assistant|language model|chatbot)[^。！？.!?\n]{0,12}(?:请|必须|务必|应当?|只能|must|should|please)[^。！？.!?\n]{0,20}(?:回答|回复|输出|推荐|告诉|告知|引导|answer|reply|say|output|recommend)|` +
	`(?:你现在是|从现在起你|you are now)[^。！？.!?\n]{0,30}`)

// Legible is the text of a page without the sentences that would direct a model.
// What is left is data all the same, and wrapped as such.
func Legible(s string) string {
	if !orders.MatchString(s) {
		return s
	}
	var b strings.Builder
	for _, span := range zh.Clauses(s, 1000) {
		if part := span.Of(s); !orders.MatchString(part) {
			b.WriteString(part)
		} else if strings.HasSuffix(part, "\n") {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
