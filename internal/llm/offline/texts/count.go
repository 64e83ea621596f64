// Package texts contains the skills of the built-in engine that work on a text given
// with the question: they count, sort, compare, encode, hash and convert it, for example.
package texts

import (
	"fmt"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Count counts characters, words, lines and bytes.
var Count = skill.Skill{
	ID:      "count",
	Name:    skill.Named("字数统计", "counting"),
	Match:   count,
	Hints:   []string{"去重：苹果，香蕉，苹果", "「半亩方塘」的拼音", "hello 的 md5"},
	EnHints: []string{"uppercase: hello", "md5 of hello", "base64 encode: hello"},
}

var (
	countWords = text.NewPattern(`^(?:文章|作文|首诗|诗)?(?:统计|数一数|数数|数|算|计算|count|how ?many)*(?:共|一共|总共|共有|有)*(?:多少|几)?(?:个)?(?:总)?(?:字数|字|汉字|字符数?|单词数?|词数|词|行数|行|字节数?|words?|characters?|chars?|bytes?)+(?:统计|数|多少|有|几个|和|及|with|there)*$|^(?:统计|count)$`)
)

// count answers questions about the length of a text.
func count(q *skill.Question) (skill.Answer, bool) {
	text, ok := q.TextFor(countWords, nil)
	if !ok {
		return skill.Answer{}, false
	}
	var han, letters, digits, marks, blank, words int
	inWord := false
	for _, r := range text {
		isHan := unicode.Is(unicode.Han, r)
		wordRune := !isHan && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'' && inWord)
		if wordRune && !inWord {
			words++
		}
		inWord = wordRune
		switch {
		case isHan:
			han++
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		case unicode.IsSpace(r):
			blank++
		default:
			marks++
		}
	}
	total := utf8.RuneCountInString(text)
	lines := strings.Count(text, "\n") + 1
	rows := []struct {
		label skill.Name
		n     int
	}{
		{skill.Named("字数（汉字 + 单词和数字）", "Words (Han characters + words and numbers)"), han + words},
		{skill.Named("汉字", "Han characters"), han}, {skill.Named("单词和数字", "Words and numbers"), words},
		{skill.Named("标点和符号", "Punctuation and symbols"), marks}, {skill.Named("字符（含标点空格）", "Characters, all"), total},
		{skill.Named("字符（不含空白）", "Characters without blanks"), total - blank}, {skill.Named("行", "Lines"), lines}, {skill.Named("字节（UTF-8）", "Bytes (UTF-8)"), len(text)},
	}
	var b strings.Builder
	fmt.Fprintf(&b, q.Say("**共 %d 字，%d 个字符，%d 行**\n", "**%d words, %d characters, %d lines**\n"), han+words, total, lines)
	fmt.Fprintf(&b, "\n| %s | %s |\n|---|---|", q.Say("项目", "What"), q.Say("数量", "Count"))
	for _, r := range rows {
		fmt.Fprintf(&b, "\n| %s | %d |", q.Say(r.label.Zh, r.label.En), r.n)
	}
	return skill.Answer{Text: b.String(), How: q.Say("一个汉字算一字，连续的字母或数字算一个词；标点不算字数，单列。", "A Han character or a run of letters or digits is one word; punctuation is listed apart.")}, true
}

// Lines sorts, deduplicates and rewrites text.
var Lines = skill.Skill{
	ID:      "lines",
	Name:    skill.Named("文本整理", "text clean-up"),
	Match:   tidy,
	Hints:   []string{"排序：3，1，2", "转大写：hello world", "这段话有多少字：半亩方塘一鉴开"},
	EnHints: []string{"sort: b, a, c", "uppercase: hello", "count words: one two three"},
}

// operation rewrites the items of a list, or a whole text.
type operation struct {
	label skill.Name
	words *text.Pattern
	list  func([]string) []string // the operation on a list of items; nil: text is used
	text  func(string) string     // the operation on a whole text; nil: list is used
}

var operations = []operation{
	{label: skill.Named("去重并排序", "Deduplicated and sorted"), words: text.NewPattern(`^(?:去重(?:并|再|后|和|然后)?排序|排序(?:并|再|后|和)?去重)$`), list: func(s []string) []string { return ordered(unique(s), false) }},
	{label: skill.Named("去重", "Deduplicated"), words: text.NewPattern(`^(?:去重|去除重复|删除重复|去掉重复|去重复|移除重复|deduplicate|dedupe|remove ?duplicates?|unique)(?:项|行|值|\(\))?$`), list: unique},
	{label: skill.Named("降序排列", "Sorted, descending"), words: text.NewPattern(`^[\d和]*(?:数字)?(?:(?:降序|倒序|从大到小|从高到低)(?:排序|排列|排)?|排序(?:降序|倒序|从大到小)|sortdescending|sort descending)$`), list: func(s []string) []string { return ordered(s, true) }},
	{label: skill.Named("升序排列", "Sorted"), words: text.NewPattern(`^[\d和]*(?:数字)?(?:(?:升序|从小到大|从低到高|字母顺序|按字母|按拼音)?(?:排序|排列|排个序|排一排|排)|排序(?:升序|从小到大)|sort(?:ed)?)$`), list: func(s []string) []string { return ordered(s, false) }},
	{label: skill.Named("颠倒顺序", "Reversed"), words: text.NewPattern(`^(?:(?:颠倒|反转|倒置)(?:顺序|行)|顺序(?:颠倒|反转)|reverse)$`), list: func(s []string) []string {
		out := make([]string, len(s))
		for i, l := range s {
			out[len(s)-1-i] = l
		}
		return out
	}},
	{label: skill.Named("反转文字", "Reversed text"), words: text.NewPattern(`^(?:反转|倒过来(?:写)?|倒写|反过来|反着写|翻转|倒序输出)$`), text: reversed},
	{label: skill.Named("转大写", "Upper case"), words: text.NewPattern(`^(?:转换?|变|改|全部|换)*(?:大写)(?:字母)?$|^(?:convert|make|turn)?upper ?case$`), text: strings.ToUpper},
	{label: skill.Named("转小写", "Lower case"), words: text.NewPattern(`^(?:转换?|变|改|全部|换)*(?:小写)(?:字母)?$|^(?:convert|make|turn)?lower ?case$`), text: strings.ToLower},
	{label: skill.Named("首字母大写", "Title case"), words: text.NewPattern(`^(?:每单词|单词|每个单词)?首字母(?:转|变|改)?大写$|^(?:title ?case|capitalize)$`), text: titleCase},
	{label: skill.Named("去掉空行", "Blank lines removed"), words: text.NewPattern(`^(?:去掉?|去除|删除|删掉|移除)空行$|^remove ?(?:blank|empty)$`), text: func(s string) string { return strings.Join(skill.Items(s, "\n"), "\n") }},
	{label: skill.Named("去掉空格", "Spaces removed"), words: text.NewPattern(`^(?:去掉?|去除|删除|删掉|移除)(?:所有|全部)?空格$|^remove ?spaces$`), text: func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) && r != '\n' {
				return -1
			}
			return r
		}, s)
	}},
	{label: skill.Named("合并成一行", "Joined"), words: text.NewPattern(`^(?:合并|合|拼|变|连)(?:一行|到一行)$`), text: func(s string) string { return strings.Join(skill.Items(s, "\n"), " ") }},
}

// tidy answers requests to sort, deduplicate or rewrite a text.
func tidy(q *skill.Question) (skill.Answer, bool) {
	for _, o := range operations {
		text, ok := q.TextFor(o.words, nil)
		if !ok {
			continue
		}
		if len(text) > skill.MaxTransform {
			return skill.TooLong(q), true
		}
		how := q.Say(o.label.Zh+"，逐字处理原文，没有改动其它内容。", o.label.En+"; nothing else was changed.")
		if o.text != nil {
			return skill.Answer{Text: "**" + q.Say(o.label.Zh, o.label.En) + "**\n\n" + skill.Block("", o.text(text)), How: how}, true
		}
		in := skill.Items(text, skill.Separator(text))
		out := o.list(in)
		if len(in) < 2 {
			continue
		}
		head := fmt.Sprintf(q.Say("**%s：%d 项 → %d 项**", "**%s: %d → %d items**"), q.Say(o.label.Zh, o.label.En), len(in), len(out))
		return skill.Answer{Text: head + "\n\n" + skill.Block("", strings.Join(out, "\n")), How: how}, true
	}
	return skill.Answer{}, false
}

// numberItem matches an item that is a number.
var numberItem = text.NewPattern(`^-?\d[\d,]*(?:\.\d+)?$`)

func unique(in []string) []string {
	seen := make(map[string]bool, len(in))
	var out []string
	for _, s := range in {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

// ordered sorts the items by value if every item is a number, and otherwise by sortKey without regard to case.
func ordered(in []string, descending bool) []string {
	out := append([]string(nil), in...)
	numbers := map[string]float64{}
	for _, s := range in {
		if numberItem.MatchString(s) {
			if n, ok := zh.Number(s); ok {
				numbers[s], _ = n.Float64()
			}
		}
	}
	keys := map[string]string{}
	less := func(a, b string) bool { return keys[a] < keys[b] }
	if len(numbers) > 0 && len(numbers) == len(unique(in)) {
		less = func(a, b string) bool { return numbers[a] < numbers[b] }
	} else {
		for _, s := range in {
			keys[s] = strings.ToLower(sortKey(s))
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		if descending {
			i, j = j, i
		}
		return less(out[i], out[j])
	})
	return out
}

// reversed reverses the characters of s. Nonspacing marks stay behind their letters, and emoji joined
// by U+200D keep their order.
func reversed(s string) string {
	var clusters []string
	for _, r := range s {
		if len(clusters) > 0 && (unicode.Is(unicode.Mn, r) || r == '\u200d' || strings.HasSuffix(clusters[len(clusters)-1], "\u200d") || r == '\ufe0f') {
			clusters[len(clusters)-1] += string(r)
			continue
		}
		clusters = append(clusters, string(r))
	}
	var b strings.Builder
	for i := len(clusters) - 1; i >= 0; i-- {
		b.WriteString(clusters[i])
	}
	return b.String()
}

func titleCase(s string) string {
	start := true
	return strings.Map(func(r rune) rune {
		defer func() { start = !unicode.IsLetter(r) && r != '\'' }()
		if start {
			return unicode.ToTitle(r)
		}
		return unicode.ToLower(r)
	}, s)
}
