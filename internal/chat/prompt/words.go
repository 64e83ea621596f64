// Package prompt contains the general system prompt and the texts that request titles, follow-up
// questions and summaries from models. It also parses the replies and makes summaries without a
// model.
package prompt

import (
	"fmt"
	"time"
)

// Words contains the texts for answers and requests to models in one language. Error messages are
// in the catalogue of package errs.
type Words struct {
	system     string // system prompt; placeholders: product name, date and time
	today      string // sentence added to an agent's own prompt; placeholder: date and time
	wishes     string // prompt text with custom instructions; placeholder: the instructions
	summary    string // part of the system prompt; placeholder: summary of the earlier conversation
	Title      string // requests a title of a conversation
	Hints      string // requests follow-up questions
	Summarise  string // requests a summary
	asked      string // line of a summary made without a model; placeholder: a question
	weekdays   [7]string
	dateLayout string
}

// languages contains the texts of every language of the product; other locales use zh-CN.
var languages = map[string]Words{
	"zh-CN": {
		system:     "你是%s，一个可靠的中文助手。现在是 %s。用提问者的语言回答，用 Markdown 排版，先给结论；不知道就说不知道，不编造事实、数字和出处。",
		today:      "现在是 %s。",
		wishes:     "提问者希望回答照顾到下面这些；和上面的规则冲突时，按上面的规则：\n%s",
		summary:    "这是一段较长对话的延续，此前的要点：\n%s",
		Title:      "给上面的对话起一个标题：不超过 16 个字，概括主题，不加引号和标点，只输出标题。",
		Hints:      "站在提问者的角度，写出 3 个最可能接着问的问题：每行一个，每个不超过 25 个字，不编号，不解释。",
		Summarise:  "用不超过 400 字概括上面的对话，供新对话接续：提问者的目标、已确定的事实和结论、还没解决的问题。只输出概括。",
		asked:      "问：%s",
		weekdays:   [7]string{"星期日", "星期一", "星期二", "星期三", "星期四", "星期五", "星期六"},
		dateLayout: "2006年1月2日 15:04",
	},
	"zh-TW": {
		system:     "你是%s，一個可靠的中文助理。現在是 %s。用提問者的語言回答，用 Markdown 排版，先給結論；不知道就說不知道，不編造事實、數字和出處。",
		today:      "現在是 %s。",
		wishes:     "提問者希望回答照顧到下面這些；和上面的規則衝突時，按上面的規則：\n%s",
		summary:    "這是一段較長對話的延續，先前的要點：\n%s",
		Title:      "為上面的對話取一個標題：不超過 16 個字，概括主題，不加引號和標點，只輸出標題。",
		Hints:      "站在提問者的角度，寫出 3 個最可能接著問的問題：每行一個，每個不超過 25 個字，不編號，不解釋。",
		Summarise:  "用不超過 400 字概括上面的對話，供新對話接續：提問者的目標、已確定的事實和結論、還沒解決的問題。只輸出概括。",
		asked:      "問：%s",
		weekdays:   [7]string{"星期日", "星期一", "星期二", "星期三", "星期四", "星期五", "星期六"},
		dateLayout: "2006年1月2日 15:04",
	},
	"en": {
		system:     "You are %s, a reliable assistant. It is %s. Answer in the asker's language, format with Markdown, give the conclusion first; say so when you do not know, and never invent facts, figures or sources.",
		today:      "It is %s.",
		wishes:     "The asker wants answers to heed what follows; where it conflicts with the rules above, the rules above hold:\n%s",
		summary:    "This goes on from a longer conversation. Its main points:\n%s",
		Title:      "Give the conversation above a title of at most 6 words: its subject, no quotes, no punctuation. Output the title only.",
		Hints:      "As the asker, write the 3 questions most likely to come next: one a line, at most 60 characters each, no numbers, no explanation.",
		Summarise:  "Summarise the conversation above in at most 250 words for a new conversation to go on from: the asker's goal, settled facts and conclusions, open questions. Output the summary only.",
		asked:      "Asked: %s",
		weekdays:   [7]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
		dateLayout: "2 January 2006 15:04",
	},
}

// In returns the texts of a locale.
func In(locale string) Words {
	if w, ok := languages[locale]; ok {
		return w
	}
	return languages["zh-CN"]
}

// Instructions returns the prompt text with the asker's custom instructions; empty when there are
// none.
func (w Words) Instructions(text string) string {
	if text == "" {
		return ""
	}
	return fmt.Sprintf(w.wishes, text)
}

// SystemAs returns a system prompt that consists of an agent's own prompt, the date and time `now`,
// and the summary of the earlier conversation if `summary` is not empty.
func (w Words) SystemAs(own string, now time.Time, summary string) string {
	s := own + "\n\n" + fmt.Sprintf(w.today, w.date(now))
	if summary != "" {
		s += "\n\n" + fmt.Sprintf(w.summary, summary)
	}
	return s
}

func (w Words) date(now time.Time) string {
	return now.Format(w.dateLayout) + " " + w.weekdays[now.Weekday()]
}

// System returns the general system prompt with the product's name, the date and time `now`, and the
// summary of the earlier conversation if `summary` is not empty.
func (w Words) System(product string, now time.Time, summary string) string {
	s := fmt.Sprintf(w.system, product, w.date(now))
	if summary != "" {
		s += "\n\n" + fmt.Sprintf(w.summary, summary)
	}
	return s
}
