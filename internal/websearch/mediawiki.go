package websearch

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// mediawiki is any wiki that runs MediaWiki, such as Wikipedia or a company's own.
var mediawiki = &Engine{
	ID: "mediawiki", Name: errs.Text{ZhCN: "MediaWiki 百科", ZhTW: "MediaWiki 百科", En: "MediaWiki"},
	Hosts: []string{"wikipedia.org", "wikimedia.org", "wiktionary.org", "wikibooks.org", "moegirl.org.cn"}, Free: true, Kinds: []Kind{Web, Image},
	Note: errs.Text{
		ZhCN: "任何 MediaWiki 网站：维基百科、萌娘百科、公司内部的 wiki；不用密钥、不收费，只搜这一个网站。",
		ZhTW: "任何 MediaWiki 網站：維基百科、萌娘百科、公司內部的 wiki；不用金鑰、不收費，只搜尋這一個網站。",
		En:   "Any wiki of MediaWiki, such as Wikipedia or your company's own: no key, no cost, this one site.",
	},
	ask: func(s Source, q Query) (*call, error) {
		limit := strconv.Itoa(q.Limit)
		v := url.Values{
			"action": {"query"}, "format": {"json"}, "formatversion": {"2"}, "utf8": {"1"},
			"generator": {"search"}, "gsrsearch": {q.Text}, "gsrlimit": {limit}, "inprop": {"url"},
		}
		if q.Kind == Image {
			v.Set("gsrnamespace", "6")
			v.Set("prop", "info|imageinfo")
			v.Set("iiprop", "url|size|mime")
			v.Set("iiurlwidth", "320")
		} else {
			v.Set("prop", "info")
			v.Set("list", "search")
			v.Set("srsearch", q.Text)
			v.Set("srlimit", limit)
			v.Set("srprop", "snippet|timestamp")
		}
		to := &call{method: http.MethodGet, url: wikiAPI(s.BaseURL) + "?" + v.Encode()}
		if s.Key != "" { // an OAuth token of a private wiki
			to.header = map[string]string{"Authorization": bearer(s.Key)}
		}
		return to, nil
	},
	read: func(body []byte, q Query) ([]Result, error) {
		var got struct {
			Error *struct{ Code, Info string }
			Query struct {
				Search []struct {
					ID                 int `json:"pageid"`
					Snippet, Timestamp string
				}
				Pages []struct {
					ID      int `json:"pageid"`
					Title   string
					Index   int
					FullURL string
					Image   []struct {
						URL, ThumbURL, Mime string
						Width, Height       int
					} `json:"imageinfo"`
				}
			}
		}
		if err := decode(body, &got); err != nil {
			return nil, err
		}
		if e := got.Error; e != nil {
			return nil, wikiFailure(e.Code, e.Info)
		}
		found := make([]Result, len(got.Query.Pages)+1) // found[i] is the result with rank i; ranks start at 1
		for _, p := range got.Query.Pages {
			if p.Index < 1 || p.Index >= len(found) {
				continue
			}
			r := Result{Title: p.Title, URL: p.FullURL}
			for _, s := range got.Query.Search {
				if s.ID == p.ID {
					r.Snippet = s.Snippet
					r.Published = date(s.Timestamp)
				}
			}
			if q.Kind == Image && len(p.Image) > 0 && strings.HasPrefix(p.Image[0].Mime, "image/") {
				i := p.Image[0]
				r.Picture, r.Thumb, r.Width, r.Height = i.URL, i.ThumbURL, i.Width, i.Height
			}
			found[p.Index] = r
		}
		return found, nil
	},
}

// wikiAPI returns the address of a wiki's api.php. base is this address or the address of the wiki.
func wikiAPI(base string) string {
	if strings.HasSuffix(base, ".php") {
		return base
	}
	return base + "/w/api.php"
}

func wikiFailure(code, info string) *failure {
	reason := Failing
	switch {
	case code == "maxlag" || code == "ratelimited":
		reason = Busy
	case code == "readapidenied" || strings.HasPrefix(code, "mwoauth"):
		reason = KeyRefused
	case strings.HasPrefix(code, "search"), strings.Contains(code, "srsearch"):
		reason = BadQuery
	}
	return fail(reason, "%s: %s", code, plain(info))
}
