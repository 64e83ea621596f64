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
	"time"
)

// runProvider serves OpenAI-compatible answers. The model's name is the
// script: "fast-64" sends 64 tokens at once, "slow-64" sends them at 20 a
// second. Every token carries the time of its sending, so that a reader can
// tell how long it was on its way.
func runProvider(args []string) {
	fs := flag.NewFlagSet("provider", flag.ExitOnError)
	addr := fs.String("addr", "127.0.0.1:0", "address to listen on")
	_ = fs.Parse(args)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/models", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"object":"list","data":[{"id":"fast-64"},{"id":"slow-64"},{"id":"slow-200"}]}`)
	})
	mux.HandleFunc("POST /v1/chat/completions", answer)
	log.Fatal(http.ListenAndServe(*addr, mux))
}

func answer(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Model string `json:"model"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	speed, count, _ := strings.Cut(in.Model, "-")
	tokens, _ := strconv.Atoi(count)
	w.Header().Set("Content-Type", "text/event-stream")
	flush := http.NewResponseController(w).Flush
	next := time.Now()
	for i := range tokens {
		if speed == "slow" && i > 0 {
			next = next.Add(50 * time.Millisecond)
			select {
			case <-time.After(time.Until(next)):
			case <-r.Context().Done():
				return
			}
		}
		_, err := fmt.Fprintf(w, `data: {"id":"c","object":"chat.completion.chunk","model":%q,"choices":[{"index":0,"delta":{"content":"@%d@%d字 "},"finish_reason":null}]}`+"\n\n",
			in.Model, i, time.Now().UnixNano())
		if err != nil {
			return
		}
		if flush() != nil {
			return
		}
	}
	_, _ = fmt.Fprintf(w, `data: {"id":"c","object":"chat.completion.chunk","model":%q,"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":10,"completion_tokens":%d,"total_tokens":%d}}`+"\n\ndata: [DONE]\n\n",
		in.Model, tokens, tokens+10)
}
