package websearch

import (
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// tokenhub is the search of Tencent Cloud's TokenHub. It has no search API: a model is asked to
// search, and only the sources of its answer are used.
var tokenhub = &Engine{
	ID: "tokenhub", Name: errs.Text{ZhCN: "TokenHub 联网搜索", ZhTW: "TokenHub 連網搜尋", En: "TokenHub web search"},
	BaseURL: "https://tokenhub.tencentmaas.com/v1", Hosts: []string{"tencentmaas.com", "tencentcloudmaas.com"}, KeyURL: "https://console.cloud.tencent.com/tokenhub",
	Option: []string{"standard", "lite"}, Kinds: []Kind{Web}, timeout: 10 * time.Second,
	Note: errs.Text{
		ZhCN: "和 TokenHub 模型用同一个密钥；要先在工具管理里开通联网搜索，按次计费，另算少量模型用量，比专门的接口慢。",
		ZhTW: "和 TokenHub 模型用同一個金鑰；要先在工具管理裡開通連網搜尋，按次計費，另計少量模型用量，比專門的 API慢。",
		En:   "The key of the TokenHub models, with web search switched on among its tools. Charged by the search plus a few tokens; slower than a search interface.",
	},
	ask: func(s Source, q Query) (*call, error) {
		return post(s, "/chat/completions", map[string]any{
			"model": "hy3", "stream": false, "max_tokens": 16, "reasoning_effort": "none",
			"web_search_options": map[string]any{"search_source": first(s.Option, "standard")},
			"messages": []map[string]string{
				{"role": "system", "content": "联网搜索用户的话，然后只回答「好」。"},
				{"role": "user", "content": q.withSite(maxText)},
			},
		})
	},
	read: func(body []byte, _ Query) ([]Result, error) {
		type found struct {
			Title, Name, URL, Link, Snippet, Content, Passage, Text string
			Site, Icon, Favicon, Date                               string
			SiteName                                                string `json:"site_name"`
			PublishTime                                             string `json:"publish_time"`
		}
		var got struct {
			Results []found `json:"search_results"`
			Choices []struct {
				Message struct {
					Results []found `json:"search_results"`
				}
			}
		}
		if err := decode(body, &got); err != nil {
			return nil, err
		}
		list := got.Results
		for _, c := range got.Choices {
			list = append(list, c.Message.Results...)
		}
		var out []Result
		for _, r := range list {
			out = append(out, Result{
				Title: first(r.Title, r.Name), URL: first(r.URL, r.Link), Snippet: first(r.Snippet, r.Content, r.Passage, r.Text),
				Site: first(r.SiteName, r.Site), Icon: first(r.Icon, r.Favicon), Published: date(first(r.PublishTime, r.Date)),
			})
		}
		return out, nil
	},
}
