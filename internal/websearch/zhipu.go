package websearch

import (
	"fmt"
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// zhipu is the search of 智谱. It uses the key of the models of 智谱, and calls are charged to the
// account of that key.
var zhipu = &Engine{
	ID: "zhipu", Name: errs.Text{ZhCN: "智谱搜索", ZhTW: "智譜搜尋", En: "Zhipu Search"},
	BaseURL: "https://open.bigmodel.cn/api/paas/v4", KeyURL: "https://open.bigmodel.cn/usercenter/apikeys",
	Option: []string{"search_std", "search_pro", "search_pro_sogou", "search_pro_quark"}, Kinds: []Kind{Web},
	Note: errs.Text{
		ZhCN: "和智谱模型用同一个密钥；按次从余额扣费，不同的引擎单价不同。",
		ZhTW: "和智譜模型用同一個金鑰；按次從餘額扣費，不同的引擎單價不同。",
		En:   "The key of the Zhipu models; charged by the search, at a price that depends on the engine.",
	},
	ask: func(s Source, q Query) (*call, error) {
		body := map[string]any{
			"search_query": text.Cut(q.Text, 70), "search_engine": first(s.Option, "search_std"), "search_intent": false,
			"count": q.Limit, "search_recency_filter": since1[q.Freshness], "content_size": "medium",
		}
		if q.Site != "" {
			body["search_domain_filter"] = q.Site
		}
		return post(s, "/web_search", body)
	},
	read: func(body []byte, _ Query) ([]Result, error) {
		var got struct {
			Error  *zhipuError
			Result []struct {
				Title, Content, Link, Media, Icon string
				Date                              string `json:"publish_date"`
			} `json:"search_result"`
		}
		if err := decode(body, &got); err != nil {
			return nil, err
		}
		if got.Error != nil {
			return nil, got.Error.failure()
		}
		var out []Result
		for _, r := range got.Result {
			out = append(out, Result{Title: r.Title, URL: r.Link, Snippet: r.Content, Site: r.Media, Icon: r.Icon, Published: date(r.Date)})
		}
		return out, nil
	},
	refused: func(_ int, _ http.Header, body []byte) *failure {
		var got struct{ Error *zhipuError }
		if decode(body, &got) != nil || got.Error == nil || got.Error.Code == nil {
			return nil
		}
		return got.Error.failure()
	},
}

// zhipuError is an error of 智谱. Its code is more precise than the status: 429 may also mean
// that the balance is used up.
type zhipuError struct {
	Code    any
	Message string
}

func (e *zhipuError) failure() *failure {
	code := fmt.Sprint(e.Code)
	reason := Failing
	switch {
	case code == "1113" || code == "1112":
		reason = NoBalance
	case code == "1301" || code == "1214":
		reason = BadQuery
	case code >= "1302" && code <= "1309":
		reason = Busy
	case code >= "1000" && code <= "1004", code == "401":
		reason = KeyRefused
	}
	return fail(reason, "%s %s", code, text.Cut(plain(e.Message), maxDetail-10))
}
