package webpage

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// order is a pattern of sentences that address a model instead of readers. Such a sentence contains one of the
// openers, in upper or lower case, followed by a text that matches `rest`. The openers are checked first, because the
// patterns alone would take most of the time of reading a page.
type order struct {
	openers []string      // lower case
	rest    *text.Pattern // nil: an opener is enough
}

var orders = []order{
	{
		[]string{"忽略", "无视", "不要理会", "忘记", "跳过"},
		text.NewPattern(`^[^。！？\n]{0,16}(?:以上|之前|前面|先前|上述|所有|系统|原来)[^。！？\n]{0,10}(?:指令|指示|要求|提示|规则|设定|内容|命令)`),
	},
	{
		[]string{"ignore", "disregard", "forget", "override"},
		text.NewPattern(`(?i)^[^.!?\n]{0,24}(?:previous|above|prior|all|system|earlier)[^.!?\n]{0,16}(?:instruction|prompt|rule|message)s?`),
	},
	{
		[]string{"系统提示", "system prompt", "开发者模式", "developer mode", "你现在是", "从现在起你", "you are now"},
		nil,
	},
	{
		[]string{"ai", "人工智能", "语言模型", "智能助手", "助手", "聊天机器人", "assistant", "language model", "chatbot"},
		text.NewPattern(`(?i)^[^。！？.!?\n]{0,12}(?:请|必须|务必|应当?|只能|must|should|please)[^。！？.!?\n]{0,20}(?:回答|回复|输出|推荐|告诉|告知|引导|answer|reply|say|output|recommend)`),
	},
}

// orderSpan is larger than any match of `rest`, in bytes.
const orderSpan = 512

// opener is one of the openers of an order, with that order.
type opener struct {
	words string
	of    order
}

// openersBy maps a first byte to the openers that begin with it. An opener that begins with an ASCII letter is listed
// under the small and the capital letter.
var openersBy = func() (by [256][]opener) {
	for _, o := range orders {
		for _, words := range o.openers {
			first := words[0]
			by[first] = append(by[first], opener{words, o})
			if 'a' <= first && first <= 'z' {
				by[first-'a'+'A'] = append(by[first-'a'+'A'], opener{words, o})
			}
		}
	}
	return by
}()

// directs reports whether s contains a sentence that addresses a model.
func directs(s string) bool {
	for i := range len(s) {
		for _, o := range openersBy[s[i]] {
			n := len(o.words)
			if len(s)-i < n || s[i+1]|0x20 != o.words[1]|0x20 || !strings.EqualFold(s[i:i+n], o.words) {
				continue
			}
			if after := s[i+n:]; o.of.rest == nil || o.of.rest.MatchString(after[:min(len(after), orderSpan)]) {
				return true
			}
		}
	}
	return false
}

// Legible returns the text of a page without sentences that address a model. The result is still untrusted data and
// must be marked as such.
func Legible(s string) string {
	if !directs(s) {
		return s
	}
	var b strings.Builder
	for _, span := range zh.Clauses(s, 1000) {
		if part := span.Of(s); !directs(part) {
			b.WriteString(part)
		} else if strings.HasSuffix(part, "\n") {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
