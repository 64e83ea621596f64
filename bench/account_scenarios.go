package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/accounttest"
)

// gateway starts an SMS gateway on loopback. `env` makes the server use the gateway and switches
// captchas off.
func gateway() (world *accounttest.World, env []string, stop func()) {
	server := httptest.NewUnstartedServer(nil)
	base := "http://" + server.Listener.Addr().String()
	world = accounttest.New(base)
	server.Config.Handler = world
	server.Start()
	return world, []string{"WENQU_SMS_URL=" + base + accounttest.SMSPath, "WENQU_SMS_KEY=" + accounttest.SMSKey, "WENQU_CAPTCHA=off"}, server.Close
}

// accountReply is the response to a request for a code or a login: two fields of its JSON, and its
// HTTP status.
type accountReply struct {
	Code  int    `json:"code"`
	Token string `json:"token"`
	http  int
}

func say(ctx context.Context, addr, path string, in any) (out accountReply, err error) {
	body, err := json.Marshal(in)
	if err != nil {
		return out, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+addr+path, bytes.NewReader(body))
	if err != nil {
		return out, err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := client.Do(req)
	if err != nil {
		return out, err
	}
	defer func() { _ = res.Body.Close() }()
	out.http = res.StatusCode
	return out, json.NewDecoder(res.Body).Decode(&out)
}

const (
	codePath  = "/api/login/getverificationcode"
	loginPath = "/api/joint/login"
)

// login measures how many logins by code are completed per second, eight at a time. A login
// requests a code, gets it through an SMS gateway, and creates an account and a session.
func (b *bench) login() error {
	const logins, width, goal = 2000, 8, 200
	world, env, stop := gateway()
	defer stop()
	server, _, _, err := b.server("", env...)
	if err != nil {
		return err
	}
	defer server.kill()
	var next atomic.Int64
	one := func() error {
		phone := fmt.Sprintf("+8613%09d", next.Add(1))
		if out, err := say(background(), server.addr, codePath, map[string]any{"phone": phone}); err != nil || out.http != http.StatusOK {
			return fmt.Errorf("a code for %s: %+v, %w", phone, out, err)
		}
		message, ok := world.Sent(phone)
		if !ok {
			return fmt.Errorf("no code came to %s", phone)
		}
		out, err := say(background(), server.addr, loginPath, map[string]any{"type": "phone", "phone": phone, "code": message.Code})
		if err != nil || out.Token == "" {
			return fmt.Errorf("login of %s: %+v, %w", phone, out, err)
		}
		return nil
	}
	failed := make(chan error, width)
	began, cpu := time.Now(), server.cpu()
	var wg sync.WaitGroup
	for range width {
		wg.Go(func() {
			for range logins / width {
				if err := one(); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	wg.Wait()
	took, used := time.Since(began), server.cpu()-cpu
	close(failed)
	if err := <-failed; err != nil {
		return err
	}
	rate := logins / took.Seconds()
	fmt.Printf("%d logins by code: %.0f a second (the other side computes here, too), %s of processor each\n", logins, rate, ms(used/logins))
	b.least("logins by code a second", rate, goal, "")
	return nil
}

// limits checks the limits of codes. It asks for a code for one phone number a thousand times at
// once; only one request may be granted. Then it tries a thousand wrong codes at once: none may
// succeed, and afterwards the right code must be refused as well.
func (b *bench) limits() error {
	const tries = 1000
	world, env, stop := gateway()
	defer stop()
	server, _, _, err := b.server("", append(env, "WENQU_LIMITS=on")...)
	if err != nil {
		return err
	}
	defer server.kill()
	const phone = "+8613800000001"
	began := time.Now()
	sent, refused, err := atOnce(tries, func(int) (accountReply, error) {
		return say(background(), server.addr, codePath, map[string]any{"phone": phone})
	})
	if err != nil {
		return err
	}
	message, _ := world.Sent(phone)
	fmt.Printf("%d codes asked for at once in %s: %d sent, %d refused\n", tries, ms(time.Since(began)), world.Messages(), refused)
	if sent != 1 || world.Messages() != 1 {
		return fmt.Errorf("%d codes were sent to one number", world.Messages())
	}
	right, _, err := atOnce(tries, func(i int) (accountReply, error) {
		code := fmt.Sprintf("%06d", i)
		if code == message.Code {
			code = "999999"
		}
		return say(background(), server.addr, loginPath, map[string]any{"type": "phone", "phone": phone, "code": code})
	})
	if err != nil {
		return err
	}
	out, err := say(background(), server.addr, loginPath, map[string]any{"type": "phone", "phone": phone, "code": message.Code})
	fmt.Printf("%d wrong codes tried at once: %d let in; the right one afterwards: %d\n", tries, right, out.http)
	if err == nil && (right > 0 || out.Token != "") {
		err = fmt.Errorf("a code survived %d wrong tries", tries)
	}
	return err
}

// atOnce makes n calls concurrently and returns how many were granted and how many were refused.
func atOnce(n int, call func(i int) (accountReply, error)) (granted, refused int, err error) {
	var ok, no atomic.Int64
	err = sideBySide(n, func(i int) error {
		out, err := call(i)
		switch {
		case err != nil:
		case out.http == http.StatusOK && out.Code == 0:
			ok.Add(1)
		default:
			no.Add(1)
		}
		return err
	})
	return int(ok.Load()), int(no.Load()), err
}
