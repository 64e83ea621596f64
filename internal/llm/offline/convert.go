package offline

import "regexp"

var scriptSkill = skill{
	id:      "script",
	name:    name{"简繁转换", "simplified and traditional Chinese"},
	match:   convertScript,
	hints:   []string{"把「软件里的头发」转成繁体", "「重庆」的拼音", "繁转简：這裡的軟體"},
	enHints: []string{"Pinyin of 重庆"},
}

// direction is one way to convert between the scripts.
type direction struct {
	label       name
	words, word *regexp.Regexp
	apply       func(string) string
	how         string
}

var directions = []direction{
	{name{"繁体（字形，不换用词）", "Traditional characters"}, regexp.MustCompile(`^(?:转|转换|换|变|写)*(?:繁体字形|标准繁体)(?:转换|转|写)*$`), nil, toTraditional, "用 OpenCC 词典按最长匹配逐词转换，只换字形。"},
	{name{"繁体", "Traditional (Taiwan)"},
		regexp.MustCompile(`^(?:简体|简体字|简)?(?:中文)?(?:转换|转|换|变|翻译|译|写|改|到)*(?:繁体|正体|繁|台湾繁体|台湾正体|繁体中文)(?:中文|字|版)?(?:转换|转|写|显示|怎么写)*$|^(?:convert )?(?:to)?traditional(?:chinese)?$`),
		regexp.MustCompile(`简转繁体?|(?:简体(?:字|中文)?)?(?:转换?|换|变|译|写|改)?(?:成|为|到)?(?:繁体|正体)(?:中文|字)?(?:怎么写|怎样写|写法)?`), toTaiwan,
		"用 OpenCC 词典按最长匹配逐词转换，字形和用词都按台湾习惯（软件写作軟體）。"},
	{name{"简体", "Simplified"},
		regexp.MustCompile(`^(?:繁体|繁体字|繁|正体)?(?:中文)?(?:转换|转|换|变|翻译|译|写|改|到)*(?:简体|简化字|简)(?:中文|字|版)?(?:转换|转|写|显示|怎么写)*$|^(?:convert )?(?:to)?simplified(?:chinese)?$`),
		regexp.MustCompile(`繁转简体?|(?:繁体(?:字|中文)?)?(?:转换?|换|变|译|写|改)?(?:成|为|到)?(?:简体)(?:中文|字)?(?:怎么写|怎样写|写法)?`), toSimplified,
		"用 OpenCC 词典按最长匹配逐词转换，台湾用词换成大陆用词。"},
}

// convertScript answers conversions between simplified and traditional Chinese.
func convertScript(q *question) (answer, bool) {
	for _, d := range directions {
		text, ok := q.textFor(d.words, d.word)
		if !ok || !hasHan(text) {
			continue
		}
		if len(text) > maxTransform {
			return tooLong(q), true
		}
		return answer{text: "**" + q.say(d.label.zh, d.label.en) + "**\n\n" + block("", d.apply(text)), how: q.say(d.how, "Longest match over the OpenCC dictionaries.")}, true
	}
	return answer{}, false
}
