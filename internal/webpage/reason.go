package webpage

import (
	"maps"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Reason is the reason why a page could not be read, or was read only in part.
type Reason string

// Values of Reason.
const (
	BadAddress  Reason = "badAddress"  // not a web address
	Private     Reason = "private"     // the address is in a private network
	NoHost      Reason = "noHost"      // the name does not exist
	Network     Reason = "network"     // the connection failed or was lost
	Certificate Reason = "certificate" // the site's certificate is not valid
	Redirects   Reason = "redirects"   // too many redirects
	Timeout     Reason = "timeout"
	NotFound    Reason = "notFound"
	Forbidden   Reason = "forbidden" // the site refuses automated requests, or all requests
	TooMany     Reason = "tooMany"   // the site limits the request rate
	Server      Reason = "server"    // the site has an internal error
	Robots      Reason = "robots"    // the site's robots.txt forbids the request
	TooLarge    Reason = "tooLarge"
	NotText     Reason = "notText" // the content is not text; for example, it is a picture or a program
	Data        Reason = "data"    // the content is machine-readable data such as JSON, XML or a feed
	NeedsScript Reason = "needsScript"
	Login       Reason = "login"
	Paywall     Reason = "paywall"
	Empty       Reason = "empty"
	Broken      Reason = "broken" // the content is damaged and cannot be read
)

// reasons has the sentence for users about each reason.
var reasons = map[Reason]errs.Text{
	BadAddress:  {ZhCN: "这不是网页的地址，请检查链接", ZhTW: "這不是網頁的網址，請檢查連結", En: "This is not the address of a web page; please check the link"},
	Private:     {ZhCN: "地址在内部网络里，为了安全不会访问", ZhTW: "網址在內部網路裡，為了安全不會存取", En: "The address is in a private network, which is not entered for safety"},
	NoHost:      {ZhCN: "找不到这个网站，请检查链接", ZhTW: "找不到這個網站，請檢查連結", En: "There is no such site; please check the link"},
	Network:     {ZhCN: "连接不上这个网站，可以稍后再试", ZhTW: "無法連線到這個網站，可以稍後再試", En: "The site could not be reached; try again later"},
	Certificate: {ZhCN: "网站的安全证书有问题，没有读取", ZhTW: "網站的安全憑證有問題，沒有讀取", En: "The site's certificate is not valid, so the page was not read"},
	Redirects:   {ZhCN: "网页反复跳转，没有读到内容", ZhTW: "網頁反覆跳轉，沒有讀到內容", En: "The page only leads on to other addresses"},
	Timeout:     {ZhCN: "网站太慢，没有在规定时间内给出内容", ZhTW: "網站太慢，沒有在規定時間內給出內容", En: "The site took too long to answer"},
	NotFound:    {ZhCN: "网页不存在或已被删除", ZhTW: "網頁不存在或已被刪除", En: "The page does not exist or was deleted"},
	Forbidden:   {ZhCN: "网站拒绝了访问，可以打开网页后复制内容来提问", ZhTW: "網站拒絕了存取，可以開啟網頁後複製內容來提問", En: "The site refused access; open the page and paste its text instead"},
	TooMany:     {ZhCN: "网站限制访问次数，可以稍后再试", ZhTW: "網站限制存取次數，可以稍後再試", En: "The site limits requests; try again later"},
	Server:      {ZhCN: "网站出错了，可以稍后再试", ZhTW: "網站出錯了，可以稍後再試", En: "The site reported an error of its own; try again later"},
	Robots:      {ZhCN: "网站不允许程序读取这个网页（robots.txt）", ZhTW: "網站不允許程式讀取這個網頁（robots.txt）", En: "The site asks programs not to read this page (robots.txt)"},
	TooLarge:    {ZhCN: "内容太大，没有读取", ZhTW: "內容太大，沒有讀取", En: "The page is too large to be read"},
	NotText:     {ZhCN: "链接的内容不是文字网页，没有可读的文字", ZhTW: "連結的內容不是文字網頁，沒有可讀的文字", En: "The link leads to something that is no page of text"},
	Data:        {ZhCN: "链接给出的是数据（JSON、XML 或订阅源），不是网页", ZhTW: "連結給出的是資料（JSON、XML 或訂閱源），不是網頁", En: "The link leads to data (JSON, XML or a feed), not to a page"},
	NeedsScript: {ZhCN: "网页要运行脚本才显示内容，读不到文字；可以打开网页后复制内容来提问", ZhTW: "網頁要執行指令碼才顯示內容，讀不到文字；可以開啟網頁後複製內容來提問", En: "The page shows its text only by scripts, which are not run; open it and paste its text instead"},
	Login:       {ZhCN: "网页要登录才能看，可以登录后复制内容来提问", ZhTW: "網頁要登入才能看，可以登入後複製內容來提問", En: "The page needs a login; log in there and paste its text instead"},
	Paywall:     {ZhCN: "网页要付费才能看全文", ZhTW: "網頁要付費才能看全文", En: "The whole page is shown only to subscribers"},
	Empty:       {ZhCN: "网页里没有可读的文字", ZhTW: "網頁裡沒有可讀的文字", En: "There is no text on the page"},
	Broken:      {ZhCN: "收到的内容已损坏，无法读取", ZhTW: "收到的內容已損壞，無法讀取", En: "What the site sent is damaged and cannot be read"},
}

// Reasons lists every reason, sorted.
func Reasons() []Reason { return slices.Sorted(maps.Keys(reasons)) }

// Say returns the sentence about a reason, without a full stop.
func (r Reason) Say(locale string) string { return reasons[r].In(locale) }

// Error is the error of a page that could not be read.
type Error struct {
	Reason Reason
	Status int   // status of the HTTP response if the status is the reason; otherwise 0
	Cause  error // for the log only
}

// Error is the text for logs.
func (e *Error) Error() string {
	if e.Cause != nil {
		return "webpage: " + string(e.Reason) + ": " + e.Cause.Error()
	}
	return "webpage: " + string(e.Reason)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

func fail(r Reason, cause error) *Error { return &Error{Reason: r, Cause: cause} }

var statuses = map[int]Reason{
	401: Login, 402: Paywall, 403: Forbidden, 404: NotFound, 406: Forbidden, 407: Network, 408: Timeout, 410: NotFound, 429: TooMany, 451: Forbidden, 504: Timeout,
}

// Err returns nil for a success and for 304, which means that nothing has changed. For any other status it returns an
// *Error with the reason.
func (r Response) Err() error {
	if r.Status >= 200 && r.Status < 300 || r.Status == 304 {
		return nil
	}
	reason, ok := statuses[r.Status]
	switch {
	case ok:
	case r.Status >= 500:
		reason = Server
	default:
		reason = NotFound
	}
	return &Error{Reason: reason, Status: r.Status}
}
