package mcp

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"maps"
	"net"
	"net/http"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/guard"
)

// Reason is the reason why a server cannot be used.
type Reason string

// Values of Reason.
const (
	BadAddress  Reason = "badAddress"
	BadHeader   Reason = "badHeader"
	ManyHeaders Reason = "manyHeaders"
	BadCommand  Reason = "badCommand"
	BadVariable Reason = "badVariable"
	Private     Reason = "private"
	NoHost      Reason = "noHost"
	Network     Reason = "network"
	Certificate Reason = "certificate"
	Redirect    Reason = "redirect"
	Timeout     Reason = "timeout"
	NotFound    Reason = "notFound"
	Forbidden   Reason = "forbidden"
	Login       Reason = "login"
	NoLogin     Reason = "noLogin"
	LoginFailed Reason = "loginFailed"
	TooMany     Reason = "tooMany"
	Server      Reason = "server"
	TooLarge    Reason = "tooLarge"
	NotMCP      Reason = "notMCP"
	NoStart     Reason = "noStart"
	Stopped     Reason = "stopped"
	Pausing     Reason = "pausing"
	Gone        Reason = "gone"
)

// reasons contains a sentence for users about each reason.
var reasons = map[Reason]errs.Text{
	BadAddress:  {ZhCN: "地址不对：要以 https:// 开头，内网的服务由管理员添加", ZhTW: "網址不對：要以 https:// 開頭，內部網路的服務由管理員加入", En: "The address must begin with https://; servers in the own network are added by an administrator"},
	BadHeader:   {ZhCN: "有一个请求头不能用，名称只能有字母、数字、- 和 _，而且不能是 Cookie、Host 这类由连接决定的；值只能有英文字符，写在一行里", ZhTW: "有一個要求標頭無法使用，名稱只能有字母、數字、- 和 _，而且不能是 Cookie、Host 這類由連線決定的；值只能有英文字元，寫在一行裡", En: "A header cannot be used; its name may have letters, digits, - and _ only and be none that the connection sets, such as Cookie or Host, and its value must be one line of ASCII characters"},
	ManyHeaders: {ZhCN: "请求头和环境变量各最多 16 个，请删去一些", ZhTW: "要求標頭和環境變數各最多 16 個，請刪去一些", En: "There may be at most 16 headers and 16 variables; remove some"},
	BadCommand:  {ZhCN: "命令的第一行要写程序，后面的参数最多 31 行，每行最多 4 KB", ZhTW: "指令的第一行要寫程式，後面的參數最多 31 行，每行最多 4 KB", En: "The first line of the command must be the program; at most 31 arguments of 4 KB may follow"},
	BadVariable: {ZhCN: "有一个环境变量不能用，要写成「名称=值」，最多 8 KB", ZhTW: "有一個環境變數無法使用，要寫成「名稱=值」，最多 8 KB", En: "A variable cannot be used; write it as NAME=value, with at most 8 KB"},
	Private:     {ZhCN: "地址在内部网络里，为了安全没有连接；请管理员在「管理 › 连接器」里添加并标为本地", ZhTW: "網址在內部網路裡，為了安全沒有連線；請管理員在「管理 › 連接器」裡加入並標為本機", En: "The address is in a private network, so it was not connected to; an administrator can add it under Administration › Connectors and mark it as local"},
	NoHost:      {ZhCN: "找不到这个域名，请检查地址", ZhTW: "找不到這個網域，請檢查網址", En: "There is no such host; please check the address"},
	Network:     {ZhCN: "连接不上，请检查地址，或稍后再试", ZhTW: "無法連線，請檢查網址，或稍後再試", En: "It could not be reached; check the address or try again later"},
	Certificate: {ZhCN: "对方的安全证书有问题，没有连接", ZhTW: "對方的安全憑證有問題，沒有連線", En: "Its certificate is not valid, so it was not connected to"},
	Redirect:    {ZhCN: "对方要求转到别的地址，为了安全没有跟随；请填写最终的地址", ZhTW: "對方要求轉到別的網址，為了安全沒有跟隨；請填寫最終的網址", En: "It redirects to another address, which is not followed for safety; enter the final address"},
	Timeout:     {ZhCN: "对方太久没有回应，请稍后再试", ZhTW: "對方太久沒有回應，請稍後再試", En: "It took too long to answer; try again later"},
	NotFound:    {ZhCN: "这个地址上没有 MCP 服务，请检查路径（常见的是 /mcp 或 /sse）", ZhTW: "這個網址上沒有 MCP 服務，請檢查路徑（常見的是 /mcp 或 /sse）", En: "There is no MCP server at this address; check the path, often /mcp or /sse"},
	Forbidden:   {ZhCN: "对方拒绝了访问，请检查密钥或权限", ZhTW: "對方拒絕了存取，請檢查金鑰或權限", En: "It refused access; check the key or its rights"},
	Login:       {ZhCN: "需要先登录这个服务，或填写它的访问密钥", ZhTW: "需要先登入這個服務，或填寫它的存取金鑰", En: "Sign in to the server first, or enter its access key"},
	NoLogin:     {ZhCN: "对方没有提供网页登录的方式，请在它的网站上申请访问密钥再填进来", ZhTW: "對方沒有提供網頁登入的方式，請在它的網站上申請存取金鑰再填進來", En: "It offers no way to sign in by browser; get an access key at its site and enter it here"},
	LoginFailed: {ZhCN: "登录没有完成，请重新登录", ZhTW: "登入沒有完成，請重新登入", En: "Signing in did not succeed; please try again"},
	TooMany:     {ZhCN: "对方限制访问次数，请稍后再试", ZhTW: "對方限制存取次數，請稍後再試", En: "It limits requests; try again later"},
	Server:      {ZhCN: "对方出错了，请稍后再试", ZhTW: "對方出錯了，請稍後再試", En: "It reported an error of its own; try again later"},
	TooLarge:    {ZhCN: "对方发来的内容太多，已断开", ZhTW: "對方傳來的內容太多，已中斷", En: "It sent too much, so the connection was closed"},
	NotMCP:      {ZhCN: "对方的回应不是 MCP（可能是普通网页），请检查地址", ZhTW: "對方的回應不是 MCP（可能是一般網頁），請檢查網址", En: "What it answers is not MCP, perhaps a web page; check the address"},
	NoStart:     {ZhCN: "程序启动不了，请检查命令是否存在、是否可以执行", ZhTW: "程式無法啟動，請檢查指令是否存在、是否可以執行", En: "The program cannot be started; check that the command exists and may be run"},
	Stopped:     {ZhCN: "程序或连接中途结束了，请再试一次", ZhTW: "程式或連線中途結束了，請再試一次", En: "The program or the connection ended midway; try again"},
	Pausing:     {ZhCN: "程序接连启动失败，稍等一会儿会再试", ZhTW: "程式接連啟動失敗，稍等一會兒會再試", En: "The program failed several times; it is tried again after a pause"},
	Gone:        {ZhCN: "对方已经没有这个工具了，请刷新工具列表", ZhTW: "對方已經沒有這個工具了，請重新整理工具清單", En: "The server has this tool no more; refresh the list of tools"},
}

// Reasons lists every reason, sorted.
func Reasons() []Reason { return slices.Sorted(maps.Keys(reasons)) }

// Say returns the sentence about a reason, without a full stop; "" for an empty reason.
func (r Reason) Say(locale string) string { return reasons[r].In(locale) }

// Error states why a server cannot be used.
type Error struct {
	Reason Reason
	Cause  error // for the log only
}

// Error is the text for logs.
func (e *Error) Error() string {
	if e.Cause != nil {
		return "mcp: " + string(e.Reason) + ": " + e.Cause.Error()
	}
	return "mcp: " + string(e.Reason)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

func fail(r Reason, cause error) *Error { return &Error{Reason: r, Cause: cause} }

// reasonOf returns the reason of an *Error in err; empty for other errors.
func reasonOf(err error) Reason {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Reason
	}
	return ""
}

// shown converts an *Error to errs.MCPFailed with a sentence for users. Other errors are unchanged.
func shown(err error, locale string) error {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		return err
	}
	return errs.Wrap(errs.MCPFailed, e).With("reason", e.Reason.Say(locale))
}

var statuses = map[int]Reason{
	http.StatusUnauthorized: Login, http.StatusForbidden: Forbidden, http.StatusNotFound: NotFound, http.StatusMethodNotAllowed: NotFound,
	http.StatusGone: NotFound, http.StatusTooManyRequests: TooMany, http.StatusRequestTimeout: Timeout, http.StatusGatewayTimeout: Timeout,
}

// reasonOfStatus returns the reason for a status; empty for success.
func reasonOfStatus(status int) Reason {
	switch r := statuses[status]; {
	case r != "":
		return r
	case status >= 500:
		return Server
	case status >= 300 && status < 400:
		return Redirect
	case status >= 400:
		return NotMCP
	}
	return ""
}

// reasonOfNetwork returns the reason for a failure to connect or to read.
func reasonOfNetwork(err error) Reason {
	var (
		dns     *net.DNSError
		unknown x509.UnknownAuthorityError
		host    x509.HostnameError
		invalid x509.CertificateInvalidError
		record  tls.RecordHeaderError
		netErr  net.Error
	)
	switch {
	case errors.Is(err, guard.ErrAddress):
		return Private
	case errors.As(err, &dns) && dns.IsNotFound:
		return NoHost
	case errors.As(err, &unknown), errors.As(err, &host), errors.As(err, &invalid), errors.As(err, &record):
		return Certificate
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &netErr) && netErr.Timeout():
		return Timeout
	}
	return Network
}
