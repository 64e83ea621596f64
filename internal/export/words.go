package export

import "github.com/wenqu-ai/wenqu/internal/stream"

// phrases are the words that stand in a file beside what was said.
type phrases struct {
	lang       string // of the file, for its reader's fonts and voice
	untitled   string
	label      string // says that a machine wrote this (标识办法); on every page
	hidden     string // in place of what was moderated
	sources    string
	model      string // before the name of the model
	offline    string // the name of the built-in engine
	made       string // before the date
	picture    string
	attached   string // before the names of a question's files
	comma      string // between them
	unanswered string
	ends       map[stream.State]string // behind an answer that did not end well
	date       string                  // layout
	latin      string                  // font of Latin text in Word
	han        string                  // font of Chinese text in Word
	hanName    string                  // the same font by its own name
	wordLang   string                  // the Chinese of w:eastAsia
}

var locales = map[string]phrases{
	"zh-CN": {
		lang: "zh-CN", untitled: "对话", label: "内容由 AI 生成，仅供参考", hidden: "这条内容无法显示。",
		sources: "参考资料", model: "模型：", offline: "内置引擎 · 非大模型", made: "导出于 ", picture: "图片", attached: "附件：", comma: "、", unanswered: "（没有回答）",
		ends: map[stream.State]string{
			stream.Running:    "（这条回答还在生成，导出时没有完成）",
			stream.StateError: "（回答出错，没有完成）",
			stream.ManualStop: "（回答已由提问者停止）",
			stream.Interrupt:  "（回答中断，没有完成）",
		},
		date: "2006年1月2日 15:04", latin: "Calibri", han: "Microsoft YaHei", hanName: "微软雅黑", wordLang: "zh-CN",
	},
	"zh-TW": {
		lang: "zh-TW", untitled: "對話", label: "內容由 AI 產生，僅供參考", hidden: "這則內容無法顯示。",
		sources: "參考資料", model: "模型：", offline: "內建引擎 · 非大型模型", made: "匯出於 ", picture: "圖片", attached: "附件：", comma: "、", unanswered: "（沒有回答）",
		ends: map[stream.State]string{
			stream.Running:    "（這則回答還在產生，匯出時尚未完成）",
			stream.StateError: "（回答發生錯誤，沒有完成）",
			stream.ManualStop: "（回答已由提問者停止）",
			stream.Interrupt:  "（回答中斷，沒有完成）",
		},
		date: "2006年1月2日 15:04", latin: "Calibri", han: "Microsoft JhengHei", hanName: "微軟正黑體", wordLang: "zh-TW",
	},
	"en": {
		lang: "en-US", untitled: "Chat", label: "AI-generated content, for reference only", hidden: "This content cannot be shown.",
		sources: "Sources", model: "Model: ", offline: "Built-in engine · not an AI model", made: "Exported ", picture: "Picture", attached: "Attached: ", comma: ", ", unanswered: "(no answer)",
		ends: map[stream.State]string{
			stream.Running:    "(This answer was still being written when it was exported.)",
			stream.StateError: "(The answer failed before it was complete.)",
			stream.ManualStop: "(The answer was stopped by its reader.)",
			stream.Interrupt:  "(The answer was interrupted before it was complete.)",
		},
		date: "2 January 2006 15:04", latin: "Calibri", han: "Microsoft YaHei", hanName: "微软雅黑", wordLang: "zh-CN",
	},
}

// in gives the phrases of a locale; zh-CN stands for any other.
func in(locale string) phrases {
	if p, ok := locales[locale]; ok {
		return p
	}
	return locales["zh-CN"]
}
