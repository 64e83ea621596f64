package websearch

import (
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/text"
)

var tavily = &Engine{
	ID: "tavily", Name: errs.Text{ZhCN: "Tavily", ZhTW: "Tavily", En: "Tavily"},
	BaseURL: "https://api.tavily.com", KeyURL: "https://app.tavily.com", Kinds: []Kind{Web, Image},
	Note: errs.Text{
		ZhCN: "为大模型做的国外搜索；含图片，每月有免费额度，之后按额度包付费。",
		ZhTW: "為大型語言模型設計的國外搜尋；含圖片，每月有免費額度，之後按額度方案付費。",
		En:   "A search made for language models, pictures included; free credits each month, then paid by credits.",
	},
	ask: func(s Source, q Query) (*call, error) {
		body := map[string]any{"query": text.Cut(q.Text, 400), "max_results": min(q.Limit, 20), "include_favicon": true}
		if q.Site != "" {
			body["include_domains"] = []string{q.Site}
		}
		if q.Freshness != AnyTime {
			body["time_range"] = string(q.Freshness)
		}
		if q.Kind == Image {
			body["include_images"], body["include_image_descriptions"] = true, true
		}
		return post(s, "/search", body)
	},
	read: func(body []byte, q Query) ([]Result, error) {
		var got struct {
			Images  []struct{ URL, Description string }
			Results []struct {
				Title, URL, Content, Favicon string
				Date                         string `json:"published_date"`
			}
		}
		if err := decode(body, &got); err != nil {
			return nil, err
		}
		var out []Result
		if q.Kind == Image { // Tavily does not state the pages of pictures
			for _, i := range got.Images {
				out = append(out, Result{Title: i.Description, URL: i.URL, Picture: i.URL})
			}
			return out, nil
		}
		for _, r := range got.Results {
			out = append(out, Result{Title: r.Title, URL: r.URL, Snippet: r.Content, Icon: r.Favicon, Published: date(r.Date)})
		}
		return out, nil
	},
	refused: func(status int, _ http.Header, body []byte) *failure {
		if status == 432 || status == 433 { // the limit of the plan, or of paid use, is reached
			return fail(NoBalance, "HTTP %d: %s", status, message(body))
		}
		return nil
	},
}
