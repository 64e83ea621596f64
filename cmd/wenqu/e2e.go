//go:build e2e

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// A build for browser tests has three more tools. The first asks for consent at every call, the second
// once per conversation, and the third never. Before every tool call, and during every wait for a
// person, the server sends a request to the scripted provider at E2E_PROVIDER. The provider records the
// request and responds when the test allows a response.
func init() {
	p := provider(os.Getenv("E2E_PROVIDER"))
	changes = append(changes, func(o *answer.Options) {
		o.Tools = append(o.Tools,
			acts("send_mail", "Sends a mail.", "发送邮件", answer.ConsentEvery),
			acts("book_room", "Books a room.", "预订会议室", answer.ConsentOnce),
			acts("add_point", "Adds a point to a score.", "记一分", answer.ConsentNever))
		o.Around = p.watch
		o.After = p.after
	})
}

// acts returns a tool whose name and description promise an effect, although it only returns a
// text.
func acts(name, description, title string, ask answer.Consent) answer.Tool {
	return answer.Tool{
		Spec:    llm.Tool{Name: name, Description: description, Parameters: []byte(`{"type":"object"}`)},
		Consent: ask,
		Label: func(_ string, input []byte) string {
			var in struct{ To string }
			if json.Unmarshal(input, &in) == nil && in.To != "" {
				return title + "：" + in.To
			}
			return title
		},
		Call: func(context.Context, answer.Call) (answer.Result, error) {
			return answer.Result{Text: title + "：做完了。", Note: "做完了"}, nil
		},
	}
}

// provider is the address of the scripted provider.
type provider string

// watch makes a tool wait for the scripted provider before each call. The tool's time limit is
// longer than any test, because the wait counts as part of the call.
func (p provider) watch(t answer.Tool) answer.Tool {
	call, name := t.Call, t.Spec.Name
	t.Timeout = time.Hour
	t.Call = func(ctx context.Context, c answer.Call) (answer.Result, error) {
		if err := p.wait(ctx, name, string(c.Input)); err != nil {
			return answer.Result{}, err
		}
		return call(ctx, c)
	}
	return t
}

// after replaces time.After in waits for a person: the channel delivers the time when the test decides
// that the wait is over.
func (p provider) after(time.Duration) <-chan time.Time {
	over := make(chan time.Time, 1)
	go func() {
		if p.wait(context.Background(), "consent-over", "") == nil {
			over <- time.Now()
		}
	}()
	return over
}

func (p provider) wait(ctx context.Context, gate, note string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, string(p)+"/gates/wait?name="+url.QueryEscape(gate), strings.NewReader(note))
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != http.StatusOK {
		return fmt.Errorf("gate %s: %d %w", gate, res.StatusCode, err)
	}
	return nil
}
