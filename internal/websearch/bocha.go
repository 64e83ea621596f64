package websearch

import (
	"fmt"
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// bocha is the search of 博查. Its replies have the same format as Bing's.
var bocha = &Engine{
	ID: "bocha", Name: errs.Text{ZhCN: "博查", ZhTW: "博查", En: "Bocha"},
	BaseURL: "https://api.bochaai.com/v1", Hosts: []string{"bochaai.com", "bocha.cn"}, KeyURL: "https://open.bochaai.com",
	Kinds: []Kind{Web, Image, Video},
	Note: errs.Text{
		ZhCN: "国内的搜索接口，有网页、图片和视频；先充值，按次扣费。",
		ZhTW: "中國大陸的搜尋 API，有網頁、圖片與影片；先儲值，按次扣費。",
		En:   "A Chinese search service with pages, pictures and videos; prepaid, charged by the search.",
	},
	ask: func(s Source, q Query) (*call, error) {
		body := map[string]any{"query": q.Text, "count": q.Limit, "summary": q.Kind == Web, "freshness": since1[q.Freshness]}
		if q.Site != "" {
			body["include"] = q.Site
		}
		return post(s, "/web-search", body)
	},
	read: func(body []byte, q Query) ([]Result, error) {
		var got struct {
			Code    any
			Msg     string
			Message string
			Data    struct {
				WebPages struct {
					Value []struct {
						Name, URL, Snippet, Summary, SiteName, SiteIcon, DatePublished, DateLastCrawled string
					}
				}
				Images struct {
					Value []struct {
						Name, ThumbnailURL, ContentURL, HostPageURL, DatePublished string
						Width, Height                                              int
					}
				}
				Videos struct {
					Value []struct {
						Name, Description, ThumbnailURL, HostPageURL, ContentURL, Duration, DatePublished string
						Publisher                                                                         []struct{ Name string }
					}
				}
			}
		}
		if err := decode(body, &got); err != nil {
			return nil, err
		}
		if code := fmt.Sprint(got.Code); code != "200" && code != "<nil>" {
			return nil, bochaFailure(code, first(got.Msg, got.Message))
		}
		var out []Result
		switch q.Kind {
		case Image:
			for _, r := range got.Data.Images.Value {
				out = append(out, Result{
					Title: r.Name, URL: first(r.HostPageURL, r.ContentURL), Picture: r.ContentURL, Thumb: r.ThumbnailURL,
					Width: r.Width, Height: r.Height, Published: date(r.DatePublished),
				})
			}
		case Video:
			for _, r := range got.Data.Videos.Value {
				one := Result{
					Title: r.Name, URL: first(r.HostPageURL, r.ContentURL), Snippet: r.Description, Picture: r.ThumbnailURL,
					Seconds: length(r.Duration), Published: date(r.DatePublished),
				}
				if len(r.Publisher) > 0 {
					one.Site = r.Publisher[0].Name
				}
				out = append(out, one)
			}
		default:
			for _, r := range got.Data.WebPages.Value {
				out = append(out, Result{
					Title: r.Name, URL: r.URL, Snippet: first(r.Summary, r.Snippet), Site: r.SiteName, Icon: r.SiteIcon,
					Published: date(first(r.DatePublished, r.DateLastCrawled)),
				})
			}
		}
		return out, nil
	},
	refused: func(status int, _ http.Header, body []byte) *failure {
		if status == http.StatusForbidden {
			return fail(NoBalance, "HTTP 403: %s", message(body))
		}
		return nil
	},
}

// bochaFailure returns the failure for an error in a reply with status 200.
func bochaFailure(code, said string) *failure {
	reason, ok := map[string]Reason{"400": BadQuery, "401": KeyRefused, "403": NoBalance, "429": Busy}[code]
	if !ok {
		reason = Failing
	}
	return fail(reason, "%s %s", code, plain(said))
}

// since1 maps a Freshness to its name at 博查 and 智谱.
var since1 = map[Freshness]string{AnyTime: "noLimit", PastDay: "oneDay", PastWeek: "oneWeek", PastMonth: "oneMonth", PastYear: "oneYear"}
