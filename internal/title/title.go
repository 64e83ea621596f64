// Package title makes the title of a conversation from its first question,
// without a model.
package title

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// readRunes is how many characters of a question are used.
const readRunes = 400

// MaxWidth is the maximum width of a title. A Han character is two wide, a Latin letter one.
const MaxWidth = 32

var (
	titleOpeners = regexp.MustCompile(`^(?:[\s,，。.!！?？、:：;；~～…\-—*#>]|你好|您好|请问|请你|请帮我|请|麻烦你?|帮我|帮忙|你?(?:能不能|能否|可不可以)|可以(?:帮我|告诉我)|我想(?:要|知道|问|请教)?(?:一下)?|我要|想(?:知道|问)(?:一下)?|告诉我|给我|(?i:please|can you|could you|help me|tell me)\b)+`)
	titleClosers = regexp.MustCompile(`(?:[\s,，。.!！?？、:：;；~～…\-—"'“‘「【\[(（]|呢|啊|呀|吗|吧|嘛|谢谢你?|多谢)+$`)
	links        = regexp.MustCompile(`(?i)https?://[^\s<>"'，。；、！？（）【】《》「」]+`)
	host         = regexp.MustCompile(`(?i)^https?://(?:www\.)?([^/?#:@\s]+)`)
	spaces       = regexp.MustCompile(`\s+`)
)

// Of makes the title of a conversation from its first question. It uses the first line that is not
// blank. If the line has other words than web addresses, Of removes the addresses. If not, Of uses the
// host of the address with which the line begins. Then it removes polite phrases, particles and
// punctuation from both ends if other words remain. The title is at most MaxWidth wide and never empty.
func Of(question string) string {
	head := strings.TrimSpace(text.Cut(strings.ToValidUTF8(question, ""), readRunes))
	line := head
	for l := range strings.Lines(head) {
		if l = strings.TrimSpace(l); l != "" {
			line = l
			break
		}
	}
	if bare := strings.TrimSpace(links.ReplaceAllString(line, " ")); titleClosers.ReplaceAllString(bare, "") != "" {
		line = bare // a web address is left out if other words remain
	} else if alone := host.FindStringSubmatch(line); alone != nil {
		line = alone[1]
	}
	line = spaces.ReplaceAllString(line, " ")
	title := titleClosers.ReplaceAllString(titleOpeners.ReplaceAllString(line, ""), "")
	if title == "" {
		title = line
	}
	if title == "" {
		return "新对话"
	}
	if text.Width(title) <= MaxWidth {
		return title
	}
	cut := titleClosers.ReplaceAllString(shorten([]rune(title)), "")
	if cut == "" {
		return text.CutWidth(title, MaxWidth)
	}
	return cut
}

// leastWidth is the minimum width of a title that is cut after a clause or between words.
const leastWidth = 12

// shorten shortens a title that is wider than MaxWidth. It cuts after the first clause that leaves the
// title at least leastWidth wide. If there is no such clause, it cuts as late as possible without
// splitting a word or a number. Otherwise it cuts at MaxWidth.
func shorten(title []rune) string {
	fitting := func(width int) int { return text.Len(text.CutWidth(string(title), width)) }
	least, most := fitting(leastWidth-1)+1, fitting(MaxWidth)
	for i := least; i <= most; i++ {
		if zh.EndsClause(title[i]) || strings.ContainsRune("，,：:.", title[i]) && !(inWord(title[i-1]) && i+1 < len(title) && inWord(title[i+1])) {
			return string(title[:i])
		}
	}
	for i := most; i >= least; i-- {
		if !inRun(title[i-1]) || !inRun(title[i]) {
			return string(title[:i])
		}
	}
	return string(title[:most])
}

// inWord reports whether r is a letter or digit, but not a Han character.
func inWord(r rune) bool {
	return !unicode.Is(unicode.Han, r) && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// inRun reports whether r can be inside a word or a number: a letter or digit that
// is not a Han character, or a mark such as a hyphen.
func inRun(r rune) bool { return inWord(r) || strings.ContainsRune(".,-_'", r) }
