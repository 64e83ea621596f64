package sms

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/provider"
)

// Tencent is an application at Tencent Cloud SMS. Its template has the code as {1}
// and, with Minutes, the validity in minutes as {2}.
type Tencent struct {
	ID       string // SecretId
	Key      string // SecretKey
	App      string // SmsSdkAppId
	Sign     string // SignName
	Template string // TemplateId
	Minutes  bool   // the template has a second placeholder
	Region   string // empty: ap-guangzhou
	URL      string // empty: https://sms.tencentcloudapi.com
}

// The service's default address and region.
const (
	DefaultTencentURL    = "https://sms.tencentcloudapi.com"
	DefaultTencentRegion = "ap-guangzhou"
)

func (t Tencent) configured() bool {
	return t.ID != "" && t.Key != "" && t.App != "" && t.Sign != "" && t.Template != ""
}

type tencentSender struct {
	Tencent
	client *http.Client
	now    func() time.Time
}

const (
	tencentService = "sms"
	tencentAction  = "SendSms"
	tencentVersion = "2021-01-11"
	tencentType    = "application/json; charset=utf-8"
)

func (t tencentSender) Send(ctx context.Context, m Message) error {
	address, region := t.URL, t.Region
	if address == "" {
		address = DefaultTencentURL
	}
	if region == "" {
		region = DefaultTencentRegion
	}
	params := []string{m.Code}
	if t.Minutes {
		params = append(params, strconv.Itoa(m.Minutes))
	}
	body, err := json.Marshal(map[string]any{
		"PhoneNumberSet": []string{m.Phone}, "SmsSdkAppId": t.App, "SignName": t.Sign,
		"TemplateId": t.Template, "TemplateParamSet": params,
	})
	if err != nil {
		return err
	}
	u, err := url.Parse(address)
	if err != nil {
		return errors.New("the address of Tencent Cloud cannot be used")
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(address, "/")+"/", bytes.NewReader(body))
	if err != nil {
		return errors.New("the address of Tencent Cloud cannot be used")
	}
	at := t.now()
	req.Header.Set("Content-Type", tencentType)
	req.Header.Set("X-TC-Action", tencentAction)
	req.Header.Set("X-TC-Version", tencentVersion)
	req.Header.Set("X-TC-Region", region)
	req.Header.Set("X-TC-Timestamp", strconv.FormatInt(at.Unix(), 10))
	req.Header.Set("Authorization", SignTC3(t.ID, t.Key, u.Host, body, at))
	answer, err := provider.Do(t.client, req)
	if err != nil {
		return err
	}
	return tencentAnswer(answer)
}

// SignTC3 creates the Authorization header for a call to SendSms. `at` is the time of the call. The
// signature, made by TC3-HMAC-SHA256, covers this time, the method, the path, two headers and the body.
func SignTC3(id, key, host string, body []byte, at time.Time) string {
	date := at.UTC().Format("2006-01-02")
	scope := date + "/" + tencentService + "/tc3_request"
	request := strings.Join([]string{
		http.MethodPost, "/", "",
		"content-type:" + tencentType + "\nhost:" + host + "\n",
		"content-type;host", digest(body),
	}, "\n")
	text := strings.Join([]string{"TC3-HMAC-SHA256", strconv.FormatInt(at.Unix(), 10), scope, digest([]byte(request))}, "\n")
	secret := mac(mac(mac([]byte("TC3"+key), date), tencentService), "tc3_request")
	return "TC3-HMAC-SHA256 Credential=" + id + "/" + scope +
		", SignedHeaders=content-type;host, Signature=" + hex.EncodeToString(mac(secret, text))
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func mac(key []byte, text string) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(text))
	return m.Sum(nil)
}

// tencentAnswer returns the error in an answer, either of the whole call or of a single number.
func tencentAnswer(body []byte) error {
	var a struct {
		Response struct {
			Error *struct{ Code, Message string }
			Set   []struct{ Code, Message string } `json:"SendStatusSet"`
		}
	}
	if err := provider.ReadJSON(body, &a); err != nil {
		return err
	}
	if e := a.Response.Error; e != nil {
		return &provider.Error{Provider: "tencent sms", Code: e.Code, Text: e.Message}
	}
	if len(a.Response.Set) == 0 {
		return &provider.Error{Provider: "tencent sms", Text: "the answer names no number"}
	}
	for _, n := range a.Response.Set {
		if n.Code != "Ok" {
			return &provider.Error{Provider: "tencent sms", Code: n.Code, Text: n.Message}
		}
	}
	return nil
}
