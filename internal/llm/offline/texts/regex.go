package texts

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Regex applies regular expressions.
var Regex = skill.Skill{
	ID:      "regex",
	Name:    skill.Named("正则表达式", "regular expressions"),
	Match:   regexes,
	Hints:   []string{`用正则 \d+ 匹配 a1b22`, `正则 ^\w+$ 匹配 hello`},
	EnHints: []string{`regex \d+ match a1b22`},
}

// Limits on regular expressions.
const (
	maxPattern = 500 // bytes
	maxMatches = 50
)

const patternForm = "(?:/(.+?)/|`(.+?)`|「(.+?)」|“(.+?)”|\"(.+?)\"|(\\S+?))"

var (
	regexWord  = text.NewPattern(`正则|正规表|regex`)
	regexForms = []*text.Pattern{
		text.NewPattern(`(?is)^(?:请)?(?:帮我)?(?:用|使用|试试|use )?\s*(?:这个)?(?:正则表达式|正则表示式|正规表示式|正规表达式|正则|regexp?)(?:表达式)?\s*[:：]?\s*` + patternForm + `\s*(?:来|去|能否|是否|能不能|可以)*\s*(?:匹配|提取|测试|检查|查找|检验|搜索|find|match(?:es)?|extract|test|against|in|on)+(?:一下|出|到)?(?:文本|字符串|下面的|这段)?\s*[:：]?\s*(.+)$`),
		text.NewPattern(`(?is)^(?:从|在)?\s*(?:「(.+?)」|“(.+?)”|"(.+?)"|(\S+?))\s*(?:里|中|中用|里用|中按|是否|能否|能不能)*\s*(?:匹配|符合|提取|查找|用)+\s*(?:正则表达式|正则表示式|正规表示式|正规表达式|正则|regexp?)\s*[:：]?\s*` + patternForm + `\s*(?:的内容|匹配|提取|吗|么)*[?？]?$`),
	}
	patternMeaning = []struct{ piece, zh string }{
		{`\d`, "一个数字"}, {`\w`, "一个字母、数字或下划线"}, {`\s`, "一个空白字符"}, {`\b`, "单词边界"}, {`^`, "开头"}, {`$`, "结尾"},
		{`.*`, "任意多个字符"}, {`+`, "前一项一次或多次"}, {`*`, "前一项零次或多次"}, {`?`, "前一项可有可无"}, {`|`, "或者"}, {`[`, "方括号：其中任一字符"}, {`(`, "圆括号：一个分组"}, {`{`, "花括号：重复次数"},
	}
)

// regexes applies a regular expression to a text.
func regexes(q *skill.Question) (skill.Answer, bool) {
	if len(q.Raw) > skill.MaxTransform || !regexWord.MatchString(q.Norm) {
		return skill.Answer{}, false
	}
	var pattern, text string
	folded := toSimplifiedRunes(q.Raw)
	for i, f := range regexForms {
		m := f.FindStringSubmatchIndex(folded)
		if m == nil {
			continue
		}
		g := typed(q, folded, m)
		pattern, text = g[0], g[len(g)-1]
		if i == 1 {
			pattern, text = text, pattern
		}
		break
	}
	if pattern == "" || len(pattern) > maxPattern || !strings.ContainsAny(pattern, `\[](){}^$.*+?|`) && !isWord(pattern) {
		return skill.Answer{}, false
	}
	text = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(text), "吗？"), "吗")
	re, err := regexp.Compile(pattern)
	if err != nil {
		return skill.Answer{
			Text: q.Say("**这个正则表达式有错：** ", "**The expression is not valid:** ") + skill.Inline(strings.TrimPrefix(err.Error(), "error parsing regexp: ")),
			How:  q.Say("用 RE2 语法编译，不支持回溯引用和环视。", "Compiled with RE2 syntax, which has no backreferences or look-around."),
		}, true
	}
	found := re.FindAllStringSubmatchIndex(text, maxMatches+1)
	how := q.Say("RE2 语法，线性时间。", "RE2 syntax, linear time.") + explainPattern(q, pattern)
	if len(found) == 0 {
		return skill.Answer{Text: q.Say("**没有匹配。**", "**No match.**") + "\n\n" + q.Say("正则：", "Pattern: ") + skill.Inline(pattern), How: how}, true
	}
	count := fmt.Sprint(len(found))
	if len(found) > maxMatches {
		found, count = found[:maxMatches], fmt.Sprint(maxMatches)+"+"
	}
	var b strings.Builder
	fmt.Fprintf(&b, q.Say("**匹配到 %s 处**\n", "**%s matches**\n"), count)
	for i, m := range found {
		fmt.Fprintf(&b, "\n%d. %s", i+1, skill.Inline(skill.Shown(text[m[0]:m[1]], 200)))
		for g := 2; g < len(m); g += 2 {
			if m[g] >= 0 {
				fmt.Fprintf(&b, q.Say("，分组 %d：%s", ", group %d: %s"), g/2, skill.Inline(skill.Shown(text[m[g]:m[g+1]], 100)))
			}
		}
	}
	if len(found) == 1 && found[0][0] == 0 && found[0][1] == len(text) {
		b.WriteString(q.Say("\n\n整段文本完全匹配。", "\n\nThe whole text matches."))
	}
	return skill.Answer{Text: b.String(), How: how}, true
}

// typed returns the non-empty submatches as the asker typed them. `folded` is the result of
// toSimplifiedRunes for q.Raw. `m` has the byte positions of the submatches in `folded`.
func typed(q *skill.Question, folded string, m []int) []string {
	raw := []rune(q.Raw)
	var out []string
	for i := 2; i < len(m); i += 2 {
		if m[i] >= 0 && m[i] < m[i+1] {
			from := utf8.RuneCountInString(folded[:m[i]])
			out = append(out, string(raw[from:from+utf8.RuneCountInString(folded[m[i]:m[i+1]])]))
		}
	}
	return out
}

func isWord(s string) bool { return len(s) > 0 && len(s) < 40 && !zh.HasHan(s) }

// explainPattern explains the special signs in a pattern. The result is empty in English.
func explainPattern(q *skill.Question, pattern string) string {
	if q.Language == skill.English {
		return ""
	}
	var parts []string
	for _, p := range patternMeaning {
		if strings.Contains(pattern, p.piece) {
			parts = append(parts, "`"+p.piece+"` "+p.zh)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "其中 " + strings.Join(parts, "，") + "。"
}
