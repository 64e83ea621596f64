package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// beside runs 2,000 slow answers alone, then together with 50 concurrent web searches, then
// together with 1,000 readers of one shared conversation.
func (b *bench) beside() error {
	const model, tokens, width, searches, readers = "slow-64", 64, 2000, 50, 1000
	web, server, err := b.searching()
	if err != nil {
		return err
	}
	defer web.kill()
	defer server.kill()
	ctx := background()
	v, err := newVisitor(ctx, server.addr)
	if err != nil {
		return err
	}
	page, err := v.shared(ctx, server.addr, 100)
	if err != nil {
		return err
	}
	many := anew(server, b.base)
	var alone time.Duration
	for _, s := range []struct {
		name string
		run  func() error // the load besides the answers
	}{
		{"alone", func() error { return nil }},
		{"beside 50 searches at once", func() error {
			var read atomic.Int64
			err := sideBySide(searches, func(i int) error {
				found, err := v.search(ctx, server.addr, fmt.Sprintf("beside-%04d", i), fmt.Sprintf("临江水库第%d期什么时候修建 20k", i))
				if found {
					read.Add(1)
				}
				return err
			})
			fmt.Printf("%d of %d searches read pages; the others were told that there are too many\n", read.Load(), searches)
			return err
		}},
		{"beside 1,000 readers of a share", func() error {
			return sideBySide(readers, func(int) error { return read(ctx, page) })
		}},
	} {
		others := make(chan error, 1)
		go func() {
			time.Sleep(time.Second) // let the answers start first
			began := time.Now()
			err := s.run()
			if s.name != "alone" {
				fmt.Printf("%s: those took %s\n", s.name, ms(time.Since(began)))
			}
			others <- err
		}()
		answers := many.many(ctx, width, width, model)
		if err := <-others; err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		var delays []time.Duration
		for _, a := range answers {
			delays = append(delays, a.delays...)
		}
		n, err := whole(answers, tokens)
		p99 := quantile(delays, 0.99)
		fmt.Printf("%s: %d of %d whole; token on its way p50 %s, p99 %s\n", s.name, n, width, ms(quantile(delays, 0.5)), ms(p99))
		if n != width {
			return fmt.Errorf("%s: %d of %d answers whole: %w", s.name, n, width, err)
		}
		if s.name == "alone" {
			alone = p99
			continue
		}
		b.least("whole answers of 2,000, "+s.name, float64(n), width, "")
		fmt.Printf("%s: a token's way at p99 is %.2f times that alone\n", s.name, float64(p99)/float64(alone))
	}
	return nil
}

// pages measures the processor time of a search that reads six pages. Searches with pages of a few KB
// and with pages of 1 MB alternate. The time includes child processes.
func (b *bench) pages() error {
	const tries = 8
	web, server, err := b.searching()
	if err != nil {
		return err
	}
	defer web.kill()
	defer server.kill()
	ctx := background()
	v, err := newVisitor(ctx, server.addr)
	if err != nil {
		return err
	}
	used := map[string][]time.Duration{}
	for i := range tries + 1 {
		for _, size := range []string{"2k", "1000k"} {
			server.settle(brief)
			before := server.treeCPU()
			found, err := v.search(ctx, server.addr, fmt.Sprintf("pages-%s-%04d", size, i), fmt.Sprintf("临江水库第%d座什么时候修建 %s", i, size))
			if err != nil {
				return err
			}
			if !found {
				return fmt.Errorf("no page of %s was read", size)
			}
			if i > 0 { // the first search of each size is a warm-up
				used[size] = append(used[size], server.treeCPU()-before)
			}
		}
	}
	small, large := median(used["2k"]), median(used["1000k"])
	fmt.Printf("a search that reads pages of 2 KB takes %s of the processor, of 1 MB %s\n", ms(small), ms(large))
	b.most("processor time of six pages of 1 MB, read and ranked", float64(large)/float64(time.Millisecond), 400, " ms")
	return nil
}

// share measures how long it takes to fetch a shared page of 200 messages.
func (b *bench) share() error {
	const tries = 100
	server, _, _, err := b.server("")
	if err != nil {
		return err
	}
	defer server.kill()
	ctx := background()
	v, err := newVisitor(ctx, server.addr)
	if err != nil {
		return err
	}
	page, err := v.shared(ctx, server.addr, 100)
	if err != nil {
		return err
	}
	var first time.Duration
	var again []time.Duration
	for i := range tries {
		began := time.Now()
		if err := read(ctx, page); err != nil {
			return err
		}
		if took := time.Since(began); i == 0 {
			first = took
		} else {
			again = append(again, took)
		}
	}
	fmt.Printf("a shared page of 200 messages: first %s, again p50 %s, p99 %s\n", ms(first), ms(quantile(again, 0.5)), ms(quantile(again, 0.99)))
	b.most("a shared page of 200 messages, first reading", float64(first)/float64(time.Millisecond), 20, " ms")
	b.most("a shared page of 200 messages, p99", float64(quantile(again, 0.99))/float64(time.Millisecond), 20, " ms")
	return nil
}

// searching starts a scripted web, and Wenqu with that web as its only search source.
func (b *bench) searching() (web, server *child, err error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, nil, err
	}
	web, _, err = start(b.file("web.log"), addr, "/readyz", nil, b.self, "web", "-addr", addr)
	if err != nil {
		return nil, nil, err
	}
	server, _, _, err = b.server("", "SEARCH_URL=searxng+http://"+addr, "WENQU_FETCH_ALLOW=127.0.0.0/8")
	if err != nil {
		web.kill()
		return nil, nil, err
	}
	return web, server, nil
}

// search asks a question with web search and reads to the end of the answer. `found` reports whether
// the answer contains the address of a page from the scripted web.
func (v visitor) search(ctx context.Context, addr, cid, prompt string) (found bool, err error) {
	body, err := json.Marshal(map[string]any{
		"prompt": prompt, "chatModelId": "fast-64", "supportFunctions": []string{"openInternetSearch"},
	})
	if err != nil {
		return false, err
	}
	req, err := post(ctx, "http://"+addr+"/api/chat/"+cid, string(body))
	if err != nil {
		return false, err
	}
	v.sign(req)
	res, err := client.Do(req)
	if err != nil {
		return false, err
	}
	defer func() { _ = res.Body.Close() }()
	all, err := io.ReadAll(res.Body)
	if err != nil {
		return false, err
	}
	if !bytes.HasSuffix(all, []byte("data: [DONE]\n\n")) {
		return false, fmt.Errorf("%s, and the answer is not whole: %.2000s", res.Status, all)
	}
	return bytes.Contains(all, []byte("/page/")), nil
}

// shared creates a conversation with `rounds` questions and their answers, shares it, and returns the
// address of the shared page.
func (v visitor) shared(ctx context.Context, addr string, rounds int) (string, error) {
	const cid = "bench-shared"
	for range rounds {
		req, err := v.chat(ctx, addr, cid, "问渠那得清如许？", "fast-64")
		if err != nil {
			return "", err
		}
		res, err := client.Do(req)
		if err != nil {
			return "", err
		}
		_, err = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
		if err != nil {
			return "", err
		}
	}
	var made struct {
		ShareID string `json:"shareId"`
		Data    struct{ Rounds int }
	}
	if err := v.call(ctx, addr, "/api/conversations/v2/share", map[string]string{"conversationId": cid}, &made); err != nil {
		return "", err
	}
	if made.ShareID == "" || made.Data.Rounds != rounds {
		return "", fmt.Errorf("%d of %d rounds are shared", made.Data.Rounds, rounds)
	}
	return "http://" + addr + "/s/" + made.ShareID, nil
}

// read fetches a page and reads it completely. It fails if the status is not 200 or the page is
// shorter than 10,000 bytes.
func read(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	n, err := io.Copy(io.Discard, res.Body)
	if err == nil && (res.StatusCode != http.StatusOK || n < 10_000) {
		err = fmt.Errorf("%s: %s, %d bytes", url, res.Status, n)
	}
	return err
}

// sideBySide runs n calls concurrently and returns the first error.
func sideBySide(n int, call func(i int) error) error {
	errs := make(chan error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			if err := call(i); err != nil {
				errs <- err
			}
		})
	}
	wg.Wait()
	close(errs)
	return <-errs
}
