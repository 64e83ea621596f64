package share

import "github.com/wenqu-ai/wenqu/internal/errs"

// words are the texts of the page of a share in one language.
type words struct {
	Lang, Home, Shared, Ends, Rounds, Made, NoScript      string
	Thinking, Steps, Sources, Question, Answer, Cut, None string
	Stopped, Failed, Model, Files, Report, Poster         string
	Locked, LockedHelp, Password, Open                    string
	GoneTitle, Back, Languages, Chart, Table              string
	Script                                                map[string]string // texts for the page's script
}

// texts are the texts of the page itself. `script` are the texts inserted by the page's script.
var (
	texts = map[string]errs.Text{
		"Home":       {ZhCN: "打开{brand}", ZhTW: "開啟{brand}", En: "Open {brand}"},
		"Shared":     {ZhCN: "分享于", ZhTW: "分享於", En: "Shared on"},
		"Ends":       {ZhCN: "有效期至", ZhTW: "有效期至", En: "Available until"},
		"Rounds":     {ZhCN: "{n} 组问答", ZhTW: "{n} 組問答", En: "{n} Q&A"},
		"Made":       {ZhCN: "内容由 AI 生成，仅供参考", ZhTW: "內容由 AI 產生，僅供參考", En: "AI-generated content, for reference only"},
		"NoScript":   {ZhCN: "浏览器没有启用脚本：内容可以完整阅读；点赞、举报和继续提问需要启用脚本。", ZhTW: "瀏覽器沒有啟用指令碼：內容可以完整閱讀；按讚、檢舉和繼續提問需要啟用指令碼。", En: "Scripts are off in this browser. You can read everything; liking, reporting and going on with the chat need them."},
		"Thinking":   {ZhCN: "思考过程", ZhTW: "思考過程", En: "Thinking"},
		"Steps":      {ZhCN: "过程", ZhTW: "過程", En: "Steps"},
		"Sources":    {ZhCN: "参考来源", ZhTW: "參考來源", En: "Sources"},
		"Question":   {ZhCN: "提问", ZhTW: "提問", En: "Question"},
		"Answer":     {ZhCN: "回答", ZhTW: "回答", En: "Answer"},
		"Cut":        {ZhCN: "回答过长，到此为止。", ZhTW: "回答過長，到此為止。", En: "The answer was cut here because of its length."},
		"None":       {ZhCN: "没有回答。", ZhTW: "沒有回答。", En: "There is no answer."},
		"Stopped":    {ZhCN: "回答到此停止。", ZhTW: "回答到此停止。", En: "The answer was stopped here."},
		"Failed":     {ZhCN: "回答没有完成。", ZhTW: "回答沒有完成。", En: "The answer was not completed."},
		"Model":      {ZhCN: "由 {model} 回答", ZhTW: "由 {model} 回答", En: "Answered by {model}"},
		"Files":      {ZhCN: "附件", ZhTW: "附件", En: "Files"},
		"Report":     {ZhCN: "举报", ZhTW: "檢舉", En: "Report"},
		"Poster":     {ZhCN: "生成海报", ZhTW: "產生海報", En: "Make a poster"},
		"Locked":     {ZhCN: "这个分享需要密码", ZhTW: "這個分享需要密碼", En: "This share needs a password"},
		"LockedHelp": {ZhCN: "请输入分享的人给你的密码。", ZhTW: "請輸入分享的人給你的密碼。", En: "Enter the password that the person who shared this gave you."},
		"Password":   {ZhCN: "密码", ZhTW: "密碼", En: "Password"},
		"Open":       {ZhCN: "查看", ZhTW: "檢視", En: "Open"},
		"GoneTitle":  {ZhCN: "看不到这个分享", ZhTW: "看不到這個分享", En: "This share is not available"},
		"Back":       {ZhCN: "返回首页", ZhTW: "返回首頁", En: "Back to the start page"},
		"Chart":      {ZhCN: "图表", ZhTW: "圖表", En: "Chart"},
		"Table":      {ZhCN: "数据表", ZhTW: "資料表", En: "The figures"},
		"Languages":  {ZhCN: "语言", ZhTW: "語言", En: "Language"},
	}
	script = map[string]errs.Text{
		"continue":  {ZhCN: "继续提问", ZhTW: "繼續提問", En: "Continue this chat"},
		"copying":   {ZhCN: "正在复制到你的对话…", ZhTW: "正在複製到你的對話…", En: "Copying into your chats…"},
		"like":      {ZhCN: "赞", ZhTW: "讚", En: "Like"},
		"liked":     {ZhCN: "已赞", ZhTW: "已讚", En: "Liked"},
		"link":      {ZhCN: "复制链接", ZhTW: "複製連結", En: "Copy link"},
		"copied":    {ZhCN: "已复制", ZhTW: "已複製", En: "Copied"},
		"qr":        {ZhCN: "二维码", ZhTW: "QR 碼", En: "QR code"},
		"close":     {ZhCN: "关闭", ZhTW: "關閉", En: "Close"},
		"reason":    {ZhCN: "举报原因", ZhTW: "檢舉原因", En: "Reason"},
		"illegal":   {ZhCN: "违法违规", ZhTW: "違法違規", En: "Illegal content"},
		"private":   {ZhCN: "泄露隐私", ZhTW: "洩露隱私", En: "Private information"},
		"harmful":   {ZhCN: "有害或误导", ZhTW: "有害或誤導", En: "Harmful or misleading"},
		"rights":    {ZhCN: "侵犯权益", ZhTW: "侵犯權益", En: "Infringes rights"},
		"other":     {ZhCN: "其他", ZhTW: "其他", En: "Something else"},
		"details":   {ZhCN: "补充说明（可不填）", ZhTW: "補充說明（可不填）", En: "Details (optional)"},
		"send":      {ZhCN: "提交", ZhTW: "送出", En: "Send"},
		"reported":  {ZhCN: "已提交，管理员会尽快查看", ZhTW: "已送出，管理員會儘快檢視", En: "Sent. An administrator will look at it."},
		"failed":    {ZhCN: "网络异常，请稍后重试", ZhTW: "網路異常，請稍後重試", En: "Network error, please try again later"},
		"more":      {ZhCN: "更多", ZhTW: "更多", En: "More"},
		"copyCode":  {ZhCN: "复制", ZhTW: "複製", En: "Copy"},
		"theme":     {ZhCN: "切换深浅色", ZhTW: "切換深淺色", En: "Switch between light and dark"},
		"print":     {ZhCN: "打印", ZhTW: "列印", En: "Print"},
		"word":      {ZhCN: "下载 Word", ZhTW: "下載 Word", En: "Download Word"},
		"pdf":       {ZhCN: "下载 PDF", ZhTW: "下載 PDF", En: "Download PDF"},
		"poster":    {ZhCN: "生成海报", ZhTW: "產生海報", En: "Make a poster"},
		"report":    {ZhCN: "举报", ZhTW: "檢舉", En: "Report"},
		"likeCount": {ZhCN: "{n} 人赞过", ZhTW: "{n} 人讚過", En: "likes: {n}"},
	}
)

// languages has the texts in every language of the product, filled once.
var languages = func() map[string]words {
	out := map[string]words{}
	for _, locale := range []string{"zh-CN", "zh-TW", "en"} {
		w := words{Lang: locale, Script: map[string]string{}}
		for name, at := range map[string]*string{
			"Home": &w.Home, "Shared": &w.Shared, "Ends": &w.Ends, "Rounds": &w.Rounds, "Made": &w.Made, "NoScript": &w.NoScript, "Thinking": &w.Thinking,
			"Steps": &w.Steps, "Sources": &w.Sources, "Question": &w.Question, "Answer": &w.Answer, "Cut": &w.Cut, "None": &w.None, "Stopped": &w.Stopped,
			"Failed": &w.Failed, "Model": &w.Model, "Files": &w.Files, "Report": &w.Report, "Poster": &w.Poster, "Locked": &w.Locked, "LockedHelp": &w.LockedHelp,
			"Password": &w.Password, "Open": &w.Open, "GoneTitle": &w.GoneTitle, "Back": &w.Back, "Languages": &w.Languages,
			"Chart": &w.Chart, "Table": &w.Table,
		} {
			*at = texts[name].In(locale)
		}
		for name, t := range script {
			w.Script[name] = t.In(locale)
		}
		out[locale] = w
	}
	return out
}()

func wordsIn(locale string) words {
	if w, ok := languages[locale]; ok {
		return w
	}
	return languages["zh-CN"]
}
