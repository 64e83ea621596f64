package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// runProvider serves OpenAI-compatible answers. The model's name selects the script; for example,
// "fast-64" sends 64 tokens without pauses, "slow-64" sends 64 tokens at 20 per second. Each of these
// tokens contains its index and its sending time, so that a reader can compute the delay. "steps-8"
// calls the calculator seven times, with one call per step, and then answers. A request for a title is
// answered with a title. GET /titles returns the number of titles made so far.
func runProvider(args []string) {
	fs := flag.NewFlagSet("provider", flag.ExitOnError)
	addr := fs.String("addr", "127.0.0.1:0", "address to listen on")
	_ = fs.Parse(args)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/models", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"object":"list","data":[{"id":"fast-64"},{"id":"slow-64"},{"id":"slow-200"},{"id":"steps-1"},{"id":"steps-8"}]}`)
	})
	mux.HandleFunc("GET /titles", func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, titles.Load()) })
	mux.HandleFunc("POST /v1/chat/completions", answer)
	log.Fatal(http.ListenAndServe(*addr, mux))
}

// titles counts the titles made by the provider.
var titles atomic.Int64

// titlesMade returns how many titles the provider with this base address has made.
func titlesMade(base string) (n int, err error) {
	res, err := client.Get(strings.TrimSuffix(base, "/v1") + "/titles")
	if err != nil {
		return 0, err
	}
	defer func() { _ = res.Body.Close() }()
	_, err = fmt.Fscan(res.Body, &n)
	return n, err
}

// asked is a request to the provider.
type asked struct {
	Model    string `json:"model"`
	Messages []struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	} `json:"messages"`
}

// results returns how many tool results a request contains.
func (a asked) results() (n int) {
	for _, m := range a.Messages {
		if m.Role == "tool" {
			n++
		}
	}
	return n
}

func (a asked) wantsTitle() bool {
	return len(a.Messages) > 0 && strings.Contains(a.Messages[len(a.Messages)-1].Content, "标题")
}

const (
	chunk  = `data: {"id":"c","object":"chat.completion.chunk","model":%q,"choices":[{"index":0,"delta":{"content":"@%d@%d字 "},"finish_reason":null}]}` + "\n\n"
	spoken = `data: {"id":"c","object":"chat.completion.chunk","model":%q,"choices":[{"index":0,"delta":{"content":%q},"finish_reason":null}]}` + "\n\n"
	called = `data: {"id":"c","object":"chat.completion.chunk","model":%q,"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call-%d","type":"function","function":{"name":"calculator","arguments":"{\"expression\":\"%d+1\"}"}}]},"finish_reason":null}]}` + "\n\n"
	over   = `data: {"id":"c","object":"chat.completion.chunk","model":%q,"choices":[{"index":0,"delta":{},"finish_reason":%q}],"usage":{"prompt_tokens":10,"completion_tokens":%d,"total_tokens":%d}}` + "\n\ndata: [DONE]\n\n"
)

func answer(w http.ResponseWriter, r *http.Request) {
	var in asked
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	speed, count, _ := strings.Cut(in.Model, "-")
	tokens, _ := strconv.Atoi(count)
	w.Header().Set("Content-Type", "text/event-stream")
	n := in.results()
	switch {
	case in.wantsTitle():
		for _, part := range []string{"半亩", "方塘", "的", "源头", "活水"} {
			_, _ = fmt.Fprintf(w, spoken, in.Model, part)
		}
		defer titles.Add(1)
	case speed == "steps" && n+1 < tokens:
		_, _ = fmt.Fprintf(w, called, in.Model, n, n)
		_, _ = fmt.Fprintf(w, over, in.Model, "tool_calls", 1, 11)
		return
	case speed == "steps":
		_, _ = fmt.Fprintf(w, spoken, in.Model, "等于二。")
	default:
		if stream(w, r, in.Model, tokens, speed == "slow") != nil {
			return
		}
	}
	_, _ = fmt.Fprintf(w, over, in.Model, "stop", tokens, tokens+10)
}

// stream sends a number of tokens, each with its index and the time. If `slow` is set, it sends 20
// per second.
func stream(w http.ResponseWriter, r *http.Request, model string, tokens int, slow bool) error {
	flush := http.NewResponseController(w).Flush
	next := time.Now()
	for i := range tokens {
		if slow && i > 0 {
			next = next.Add(50 * time.Millisecond)
			select {
			case <-time.After(time.Until(next)):
			case <-r.Context().Done():
				return r.Context().Err()
			}
		}
		if _, err := fmt.Fprintf(w, chunk, model, i, time.Now().UnixNano()); err != nil {
			return err
		}
		if err := flush(); err != nil {
			return err
		}
	}
	return nil
}
