package compose

import "github.com/wenqu-ai/wenqu/internal/source"

// words are the sentences of composed answers in one language. A slot is a placeholder
// in a sentence.
type words struct {
	step map[source.Intent]string // text of the step for each intent except source.Answer
	how  map[source.Intent]string // description of the method for each intent except source.Answer and source.Statement

	answerStep string
	answerHow  string // slot: the number of files
	answerOwn  string // replaces answerHow when all of the asker's data was searched

	found     string // heading above the answer; slot: the file
	more      string // heading above further sentences
	refused   string // slot: the files
	refusedIn string // replaces refused when all of the asker's data was searched
	advice    string
	near      string // heading above the closest passages
	possible  string // heading above a possible answer; slot: the files
	maybeIn   string // replaces possible when all of the asker's data was searched
	summary   string // heading above a summary; slot: the file
	points    string
	outline   string
	keywords  string
	noSuch    map[source.Intent]string // the file contains nothing of the requested kind; slot: the file
	partial   string
	computed  string // how a figure was computed
	from      string // where a passage is; slots: the file and the place
	noFile    string // advice for an asker who has no file yet
	others    string // slot: the number of files that are not named
	unread    string // heading above files and pages that were not read

	picture    string // heading above what is known about a picture; slot: its name
	measure    string // slots: format, width, height
	size       string
	colours    string
	recognised string
	noText     string
	blind      string // the content of the picture was not recognised

	colon, comma, and string
	hints             map[bool][]string // follow-up questions; the key is source.Finding.Tables
}

var speak = map[string]words{
	"zh-CN": {
		step: map[source.Intent]string{
			source.Summary: "识别为：摘录要句（内置引擎）", source.Points: "识别为：摘录要点（内置引擎）", source.Outline: "识别为：列出大纲（内置引擎）",
			source.Keywords: "识别为：提取关键词（内置引擎）", source.Figures: "识别为：表格统计（内置引擎）", source.Statement: "识别为：关于你的事（内置引擎）",
		},
		how: map[source.Intent]string{
			source.Summary:  "没有接入大模型，所以不改写：按句子之间的关联给每句打分，各部分按篇幅取最靠前的几句，照抄原文，并标明出处。",
			source.Points:   "没有接入大模型，所以不改写：从每一部分取最有代表性的句子，照抄原文，并标明出处。",
			source.Outline:  "大纲取自文件自带的标题和编号，没有增减文字。",
			source.Keywords: "关键词按词频和分布计算，都是文件里出现过的词。",
			source.Figures:  "数字由程序按表格逐格计算，不是估计。",
		},
		answerStep: "识别为：在文件里查找答案（内置引擎摘录）",
		answerHow:  "没有接入大模型，所以只摘录：把问题拆成词，在 %d 个文件里查找，再逐句比对，取最能回答问题的原句。找不到足够相符的句子就不回答。",
		answerOwn:  "没有接入大模型，所以只摘录：把问题拆成词，在你的文件、笔记、收藏和以前的对话里查找，再逐句比对，取最能回答问题的原句。找不到足够相符的句子就不回答。",

		found: "**在%s里找到这句原文：**", more: "**相关的原文：**",
		refused:   "**%s里没有找到能回答这个问题的原文。**",
		refusedIn: "**你的文件、笔记、收藏和以前的对话里没有找到能回答这个问题的原文。**",
		advice:    "内置引擎只摘录原文，不推测。可以用文件里的说法再问一次，或接入大模型后再问。",
		near:      "意思最接近的几处（不是答案）：",
		possible:  "**%s里没有找到有把握的答案。可能相关：**", maybeIn: "**你的文件、笔记、收藏和以前的对话里没有找到有把握的答案。可能相关：**",
		summary: "**《%s》要句摘录**", points: "**《%s》要点**", outline: "**《%s》大纲**", keywords: "**《%s》关键词**",
		noSuch: map[source.Intent]string{
			source.Summary: "《%s》里没有成句的文字，摘不出要句。", source.Points: "《%s》里没有成句的文字，列不出要点。",
			source.Outline: "《%s》没有标题，列不出大纲。", source.Keywords: "《%s》的文字太少，算不出关键词。",
		},
		partial: "文件太长，以上只看了前面一部分。", computed: "计算方法：%s", from: "——《%s》%s",
		noFile: "如果还没有上传过文件，请先上传，或在问题里附上。", others: "还有 %d 个文件",
		unread: "没有读到：",

		picture: "**图片《%s》**", measure: "格式 %s，%d × %d 像素", size: "，%s", colours: "主要颜色：", recognised: "识别出的文字（可能有误）：",
		noText: "没有识别出文字。", blind: "内置引擎看不懂画面内容。要问图里有什么，请接入能看图的模型。",
		colon: "：", comma: "、", and: "；",
		hints: map[bool][]string{false: {"总结这份文件", "列出大纲", "有哪些关键词？"}, true: {"各列的合计是多少？", "平均值是多少？", "有没有异常值？"}},
	},
	"zh-TW": {
		step: map[source.Intent]string{
			source.Summary: "識別為：摘錄要句（內建引擎）", source.Points: "識別為：摘錄要點（內建引擎）", source.Outline: "識別為：列出大綱（內建引擎）",
			source.Keywords: "識別為：擷取關鍵字（內建引擎）", source.Figures: "識別為：表格統計（內建引擎）", source.Statement: "識別為：關於你的事（內建引擎）",
		},
		how: map[source.Intent]string{
			source.Summary:  "沒有連接大型語言模型，所以不改寫：依句子之間的關聯給每句評分，各部分按篇幅取最靠前的幾句，照抄原文，並標明出處。",
			source.Points:   "沒有連接大型語言模型，所以不改寫：從每一部分取最有代表性的句子，照抄原文，並標明出處。",
			source.Outline:  "大綱取自檔案本身的標題和編號，沒有增減文字。",
			source.Keywords: "關鍵字依詞頻和分布計算，都是檔案裡出現過的詞。",
			source.Figures:  "數字由程式按表格逐格計算，不是估計。",
		},
		answerStep: "識別為：在檔案裡尋找答案（內建引擎摘錄）",
		answerHow:  "沒有連接大型語言模型，所以只摘錄：把問題拆成詞，在 %d 個檔案裡尋找，再逐句比對，取最能回答問題的原句。找不到足夠相符的句子就不回答。",
		answerOwn:  "沒有連接大型語言模型，所以只摘錄：把問題拆成詞，在你的檔案、筆記、收藏和以前的對話裡尋找，再逐句比對，取最能回答問題的原句。找不到足夠相符的句子就不回答。",

		found: "**在%s裡找到這句原文：**", more: "**相關的原文：**",
		refused:   "**%s裡沒有找到能回答這個問題的原文。**",
		refusedIn: "**你的檔案、筆記、收藏和以前的對話裡沒有找到能回答這個問題的原文。**",
		advice:    "內建引擎只摘錄原文，不推測。可以用檔案裡的說法再問一次，或連接大型語言模型後再問。",
		near:      "意思最接近的幾處（不是答案）：",
		possible:  "**%s裡沒有找到有把握的答案。可能相關：**", maybeIn: "**你的檔案、筆記、收藏和以前的對話裡沒有找到有把握的答案。可能相關：**",
		summary: "**《%s》要句摘錄**", points: "**《%s》要點**", outline: "**《%s》大綱**", keywords: "**《%s》關鍵字**",
		noSuch: map[source.Intent]string{
			source.Summary: "《%s》裡沒有成句的文字，摘不出要句。", source.Points: "《%s》裡沒有成句的文字，列不出要點。",
			source.Outline: "《%s》沒有標題，列不出大綱。", source.Keywords: "《%s》的文字太少，算不出關鍵字。",
		},
		partial: "檔案太長，以上只看了前面一部分。", computed: "計算方法：%s", from: "——《%s》%s",
		others: "還有 %d 個檔案", noFile: "如果還沒有上傳過檔案，請先上傳，或在問題裡附上。",
		unread: "沒有讀到：",

		picture: "**圖片《%s》**", measure: "格式 %s，%d × %d 像素", size: "，%s", colours: "主要顏色：", recognised: "辨識出的文字（可能有誤）：",
		noText: "沒有辨識出文字。", blind: "內建引擎看不懂畫面內容。要問圖裡有什麼，請連接能看圖的模型。",
		colon: "：", comma: "、", and: "；",
		hints: map[bool][]string{false: {"總結這份檔案", "列出大綱", "有哪些關鍵字？"}, true: {"各欄的合計是多少？", "平均值是多少？", "有沒有異常值？"}},
	},
	"en": {
		step: map[source.Intent]string{
			source.Summary: "Recognised as: key sentences (built-in engine)", source.Points: "Recognised as: key points (built-in engine)", source.Outline: "Recognised as: outline (built-in engine)",
			source.Keywords: "Recognised as: keywords (built-in engine)", source.Figures: "Recognised as: figures of a table (built-in engine)", source.Statement: "Recognised as: about you (built-in engine)",
		},
		how: map[source.Intent]string{
			source.Summary:  "No model is connected, so nothing is rephrased: sentences are ranked by how they relate to each other, every part gives its best ones by length, and they are copied with their places.",
			source.Points:   "No model is connected, so nothing is rephrased: the most telling sentences of every part are copied with their places.",
			source.Outline:  "The outline is the file's own headings and numbers, unchanged.",
			source.Keywords: "Keywords are computed from how often and where words occur; each of them stands in the file.",
			source.Figures:  "The figures are computed cell by cell from the table, not estimated.",
		},
		answerStep: "Recognised as: looking for the answer in the files (built-in engine)",
		answerHow:  "No model is connected, so the answer is quoted: the words of the question were looked up in %d files, sentences compared one by one, and the best one taken. Where none fits well enough there is no answer.",
		answerOwn:  "No model is connected, so the answer is quoted: the words of the question were looked up in your files, notes, favourites and earlier conversations, sentences compared one by one, and the best one taken. Where none fits well enough there is no answer.",

		found: "**Found in %s:**", more: "**Related passages:**",
		refused:   "**%s does not say this.**",
		refusedIn: "**Your files, notes, favourites and earlier conversations do not say this.**",
		advice:    "The built-in engine only quotes and never guesses. Ask again in the words of the file, or connect a model.",
		near:      "What comes nearest (not an answer):",
		possible:  "**%s holds no certain answer to this. Possibly relevant:**", maybeIn: "**Your files, notes, favourites and earlier conversations do not answer this for certain. Possibly relevant:**",
		summary: "**Key sentences of “%s”**", points: "**Key points of “%s”**", outline: "**Outline of “%s”**", keywords: "**Keywords of “%s”**",
		noSuch: map[source.Intent]string{
			source.Summary: "“%s” holds no sentences to take.", source.Points: "“%s” holds no sentences to take.",
			source.Outline: "“%s” has no headings to list.", source.Keywords: "“%s” holds too little text for keywords.",
		},
		partial: "The file is long; only its first part was looked at.", computed: "How: %s", from: "— “%s”, %s",
		others: "%d more files", noFile: " If you have no files yet, upload one or attach it to your question.",
		unread: "Not read:",

		picture: "**Picture “%s”**", measure: "Format %s, %d × %d pixels", size: ", %s", colours: "Main colours: ", recognised: "Recognised text (it may be wrong):",
		noText: "No text was recognised.", blind: "The built-in engine does not understand what a picture shows. Connect a model that sees to ask about it.",
		colon: ": ", comma: ", ", and: "; ",
		hints: map[bool][]string{false: {"Summarise this file", "List the outline", "What are the keywords?"}, true: {"What is the total of each column?", "What is the average?", "Are there outliers?"}},
	},
}

// stepOf is the step for a kind of question.
func (w words) stepOf(intent source.Intent) string {
	if intent == source.Answer {
		return w.answerStep
	}
	return w.step[intent]
}

// stepIn returns the text of stepOf in every language, in the order of llm.Delta.StepTexts.
func stepIn(intent source.Intent) []string {
	return []string{speak["zh-CN"].stepOf(intent), speak["zh-TW"].stepOf(intent), speak["en"].stepOf(intent)}
}

func wordsIn(locale string) words {
	if w, ok := speak[locale]; ok {
		return w
	}
	return speak["zh-CN"]
}
