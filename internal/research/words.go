package research

// words are the texts of this package in one language. A comment "with …" lists the
// values of the text's placeholders.
type words struct {
	planning, planned string // title of the plan's block, while the plan is made and afterwards
	about             string // with the question
	byRules           string // the plan was made without a model
	outlineHelp       string // for clients that cannot draw the outline
	clarify           string // with the clarifying question; precedes its options
	either            string // follows the options of the clarifying question

	round     string // with the number of the round and the line of the outline
	searching string // with the queries
	found     string // with the number of pages found
	nothing   string // with the reason, which may be noneFound
	noneFound string
	reading   string // with the number of pages to read
	unread    string // with the title and the reason
	noted     string // with the number of notes
	enough    string
	dry       string // the round found no new page
	ranDry    string // a deeper round found no new page; for the description of the study
	missing   string // with the missing points
	inFiles   string // with the number of passages in files
	given     string // with the title of a page that could not be read; the search source provided its text
	writing   string // title of the report's block, while it is written
	written   string
	section   string // with the line of the outline
	repeated  string // in place of `section`, if rules wrote the section; with the line of the outline
	budget    string // with rounds, pages and times, for clients that cannot display the card
	remaking  string // the study continues after an interruption

	abstract, comparison, mindMap, method, aspect, unknown string // headings and cells
	methodText                                             string // with the date, rounds, pages, unreadable pages
	offline                                                string // the report consists of extracts
	weak                                                   string // the model failed during the study
	extracts                                               string // introduces a section of extracts
	openQuestion                                           string // a section without notes
	partial                                                string // introduces the reasons why the report is incomplete
	because                                                map[string]string
	onlyFiles                                              string
	noSource                                               string
	nothingFound                                           string
	noSearch                                               string // no search succeeded, so there is no report
	keyFindings                                            string // introduces an abstract that consists of quotes
	semicolon, comma                                       string

	doneTitle, doneBody, failedTitle, failedBody string // texts of notices; the bodies with the title of the study
	withheldBody                                 string // without the title
}

// Reasons why a report is incomplete.
const (
	lackRounds  = "rounds"
	lackPages   = "pages"
	lackTime    = "time"
	lackAnswers = "answers" // some question of the outline has no notes
	lackSources = "sources" // a search failed
	lackSearch  = "search"  // no search succeeded
	lackModel   = "model"
)

var speak = map[string]words{
	"zh-CN": {
		planning: "正在拟定研究提纲", planned: "研究提纲", about: "研究的问题：%s",
		byRules:     "这份提纲没有用到模型，是按规则拟的，可以修改后再开始。",
		outlineHelp: "打开网页版可以修改提纲并开始研究。",
		clarify:     "开始研究前，想先确认一下：%s", either: "请直接说明你的意思，我再拟研究提纲。",

		round: "第 %d 轮：%s", searching: "搜索：%s", found: "找到 %d 个网页", nothing: "没有找到网页：%s", noneFound: "没有新的网页",
		reading: "阅读 %d 个网页", unread: "没有读到《%s》：%s", noted: "记下 %d 条笔记", enough: "资料够了", dry: "没有找到新的网页，不再搜索", ranDry: "后来的检索没有找到新的网页，所以没有继续。", missing: "还缺：%s",
		inFiles: "在附件里找到 %d 处", given: "《%s》打不开，用的是搜索来源给出的摘录",
		writing: "正在写报告", written: "报告写好了", section: "写好一节：%s", repeated: "由规则整理：%s",
		budget:   "第 %d/%d 轮 · 已读 %d/%d 个网页 · %s/%s",
		remaking: "从中断的地方继续",

		abstract: "摘要", comparison: "对比", mindMap: "思维导图", method: "研究说明", aspect: "方面", unknown: "未查到",
		methodText:   "以 %s 为止的网页为据。检索 %d 轮，读了 %d 个网页，其中 %d 个没有读到。",
		offline:      "没有接入模型：提纲由规则拟定，下面是各个问题下的原文摘录，没有改写，也没有补充。",
		weak:         "研究中模型有时没有回应，那些步骤由规则完成。",
		extracts:     "以下是原文摘录：",
		openQuestion: "没有查到能回答这个问题的资料。",
		partial:      "这份报告不完整：",
		because: map[string]string{
			lackRounds: "检索轮数用完了", lackPages: "可读的网页数用完了", lackTime: "时间用完了",
			lackAnswers: "有的问题没有查到资料", lackSources: "有的搜索没有成功", lackSearch: "所有搜索都没有成功", lackModel: "模型中途不可用",
		},
		onlyFiles:    "没有接入搜索来源，这份报告只依据你的附件。",
		noSource:     "还没有接入搜索来源，没有做研究。\n\n- 管理员可以在「管理 › 搜索来源」里添加一个，或给服务器设置 `SEARCH_URL`，例如 `SEARCH_URL=searxng+http://127.0.0.1:8888`。\n- 也可以附上文件再问：深度研究会依据你的文件来写。",
		nothingFound: "搜索没有找到能用的资料，没有写成报告。可以换一种问法，或把提纲改得具体一些再试。",
		noSearch:     "所有搜索都没有成功，没有写成报告。请稍后重试；如果仍然失败，需要管理员检查搜索来源。",
		keyFindings:  "各个问题下最相关的原文：", semicolon: "；", comma: "、",
		doneTitle: "深度研究完成", doneBody: "《%s》写好了。", failedTitle: "深度研究没有完成", failedBody: "《%s》没有写成，可以打开对话重试。",
		withheldBody: "内容不符合本站的内容规则，没有写成。请换一种说法再问。",
	},
	"zh-TW": {
		planning: "正在擬定研究大綱", planned: "研究大綱", about: "研究的問題：%s",
		byRules:     "這份大綱沒有用到模型，是按規則擬的，可以修改後再開始。",
		outlineHelp: "開啟網頁版可以修改大綱並開始研究。",
		clarify:     "開始研究前，想先確認一下：%s", either: "請直接說明你的意思，我再擬研究大綱。",

		round: "第 %d 輪：%s", searching: "搜尋：%s", found: "找到 %d 個網頁", nothing: "沒有找到網頁：%s", noneFound: "沒有新的網頁",
		reading: "閱讀 %d 個網頁", unread: "沒有讀到《%s》：%s", noted: "記下 %d 則筆記", enough: "資料夠了", dry: "沒有找到新的網頁，不再搜尋", ranDry: "後來的檢索沒有找到新的網頁，所以沒有繼續。", missing: "還缺：%s",
		inFiles: "在附件裡找到 %d 處", given: "《%s》無法開啟，用的是搜尋來源給出的摘錄",
		writing: "正在寫報告", written: "報告寫好了", section: "寫好一節：%s", repeated: "由規則整理：%s",
		budget:   "第 %d/%d 輪 · 已讀 %d/%d 個網頁 · %s/%s",
		remaking: "從中斷的地方繼續",

		abstract: "摘要", comparison: "比較", mindMap: "心智圖", method: "研究說明", aspect: "方面", unknown: "未查到",
		methodText:   "以 %s 為止的網頁為據。檢索 %d 輪，讀了 %d 個網頁，其中 %d 個沒有讀到。",
		offline:      "沒有連接模型：大綱由規則擬定，下面是各個問題下的原文摘錄，沒有改寫，也沒有補充。",
		weak:         "研究中模型有時沒有回應，那些步驟由規則完成。",
		extracts:     "以下是原文摘錄：",
		openQuestion: "沒有查到能回答這個問題的資料。",
		partial:      "這份報告不完整：",
		because: map[string]string{
			lackRounds: "檢索輪數用完了", lackPages: "可讀的網頁數用完了", lackTime: "時間用完了",
			lackAnswers: "有的問題沒有查到資料", lackSources: "有的搜尋沒有成功", lackSearch: "所有搜尋都沒有成功", lackModel: "模型中途不可用",
		},
		onlyFiles:    "沒有連接搜尋來源，這份報告只依據你的附件。",
		noSource:     "還沒有連接搜尋來源，沒有做研究。\n\n- 管理員可以在「管理 › 搜尋來源」裡新增一個，或給伺服器設定 `SEARCH_URL`，例如 `SEARCH_URL=searxng+http://127.0.0.1:8888`。\n- 也可以附上檔案再問：深度研究會依據你的檔案來寫。",
		nothingFound: "搜尋沒有找到能用的資料，沒有寫成報告。可以換一種問法，或把大綱改得具體一些再試。",
		noSearch:     "所有搜尋都沒有成功，沒有寫成報告。請稍後重試；如果仍然失敗，需要管理員檢查搜尋來源。",
		keyFindings:  "各個問題下最相關的原文：", semicolon: "；", comma: "、",
		doneTitle: "深度研究完成", doneBody: "《%s》寫好了。", failedTitle: "深度研究沒有完成", failedBody: "《%s》沒有寫成，可以開啟對話重試。",
		withheldBody: "內容不符合本站的內容規則，沒有寫成。請換一種說法再問。",
	},
	"en": {
		planning: "Planning the study", planned: "Outline of the study", about: "The question: %s",
		byRules:     "Rules made this outline, without a model. Change it before you start.",
		outlineHelp: "Open the web page to change the outline and start the study.",
		clarify:     "Before I begin: %s", either: "Reply with what you mean, and I will plan the study.",

		round: "Round %d: %s", searching: "Searching: %s", found: "%d pages found", nothing: "No pages: %s", noneFound: "no new pages",
		reading: "Reading %d pages", unread: "“%s” was not read: %s", noted: "%d notes taken", enough: "Enough material", dry: "No new page was found; the search ends here", ranDry: "The last searches found no new pages, so the research did not go on.", missing: "Still missing: %s",
		inFiles: "%d places found in the files", given: "“%s” could not be opened; the search source's extract is used",
		writing: "Writing the report", written: "The report is written", section: "Section written: %s", repeated: "Put together by rules: %s",
		budget:   "Round %d/%d · pages %d/%d · %s/%s",
		remaking: "Going on from where it broke off",

		abstract: "Abstract", comparison: "Comparison", mindMap: "Mind map", method: "About this study", aspect: "Aspect", unknown: "not found",
		methodText:   "Based on pages up to %s. %d rounds of searching, %d pages read, of which %d could not be read.",
		offline:      "No model is connected: rules made the outline, and what follows are extracts of the pages, neither reworded nor added to.",
		weak:         "At times the model did not reply; rules took those steps.",
		extracts:     "Extracts of the sources:",
		openQuestion: "Nothing was found that answers this question.",
		partial:      "This report is not complete: ",
		because: map[string]string{
			lackRounds: "the rounds of searching are used up", lackPages: "the pages to read are used up", lackTime: "the time is used up",
			lackAnswers: "some questions have no answer in the sources", lackSources: "some searches failed", lackSearch: "all searches failed", lackModel: "the model was not available in between",
		},
		onlyFiles:    "No search source is connected, so this report rests on your files alone.",
		noSource:     "No search source is connected, so nothing was studied.\n\n- An administrator can add one under Administration › Search sources, or set `SEARCH_URL` for the server, such as `SEARCH_URL=searxng+http://127.0.0.1:8888`.\n- Or attach files and ask again: the study then rests on your files.",
		nothingFound: "The searches found nothing that could be used, so there is no report. Ask in another way, or make the outline more specific.",
		noSearch:     "All searches failed, so there is no report. Try again later. If they fail again, an administrator has to check the search sources.",
		keyFindings:  "What the sources say, question by question:", semicolon: "; ", comma: ", ",
		doneTitle: "Your study is ready", doneBody: "“%s” has been written.", failedTitle: "A study was not finished", failedBody: "“%s” could not be written. Open the chat to try again.",
		withheldBody: "The content rules of this site withheld it. Please ask in another way.",
	},
}

// wordsIn returns the texts in a locale, or in zh-CN if the locale is unknown.
func wordsIn(locale string) words {
	if w, ok := speak[locale]; ok {
		return w
	}
	return speak["zh-CN"]
}
