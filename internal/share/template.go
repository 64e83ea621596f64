package share

import "html/template"

// pages are the templates of three pages: page (a share), locked (asks for the password) and gone (the
// share cannot be read). The templates head, top and foot are parts of these pages.
var pages = template.Must(template.New("").Parse(`
{{define "head"}}<!doctype html>
<html lang="{{.Lang}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{.Title}} · {{.Brand}}</title>
{{- if not .Listed}}
<meta name="robots" content="noindex, nofollow">{{end}}
<meta name="referrer" content="no-referrer">
<link rel="icon" href="/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/share.css">
{{end}}

{{define "top"}}<header class="top"><a class="brand" href="/"><img src="/mark.svg" alt="" width="24" height="24">{{.Brand}}</a><div id="tools"></div></header>{{end}}

{{define "foot"}}<footer class="foot"><p>{{.Made}}</p>
<nav aria-label="{{.Languages}}">{{range .Others}}<a href="?lang={{.Locale}}" lang="{{.Locale}}" hreflang="{{.Locale}}"{{if eq .Locale $.Lang}} aria-current="true"{{end}}>{{.Name}}</a>{{end}}</nav></footer>{{end}}

{{define "page"}}{{template "head" .}}
{{- if .Card}}<meta name="description" content="{{.Summary}}">
<meta property="og:type" content="article">
<meta property="og:site_name" content="{{.Brand}}">
<meta property="og:title" content="{{.Title}}">
<meta property="og:description" content="{{.Summary}}">
<meta property="og:url" content="{{.Base}}/s/{{.ID}}">
{{if .Draws}}<meta property="og:image" content="{{.Base}}/s/{{.ID}}/card.png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">
{{else}}<meta property="og:image" content="{{.Base}}/icon-512.png">
<meta name="twitter:card" content="summary">
{{end}}{{end}}<script type="module" src="/share.js"></script>
</head>
<body>
{{template "top" .}}
<main>
<header class="title"><h1>{{.Title}}</h1>
<p>{{.Shared}} <time datetime="{{.MadeAt}}">{{.MadeDay}}</time> · {{.Count}}{{if .EndsAt}} · {{.Ends}} <time datetime="{{.EndsAt}}">{{.EndsDay}}</time>{{end}}</p>
<noscript><p>{{.NoScript}}</p></noscript></header>
<div id="share">{{.Body}}</div>
<div id="acts"></div>
</main>
{{template "foot" .}}
<script type="application/json" id="data">{{.Data}}</script>
</body></html>
{{end}}

{{define "locked"}}{{template "head" .}}</head>
<body>
{{template "top" .}}
<main class="alone">
<h1>{{.Locked}}</h1><p>{{.LockedHelp}}</p>
<form method="post" action="/s/{{.ID}}?lang={{.Lang}}">
<label for="password">{{.Password}}</label>
<input id="password" name="password" type="password" autocomplete="off" maxlength="64" required autofocus{{if .Error}} aria-invalid="true" aria-describedby="problem"{{end}}>
{{if .Error}}<p id="problem" role="alert">{{.Error}}</p>{{end}}
<button type="submit">{{.Open}}</button>
</form>
</main>
{{template "foot" .}}
</body></html>
{{end}}

{{define "gone"}}{{template "head" .}}</head>
<body>
{{template "top" .}}
<main class="alone"><h1>{{.GoneTitle}}</h1><p>{{.Error}}</p><p><a class="button" href="/">{{.Back}}</a></p></main>
{{template "foot" .}}
</body></html>
{{end}}
`))
