package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// steps is how many model calls an answer of the model "steps-8" takes. Each model call except the
// last ends with a call to the calculator.
const steps = 8

// step measures the time that Wenqu adds to the model in each step. The time includes the checkpoint
// on disk and the call to the calculator, which itself takes hardly any time. step measures SQLite
// and, if PostgreSQL can be started, PostgreSQL.
func (b *bench) step() error {
	for _, engine := range []string{"SQLite", "PostgreSQL"} {
		var env []string
		if engine == "PostgreSQL" {
			database, address, err := b.postgres()
			if err != nil {
				fmt.Printf("%s is not measured: %v\n", engine, err)
				continue
			}
			defer func() { _ = database.terminate() }()
			env = append(env, "WENQU_DATABASE_URL="+address)
		}
		if err := b.stepOn(engine, env); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) stepOn(engine string, env []string) error {
	const tries = 60
	server, _, _, err := b.server("", env...)
	if err != nil {
		return err
	}
	defer server.kill()
	ctx := background()
	v, err := newVisitor(ctx, server.addr)
	if err != nil {
		return err
	}
	// The durations of answers with one and with eight model calls, first through Wenqu and then by
	// direct calls. The four kinds are measured in turn.
	var one, eight, oneByHand, eightByHand []time.Duration
	for i := range tries + 5 {
		took := [4]time.Duration{}
		for k, measure := range []func() error{
			func() error { return v.answer(ctx, server.addr, fmt.Sprintf("steps-one-%04d", i), "steps-1") },
			func() error { return v.answer(ctx, server.addr, fmt.Sprintf("steps-all-%04d", i), "steps-8") },
			func() error { return byHand(ctx, b.base, "steps-1", 1) },
			func() error { return byHand(ctx, b.base, "steps-8", steps) },
		} {
			began := time.Now()
			if err := measure(); err != nil {
				return err
			}
			took[k] = time.Since(began)
		}
		if i < 5 { // warm-up
			continue
		}
		one, eight, oneByHand, eightByHand = append(one, took[0]), append(eight, took[1]), append(oneByHand, took[2]), append(eightByHand, took[3])
	}
	added := (median(eight) - median(one) - (median(eightByHand) - median(oneByHand))) / (steps - 1)
	fmt.Printf("%s: an answer of 1 step takes %s, of %d steps %s; by hand %s and %s\n", engine, ms(median(one)), steps, ms(median(eight)), ms(median(oneByHand)), ms(median(eightByHand)))
	b.most("a step adds to model and tool, "+engine, float64(added)/float64(time.Millisecond), 2, " ms")
	return nil
}

// answer asks a question, reads to the end of the answer and checks the number of tool calls.
func (v visitor) answer(ctx context.Context, addr, cid, model string) error {
	req, err := v.chat(ctx, addr, cid, "1+1 等于几？", model)
	if err != nil {
		return err
	}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	all, err := io.ReadAll(res.Body)
	want := steps - 1
	if model == "steps-1" {
		want = 0
	}
	if done := bytes.Count(all, []byte(`"state":"done"`)); err == nil && (done != want || !bytes.HasSuffix(all, []byte("data: [DONE]\n\n"))) {
		err = fmt.Errorf("%d of %d tools were called: %.2000s", done, want, all)
	}
	return err
}

// byHand makes the model calls of an answer directly, without Wenqu. Each model call contains a tool
// result for every earlier call.
func byHand(ctx context.Context, base, model string, n int) error {
	messages := []map[string]any{{"role": "user", "content": "1+1 等于几？"}}
	for i := range n {
		body, err := json.Marshal(map[string]any{"model": model, "stream": true, "messages": messages})
		if err != nil {
			return err
		}
		req, err := post(ctx, base+"/chat/completions", string(body))
		if err != nil {
			return err
		}
		res, err := client.Do(req)
		if err != nil {
			return err
		}
		lines := bufio.NewScanner(res.Body)
		for lines.Scan() {
			var chunk map[string]any
			if data, ok := strings.CutPrefix(lines.Text(), "data: {"); ok && json.Unmarshal([]byte("{"+data), &chunk) != nil {
				return fmt.Errorf("the provider says %q", lines.Text())
			}
		}
		_ = res.Body.Close()
		messages = append(messages, map[string]any{"role": "tool", "tool_call_id": fmt.Sprint(i), "content": "2"})
	}
	return nil
}

// postgres starts PostgreSQL with the program dbtest, which must be in the folder of the server,
// and returns the address of a database.
func (b *bench) postgres() (database *child, address string, err error) {
	program := filepath.Join(filepath.Dir(b.wenqu), "dbtest")
	if _, err := os.Stat(program); err != nil {
		return nil, "", err
	}
	addr, err := freeAddr()
	if err != nil {
		return nil, "", err
	}
	database, _, err = start(b.file("dbtest.log"), addr, "/", nil, program, "-addr", addr)
	if err != nil {
		return nil, "", err
	}
	res, err := http.Get("http://" + addr)
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = res.Body.Close() }()
	out, err := io.ReadAll(res.Body)
	return database, string(out), err
}
