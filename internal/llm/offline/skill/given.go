package skill

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Given is a text that came with a question, and the instruction for this text.
type Given struct {
	Instruction string // folded by zh.FoldRunes, without filler words
	Text        string // as typed
}

// instructionRunes is the greatest length of an instruction for a text, in characters.
const instructionRunes = 60

// Fence matches a fenced block of code, and Quotes matches a quotation. The content is the submatch
// that is not empty.
var (
	Fence  = text.NewPattern("(?s)```[^\n`]*\n?(.*?)```")
	Quotes = text.NewPattern(`(?s)“([^“”]*)”|「([^「」]*)」|『([^『』]*)』|"([^"]*)"|‘([^‘’]*)’|【([^【】]*)】`)
)

var (
	leadQ    = text.NewPattern(`[:\n]`)
	fillers  = text.NewPattern(`请问|请|帮我|帮忙|麻烦|给我|一下|下面|以下|下列|上面|上述|这段|这些|这个|这几|这|那段|那个|我的|我|把|将|对|给|用|的|文字|文本|内容|字符串|字串|名字|人名|名单|句子|句|段话|话|段|几行|每行|各行|列表|按行|数据|代码|语句|进行|做|处理|成|为|结果|是|什么|请你|里面|中|里|[\s,.:!?;'"~+()]|\b(?:text|string|this|the|following|please|of|with|into|to|it|for|my|is|what|are|in|code|lines|list|a)\b`)
	trimHead = text.NewPattern(`^(?:[\s:,]|一下|把|将|对|给|计算|算算|算|生成|求|请|帮我|麻烦|of |for )+`)
	trimTail = text.NewPattern(`(?:[\s,:?]|用|的|进行|做|转|换|成|为|来|字符串)+$`)
)

// Residue folds an instruction by zh.FoldRunes and removes its filler words.
func Residue(instruction string) string {
	return fillers.ReplaceAllString(zh.FoldRunes([]rune(instruction)), "")
}

// Givens lists the ways to divide q into an instruction and a text, best first. The text may
// be a code fence, a quotation, everything behind the first colon or line end, or everything
// above the last line.
func (q *Question) Givens() []Given {
	var out []Given
	add := func(instruction, text string) {
		if text == "" || utf8.RuneCountInString(instruction) > instructionRunes {
			return
		}
		out = append(out, Given{Residue(instruction), text})
	}
	head := string(q.Head)
	if at := strings.Index(head, "```"); at >= 0 {
		if m := Fence.FindStringSubmatchIndex(q.Raw); m != nil {
			add(q.Raw[:m[0]]+" "+q.Raw[m[1]:], strings.Trim(q.Raw[m[2]:m[3]], "\n"))
		}
	}
	if m := Quotes.FindStringIndex(head); m != nil {
		whole := Quotes.FindString(q.Raw[m[0]:])
		_, open := utf8.DecodeRuneInString(whole)
		_, shut := utf8.DecodeLastRuneInString(whole)
		if len(whole) > open+shut {
			add(q.Raw[:m[0]]+" "+strings.TrimSpace(q.Raw[m[0]+len(whole):]), whole[open:len(whole)-shut])
		}
	}
	if m := leadQ.FindStringIndex(q.Norm); m != nil {
		n := len(q.Original(0, m[1]))
		add(q.Raw[:n], strings.TrimSpace(q.Raw[n:]))
	}
	if i := strings.LastIndexByte(q.Raw, '\n'); i > 0 {
		add(q.Raw[i:], strings.TrimSpace(q.Raw[:i]))
	}
	return out
}

// TextFor returns the text of the first of the Givens whose instruction matches the pattern `words`. If
// there is none and the question is short, the pattern `word` finds the instruction in a question
// without delimiters, such as md5 in "hello 的 md5". `word` may be nil.
func (q *Question) TextFor(words, word *text.Pattern) (string, bool) {
	for _, g := range q.Givens() {
		if words.MatchString(g.Instruction) {
			return g.Text, true
		}
	}
	if word == nil || utf8.RuneCountInString(q.Raw) > HeadRunes {
		return "", false
	}
	return q.textBeside(word)
}

// textBeside returns the text of a question of the form "word text" or "text 的 word".
func (q *Question) textBeside(word *text.Pattern) (string, bool) {
	m := word.FindStringIndex(q.Norm)
	if m == nil {
		return "", false
	}
	before, after := q.Norm[:m[0]], q.Norm[m[1]:]
	if Residue(before) == "" && after != "" {
		next, _ := utf8.DecodeRuneInString(after)
		if next < utf8.RuneSelf && !strings.ContainsRune("?!.", next) {
			from := m[1] + len(trimHead.FindString(after))
			return nonEmpty(q.Original(from, len(q.Norm)))
		}
		return "", false
	}
	if Residue(after) == "" && before != "" {
		to := m[0] - len(trimTail.FindString(before))
		last, _ := utf8.DecodeLastRuneInString(before)
		if to == m[0] && (last >= utf8.RuneSelf || unicode.IsSpace(last)) {
			return "", false // there is no 的 between the text and the word
		}
		from := min(len(trimHead.FindString(before)), to)
		return nonEmpty(q.Original(from, to))
	}
	return "", false
}

func nonEmpty(s string) (string, bool) {
	s = strings.TrimSpace(s)
	return s, s != ""
}

// Block puts s into a code fence.
func Block(language, s string) string {
	mark := text.Fence(s)
	return mark + language + "\n" + strings.TrimRight(s, "\n") + "\n" + mark
}

// Inline puts a short s into a code span. If s is empty or contains a backtick or a line
// end, it puts s into a code fence.
func Inline(s string) string {
	if strings.ContainsAny(s, "`\n") || s == "" {
		return "\n" + Block("", s)
	}
	return "`" + s + "`"
}

// TooLong is the answer of a rewriting skill to a text longer than MaxTransform.
func TooLong(q *Question) Answer {
	return Answer{
		Text: q.Say("**这段文本太长，内置工具一次最多处理 10 万字节。**\n\n请分成几段再发。", "**The text is too long: the built-in tools take at most 100,000 bytes at a time.**\n\nPlease send it in parts."),
		How:  q.Say("先看大小，超过上限就不处理，文本没有改动。", "The size is checked first; nothing was changed."),
	}
}

// Shown cuts s to `runes` characters for display, and adds … if it is longer.
func Shown(s string, runes int) string {
	head := Head(s, runes+1)
	if len(head) <= runes {
		return s
	}
	return string(head[:runes]) + "…"
}
