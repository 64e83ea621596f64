package websearch

import (
	"errors"
	"fmt"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Reason is the reason why a source returned no results.
type Reason string

// Values of Reason.
const (
	NothingFound Reason = "nothing"  // the search succeeded without results
	KeyRefused   Reason = "key"      // the key is wrong, missing or has no permission
	NoBalance    Reason = "balance"  // the account has no balance or quota left
	Busy         Reason = "busy"     // the source limits the request rate
	DayUsedUp    Reason = "day"      // the operator's daily limit is reached
	Crowded      Reason = "crowded"  // too many concurrent calls on this server, in total or for one owner
	Slow         Reason = "slow"     // timeout
	Unreachable  Reason = "network"  // no connection
	Forbidden    Reason = "private"  // the source's name resolves to a private address, and the source is not marked local
	Moved        Reason = "redirect" // the source redirects; redirects are not followed, because the key would be sent along
	NotJSON      Reason = "format"   // the reply has the wrong format, such as HTML
	JSONOff      Reason = "jsonOff"  // the JSON format of SearXNG is disabled
	TooBig       Reason = "size"     // the reply is larger than maxReply
	BadQuery     Reason = "query"    // the source rejects this query
	Challenge    Reason = "robot"    // the source demands a captcha
	Failing      Reason = "failing"  // any other error
)

// reasons has a sentence for each Reason, for users and operators. Most sentences also say what to do.
var reasons = map[Reason]errs.Text{
	NothingFound: {ZhCN: "没有搜到结果，换几个词再试。", ZhTW: "沒有搜尋到結果，換幾個詞再試。", En: "It found nothing. Try other words."},
	KeyRefused:   {ZhCN: "密钥不对或没有权限，请检查后重新填写。", ZhTW: "金鑰不正確或沒有權限，請檢查後重新填寫。", En: "The key is wrong or lacks the right. Check it and enter it again."},
	NoBalance:    {ZhCN: "余额或额度用完了，请到它的控制台充值。", ZhTW: "餘額或額度用完了，請到它的主控台儲值。", En: "Its balance or quota is used up. Top it up in its console."},
	Busy:         {ZhCN: "请求太频繁，它暂时不接受；过一会儿自动恢复。", ZhTW: "請求太頻繁，它暫時不接受；過一會兒自動恢復。", En: "It refuses further requests for the moment, and recovers by itself."},
	DayUsedUp:    {ZhCN: "今天的次数上限到了，明天恢复；可在「搜索来源」里调整。", ZhTW: "今天的次數上限到了，明天恢復；可在「搜尋來源」裡調整。", En: "Its daily limit is reached. Raise it under “Search sources”, or wait until tomorrow."},
	Crowded:      {ZhCN: "同时进行的搜索太多，这次没轮到；请再试一次。", ZhTW: "同時進行的搜尋太多，這次沒輪到；請再試一次。", En: "Too many searches are under way here. Try again."},
	Slow:         {ZhCN: "没有在规定时间内回应。", ZhTW: "沒有在規定時間內回應。", En: "It did not answer in time."},
	Unreachable:  {ZhCN: "连接不上，请检查地址、代理和网络。", ZhTW: "無法連線，請檢查位址、代理與網路。", En: "No connection. Check its address, the proxy and the network."},
	Forbidden:    {ZhCN: "它的地址在内网；如果是你自己的服务，请勾选「本地服务」。", ZhTW: "它的位址在內部網路；如果是你自己的服務，請勾選「本機服務」。", En: "It is at a private address. If it is your own server, mark it as local."},
	Moved:        {ZhCN: "它转到了别的地址，没有跟过去（以免密钥外泄）；请填写新地址。", ZhTW: "它轉到了別的位址，沒有跟過去（以免金鑰外洩）；請填寫新位址。", En: "It redirects elsewhere, which is not followed to keep the key safe. Enter the new address."},
	NotJSON:      {ZhCN: "返回的不是搜索数据，请检查地址是否写对。", ZhTW: "傳回的不是搜尋資料，請檢查位址是否正確。", En: "What it returns is no search data. Check the address."},
	JSONOff:      {ZhCN: "这个 SearXNG 没有开放 JSON：请在 settings.yml 的 search.formats 里加上 json，然后重启它。", ZhTW: "這個 SearXNG 沒有開放 JSON：請在 settings.yml 的 search.formats 裡加上 json，然後重新啟動它。", En: "This SearXNG does not give JSON. Add json to search.formats in its settings.yml and restart it."},
	TooBig:       {ZhCN: "返回的内容太大，没有读取。", ZhTW: "傳回的內容太大，沒有讀取。", En: "Its reply is too large and was not read."},
	BadQuery:     {ZhCN: "它不接受这个搜索，请换几个词。", ZhTW: "它不接受這個搜尋，請換幾個詞。", En: "It does not accept this search. Try other words."},
	Challenge:    {ZhCN: "它要求验证是真人，暂时不能用。", ZhTW: "它要求驗證是真人，暫時無法使用。", En: "It asks for proof that a person is searching, so it cannot be used at present."},
	Failing:      {ZhCN: "它出错了，请稍后再试。", ZhTW: "它出錯了，請稍後再試。", En: "It failed. Try again later."},
}

// Reasons are all values of Reason.
func Reasons() []Reason {
	return []Reason{
		NothingFound, KeyRefused, NoBalance, Busy, DayUsedUp, Crowded, Slow, Unreachable, Forbidden, Moved, NotJSON,
		JSONOff, TooBig, BadQuery, Challenge, Failing,
	}
}

// In returns the sentence in a locale.
func (r Reason) In(locale string) string { return reasons[r].In(locale) }

// failure is the error of a source.
type failure struct {
	reason Reason
	detail string
	after  int // seconds
}

func (f *failure) Error() string { return fmt.Sprintf("%s: %s", f.reason, f.detail) }

func fail(reason Reason, format string, args ...any) *failure {
	return &failure{reason: reason, detail: fmt.Sprintf(format, args...)}
}

// failureOf returns the failure in err; other errors become Failing.
func failureOf(err error) *failure {
	if f, ok := errors.AsType[*failure](err); ok {
		return f
	}
	return &failure{reason: Failing, detail: err.Error()}
}
