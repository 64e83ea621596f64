package offline

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// given is a text that came with a question, apart from the instruction that
// says what to do with it.
type given struct {
	instruction string // normalised, without filler words
	text        string // as typed
}

// instructionRunes is the longest instruction beside a text.
const instructionRunes = 60

var (
	fence    = regexp.MustCompile("(?s)```[^\n`]*\n?(.*?)```")
	quotes   = regexp.MustCompile(`(?s)“([^“”]*)”|「([^「」]*)」|『([^『』]*)』|"([^"]*)"|‘([^‘’]*)’|【([^【】]*)】`)
	leadQ    = regexp.MustCompile(`[:\n]`)
	fillers  = regexp.MustCompile(`请问|请|帮我|帮忙|麻烦|给我|一下|下面|以下|下列|上面|上述|这段|这些|这个|这几|这|那段|那个|我的|我|把|将|对|给|用|的|文字|文本|内容|字符串|字串|名字|人名|名单|句子|句|段话|话|段|几行|每行|各行|列表|按行|数据|代码|语句|进行|做|处理|成|为|结果|是|什么|请你|里面|中|里|[\s,.:!?;'"~+()]|\b(?:text|string|this|the|following|please|of|with|into|to|it|for|my|is|what|are|in|code|lines|list|a)\b`)
	trimHead = regexp.MustCompile(`^(?:[\s:,]|一下|把|将|对|给|计算|算算|算|生成|求|请|帮我|麻烦|of |for )+`)
	trimTail = regexp.MustCompile(`(?:[\s,:?]|用|的|进行|做|转|换|成|为|来|字符串)+$`)
)

// residue is what an instruction says beside filler words.
func residue(instruction string) string {
	return fillers.ReplaceAllString(instruction, "")
}

// givens lists the ways to read q as an instruction and a text, best first: a
// code fence, a quotation, what follows the first colon or line end, what stands
// above a last line.
func (q *question) givens() []given {
	var out []given
	add := func(instruction, text string) {
		if text == "" || utf8.RuneCountInString(instruction) > instructionRunes {
			return
		}
		out = append(out, given{residue(normalise([]rune(instruction))), text})
	}
	head := string(q.head)
	if at := strings.Index(head, "```"); at >= 0 {
		if m := fence.FindStringSubmatchIndex(q.raw); m != nil {
			add(q.raw[:m[0]]+" "+q.raw[m[1]:], strings.Trim(q.raw[m[2]:m[3]], "\n"))
		}
	}
	if m := quotes.FindStringIndex(head); m != nil {
		whole := quotes.FindString(q.raw[m[0]:])
		_, open := utf8.DecodeRuneInString(whole)
		_, shut := utf8.DecodeLastRuneInString(whole)
		if len(whole) > open+shut {
			add(q.raw[:m[0]]+" "+strings.TrimSpace(q.raw[m[0]+len(whole):]), whole[open:len(whole)-shut])
		}
	}
	if m := leadQ.FindStringIndex(q.norm); m != nil {
		n := len(q.original(0, m[1]))
		add(q.raw[:n], strings.TrimSpace(q.raw[n:]))
	}
	if i := strings.LastIndexByte(q.raw, '\n'); i > 0 {
		add(q.raw[i:], strings.TrimSpace(q.raw[:i]))
	}
	return out
}

// textFor finds the text that an instruction naming word is about. words is the
// whole residue of such an instruction; word finds it inside a short question
// without any delimiter, as in "hello 的 md5".
func (q *question) textFor(words, word *regexp.Regexp) (string, bool) {
	for _, g := range q.givens() {
		if words.MatchString(g.instruction) {
			return g.text, true
		}
	}
	if word == nil || utf8.RuneCountInString(q.raw) > headRunes {
		return "", false
	}
	return q.textBeside(word)
}

// textBeside reads "word text" and "text 的 word".
func (q *question) textBeside(word *regexp.Regexp) (string, bool) {
	m := word.FindStringIndex(q.norm)
	if m == nil {
		return "", false
	}
	before, after := q.norm[:m[0]], q.norm[m[1]:]
	if residue(before) == "" && after != "" {
		next, _ := utf8.DecodeRuneInString(after)
		if next < utf8.RuneSelf && !strings.ContainsRune("?!.", next) {
			from := m[1] + len(trimHead.FindString(after))
			return nonEmpty(q.original(from, len(q.norm)))
		}
		return "", false
	}
	if residue(after) == "" && before != "" {
		to := m[0] - len(trimTail.FindString(before))
		last, _ := utf8.DecodeLastRuneInString(before)
		if to == m[0] && (last >= utf8.RuneSelf || unicode.IsSpace(last)) {
			return "", false // nothing joins the text to the word
		}
		from := min(len(trimHead.FindString(before)), to)
		return nonEmpty(q.original(from, to))
	}
	return "", false
}

func nonEmpty(s string) (string, bool) {
	s = strings.TrimSpace(s)
	return s, s != ""
}

// block puts s into a code fence that its own backticks cannot close.
func block(language, s string) string {
	mark := "```"
	for strings.Contains(s, mark) {
		mark += "`"
	}
	return mark + language + "\n" + strings.TrimRight(s, "\n") + "\n" + mark
}

// inline puts a short s into a code span.
func inline(s string) string {
	if strings.ContainsAny(s, "`\n") || s == "" {
		return "\n" + block("", s)
	}
	return "`" + s + "`"
}

// tooLong answers a text over the limit of a rewriting skill.
func tooLong(q *question) answer {
	return answer{
		text: q.say("**这段文本太长，内置工具一次最多处理 10 万字节。**\n\n请分成几段再发。", "**The text is too long: the built-in tools take at most 100,000 bytes at a time.**\n\nPlease send it in parts."),
		how:  q.say("先看大小，超过上限就不处理，文本没有改动。", "The size is checked first; nothing was changed."),
	}
}

// shown cuts a long s for display.
func shown(s string, runes int) string {
	head := headOf(s, runes+1)
	if len(head) <= runes {
		return s
	}
	return string(head[:runes]) + "…"
}
