package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// numbered is the state of an answer's reader: the number of the last frame, a running hash of all
// payloads, and whether the answer has ended.
type numbered struct {
	last int
	sum  [32]byte
	end  bool
}

// take reads frames from `res` until the stream ends or `limit` frames have arrived. It fails on a
// gap or a repetition.
func (n *numbered) take(res *http.Response, limit int) error {
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("attach: %s", res.Status)
	}
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(make([]byte, 4096), 1<<20)
	for got := 0; got < limit && lines.Scan(); {
		line := lines.Bytes()
		if id, ok := bytes.CutPrefix(line, []byte("id: ")); ok {
			number, err := strconv.Atoi(string(id))
			if err != nil {
				return err
			}
			if number != n.last+1 {
				return fmt.Errorf("frame %d came when %d was due", number, n.last+1)
			}
			n.last = number
		}
		if data, ok := bytes.CutPrefix(line, []byte("data: ")); ok {
			n.sum = sha256.Sum256(append(n.sum[:], data...))
			got++
			if bytes.Equal(data, []byte("[DONE]")) {
				n.end = true
				return nil
			}
		}
	}
	return nil
}

// reattach disconnects readers at least 10,000 times at random frames, first while the answers run
// and then while their stored logs are read. It checks that all readers of an answer have received
// the same frames. Then it measures a reload of the page.
func (b *bench) reattach() error {
	const conversations, readersEach, cuts = 20, 10, 10_000
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
	var wg sync.WaitGroup
	var made atomic.Int64
	failures := make(chan error, conversations*readersEach)
	sums := make([][]numbered, conversations)
	for c := range conversations {
		cid := fmt.Sprintf("reattach-%04d", c)
		req, err := v.chat(ctx, server.addr, cid, "你好", "slow-200")
		if err != nil {
			return err
		}
		res, err := client.Do(req)
		if err != nil {
			return err
		}
		_ = res.Body.Close() // the reader disconnects as if the page were closed; the answer continues
		sums[c] = make([]numbered, readersEach)
		for r := range readersEach {
			wg.Go(func() {
				rng := rand.New(rand.NewPCG(uint64(c), uint64(r)))
				n := &sums[c][r]
				for !n.end {
					res, err := v.attach(ctx, server.addr, cid, n.last)
					if err == nil {
						err = n.take(res, 1+rng.IntN(8))
					}
					if err != nil {
						failures <- fmt.Errorf("%s reader %d: %w", cid, r, err)
						return
					}
					made.Add(1)
				}
			})
		}
	}
	wg.Wait()
	close(failures)
	for err := range failures {
		return err
	}
	// The rest of the 10,000 disconnects happens while reading the stored logs.
	rng := rand.New(rand.NewPCG(7, 7))
	for made.Load() < cuts {
		c := rng.IntN(conversations)
		var n numbered
		for !n.end {
			res, err := v.attach(ctx, server.addr, fmt.Sprintf("reattach-%04d", c), n.last)
			if err == nil {
				err = n.take(res, 1+rng.IntN(60))
			}
			if err != nil {
				return err
			}
			made.Add(1)
		}
		if n.sum != sums[c][0].sum {
			return fmt.Errorf("conversation %d reads differently after the end", c)
		}
	}
	for c := range sums {
		for r := range sums[c] {
			if sums[c][r].sum != sums[c][0].sum {
				return fmt.Errorf("readers of conversation %d differ", c)
			}
		}
	}
	fmt.Printf("%d cuts at random frames: 0 gaps, 0 repeats, all readers alike\n", made.Load())

	var took []time.Duration
	for range 50 {
		began := time.Now()
		var n numbered
		res, err := v.attach(ctx, server.addr, "reattach-0000", 0)
		if err == nil {
			err = n.take(res, 1<<30)
		}
		if err != nil {
			return err
		}
		took = append(took, time.Since(began))
	}
	fmt.Printf("whole answer of %d frames after a reload: p50 %s, max %s\n", sums[0][0].last, ms(median(took)), ms(quantile(took, 1)))
	b.most("whole answer so far after a reload, p50", float64(median(took))/float64(time.Millisecond), 100, " ms")
	return nil
}

// sigterm stops the server with 200 running answers. Half of the answers are short enough to end
// during the drain. Then sigterm starts the server again and counts complete answers, interrupted
// answers that can be continued, and lost answers.
func (b *bench) sigterm() error {
	const answers = 200
	scripts := [...]struct {
		model  string
		tokens int
	}{{"slow-64", 64}, {"slow-200", 200}}
	server, data, _, err := b.server("")
	if err != nil {
		return err
	}
	ctx := background()
	v, err := newVisitor(ctx, server.addr)
	if err != nil {
		return err
	}
	type reader struct {
		cid    string
		tokens int
		done   bool
	}
	readers := make([]reader, answers)
	var began, wg sync.WaitGroup
	began.Add(answers)
	for i := range readers {
		r := &readers[i]
		r.cid = fmt.Sprintf("sigterm-%05d", i)
		wg.Go(func() {
			first := sync.OnceFunc(began.Done)
			defer first()
			req, err := v.chat(ctx, server.addr, r.cid, "你好", scripts[i%2].model)
			if err != nil {
				return
			}
			res, err := client.Do(req)
			if err != nil {
				return
			}
			defer func() { _ = res.Body.Close() }()
			lines := bufio.NewScanner(res.Body)
			for lines.Scan() {
				for range stamps(lines.Bytes()) {
					r.tokens++
					first()
				}
				r.done = r.done || bytes.Equal(lines.Bytes(), []byte("data: [DONE]"))
			}
		})
	}
	began.Wait()
	if err := server.terminate(); err != nil {
		return fmt.Errorf("the server did not end cleanly: %w", err)
	}
	wg.Wait()
	server, _, _, err = b.server(data)
	if err != nil {
		return err
	}
	defer server.kill()
	drained, resumable, lost := 0, 0, 0
	for i, r := range readers {
		if r.done && r.tokens == scripts[i%2].tokens {
			drained++
			continue
		}
		stored, state, err := storedAnswer(ctx, v, server.addr, r.cid)
		if err != nil {
			return err
		}
		if stored < r.tokens || state != "interrupt" {
			fmt.Printf("%s: %d tokens seen, %d stored, state %s\n", r.cid, r.tokens, stored, state)
			lost++
			continue
		}
		resumable++
		if i%20 == 1 {
			if err := continueAnswer(ctx, v, server.addr, r.cid); err != nil {
				return err
			}
		}
	}
	fmt.Printf("%d answers at SIGTERM: %d drained, %d resumable, %d lost\n", answers, drained, resumable, lost)
	if lost > 0 {
		return fmt.Errorf("%d answers lost", lost)
	}
	return nil
}

// storedAnswer returns the number of tokens of the newest answer in the history, and its state.
func storedAnswer(ctx context.Context, v visitor, addr, cid string) (tokens int, state string, err error) {
	var out struct {
		Convs []struct {
			Speaker    string `json:"speaker"`
			SpeechesV2 []struct {
				State   string `json:"state"`
				Content []struct {
					Type string `json:"type"`
					Msg  string `json:"msg"`
				} `json:"content"`
			} `json:"speechesV2"`
		} `json:"convs"`
	}
	if err := v.call(ctx, addr, "/api/user/agent/conversation/v1/detail", map[string]any{"conversationId": cid}, &out); err != nil {
		return 0, "", err
	}
	for _, c := range out.Convs {
		if c.Speaker != "ai" {
			continue
		}
		for _, s := range c.SpeechesV2 {
			for _, item := range s.Content {
				if item.Type == "text" {
					tokens += bytes.Count([]byte(item.Msg), []byte("字"))
				}
			}
			return tokens, s.State, nil
		}
	}
	return 0, "", fmt.Errorf("%s has no answer", cid)
}

// continueAnswer requests the continuation of an answer and reads it to the end.
func continueAnswer(ctx context.Context, v visitor, addr, cid string) error {
	req, err := post(ctx, "http://"+addr+"/api/user/agent/conversation/continue", fmt.Sprintf(`{"conversationId":%q}`, cid))
	if err != nil {
		return err
	}
	v.sign(req)
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	var n numbered
	if err := n.take(res, 1<<30); err != nil {
		return err
	}
	if !n.end {
		return fmt.Errorf("%s did not go on to its end", cid)
	}
	return nil
}

// start measures the first start, further starts on the same database, the memory of the idle
// server, and the size of the binary.
func (b *bench) start() error {
	server, data, first, err := b.server("")
	if err != nil {
		return err
	}
	if err := server.terminate(); err != nil {
		return err
	}
	var took []time.Duration
	for range 5 {
		var d time.Duration
		server, _, d, err = b.server(data)
		if err != nil {
			return err
		}
		took = append(took, d)
		if len(took) < 5 {
			if err := server.terminate(); err != nil {
				return err
			}
		}
	}
	time.Sleep(3 * time.Second) // wait for start-up work before measuring memory
	info, err := os.Stat(b.wenqu)
	if err != nil {
		return err
	}
	b.most("first start", float64(first)/float64(time.Millisecond), 500, " ms")
	b.most("start on a database that is there, median", float64(median(took))/float64(time.Millisecond), 500, " ms")
	b.most("idle memory", float64(server.resident())/(1<<20), 60, " MB")
	b.most("binary", float64(info.Size())/(1<<20), 75, " MiB")
	return server.terminate()
}
