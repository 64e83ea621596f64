package texts

import (
	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Script converts between simplified and traditional Chinese.
var Script = skill.Skill{
	ID:      "script",
	Name:    skill.Named("简繁转换", "simplified and traditional Chinese"),
	Match:   convertScript,
	Hints:   []string{"把「软件里的头发」转成繁体", "「重庆」的拼音", "繁转简：這裡的軟體"},
	EnHints: []string{"Pinyin of 重庆"},
}

// direction is one way to convert between the scripts.
type direction struct {
	label       skill.Name
	words, word *text.Pattern
	apply       func(string) string
	how         string
}

var directions = []direction{
	{skill.Named("繁体（字形，不换用词）", "Traditional characters"), text.NewPattern(`^(?:转|转换|换|变|写)*(?:繁体字形|标准繁体)(?:转换|转|写)*$`), nil, zh.ToTraditional, "用 OpenCC 词典按最长匹配逐词转换，只换字形。"},
	{skill.Named("繁体", "Traditional (Taiwan)"),
		text.NewPattern(`^(?:简体|简体字|简)?(?:中文)?(?:转换|转|换|变|翻译|译|写|改|到)*(?:繁体|正体|繁|台湾繁体|台湾正体|繁体中文)(?:中文|字|版)?(?:转换|转|写|显示|怎么写)*$|^(?:convert )?(?:to)?traditional(?:chinese)?$`),
		text.NewPattern(`简转繁体?|(?:简体(?:字|中文)?)?(?:转换?|换|变|译|写|改)?(?:成|为|到)?(?:繁体|正体)(?:中文|字)?(?:怎么写|怎样写|写法)?`), zh.ToTaiwan,
		"用 OpenCC 词典按最长匹配逐词转换，字形和用词都按台湾习惯（软件写作軟體）。"},
	{skill.Named("简体", "Simplified"),
		text.NewPattern(`^(?:繁体|繁体字|繁|正体)?(?:中文)?(?:转换|转|换|变|翻译|译|写|改|到)*(?:简体|简化字|简)(?:中文|字|版)?(?:转换|转|写|显示|怎么写)*$|^(?:convert )?(?:to)?simplified(?:chinese)?$`),
		text.NewPattern(`繁转简体?|(?:繁体(?:字|中文)?)?(?:转换?|换|变|译|写|改)?(?:成|为|到)?(?:简体)(?:中文|字)?(?:怎么写|怎样写|写法)?`), zh.ToSimplified,
		"用 OpenCC 词典按最长匹配逐词转换，台湾用词换成大陆用词。"},
}

// convertScript answers requests to convert between simplified and traditional Chinese.
func convertScript(q *skill.Question) (skill.Answer, bool) {
	for _, d := range directions {
		text, ok := q.TextFor(d.words, d.word)
		if !ok || !zh.HasHan(text) {
			continue
		}
		if len(text) > skill.MaxTransform {
			return skill.TooLong(q), true
		}
		return skill.Answer{Text: "**" + q.Say(d.label.Zh, d.label.En) + "**\n\n" + skill.Block("", d.apply(text)), How: q.Say(d.how, "Longest match over the OpenCC dictionaries.")}, true
	}
	return skill.Answer{}, false
}
