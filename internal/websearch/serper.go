package websearch

import (
	"net/http"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// serper returns results of Google.
var serper = &Engine{
	ID: "serper", Name: errs.Text{ZhCN: "Serper（Google）", ZhTW: "Serper（Google）", En: "Serper (Google)"},
	BaseURL: "https://google.serper.dev", KeyURL: "https://serper.dev/api-key", Kinds: []Kind{Web, Image, Video},
	Note: errs.Text{
		ZhCN: "返回 Google 的结果，含图片和视频；注册送一些次数，之后按次数包付费。",
		ZhTW: "傳回 Google 的結果，含圖片與影片；註冊送一些次數，之後按次數方案付費。",
		En:   "Results of Google, pictures and videos included; some searches are free, then paid by packages.",
	},
	ask: func(s Source, q Query) (*call, error) {
		place, lang := "cn", "zh-cn"
		switch q.Locale {
		case "en":
			place, lang = "us", "en"
		case "zh-TW":
			place, lang = "tw", "zh-tw"
		}
		body := map[string]any{"q": q.withSite(maxText), "num": q.Limit, "gl": place, "hl": lang}
		if f := map[Freshness]string{PastDay: "qdr:d", PastWeek: "qdr:w", PastMonth: "qdr:m", PastYear: "qdr:y"}[q.Freshness]; f != "" {
			body["tbs"] = f
		}
		c, err := post(s, map[Kind]string{Web: "/search", Image: "/images", Video: "/videos"}[q.Kind], body)
		if c != nil {
			c.header = map[string]string{"X-API-KEY": string(s.Key)}
		}
		return c, err
	},
	read: func(body []byte, q Query) ([]Result, error) {
		type found struct {
			Title, Link, Snippet, Date, Source, ImageURL, ThumbnailURL, Duration string
			ImageWidth, ImageHeight                                              int
		}
		var got struct{ Organic, Images, Videos []found }
		if err := decode(body, &got); err != nil {
			return nil, err
		}
		var out []Result
		for _, r := range map[Kind][]found{Web: got.Organic, Image: got.Images, Video: got.Videos}[q.Kind] {
			one := Result{Title: r.Title, URL: r.Link, Snippet: r.Snippet, Published: date(r.Date)}
			if q.Kind != Web {
				one.Site, one.Picture, one.Thumb = r.Source, r.ImageURL, r.ThumbnailURL
				one.Width, one.Height, one.Seconds = r.ImageWidth, r.ImageHeight, length(r.Duration)
			}
			out = append(out, one)
		}
		return out, nil
	},
	refused: func(status int, _ http.Header, body []byte) *failure {
		if said := message(body); strings.Contains(strings.ToLower(said), "credits") {
			return fail(NoBalance, "HTTP %d: %s", status, said)
		}
		return nil
	},
}
