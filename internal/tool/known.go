package tool

import "github.com/wenqu-ai/wenqu/internal/errs"

// Known describes a built-in tool to users.
type Known struct {
	Name  string // as models call it
	Title errs.Text
	Text  errs.Text // what it does, in one sentence
}

// List are the built-in tools, in display order. A test compares it with the tools of the
// server.
var List = []Known{
	{
		"web_search",
		errs.Text{ZhCN: "搜索网页", ZhTW: "搜尋網頁", En: "Search the web"},
		errs.Text{ZhCN: "在网上查找，并给出出处。", ZhTW: "在網路上尋找，並附上出處。", En: "Looks things up on the web and cites where they stand."},
	},
	{
		"read_page",
		errs.Text{ZhCN: "阅读网页", ZhTW: "閱讀網頁", En: "Read a page"},
		errs.Text{ZhCN: "打开一个网址，读它的正文。", ZhTW: "開啟一個網址，閱讀內文。", En: "Opens an address and reads its text."},
	},
	{
		"search_files",
		errs.Text{ZhCN: "查找文件", ZhTW: "尋找檔案", En: "Search files"},
		errs.Text{ZhCN: "在你的文件里找与问题有关的段落。", ZhTW: "在你的檔案裡找與問題有關的段落。", En: "Finds the passages of your files that fit the question."},
	},
	{
		"read_file",
		errs.Text{ZhCN: "阅读文件", ZhTW: "閱讀檔案", En: "Read a file"},
		errs.Text{ZhCN: "一页一页地读你的文件。", ZhTW: "一頁一頁地讀你的檔案。", En: "Reads your files page by page."},
	},
	{
		"table_figures",
		errs.Text{ZhCN: "表格计算", ZhTW: "表格計算", En: "Table figures"},
		errs.Text{ZhCN: "对文件里的表格求和、平均、分组、筛选，结果准确并注明出处。", ZhTW: "對檔案裡的表格加總、平均、分組、篩選，結果精確並註明出處。", En: "Sums, averages, groups and filters the tables of your files, exactly and with the source."},
	},
	{
		"calculator",
		errs.Text{ZhCN: "计算器", ZhTW: "計算機", En: "Calculator"},
		errs.Text{ZhCN: "准确地算式子、换算单位。", ZhTW: "精確地計算式子、換算單位。", En: "Works out arithmetic and converts units, exactly."},
	},
	{
		"calendar",
		errs.Text{ZhCN: "日历", ZhTW: "行事曆", En: "Calendar"},
		errs.Text{ZhCN: "查日期、农历、节假日和各地时间。", ZhTW: "查日期、農曆、節假日和各地時間。", En: "Looks up dates, the lunar calendar, holidays and times."},
	},
	{
		"remember",
		errs.Text{ZhCN: "记住", ZhTW: "記住", En: "Remember"},
		errs.Text{ZhCN: "记下你介绍自己的话，只取原话，当场告诉你并可撤销。", ZhTW: "記下你介紹自己的話，只取原話，當場告訴你並可復原。", En: "Keeps what you say of yourself, in your own words; you are told and can undo it."},
	},
	{
		"draw_chart",
		errs.Text{ZhCN: "画图表", ZhTW: "畫圖表", En: "Draw a chart"},
		errs.Text{ZhCN: "把数字画成柱状图、折线图、饼图等，可以另存。", ZhTW: "把數字畫成長條圖、折線圖、圓餅圖等，可以另存。", En: "Draws figures as bars, lines, pies and more, to look at and to save."},
	},
	{
		"make_file",
		errs.Text{ZhCN: "生成文件", ZhTW: "產生檔案", En: "Make a file"},
		errs.Text{ZhCN: "把内容写成 Word、Excel、Markdown、CSV 或日历文件，存进你的文件。", ZhTW: "把內容寫成 Word、Excel、Markdown、CSV 或行事曆檔案，存進你的檔案。", En: "Writes a Word, Excel, Markdown, CSV or calendar file into your files."},
	},
	{
		"run_program",
		errs.Text{ZhCN: "运行小程序", ZhTW: "執行小程式", En: "Run a small program"},
		errs.Text{ZhCN: "在隔离的环境里运行一段 JavaScript：不联网，只能读本次提问的文件，最多 10 秒。", ZhTW: "在隔離的環境裡執行一段 JavaScript：不連網，只能讀這次提問的檔案，最多 10 秒。", En: "Runs JavaScript in a sandbox: no network, no files but those of the question, 10 seconds at most."},
	},
}

// Named returns the row of a tool.
func Named(name string) (Known, bool) {
	for _, k := range List {
		if k.Name == name {
			return k, true
		}
	}
	return Known{}, false
}
