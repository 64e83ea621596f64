package store

import (
	"html/template"
	"net/url"
	"strconv"
	"strings"
)

// pageWords are the fixed texts of an agent's page.
type pageWords struct {
	Chat, Opening, Questions, By, Builtin, NeedsModel, People, Likes, Gone, GoneText, Store, Languages, Foot, Report string
}

var pageTexts = map[string]pageWords{
	"zh-CN": {
		"开始对话", "开场白", "可以这样问", "作者", "官方智能体", "它要靠大模型来回答，这里还没有接入模型。", "人用过", "赞",
		"找不到这个智能体", "它可能已经下架，或者只对作者开放。", "去发现页看看", "语言", "智能体的回答由 AI 生成，请注意核对。", "举报",
	},
	"zh-TW": {
		"開始對話", "開場白", "可以這樣問", "作者", "官方智慧體", "它要靠大型語言模型來回答，這裡還沒有連接模型。", "人用過", "讚",
		"找不到這個智慧體", "它可能已經下架，或者只對作者開放。", "去探索頁看看", "語言", "智慧體的回答由 AI 產生，請注意核對。", "檢舉",
	},
	"en": {
		"Start to chat", "Opening words", "Try asking", "By", "Built-in agent", "It answers with a model, and none is connected here yet.", "users", "likes",
		"There is no such agent", "It may have been taken down, or is open to its author only.", "Go to Discover", "Languages", "Answers are made by AI: check what matters.", "Report",
	},
}

// page is the data of the template.
type page struct {
	pageWords
	Lang, Brand, Base string
	Others            []string
	Agent             *Detail // nil: there is no such agent, or it is private
	Counts            Counts
	Path              string
}

// Ask returns the address of a new chat with a question.
func (p page) Ask(question string) string {
	return "/chat/" + url.PathEscape(p.Agent.AgentID) + "?prompt=" + url.QueryEscape(question)
}

// ReportPage returns the address of the page for reporting the agent.
func (p page) ReportPage() string {
	return "/bot/app/agent?agentId=" + url.QueryEscape(p.Agent.AgentID) + "&report=1"
}

// Counted returns a number with its word. In English, the word loses its s when the number is 1.
func (p page) Counted(n int64, word string) string {
	if p.Lang == "en" && n == 1 {
		word = strings.TrimSuffix(word, "s")
	}
	return strconv.FormatInt(n, 10) + " " + word
}

// Picture returns the absolute address of the agent's picture, for link previews; empty if there is
// no picture.
func (p page) Picture() string {
	if p.Agent.Avatar == "" {
		return ""
	}
	return p.Base + p.Agent.Avatar
}

// Name returns the name of a language in that language.
func (p page) Name(locale string) string {
	return map[string]string{"zh-CN": "简体中文", "zh-TW": "繁體中文", "en": "English"}[locale]
}

var pageTemplate = template.Must(template.New("agent").Parse(`<!doctype html>
<html lang="{{.Lang}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{if .Agent}}{{.Agent.Name}}{{else}}{{.Gone}}{{end}} · {{.Brand}}</title>
<link rel="icon" href="/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/share.css">
{{- with .Agent}}
{{- if not .Public}}
<meta name="robots" content="noindex, nofollow">{{end}}
<meta name="description" content="{{.Description}}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="{{$.Brand}}">
<meta property="og:title" content="{{.Name}}">
<meta property="og:description" content="{{.Description}}">
<meta property="og:url" content="{{$.Base}}{{$.Path}}">
{{- with $.Picture}}
<meta property="og:image" content="{{.}}">{{end}}
<meta name="twitter:card" content="summary">
{{- end}}
</head>
<body>
<header class="top"><a class="brand" href="/"><img src="/mark.svg" alt="" width="24" height="24">{{.Brand}}</a></header>
{{with .Agent -}}
<main>
<header class="title"><h1>{{.Name}}</h1>
<p>{{.Description}}</p>
<p>{{if .Builtin}}{{$.Builtin}}{{else if .Author}}{{$.By}} {{.Author}}{{end}}{{if $.Counts.People}} · {{$.Counted $.Counts.People $.People}}{{end}}{{if $.Counts.Likes}} · {{$.Counted $.Counts.Likes $.Likes}}{{end}}</p>
{{if .NeedsModel}}<p role="note">{{$.NeedsModel}}</p>{{end}}</header>
<p><a class="button main" href="/chat/{{.AgentID}}">{{$.Chat}}</a></p>
{{if .Opening}}<section><h2>{{$.Opening}}</h2><p class="opening">{{.Opening}}</p></section>{{end}}
{{if .Questions}}<section><h2>{{$.Questions}}</h2><ul>{{range .Questions}}<li><a href="{{$.Ask .}}">{{.}}</a></li>{{end}}</ul></section>{{end}}
</main>
{{- else -}}
<main class="alone"><h1>{{.Gone}}</h1><p>{{.GoneText}}</p><p><a class="button" href="/discovery">{{.Store}}</a></p></main>
{{- end}}
<footer class="foot"><p>{{.Foot}}{{with .Agent}}{{if not .Builtin}} <a href="{{$.ReportPage}}" rel="nofollow">{{$.Report}}</a>{{end}}{{end}}</p>
<nav aria-label="{{.Languages}}">{{range .Others}}<a href="?lang={{.}}" lang="{{.}}" hreflang="{{.}}"{{if eq . $.Lang}} aria-current="true"{{end}}>{{$.Name .}}</a>{{end}}</nav></footer>
</body></html>
`))
