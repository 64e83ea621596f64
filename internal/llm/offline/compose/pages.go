package compose

import (
	"slices"

	"github.com/wenqu-ai/wenqu/internal/source"
)

// pageWords contains sentences for answers from web pages. They replace the fields of `words` with
// the same names.
type pageWords struct {
	answerStep string
	answerHow  string // slot: the number of pages
	refused    string // slot: the pages
	advice     string
	unread     string // heading above what could not be read
}

var speakOfPages = map[string]pageWords{
	"zh-CN": {
		answerStep: "识别为：在网页里查找答案（内置引擎摘录）",
		answerHow:  "没有接入大模型，所以只摘录：把问题拆成词，在 %d 个网页里查找，再逐句比对，取最能回答问题的原句。找不到足够相符的句子就不回答。",
		refused:    "**读了%s，没有找到能直接回答这个问题的原文。**",
		advice:     "内置引擎只摘录原文，不推测。可以换个说法再问一次，或接入大模型后再问。", unread: "说明：",
	},
	"zh-TW": {
		answerStep: "識別為：在網頁裡尋找答案（內建引擎摘錄）",
		answerHow:  "沒有連接大型語言模型，所以只摘錄：把問題拆成詞，在 %d 個網頁裡尋找，再逐句比對，取最能回答問題的原句。找不到足夠相符的句子就不回答。",
		refused:    "**讀了%s，沒有找到能直接回答這個問題的原文。**",
		advice:     "內建引擎只摘錄原文，不推測。可以換個說法再問一次，或連接大型語言模型後再問。", unread: "說明：",
	},
	"en": {
		answerStep: "Recognised as: looking for the answer in web pages (built-in engine)",
		answerHow:  "No model is connected, so the answer is quoted: the words of the question were looked up in %d pages, sentences compared one by one, and the best one taken. Where none fits well enough there is no answer.",
		refused:    "**%s: nothing in them answers this directly.**",
		advice:     "The built-in engine only quotes and never guesses. Ask in other words, or connect a model.", unread: "Please note:",
	},
}

// onPages returns the words for an answer from `things`. If all of them are web pages, the sentences of
// pageWords replace those of w, and there are no follow-up questions. Otherwise the result is w.
func (w words) onPages(locale string, things []source.Source) words {
	if len(things) == 0 || slices.ContainsFunc(things, func(s source.Source) bool { return s.Kind != source.Web }) {
		return w
	}
	p, ok := speakOfPages[locale]
	if !ok {
		p = speakOfPages["zh-CN"]
	}
	w.answerStep, w.answerHow, w.refused, w.advice, w.unread, w.hints = p.answerStep, p.answerHow, p.refused, p.advice, p.unread, nil
	return w
}
