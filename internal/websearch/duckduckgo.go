package websearch

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// duckduckgo reads the results page for browsers without scripts: there is no API, and requests
// may be blocked at any time.
var duckduckgo = &Engine{
	ID: "duckduckgo", Name: errs.Text{ZhCN: "DuckDuckGo 网页版", ZhTW: "DuckDuckGo 網頁版", En: "DuckDuckGo (pages)"},
	BaseURL: "https://html.duckduckgo.com", Hosts: []string{"duckduckgo.com"}, Free: true, Hidden: true, Kinds: []Kind{Web},
	Note: errs.Text{
		ZhCN: "没有正式的接口，读的是它的网页：随时可能要求验证或改版，只适合试用；请先看它的使用条款。",
		ZhTW: "沒有正式的 API，讀的是它的網頁：隨時可能要求驗證或改版，只適合試用；請先看它的使用條款。",
		En:   "It has no interface for programs, so that its page is read: it may refuse at any time. For trials; mind its terms.",
	},
	ask: func(s Source, q Query) (*call, error) {
		v := url.Values{"q": {q.withSite(maxText)}, "kl": {map[string]string{"en": "us-en", "zh-TW": "tw-tzh"}[q.Locale]}}
		if v.Get("kl") == "" {
			v.Set("kl", "cn-zh")
		}
		if f := map[Freshness]string{PastDay: "d", PastWeek: "w", PastMonth: "m", PastYear: "y"}[q.Freshness]; f != "" {
			v.Set("df", f)
		}
		return &call{method: http.MethodGet, url: s.BaseURL + "/html/?" + v.Encode(), header: map[string]string{"Accept": "text/html"}}, nil
	},
	read: func(body []byte, _ Query) ([]Result, error) { return readDuck(body) },
	refused: func(status int, _ http.Header, _ []byte) *failure {
		if status == http.StatusAccepted || status == http.StatusForbidden {
			return fail(Challenge, "HTTP %d", status)
		}
		return nil
	},
}

func readDuck(body []byte) ([]Result, error) {
	z := html.NewTokenizer(bytes.NewReader(body))
	var out []Result
	known, ad := false, false
	var into *string // the field that receives text at present
	depth := 0       // nesting depth inside the element of this field
	for {
		switch z.Next() {
		case html.ErrorToken:
			if !known {
				return nil, fail(NotJSON, "no page of results")
			}
			return out, nil
		case html.TextToken:
			if into != nil {
				*into += string(z.Text())
			}
		case html.EndTagToken:
			if into != nil {
				if depth--; depth <= 0 {
					into = nil
				}
			}
		case html.StartTagToken:
			if into != nil {
				depth++
			}
			t := z.Token()
			class, href := attributes(t)
			switch {
			case class["anomaly-modal__modal"] || class["anomaly-modal__title"]:
				return nil, fail(Challenge, "it shows a puzzle")
			case class["result"] || class["no-results"] || class["serp__results"]:
				known, ad = true, class["result--ad"]
			case class["result__a"] && !ad:
				known = true
				if len(out) < maxLimit {
					out = append(out, Result{URL: duckTarget(href)})
					into, depth = &out[len(out)-1].Title, 1
				}
			case class["result__snippet"] && !ad && len(out) > 0:
				into, depth = &out[len(out)-1].Snippet, 1
			}
		}
	}
}

func attributes(t html.Token) (class map[string]bool, href string) {
	class = map[string]bool{}
	for _, a := range t.Attr {
		switch a.Key {
		case "class":
			for c := range strings.FieldsSeq(a.Val) {
				class[c] = true
			}
		case "href":
			href = a.Val
		}
	}
	return class, href
}

// duckTarget returns the destination of a redirect link of DuckDuckGo, and any other link unchanged. It
// returns "" for an invalid link.
func duckTarget(href string) string {
	u, err := url.Parse(href)
	if err != nil {
		return ""
	}
	if to := u.Query().Get("uddg"); to != "" && (u.Host == "" || under(u.Hostname(), "duckduckgo.com")) {
		return to
	}
	return href
}
