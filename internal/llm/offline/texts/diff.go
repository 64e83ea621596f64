package texts

import (
	"fmt"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Diff compares two texts.
var Diff = skill.Skill{
	ID:      "diff",
	Name:    skill.Named("文本比较", "text comparison"),
	Match:   compareTexts,
	Hints:   []string{"比较「今天天气好」和「今天天气很好」", "去重：苹果，香蕉，苹果"},
	EnHints: []string{"diff \"a b c\" and \"a c\"", "uppercase: hello"},
}

// maxDiffCells bounds the product of the lengths of the two texts, in lines or characters. The table of
// the longest common subsequence is about as large as this product.
const maxDiffCells = 4_000_000

var (
	diffWords  = text.NewPattern(`^(?:两|二|这两|之间|以及|和|与|跟|比较|对比|比对|对照|比|照|diff|compare|找出|看看|看|两段|两个|两句|有|哪里|哪些|哪|不同|不一样|区别|差异|差别|变化|之处|地方|and|between|difference|differences|betweentwo|two|一样|否|一致|相同|吗|么|呢)+$`)
	diffVerb   = text.NewPattern(`比较|对比|比对|对照|diff|compare|不同|不一样|区别|差异|差别|一样|一致|相同|difference`)
	diffLabels = text.NewPattern(`(?s)^(.{0,60}?)(?:原文|文本一|文本1|第一段|a|旧)[:：]\s*(.+?)\n\s*(?:新文|文本二|文本2|第二段|b|新)[:：]\s*(.+)$`)
)

// compareTexts shows what changed between two texts.
func compareTexts(q *skill.Question) (skill.Answer, bool) {
	if !diffVerb.MatchString(q.Norm) {
		return skill.Answer{}, false
	}
	a, b, ok := twoTexts(q)
	if !ok {
		return skill.Answer{}, false
	}
	if a == b {
		return skill.Answer{Text: q.Say("**两段文本完全一样。**", "**The two texts are identical.**"), How: q.Say("逐字比较。", "Compared character by character.")}, true
	}
	lines := strings.Contains(a, "\n") || strings.Contains(b, "\n")
	var from, to []string
	if lines {
		from, to = strings.Split(a, "\n"), strings.Split(b, "\n")
	} else {
		from, to = strings.Split(a, ""), strings.Split(b, "")
	}
	if len(from)*len(to) > maxDiffCells {
		return tooFarToCompare(q), true
	}
	edits := editScript(from, to)
	if lines {
		return lineDiff(q, edits), true
	}
	return characterDiff(q, edits), true
}

// tooFarToCompare is the answer for texts beyond maxDiffCells.
func tooFarToCompare(q *skill.Question) skill.Answer {
	return skill.Answer{
		Text: q.Say("**这两段文本太长，内置工具没有比较。**\n\n有换行的文本按行比较，两段各不超过 2,000 行；没有换行的逐字比较，两段各不超过 2,000 字。请分成几段再发。",
			"**The texts are too long for the built-in tools to compare.**\n\nTexts with line breaks are compared line by line, up to 2,000 lines each; others character by character, up to 2,000 characters each. Please send them in parts."),
		How: q.Say("先看大小，超过上限就不处理，文本没有改动。", "The size is checked first; nothing was changed."),
	}
}

// twoTexts finds two quotations, two fences, or two labelled texts.
func twoTexts(q *skill.Question) (string, string, bool) {
	for _, p := range []*text.Pattern{skill.Fence, skill.Quotes} {
		all := p.FindAllStringSubmatchIndex(q.Raw, 3)
		if len(all) != 2 {
			continue
		}
		rest := q.Raw[:all[0][0]] + " " + q.Raw[all[0][1]:all[1][0]] + " " + q.Raw[all[1][1]:]
		if len(rest) > 200 || !diffWords.MatchString(skill.Residue(rest)) {
			continue
		}
		return firstGroup(q.Raw, all[0]), firstGroup(q.Raw, all[1]), true
	}
	if m := diffLabels.FindStringSubmatch(q.Raw); m != nil && diffWords.MatchString(skill.Residue(m[1])) {
		return strings.TrimSpace(m[2]), strings.TrimSpace(m[3]), true
	}
	return "", "", false
}

func firstGroup(s string, m []int) string {
	for i := 2; i < len(m); i += 2 {
		if m[i] >= 0 {
			return strings.Trim(s[m[i]:m[i+1]], "\n")
		}
	}
	return ""
}

// edit is a run of lines or characters. The kind is ' ' for lines or characters in both texts,
// '+' for the second text only, and '-' for the first text only.
type edit struct {
	kind byte
	text []string
}

// editScript computes a shortest edit script by the longest common subsequence.
func editScript(a, b []string) []edit {
	width := len(b) + 1
	common := make([]uint16, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			switch {
			case a[i] == b[j]:
				common[i*width+j] = common[(i+1)*width+j+1] + 1
			default:
				common[i*width+j] = max(common[(i+1)*width+j], common[i*width+j+1])
			}
		}
	}
	var out []edit
	put := func(kind byte, s string) {
		if n := len(out); n > 0 && out[n-1].kind == kind {
			out[n-1].text = append(out[n-1].text, s)
			return
		}
		out = append(out, edit{kind, []string{s}})
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			put(' ', a[i])
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[(i+1)*width+j] >= common[i*width+j+1]:
			put('-', a[i])
			i++
		default:
			put('+', b[j])
			j++
		}
	}
	return out
}

func lineDiff(q *skill.Question, edits []edit) skill.Answer {
	var b strings.Builder
	removed, added := 0, 0
	for _, e := range edits {
		switch e.kind {
		case '-':
			removed += len(e.text)
		case '+':
			added += len(e.text)
		}
		for _, l := range e.text {
			b.WriteByte(e.kind)
			b.WriteString(l + "\n")
		}
	}
	return skill.Answer{
		Text: fmt.Sprintf(q.Say("**删除 %d 行，新增 %d 行**", "**%d lines removed, %d added**"), removed, added) + "\n\n" + skill.Block("diff", b.String()),
		How:  q.Say("按行求最长公共子序列；减号是第一段独有，加号是第二段独有。", "Longest common subsequence of lines."),
	}
}

func characterDiff(q *skill.Question, edits []edit) skill.Answer {
	var rows []string
	changes := 0
	for i, e := range edits {
		if e.kind == ' ' {
			continue
		}
		s := strings.Join(e.text, "")
		changes++
		switch {
		case e.kind == '-' && i+1 < len(edits) && edits[i+1].kind == '+':
			rows = append(rows, q.Say("- 改：", "- Changed: ")+skill.Inline(s)+" → "+skill.Inline(strings.Join(edits[i+1].text, "")))
		case e.kind == '+' && i > 0 && edits[i-1].kind == '-':
			changes--
		case e.kind == '-':
			rows = append(rows, q.Say("- 删：", "- Removed: ")+skill.Inline(s))
		default:
			rows = append(rows, q.Say("- 增：", "- Added: ")+skill.Inline(s))
		}
	}
	return skill.Answer{
		Text: fmt.Sprintf(q.Say("**有 %d 处不同**", "**%d differences**"), changes) + "\n\n" + strings.Join(rows, "\n"),
		How:  q.Say("按字求最长公共子序列，公共部分以外就是不同之处。", "Longest common subsequence of characters."),
	}
}
