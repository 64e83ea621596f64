package websearch

import (
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// deepseek is the search of DeepSeek. It uses the key of the DeepSeek models, and calls are charged to the
// account of that key.
var deepseek = &Engine{
	ID: "deepseek", Name: errs.Text{ZhCN: "DeepSeek 搜索", ZhTW: "DeepSeek 搜尋", En: "DeepSeek Search"},
	BaseURL: "https://api.deepseek.com/v1", KeyURL: "https://platform.deepseek.com/api_keys", Kinds: []Kind{Web},
	Note: errs.Text{
		ZhCN: "和 DeepSeek 模型用同一个密钥；按有结果的次数从余额扣费，没有结果不收费。",
		ZhTW: "和 DeepSeek 模型用同一個金鑰；按有結果的次數從餘額扣費，沒有結果不收費。",
		En:   "The key of the DeepSeek models. Each search with results is charged to its balance; those without are free.",
	},
	ask: func(s Source, q Query) (*call, error) {
		query := q.withSite(128)
		if since := q.since(); !since.IsZero() && text.Len(query) <= 128-17 {
			query += " after:" + since.Format("2006-01-02")
		}
		return post(s, "/tools/search", map[string]any{
			"query": query, "count": q.Limit, "ori_question": text.Cut(q.Text, 128), "need_content": false,
		})
	},
	read: func(body []byte, _ Query) ([]Result, error) {
		var got struct {
			Results []struct {
				Title, URL, Snippet, Summary, Content string
				Site                                  string `json:"site_name"`
				Icon                                  string `json:"site_icon"`
				Date                                  string
			}
		}
		if err := decode(body, &got); err != nil {
			return nil, err
		}
		var out []Result
		for _, r := range got.Results {
			out = append(out, Result{
				Title: r.Title, URL: r.URL, Snippet: first(r.Summary, r.Snippet), Content: r.Content,
				Site: r.Site, Icon: r.Icon, Published: date(r.Date),
			})
		}
		return out, nil
	},
	fetch: func(s Source, address string) (*call, error) {
		return post(s, "/tools/fetch", map[string]string{"url": address})
	},
	page: func(body []byte) (Page, error) {
		var got struct{ Title, Content string }
		err := decode(body, &got)
		return Page{Title: plain(got.Title), Text: got.Content}, err
	},
	refused: func(status int, _ http.Header, body []byte) *failure {
		if status == http.StatusNotFound { // fetch gets this reply if the page could not be read
			return fail(NothingFound, "%s", message(body))
		}
		return nil
	},
}
