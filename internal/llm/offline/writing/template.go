// Package writing contains the skill of the built-in engine that fills in templates.
package writing

import (
	"embed"
	"fmt"
	"regexp"
	"sort"
	"strings"
	"sync"

	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// templateFiles are the writing templates. A file begins with a line with the names of the kind.
// A line "---" and a Markdown body follow. The slots of the body are {name} or {name=default}.
//
//go:embed templates/*.md
var templateFiles embed.FS

// Template fills in templates of letters and notes.
var Template = skill.Skill{
	ID:      "template",
	Name:    skill.Named("写作模板", "writing template"),
	Match:   write,
	Hints:   []string{"写一份周报", "写一份会议纪要", "写一张借条，张三借李四 5000 元"},
	EnHints: []string{"What can you do?"},
}

// blank replaces a slot that has neither a value nor a default.
const blank = "____"

// draft is the template of one kind of text.
type draft struct {
	names []string
	body  string
}

type draftTable struct {
	byName map[string]draft
	asked  []*text.Pattern // forms of a request; only the submatch "name" is used: the name of the kind
}

var slotMark = text.NewPattern(`\{([^{}=]+)(?:=([^{}]*))?\}`)

var drafts = sync.OnceValue(func() draftTable {
	t := draftTable{byName: map[string]draft{}}
	entries, err := templateFiles.ReadDir("templates")
	if err != nil {
		panic(err) // the templates are embedded in the binary, so this cannot fail at run time
	}
	var names []string
	for _, e := range entries {
		raw, err := templateFiles.ReadFile("templates/" + e.Name())
		if err != nil {
			panic(err)
		}
		head, body, ok := strings.Cut(string(raw), "\n---\n")
		if !ok {
			panic("template without names: " + e.Name())
		}
		d := draft{names: strings.Fields(head), body: strings.TrimSpace(body)}
		for _, n := range d.names {
			t.byName[n] = d
			names = append(names, regexp.QuoteMeta(n))
		}
	}
	sort.Slice(names, func(i, j int) bool {
		if len(names[i]) != len(names[j]) {
			return len(names[i]) > len(names[j])
		}
		return names[i] < names[j]
	})
	const (
		polite  = `^(?:[\s,]|你好|请问|请你?|麻烦你?|帮我|帮忙|能不能|可以|我想要?|我要|我需要|我|需要|替我|给我)*`
		verb    = `(?:写|起草|草拟|拟|撰写|来|生成|弄|做|出|准备|整|开|编|要|想要|需要|制作|给我|代写)`
		measure = `(?:一|两)?(?:份|张|封|篇|个|条|段|则|通|些|下)`
		tail    = `(?:的)?(?:模板|范文|样本|格式|范本|样例|草稿)?(?P<rest>$|[\s,:;.!?()].*|给.*|关于.*|主题.*|事由.*|因为.*|原因.*|时间.*|内容.*|吧.*|呗.*)$`
	)
	kind := `(?P<name>` + strings.Join(names, "|") + `)`
	t.asked = []*text.Pattern{
		text.NewPattern(`(?s)` + polite + verb + measure + `(?P<of>(?:给|关于|向|为|写给|本|简单|正式|标准|通用)[^,:;?\n]{0,20}?|[^,:;?\n]{0,8}?)` + kind + tail),
		text.NewPattern(`(?s)` + polite + `(?P<of>(?:给|为|替|向)[^,:;?\n写]{1,10}?)` + verb + `(?:` + measure + `)?` + kind + tail),
		text.NewPattern(`(?s)` + polite + verb + `(?P<of>)` + kind + tail),
		text.NewPattern(`(?s)` + polite + `(?:怎么|如何|怎样)(?:写|起草)(?:` + measure + `)?(?P<of>)` + kind + `(?P<rest>)[\s?呢啊]*$`),
		text.NewPattern(`(?s)` + polite + `(?P<of>)` + kind + `(?:的)?(?:模板|范文|样本|格式|怎么写|如何写|怎样写|范本|样例)(?P<rest>$|[\s,:;.!?].*)$`),
		text.NewPattern(`(?s)` + polite + `(?P<of>)` + kind + `(?P<rest>)$`),
	}
	return t
})

// vague lists kinds whose name alone is not a request.
var vague = map[string]bool{"通知": true, "公告": true, "申请": true, "证明": true, "启事": true, "检讨": true, "邮件": true, "致辞": true, "朋友圈": true}

// write answers a request for a kind of text that has a template.
func write(q *skill.Question) (skill.Answer, bool) {
	if len(q.Head) == skill.HeadRunes && len(q.Raw) > 4000 {
		return skill.Answer{}, false
	}
	t := drafts()
	for _, f := range t.asked {
		m := f.FindStringSubmatch(q.Norm)
		if m == nil {
			continue
		}
		kind := m[f.SubexpIndex("name")]
		if kind == q.Norm && vague[kind] {
			continue
		}
		return fill(q, kind, t.byName[kind])
	}
	return skill.Answer{}, false
}

// fill fills in a template with the result of slotValues and the template's defaults. It also lists
// up to 12 slots that stay blank.
func fill(q *skill.Question, kind string, d draft) (skill.Answer, bool) {
	values := slotValues(q, kind)
	var missing, used []string
	seen := map[string]bool{}
	body := slotMark.ReplaceAllStringFunc(d.body, func(mark string) string {
		m := slotMark.FindStringSubmatch(mark)
		slot, fallbackText := m[1], m[2]
		if v := values[slot]; v != "" {
			if !seen[slot] {
				seen[slot] = true
				used = append(used, slot+"「"+v+"」")
			}
			return v
		}
		if fallbackText != "" {
			return fallbackText
		}
		if !seen[slot] {
			seen[slot] = true
			missing = append(missing, slot)
		}
		return blank
	})
	var b strings.Builder
	fmt.Fprintf(&b, "**模板：%s**\n\n%s", kind, hardBreaks(body))
	if len(missing) > 0 {
		fmt.Fprintf(&b, "\n\n---\n\n还空着的地方（%s），告诉我就能填上：%s。\n\n例如再问一次：「%s」", blank, strings.Join(missing[:min(12, len(missing))], "、"), exampleFor(kind, missing))
	}
	how := "用的是内置的「" + kind + "」模板，只填了问题里写明的内容，没有编造。"
	if len(used) > 0 {
		how += "已填：" + strings.Join(used, "，") + "。"
	}
	return skill.Answer{Text: b.String(), How: how}, true
}

// exampleFor shows how a question can contain values for the first missing slots.
func exampleFor(kind string, missing []string) string {
	s := "写一份" + kind
	for _, slot := range missing[:min(2, len(missing))] {
		s += "，" + slot + "是……"
	}
	return s
}

// hardBreaks keeps the line ends of running text. Markdown would otherwise join the lines.
func hardBreaks(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines[:max(0, len(lines)-1)] {
		next := lines[i+1]
		if l != "" && next != "" && !strings.HasPrefix(l, "|") && !strings.HasPrefix(l, "#") && !strings.HasPrefix(l, "- ") && !strings.HasPrefix(l, ">") && !strings.HasPrefix(next, "- ") {
			lines[i] = l + "  "
		}
	}
	return strings.Join(lines, "\n")
}
