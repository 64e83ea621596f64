package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// visitor is an anonymous identity of Wenqu.
type visitor struct{ id, token string }

func newVisitor(ctx context.Context, addr string) (visitor, error) {
	req, err := post(ctx, "http://"+addr+"/api/anon/login", `{}`)
	if err != nil {
		return visitor{}, err
	}
	res, err := client.Do(req)
	if err != nil {
		return visitor{}, err
	}
	defer func() { _ = res.Body.Close() }()
	var out struct {
		UserID string `json:"userId"`
		Token  string `json:"token"`
	}
	if err := json.NewDecoder(res.Body).Decode(&out); err != nil {
		return visitor{}, err
	}
	if out.UserID == "" {
		return visitor{}, fmt.Errorf("anonymous login: %s", res.Status)
	}
	return visitor{id: out.UserID, token: out.Token}, nil
}

func (v visitor) sign(req *http.Request) {
	req.Header.Set("X-ID", v.id)
	req.Header.Set("X-Token", v.token)
	req.Header.Set("X-Check-Token-Type", "hy_anon_token")
}

func (v visitor) chat(ctx context.Context, addr, cid, prompt, model string) (*http.Request, error) {
	body, _ := json.Marshal(map[string]string{"prompt": prompt, "chatModelId": model})
	req, err := post(ctx, "http://"+addr+"/api/chat/"+cid, string(body))
	if err == nil {
		v.sign(req)
	}
	return req, err
}

// attach opens the stream of a conversation's newest answer after frame `from`.
func (v visitor) attach(ctx context.Context, addr, cid string, from int) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://%s/api/chat/%s/stream?from=%d", addr, cid, from), nil)
	if err != nil {
		return nil, err
	}
	v.sign(req)
	return client.Do(req)
}

// call posts `in` as JSON and decodes the response into `out`, which may be nil.
func (v visitor) call(ctx context.Context, addr, path string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	req, err := post(ctx, "http://"+addr+path, string(body))
	if err != nil {
		return err
	}
	v.sign(req)
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", path, res.Status)
	}
	if out == nil {
		return nil
	}
	return json.NewDecoder(res.Body).Decode(out)
}
