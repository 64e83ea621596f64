package content

import "github.com/wenqu-ai/wenqu/internal/stream"

// Phrases are the texts of a file besides the conversation.
type Phrases struct {
	Lang       string // language of the file, which determines fonts and text-to-speech voices
	Untitled   string
	Label      string // the notice that a machine wrote the content, as Chinese law requires; for a person's text, the product's name
	Hidden     string // shown instead of a withheld text
	Sources    string
	Model      string // the label in front of the model's name
	BuiltIn    string // the name of the built-in engine
	MadeOn     string // the label in front of the date of export
	Picture    string
	Attached   string // the label in front of the names of a question's files
	Comma      string // separates the names of files
	Unanswered string
	Ends       map[stream.State]string // the note after an answer that did not end normally
	DateLayout string                  // layout of dates
	Latin      string                  // font of Latin text in Word
	Han        string                  // font of Chinese text in Word
	HanName    string                  // the Chinese name of the font in Han
	WordLang   string                  // the language code for w:eastAsia
}

var locales = map[string]Phrases{
	"zh-CN": {
		Lang: "zh-CN", Untitled: "对话", Label: "内容由 AI 生成，仅供参考", Hidden: "这条内容无法显示。",
		Sources: "参考资料", Model: "模型：", BuiltIn: "内置引擎 · 非大模型", MadeOn: "导出于 ", Picture: "图片", Attached: "附件：", Comma: "、", Unanswered: "（没有回答）",
		Ends: map[stream.State]string{
			stream.Running:    "（这条回答还在生成，导出时没有完成）",
			stream.StateError: "（回答出错，没有完成）",
			stream.ManualStop: "（回答已由提问者停止）",
			stream.Interrupt:  "（回答中断，没有完成）",
		},
		DateLayout: "2006年1月2日 15:04", Latin: "Calibri", Han: "Microsoft YaHei", HanName: "微软雅黑", WordLang: "zh-CN",
	},
	"zh-TW": {
		Lang: "zh-TW", Untitled: "對話", Label: "內容由 AI 產生，僅供參考", Hidden: "這則內容無法顯示。",
		Sources: "參考資料", Model: "模型：", BuiltIn: "內建引擎 · 非大型語言模型", MadeOn: "匯出於 ", Picture: "圖片", Attached: "附件：", Comma: "、", Unanswered: "（沒有回答）",
		Ends: map[stream.State]string{
			stream.Running:    "（這則回答還在產生，匯出時尚未完成）",
			stream.StateError: "（回答發生錯誤，沒有完成）",
			stream.ManualStop: "（回答已由提問者停止）",
			stream.Interrupt:  "（回答中斷，沒有完成）",
		},
		DateLayout: "2006年1月2日 15:04", Latin: "Calibri", Han: "Microsoft JhengHei", HanName: "微軟正黑體", WordLang: "zh-TW",
	},
	"en": {
		Lang: "en-US", Untitled: "Chat", Label: "AI-generated content, for reference only", Hidden: "This content cannot be shown.",
		Sources: "Sources", Model: "Model: ", BuiltIn: "Built-in engine · not an AI model", MadeOn: "Exported ", Picture: "Picture", Attached: "Attached: ", Comma: ", ", Unanswered: "(no answer)",
		Ends: map[stream.State]string{
			stream.Running:    "(This answer was still being written when it was exported.)",
			stream.StateError: "(The answer failed before it was complete.)",
			stream.ManualStop: "(The answer was stopped by its reader.)",
			stream.Interrupt:  "(The answer was interrupted before it was complete.)",
		},
		DateLayout: "2 January 2006 15:04", Latin: "Calibri", Han: "Microsoft YaHei", HanName: "微软雅黑", WordLang: "zh-CN",
	},
}

// PhrasesIn returns the phrases of a locale; the default is zh-CN.
func PhrasesIn(locale string) Phrases {
	if p, ok := locales[locale]; ok {
		return p
	}
	return locales["zh-CN"]
}
