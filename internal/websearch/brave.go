package websearch

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

var brave = &Engine{
	ID: "brave", Name: errs.Text{ZhCN: "Brave 搜索", ZhTW: "Brave 搜尋", En: "Brave Search"},
	BaseURL: "https://api.search.brave.com/res/v1", KeyURL: "https://api-dashboard.search.brave.com/app/keys", Kinds: []Kind{Web, Image, Video},
	Note: errs.Text{
		ZhCN: "国外搜索，有自己的索引，含图片和视频；按月套餐或按次计费。",
		ZhTW: "國外搜尋，有自己的索引，含圖片與影片；按月方案或按次計費。",
		En:   "A search with an index of its own, pictures and videos included; paid by plan or by use.",
	},
	ask: func(s Source, q Query) (*call, error) {
		v := url.Values{"q": {clipped(q)}, "count": {strconv.Itoa(min(q.Limit, 20))}, "search_lang": {braveLanguage(q.Locale)}}
		path := "/web/search"
		switch q.Kind {
		case Image: // the search for pictures has no parameter for the age
			path = "/images/search"
			v.Set("count", strconv.Itoa(q.Limit))
		case Video:
			path = "/videos/search"
		}
		if f := map[Freshness]string{PastDay: "pd", PastWeek: "pw", PastMonth: "pm", PastYear: "py"}[q.Freshness]; f != "" && q.Kind != Image {
			v.Set("freshness", f)
		}
		return &call{
			method: http.MethodGet, url: s.BaseURL + path + "?" + v.Encode(),
			header: map[string]string{"X-Subscription-Token": string(s.Key)},
		}, nil
	},
	read: func(body []byte, q Query) ([]Result, error) {
		type found struct {
			Title, URL, Description, Age string
			PageAge                      string `json:"page_age"`
			Source                       string
			Extra                        []string `json:"extra_snippets"`
			Profile                      struct{ Name string }
			Meta                         struct{ Favicon string } `json:"meta_url"`
			Thumbnail                    struct{ Src string }
			Properties                   struct {
				URL           string
				Width, Height int
			}
			Video struct{ Duration string }
		}
		var got struct {
			Web     struct{ Results []found }
			Results []found
		}
		if err := decode(body, &got); err != nil {
			return nil, err
		}
		list := got.Web.Results
		if q.Kind != Web {
			list = got.Results
		}
		var out []Result
		for _, r := range list {
			one := Result{
				Title: r.Title, URL: r.URL, Snippet: strings.Join(append([]string{r.Description}, r.Extra...), " "),
				Site: first(r.Profile.Name, r.Source), Icon: r.Meta.Favicon, Published: date(first(r.PageAge, r.Age)),
			}
			switch q.Kind {
			case Image:
				one.Picture, one.Thumb, one.Width, one.Height = r.Properties.URL, r.Thumbnail.Src, r.Properties.Width, r.Properties.Height
			case Video:
				one.Picture, one.Seconds = r.Thumbnail.Src, length(r.Video.Duration)
			}
			out = append(out, one)
		}
		return out, nil
	},
}

// clipped cuts a query to the limits of Brave: 400 characters and 50 words, including the words for
// the site.
func clipped(q Query) string {
	words := strings.Fields(q.Text)
	q.Text = strings.Join(words[:min(len(words), 48)], " ")
	return q.withSite(400)
}

func braveLanguage(locale string) string {
	switch locale {
	case "en":
		return "en"
	case "zh-TW":
		return "zh-hant"
	}
	return "zh-hans"
}
