package main

import (
	"bufio"
	"bytes"
	"database/sql"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"strings"
	"sync/atomic"

	_ "modernc.org/sqlite"
)

// runRelay is the baseline for Wenqu: a Go server that does as little work as possible. It decodes
// each token and stores it on disk before the reader gets it. It has no identities and no history, an
// answer has only one reader, and it does not recover from errors.
func runRelay(args []string) {
	fs := flag.NewFlagSet("relay", flag.ExitOnError)
	addr := fs.String("addr", "127.0.0.1:0", "address to listen on")
	upstream := fs.String("upstream", "", "base address of the provider")
	file := fs.String("file", "", "SQLite file")
	_ = fs.Parse(args)
	db, err := sql.Open("sqlite", *file+"?_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_txlock=immediate")
	if err != nil {
		log.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(`CREATE TABLE IF NOT EXISTS ev (stream INTEGER, seq INTEGER, data BLOB, PRIMARY KEY (stream, seq)) WITHOUT ROWID`); err != nil {
		log.Fatal(err)
	}
	r := &relay{upstream: *upstream, queue: make(chan item, 8192), client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 4096}}}
	go r.write(db)
	http.HandleFunc("POST /chat", r.chat)
	http.HandleFunc("GET /readyz", func(http.ResponseWriter, *http.Request) {})
	log.Fatal(http.ListenAndServe(*addr, nil))
}

type relay struct {
	upstream string
	client   *http.Client
	queue    chan item
	streams  atomic.Int64
}

// item is one frame to be stored and then sent to its reader.
type item struct {
	stream, seq int64
	data        []byte
	stored      chan<- []byte
}

// write commits the queued frames in batches and passes each frame to its reader after the commit.
func (r *relay) write(db *sql.DB) {
	insert, err := db.Prepare(`INSERT INTO ev (stream, seq, data) VALUES (?, ?, ?)`)
	if err != nil {
		log.Fatal(err)
	}
	for first := range r.queue {
		batch := []item{first}
	drain:
		for len(batch) < 4096 {
			select {
			case next := <-r.queue:
				batch = append(batch, next)
			default:
				break drain
			}
		}
		tx, err := db.Begin()
		if err != nil {
			log.Fatal(err)
		}
		in := tx.Stmt(insert)
		for _, it := range batch {
			if _, err := in.Exec(it.stream, it.seq, it.data); err != nil {
				log.Fatal(err)
			}
		}
		if err := tx.Commit(); err != nil {
			log.Fatal(err)
		}
		for _, it := range batch {
			it.stored <- it.data
		}
	}
}

func (r *relay) chat(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var in struct {
		Prompt string `json:"prompt"`
		Model  string `json:"chatModelId"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	out, _ := json.Marshal(map[string]any{"model": in.Model, "stream": true, "messages": []map[string]string{{"role": "user", "content": in.Prompt}}})
	up, err := http.NewRequestWithContext(req.Context(), http.MethodPost, r.upstream+"/chat/completions", bytes.NewReader(out))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	res, err := r.client.Do(up)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer func() { _ = res.Body.Close() }()
	w.Header().Set("Content-Type", "text/event-stream")
	flush := http.NewResponseController(w).Flush

	stored := make(chan []byte, 4096)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for frame := range stored {
			_, _ = w.Write(frame)
			if len(stored) == 0 {
				_ = flush()
			}
			if bytes.Contains(frame, []byte("[DONE]")) {
				return
			}
		}
	}()
	stream, seq := r.streams.Add(1), int64(0)
	send := func(frame []byte) {
		seq++
		r.queue <- item{stream, seq, frame, stored}
	}
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		if data == "[DONE]" {
			send([]byte("data: [DONE]\n\n"))
			break
		}
		var chunk struct {
			Choices []struct {
				Delta struct {
					Content string `json:"content"`
				} `json:"delta"`
			} `json:"choices"`
		}
		if json.Unmarshal([]byte(data), &chunk) != nil || len(chunk.Choices) == 0 || chunk.Choices[0].Delta.Content == "" {
			continue
		}
		msg, _ := json.Marshal(map[string]string{"type": "text", "msg": chunk.Choices[0].Delta.Content})
		send(fmt.Appendf(nil, "id: %d\ndata: %s\n\n", seq+1, msg))
	}
	<-ended
}
