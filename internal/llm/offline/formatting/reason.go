package formatting

import "github.com/wenqu-ai/wenqu/internal/text"

// reasons translate the messages of syntax errors to Chinese: those of encoding/json, and those of this
// package.
var reasons = []struct {
	message *text.Pattern
	chinese string
}{
	{text.NewPattern(`^unexpected end of JSON input$`), "JSON 没有写完"},
	{text.NewPattern(`^invalid character '(.+)' after object key:value pair$`), "键值对后面是 $1，可能少了逗号"},
	{text.NewPattern(`^invalid character '(.+)' after array element$`), "元素后面是 $1，可能少了逗号"},
	{text.NewPattern(`^invalid character '(.+)' after object key$`), "键后面应当是冒号，这里是 $1"},
	{text.NewPattern(`^invalid character '(.+)' after top-level value$`), "内容到这里已经结束，后面多出 $1"},
	{text.NewPattern(`^invalid character '(.+)' looking for beginning of object key string$`), "这里应当是双引号里的键，却是 $1"},
	{text.NewPattern(`^invalid character '(.+)' looking for beginning of value$`), "这里应当是一个值，却是 $1"},
	{text.NewPattern(`^invalid character '(.+)' in string literal$`), "字符串里不能直接写 $1，要转义"},
	{text.NewPattern(`^invalid character '(.+)' in string escape code$`), `\ 后面不能是 $1`},
	{text.NewPattern(`^(.+) is not closed$`), "$1 没有闭合"},
	{text.NewPattern(`^unexpected (\)|</.+>)$`), "多出 $1"},
}

// inChinese returns the message in Chinese. A message without a translation is returned unchanged.
func inChinese(message string) string {
	for _, r := range reasons {
		if r.message.MatchString(message) {
			return r.message.ReplaceAllString(message, r.chinese)
		}
	}
	return message
}
