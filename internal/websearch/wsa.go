package websearch

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// wsa is 元宝搜索, the search of Tencent Cloud. A service key is used as a bearer token; an account
// key (SecretId and SecretKey) signs each request.
var wsa = &Engine{
	ID: "wsa", Name: errs.Text{ZhCN: "元宝搜索（腾讯云）", ZhTW: "元寶搜尋（騰訊雲）", En: "Yuanbao Search (Tencent Cloud)"},
	BaseURL: "https://api.wsa.cloud.tencent.com", Hosts: []string{"wsa.tencentcloudapi.com"}, KeyURL: "https://console.cloud.tencent.com/wsapi",
	KeyID: true, Kinds: []Kind{Web, Image},
	Note: errs.Text{
		ZhCN: "腾讯云的联网搜索：填服务 API KEY，或账号的 SecretId 和 SecretKey；先开通，按次计费，有轻量、标准、尊享三档。",
		ZhTW: "騰訊雲的連網搜尋：填服務 API KEY，或帳號的 SecretId 與 SecretKey；先開通，按次計費，有輕量、標準、尊享三級。",
		En:   "Tencent Cloud's web search: a service key, or SecretId and SecretKey of the account. Charged by the search, in three editions.",
	},
	ask: func(s Source, q Query) (*call, error) {
		body := map[string]any{"Query": q.Text, "Mode": 0}
		if q.Site != "" {
			body["Site"] = q.Site
		}
		if since := q.since(); !since.IsZero() {
			body["FromTime"], body["ToTime"] = since.Unix(), q.now.Unix()
		}
		if s.KeyID == "" {
			return post(s, "/SearchPro", body)
		}
		raw, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		to, err := url.Parse(signedBase(s.BaseURL))
		if err != nil {
			return nil, err
		}
		return &call{
			method: http.MethodPost, url: to.String() + "/", body: raw,
			header: tc3(s.KeyID, string(s.Key), to.Host, "SearchPro", "2025-05-08", raw, q.now),
		}, nil
	},
	read: func(body []byte, q Query) ([]Result, error) {
		type reply struct {
			Pages []json.RawMessage
			Error *struct{ Code, Message string }
			Msg   string
		}
		var got struct {
			Response *reply
			reply
		}
		if err := decode(body, &got); err != nil {
			return nil, err
		}
		r := &got.reply
		if got.Response != nil {
			r = got.Response
		}
		if r.Error != nil {
			return nil, tencentFailure(r.Error.Code, r.Error.Message)
		}
		var out []Result
		for _, raw := range r.Pages[:min(len(r.Pages), 10*maxLimit)] {
			var written string
			if json.Unmarshal(raw, &written) == nil { // the service writes each page as a string that contains JSON
				raw = json.RawMessage(written)
			}
			var p struct {
				Title, Date, URL, Passage, Content, Site, Favicon string
				Images                                            []string
			}
			if json.Unmarshal(raw, &p) != nil {
				continue
			}
			one := Result{Title: p.Title, URL: p.URL, Snippet: first(p.Content, p.Passage), Site: p.Site, Icon: p.Favicon, Published: date(p.Date)}
			if q.Kind == Image {
				for _, i := range p.Images[:min(len(p.Images), 1)] {
					one.Picture = i
					out = append(out, one)
				}
				continue
			}
			out = append(out, one)
		}
		return out, nil
	},
}

// signedBase returns the address for signed requests. It replaces the address for
// service keys by the address of Tencent Cloud's API.
func signedBase(base string) string {
	if base == wsa0 {
		return "https://wsa.tencentcloudapi.com"
	}
	return base
}

// wsa0 is the address for service keys.
const wsa0 = "https://api.wsa.cloud.tencent.com"

// tencentFailure returns the failure for an error code of Tencent Cloud.
func tencentFailure(code, said string) *failure {
	reason := Failing
	switch {
	case strings.HasPrefix(code, "AuthFailure"), strings.HasPrefix(code, "UnauthorizedOperation"):
		reason = KeyRefused
	case strings.HasPrefix(code, "RequestLimitExceeded"), strings.HasPrefix(code, "LimitExceeded"):
		reason = Busy
	case strings.HasPrefix(code, "ResourceInsufficient"), strings.Contains(code, "InArrears"), strings.HasPrefix(code, "FailedOperation.Resource"):
		reason = NoBalance
	case strings.HasPrefix(code, "InvalidParameter"), strings.HasPrefix(code, "MissingParameter"):
		reason = BadQuery
	}
	return fail(reason, "%s: %s", code, plain(said))
}
