package webpage

import (
	"encoding/json"
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// meta is the metadata of a page, most of it from the page's head.
type meta struct {
	words    map[string]string // content of meta elements by property, name or itemprop in lower case; the first element counts
	title    string            // content of the title element
	heading  string            // the first heading of level 1
	language string
	icon     string // address of the best icon
	iconRank int
	canon    string
	baseHref string
	time     string // the first valid date in an attribute datetime of a time element
	ld       linked
}

// linked has the used values of a page's JSON-LD scripts (schema.org).
type linked struct {
	headline, author, published, site, description string
	paid                                           bool // isAccessibleForFree is false
}

// Limits of the metadata.
const (
	maxMetas  = 300
	maxLinked = 256 << 10 // bytes of one JSON-LD script
	maxDepth  = 12        // nesting depth of the values in a JSON-LD script
)

// metaOf reads the metadata of a page.
func metaOf(doc *html.Node, at *url.URL) *meta {
	m := &meta{words: map[string]string{}}
	each(doc, func(n *html.Node) bool {
		switch n.DataAtom {
		case atom.Html:
			m.language = attr(n, "lang")
		case atom.Title:
			if m.title == "" && (n.Parent == nil || n.Parent.DataAtom == atom.Head || n.Parent.DataAtom == atom.Body) {
				m.title = text.OneLine(wordsIn(n, 4_000))
			}
		case atom.H1:
			if m.heading == "" {
				m.heading = text.OneLine(wordsIn(n, 4_000))
			}
		case atom.Base:
			if m.baseHref == "" {
				m.baseHref = attr(n, "href")
			}
		case atom.Meta:
			m.word(n)
		case atom.Link:
			m.link(n)
		case atom.Time:
			if at := attr(n, "datetime"); m.time == "" && dateIn(at) != 0 {
				m.time = at
			}
		case atom.Script:
			if strings.EqualFold(attr(n, "type"), "application/ld+json") {
				m.ld.read(wordsIn(n, maxLinked+1))
			}
		}
		return true
	})
	return m
}

func (m *meta) word(n *html.Node) {
	content := attr(n, "content")
	for _, key := range []string{attr(n, "property"), attr(n, "name"), attr(n, "itemprop")} {
		if key = strings.ToLower(key); key != "" && content != "" && len(m.words) < maxMetas {
			if _, had := m.words[key]; !had {
				m.words[key] = text.OneLine(text.Cut(content, 2_000))
			}
		}
	}
}

// iconRels ranks the relations of icons; higher is better.
var iconRels = map[string]int{"icon": 3, "apple-touch-icon": 2, "apple-touch-icon-precomposed": 1}

func (m *meta) link(n *html.Node) {
	href := attr(n, "href")
	for _, rel := range strings.Fields(strings.ToLower(attr(n, "rel"))) {
		switch {
		case rel == "canonical" && m.canon == "":
			m.canon = href
		case iconRels[rel] > 0 && href != "":
			rank := iconRels[rel] * 2
			if !strings.HasSuffix(strings.ToLower(href), ".svg") && attr(n, "type") != "image/svg+xml" {
				rank++
			}
			if rank > m.iconRank {
				m.icon, m.iconRank = href, rank
			}
		}
	}
}

// The names of the meta elements for each field, in lower case, best first. articletitle, sitename, contentsource and
// pubdate come from the standard for Chinese government sites.
var (
	titleNames     = []string{"og:title", "twitter:title", "articletitle", "weibo: article:title"}
	siteNames      = []string{"og:site_name", "sitename", "application-name", "apple-mobile-web-app-title"}
	authorNames    = []string{"article:author", "og:article:author", "author", "contentsource", "mediaid", "byl"}
	aboutNames     = []string{"og:description", "description", "twitter:description"}
	publishedNames = []string{"article:published_time", "og:article:published_time", "og:published_time", "datepublished", "pubdate", "publishdate", "publish_date", "publishtime", "weibo: article:create_at", "bytedance:published_time", "_pubtime", "date", "dc.date", "dcterms.date", "og:release_date", "article:modified_time", "og:updated_time"}
)

func (m *meta) first(names []string) string {
	for _, n := range names {
		if v := m.words[n]; v != "" {
			return v
		}
	}
	return ""
}

func or(list ...string) string {
	for _, s := range list {
		if s = text.OneLine(s); s != "" {
			return s
		}
	}
	return ""
}

// base returns the base address of the page's links.
func (m *meta) base(at *url.URL) *url.URL {
	if u, err := at.Parse(m.baseHref); err == nil && m.baseHref != "" && (u.Scheme == "http" || u.Scheme == "https") {
		return u
	}
	return at
}

// page returns the page without its text.
func (m *meta) page(at *url.URL) Page {
	base := m.base(at)
	p := Page{
		URL:         at.String(),
		Site:        text.Cut(or(m.first(siteNames), m.ld.site, siteIn(m.title), HostOf(at.String())), maxTitle),
		Author:      text.Cut(author(or(m.ld.author, m.first(authorNames))), maxTitle),
		Description: text.Cut(or(m.first(aboutNames), m.ld.description), maxAbout),
		Language:    text.Cut(or(m.language, m.words["og:locale"], m.words["content-language"]), 20),
		Icon:        resolve(base, m.icon),
	}
	p.Title = m.titleOf(p.Site)
	asked := strings.ToLower(m.words["robots"] + "," + m.words[strings.ToLower(Robot)])
	p.NoIndex = strings.Contains(asked, "noindex") || strings.Contains(asked, "none")
	p.NoFollow = strings.Contains(asked, "nofollow") || strings.Contains(asked, "none")
	if canon := resolve(base, m.canon); canon != "" && HostOf(canon) == HostOf(p.URL) {
		p.Canonical = canon
	}
	if p.Icon == "" && !strings.HasPrefix(m.icon, "data:") {
		p.Icon = resolve(at, "/favicon.ico")
	}
	for _, said := range []string{m.ld.published, m.first(publishedNames), m.time} {
		if p.Published == 0 {
			p.Published = dateIn(said)
		}
	}
	return p
}

// titleOf returns the title of the article, without the name of the site after it.
func (m *meta) titleOf(site string) string {
	if said := or(m.first(titleNames), m.ld.headline); said != "" {
		return unsuffixed(said, site)
	}
	// If the title element begins with the heading, the heading is the title.
	if h := m.heading; len(h) >= 6 && strings.HasPrefix(m.title, h) {
		return h
	}
	return or(unsuffixed(m.title, site), m.heading)
}

// separators are the separators between the title of an article and the name of its site.
var separators = []string{" | ", " - ", " – ", " — ", "_", "｜", "丨", "——", " · ", "-", "|"}

// unsuffixed removes the name of the site from the end of a title, and the names of sections before it, as in
// 标题_新闻_某网.
func unsuffixed(title, site string) string {
	for _, sep := range separators {
		i := strings.LastIndex(title, sep)
		if i < 0 {
			continue
		}
		tail := strings.TrimSpace(title[i+len(sep):])
		if tail == "" || site != "" && (strings.EqualFold(tail, site) || strings.Contains(tail, site) || strings.Contains(site, tail)) || isSite(tail) {
			return unsuffixed(strings.TrimSpace(title[:i]), site)
		}
	}
	return title
}

// siteIn returns the name of the site at the end of a title. If the end of the title is not
// clearly such a name, the result is empty.
func siteIn(title string) string {
	for _, sep := range separators {
		if i := strings.LastIndex(title, sep); i > 0 {
			if tail := strings.TrimSpace(title[i+len(sep):]); isSite(tail) {
				return tail
			}
		}
	}
	return ""
}

// isSite reports whether the last part of a title is clearly the name of a site or of one of its
// sections.
func isSite(tail string) bool {
	if text.Len(tail) > 12 {
		return false
	}
	for _, end := range []string{"网", "網", "网站", "频道", "頻道", "日报", "日報", "新闻", "新聞", "博客", "论坛", "論壇", "门户网站", "在线", "資訊", "资讯", "百科", "周报", "政府", "博物馆"} {
		if strings.HasSuffix(tail, end) {
			return true
		}
	}
	return false
}

// author removes a word such as 作者 in front of a name. If s is an address and not a name, the
// result is "".
func author(s string) string {
	for _, word := range []string{"作者：", "作者:", "来源：", "来源:", "來源：", "by ", "By "} {
		s = strings.TrimPrefix(s, word)
	}
	if strings.HasPrefix(s, "http") {
		return ""
	}
	return strings.TrimSpace(s)
}

// read reads the used fields of one JSON-LD script. A script that is malformed or longer than maxLinked is ignored.
func (l *linked) read(script string) {
	if len(script) > maxLinked {
		return
	}
	var v any
	if json.Unmarshal([]byte(script), &v) == nil {
		l.take(v, 0)
	}
}

func (l *linked) take(v any, depth int) {
	if depth > maxDepth {
		return
	}
	switch v := v.(type) {
	case []any:
		for i, item := range v {
			if i < 50 {
				l.take(item, depth+1)
			}
		}
	case map[string]any:
		if free, ok := v["isAccessibleForFree"]; ok && (free == false || strings.EqualFold(valueText(free), "false")) {
			l.paid = true
		}
		kind := valueText(v["@type"])
		if strings.Contains(kind, "Article") || strings.Contains(kind, "Posting") || strings.Contains(kind, "WebPage") || strings.Contains(kind, "Report") || kind == "" && v["headline"] != nil {
			l.headline = or(l.headline, valueText(v["headline"]))
			l.author = or(l.author, valueText(v["author"]))
			l.published = or(l.published, valueText(v["datePublished"]), valueText(v["pubDate"]))
			l.description = or(l.description, valueText(v["description"]))
			l.site = or(l.site, valueText(v["publisher"]))
		}
		if kind == "WebSite" {
			l.site = or(l.site, valueText(v["name"]))
		}
		l.take(v["@graph"], depth+1)
	}
}

// valueText returns a JSON-LD value as text: a string itself, the name of a thing, or the
// first of several values.
func valueText(v any) string {
	switch v := v.(type) {
	case string:
		return text.Cut(v, 2_000)
	case []any:
		if len(v) > 0 {
			if _, nested := v[0].([]any); !nested {
				return valueText(v[0])
			}
		}
	case map[string]any:
		if s, ok := v["name"].(string); ok {
			return s
		}
	}
	return ""
}
