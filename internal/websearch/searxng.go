package websearch

import (
	"net/http"
	"net/url"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// searxng is a metasearch server that operators run themselves.
var searxng = &Engine{
	ID: "searxng", Name: errs.Text{ZhCN: "SearXNG", ZhTW: "SearXNG", En: "SearXNG"},
	Hosts: []string{"localhost", "127.0.0.1", "searxng"}, Free: true, Kinds: []Kind{Web, Image, Video},
	Note: errs.Text{
		ZhCN: "自己运行的元搜索，不用密钥、不收费；要在它的 settings.yml 里开放 json 格式。",
		ZhTW: "自己執行的元搜尋，不用金鑰、不收費；要在它的 settings.yml 裡開放 json 格式。",
		En:   "A metasearch server of your own: no key, no cost. Its settings.yml has to allow the json format.",
	},
	ask: func(s Source, q Query) (*call, error) {
		v := url.Values{"q": {q.withSite(maxText)}, "format": {"json"}, "safesearch": {"1"}, "language": {language(q.Locale)}}
		if q.Freshness != AnyTime {
			v.Set("time_range", string(q.Freshness))
		}
		if c := map[Kind]string{Image: "images", Video: "videos"}[q.Kind]; c != "" {
			v.Set("categories", c)
		}
		to := &call{method: http.MethodGet, url: s.BaseURL + "/search?" + v.Encode()}
		if s.Key != "" { // a reverse proxy in front of SearXNG may require a key
			to.header = map[string]string{"Authorization": bearer(s.Key)}
		}
		return to, nil
	},
	read: func(body []byte, q Query) ([]Result, error) {
		var got struct {
			Results []struct {
				URL, Title, Content string
				Published           string `json:"publishedDate"`
				Picture             string `json:"img_src"`
				Thumb               string `json:"thumbnail_src"`
				Still               string `json:"thumbnail"`
				Resolution          string
				Length              any
			}
			Unresponsive [][]any `json:"unresponsive_engines"`
		}
		if err := decode(body, &got); err != nil {
			return nil, err
		}
		var out []Result
		for _, r := range got.Results {
			one := Result{Title: r.Title, URL: r.URL, Snippet: r.Content, Published: date(r.Published)}
			if q.Kind != Web {
				one.Picture, one.Thumb = r.Picture, first(r.Thumb, r.Still)
				one.Picture = first(one.Picture, one.Thumb)
				one.Width, one.Height = resolution(r.Resolution)
				one.Seconds = length(r.Length)
			}
			out = append(out, one)
		}
		if len(out) == 0 && len(got.Unresponsive) > 0 {
			return nil, fail(Failing, "%s", unresponsive(got.Unresponsive))
		}
		return out, nil
	},
	refused: func(status int, _ http.Header, _ []byte) *failure {
		if status == http.StatusForbidden {
			return fail(JSONOff, "HTTP 403")
		}
		return nil
	},
}

// unresponsive lists at most five failed engines of a SearXNG, each with the reason, such as
// "google: too many requests".
func unresponsive(list [][]any) string {
	out := ""
	for _, e := range list[:min(len(list), 5)] {
		for i, part := range e {
			if s, ok := part.(string); ok {
				out += map[bool]string{true: "; ", false: ": "}[i == 0] + s
			}
		}
	}
	return text.Cut(first(trimLead(out), "no engine behind it answered"), maxDetail)
}
