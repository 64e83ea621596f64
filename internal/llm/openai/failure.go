package openai

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// failure is an error reported by a provider: before the stream with an HTTP status, or
// inside the stream with status 0.
type failure struct {
	status  int
	code    string // the provider's own code or type, as text
	message string
	mini    bool // code is a status code in MiniMax's base_resp
	after   time.Duration
}

// read looks for an error in the shapes. If `payload` is true, the event is a part of an
// answer. Such an event may have a field "code" or "message" without being an error.
func (s *shapes) read(name []byte, payload bool) (failure, bool) {
	var f failure
	switch {
	case isString(s.err):
		f.message = text(s.err)
		if isString(s.message) {
			f.message += ": " + text(s.message)
		}
		return f, true
	case len(s.err) > 2 && s.err[0] == '{':
		var kind string
		fields(s.err, func(key string, v []byte) {
			switch key {
			case "message":
				f.message = text(v)
			case "code":
				f.code = plain(v)
			case "type":
				kind = plain(v)
			}
		})
		if f.code == "" {
			f.code = kind
		}
		return f, true
	}
	if len(s.baseResp) > 0 && s.baseResp[0] == '{' {
		fields(s.baseResp, func(key string, v []byte) {
			switch key {
			case "status_code":
				f.code = plain(v)
			case "status_msg":
				f.message = text(v)
			}
		})
		if f.code != "" && f.code != "0" {
			f.mini = true
			return f, true
		}
		f = failure{}
	}
	if !payload {
		if code := plain(s.code); isString(s.message) && code != "" && code != "0" && code != "200" {
			return failure{code: code, message: text(s.message)}, true
		}
		if len(s.detail) > 2 {
			return failure{message: plain(s.detail)}, true
		}
	}
	if string(name) == "error" {
		return failure{code: plain(s.code), message: text(s.message)}, true
	}
	return f, false
}

// plain returns the text of a JSON string, or the JSON of another value; "" for null.
func plain(raw []byte) string {
	if len(raw) > 0 && raw[0] == '"' {
		return text(raw)
	}
	if string(raw) == "null" {
		return ""
	}
	return string(raw)
}

// statuses maps HTTP statuses to error codes. It is used if the code and the message of the error
// do not show the reason.
var statuses = map[int]errs.Code{
	http.StatusUnauthorized:          errs.ModelKey,
	http.StatusPaymentRequired:       errs.ModelBalance,
	http.StatusForbidden:             errs.ModelKey,
	http.StatusRequestTimeout:        errs.Timeout,
	http.StatusRequestEntityTooLarge: errs.ModelTooLong,
	http.StatusTooManyRequests:       errs.ModelBusy,
	http.StatusServiceUnavailable:    errs.ModelBusy,
	http.StatusGatewayTimeout:        errs.Timeout,
	529:                              errs.ModelBusy,
}

// miniCodes maps status codes of MiniMax's base_resp to error codes.
var miniCodes = map[string]errs.Code{
	"1001": errs.Timeout, "1002": errs.ModelBusy, "1004": errs.ModelKey, "1008": errs.ModelBalance,
	"1039": errs.ModelTooLong, "1041": errs.ModelBusy, "2049": errs.ModelKey,
}

// words maps parts of a code or a message, in lower case, to error codes. The first
// row with a matching part is used.
var words = []struct {
	code  errs.Code
	signs []string
}{
	{errs.ModelBalance, []string{"insufficient balance", "insufficient_balance", "insufficient_quota", "exceeded_current_quota", "arrear", "no balance", "余额不足", "欠费", "余额已用完"}},
	{errs.ModelTooLong, []string{"context_length", "context length", "context window", "context size", "exceed_context", "maximum context", "prompt is too long", "input is too long", "too many tokens", "range of input length", "prompt 超长", "超过最大长度"}},
	{errs.ModelMissing, []string{"model_not_found", "model not found", "modelnotfound", "modelnotopen", "unknown model", "no such model", "模型不存在", "try pulling it"}},
	{errs.ModelKey, []string{"invalid_api_key", "invalidapikey", "invalid api key", "incorrect api key", "authentication", "unauthorized"}},
	{errs.ModelLoading, []string{"loading model", "model is loading", "currently loading"}},
	{errs.ModelBusy, []string{"rate limit", "rate_limit", "ratelimit", "too many requests", "overloaded", "server is busy", "server busy", "访问量过大"}},
}

// zhipuCodes maps business codes of Zhipu to error codes.
var zhipuCodes = map[string]errs.Code{
	"1000": errs.ModelKey, "1001": errs.ModelKey, "1002": errs.ModelKey, "1003": errs.ModelKey,
	"1113": errs.ModelBalance, "1211": errs.ModelMissing, "1261": errs.ModelTooLong,
	"1302": errs.ModelBusy, "1303": errs.ModelBusy, "1305": errs.ModelBusy,
}

// filters are words in an error which mean that the provider withheld an answer or a
// question.
var filters = []string{"content_filter", "data_inspection_failed", "datainspectionfailed", "sensitivecontent", "sensitive content", "risk_control", "内容安全"}

// filtered reports whether the provider withheld the content. This ends the answer but is
// not a failure.
func (f failure) filtered() bool {
	switch {
	case f.mini:
		return f.code == "1026" || f.code == "1027"
	case f.status != 0 && f.status != http.StatusBadRequest && f.status != http.StatusForbidden && f.status != http.StatusUnavailableForLegalReasons:
		return false
	case f.code == "1301":
		return true
	}
	return f.says(filters)
}

func (f failure) says(signs []string) bool {
	said := strings.ToLower(f.code + " " + f.message)
	for _, s := range signs {
		if strings.Contains(said, s) {
			return true
		}
	}
	return false
}

func (f failure) kind() errs.Code {
	if f.mini {
		if c, ok := miniCodes[f.code]; ok {
			return c
		}
	}
	if c, ok := zhipuCodes[f.code]; ok {
		return c
	}
	if f.status == http.StatusUnauthorized {
		return errs.ModelKey
	}
	for _, w := range words {
		if f.says(w.signs) {
			return w.code
		}
	}
	if f.status == http.StatusNotFound && strings.Contains(strings.ToLower(f.message), "model") {
		return errs.ModelMissing
	}
	if c, ok := statuses[f.status]; ok {
		return c
	}
	return errs.StreamFail
}

func (f failure) err() *errs.Error {
	var said []string
	if f.status != 0 {
		said = append(said, fmt.Sprintf("HTTP %d", f.status))
	}
	if f.code != "" {
		said = append(said, f.code)
	}
	if f.message != "" {
		said = append(said, f.message)
	}
	if len(said) == 0 {
		said = []string{"an error without a word"}
	}
	e := errs.Wrap(f.kind(), fmt.Errorf("%s", clip(strings.Join(said, ": "), 300)))
	e.RetryAfter = f.after
	return e
}

// clip cuts s after n characters, and makes it valid UTF-8 on one line.
func clip(s string, n int) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "\ufffd")), " ")
	for i := range s {
		if n == 0 {
			return s[:i] + "…"
		}
		n--
	}
	return s
}
