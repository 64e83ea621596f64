package offline

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// titleRunes is the longest title that Title makes.
const titleRunes = 16

var (
	titleOpeners = regexp.MustCompile(`^(?:[\s,，。.!！?？、:：;；~～…\-—*#>"'“”‘’「」【】\[\]()（）]|你好|您好|请问|请你|请帮我|请|麻烦你?|帮我|帮忙|你?(?:能不能|能否|可不可以)|可以(?:帮我|告诉我)|我想(?:要|知道|问|请教)?(?:一下)?|我要|想(?:知道|问)(?:一下)?|告诉我|给我|(?i:please|can you|could you|help me|tell me)\b)+`)
	titleClosers = regexp.MustCompile(`(?:[\s,，。.!！?？、:：;；~～…\-—"'“‘「【\[(（]|呢|啊|呀|吗|吧|嘛|谢谢你?|多谢)+$`)
	spaces       = regexp.MustCompile(`\s+`)
)

// Title makes the title of a conversation from its first question: stop-phrases
// and outer punctuation cut, at most 16 characters, never empty.
func Title(question string) string {
	head := strings.TrimSpace(string(headOf(strings.ToValidUTF8(question, ""), headRunes)))
	line := head
	for l := range strings.Lines(head) {
		if l = strings.TrimSpace(l); l != "" {
			line = l
			break
		}
	}
	line = spaces.ReplaceAllString(line, " ")
	title := titleClosers.ReplaceAllString(titleOpeners.ReplaceAllString(line, ""), "")
	if title == "" {
		title = line
	}
	if title == "" {
		return "新对话"
	}
	if utf8.RuneCountInString(title) <= titleRunes {
		return title
	}
	runes := []rune(title)
	cut := titleClosers.ReplaceAllString(string(runes[:titleRunes]), "")
	// The first clause reads better than a cut one, when it says enough.
	for i, r := range runes[:titleRunes+1] {
		if i >= 6 && strings.ContainsRune("，,。.？?！!；;：: ", r) {
			cut = titleClosers.ReplaceAllString(string(runes[:i]), "")
			break
		}
	}
	if cut == "" {
		return string(runes[:titleRunes])
	}
	return cut
}
