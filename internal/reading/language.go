package reading

import (
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// languages maps the target languages to their names in prompts.
var languages = map[string]string{
	"zh-CN": "简体中文", "zh-TW": "繁体中文（台湾用词）", "en": "英语", "ja": "日语", "ko": "韩语", "fr": "法语", "de": "德语", "es": "西班牙语",
	"ru": "俄语", "pt": "葡萄牙语", "it": "意大利语", "ar": "阿拉伯语", "th": "泰语", "vi": "越南语",
}

// language returns the target language. If `lang` is empty, Chinese units are translated to English,
// and any other units to Chinese. An unknown `lang` is an error.
func language(lang string, units []parsed.Unit) (string, error) {
	if lang == "" {
		if mostlyHan(units) {
			return "en", nil
		}
		return "zh-CN", nil
	}
	if languages[lang] == "" {
		return "", badRequest("lang")
	}
	return lang, nil
}

func mostlyHan(units []parsed.Unit) bool {
	han, letters := 0, 0
	for _, u := range units {
		for _, b := range u.Blocks {
			for _, r := range b.Text {
				switch {
				case unicode.Is(unicode.Han, r):
					han++
				case unicode.IsLetter(r):
					letters++
				}
			}
		}
	}
	return han*3 > letters // a Han character counts as much as three letters
}
