// Package sms sends codes to phones: by any service that accepts a small JSON
// document, or by Tencent Cloud.
package sms

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/provider"
)

// Settings describe the services that send codes. If both the gateway and Tencent Cloud are set up, the
// gateway is used.
type Settings struct {
	Gateway string // address that accepts a Message as JSON
	Key     string // sent as a bearer token; may be empty
	Tencent Tencent
}

// Configured reports whether codes can be sent.
func (s Settings) Configured() bool { return s.Gateway != "" || s.Tencent.configured() }

// Message is a code to be sent.
type Message struct {
	Phone   string `json:"phone"` // E.164
	Code    string `json:"code"`
	Purpose string `json:"purpose"` // login, bind, safe
	Minutes int    `json:"minutes"` // how long the code is valid
	Locale  string `json:"locale"`
	Text    string `json:"text"` // the whole message as a sentence, for services that can send any text
}

// Sender sends messages.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

// Sender returns the configured service.
func (s Settings) Sender(client *http.Client, now func() time.Time) Sender {
	switch {
	case s.Gateway != "":
		return gateway{s, client}
	case s.Tencent.configured():
		return tencentSender{s.Tencent, client, now}
	}
	return nobody{}
}

type nobody struct{}

func (nobody) Send(context.Context, Message) error { return errors.New("no message service is set up") }

// gateway is the operator's own service. A status of 2xx means that the message was sent. But if the answer
// is JSON with the field `code`, the value must also be null, empty, 0, 200 or "ok".
type gateway struct {
	Settings
	client *http.Client
}

func (g gateway) Send(ctx context.Context, m Message) error {
	m.Text = sentence(m)
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, g.Gateway, bytes.NewReader(body))
	if err != nil {
		return errors.New("the gateway's address cannot be used")
	}
	req.Header.Set("Content-Type", "application/json")
	if g.Key != "" {
		req.Header.Set("Authorization", "Bearer "+g.Key)
	}
	answer, err := provider.Do(g.client, req)
	if err != nil {
		return err
	}
	var reply struct {
		Code any `json:"code"`
	}
	if json.Unmarshal(answer, &reply) == nil {
		switch code := fmt.Sprint(reply.Code); strings.ToLower(code) {
		case "<nil>", "0", "200", "ok", "":
		default:
			return &provider.Error{Provider: "sms", Code: code}
		}
	}
	return nil
}

func sentence(m Message) string {
	minutes := strconv.Itoa(m.Minutes)
	switch m.Locale {
	case "en":
		return "Your code is " + m.Code + ", valid for " + minutes + " minutes. Do not share it with anybody."
	case "zh-TW":
		return "您的驗證碼是 " + m.Code + "，" + minutes + " 分鐘內有效。請勿告訴任何人。"
	default:
		return "您的验证码是 " + m.Code + "，" + minutes + " 分钟内有效。请勿告诉任何人。"
	}
}
