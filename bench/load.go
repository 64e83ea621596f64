package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"iter"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// target is a way of calling the provider: directly, through the bare relay, or through Wenqu.
type target struct {
	name string
	proc *child        // nil for direct calls
	calm time.Duration // see child.settle
	ask  func(ctx context.Context, worker, turn int, model string) (*http.Request, error)
	// open creates conversations, so that each worker can ask the given number of questions in them;
	// nil if the target needs no conversations in advance.
	open   func(questions, workers int) error
	titles func() (int, error) // returns how many titles the provider has made; nil if the target makes no titles
}

// prepare creates conversations for `total` questions by `width` workers, if the target needs
// conversations in advance. If the target has a process, prepare then waits until the process is idle
// (see child.settle).
func (t *target) prepare(total, width int) error {
	if t.open != nil {
		if err := t.open((total+width-1)/width, width); err != nil {
			return err
		}
	}
	if t.proc != nil {
		t.proc.settle(t.calm)
	}
	return nil
}

// answerSeen is one answer as its reader received it.
type answerSeen struct {
	ttft   time.Duration
	tokens int
	done   bool
	delays []time.Duration // for each token, the time since the provider sent it
	err    error
}

var client = &http.Client{Transport: &http.Transport{MaxIdleConns: 0, MaxIdleConnsPerHost: 4096, DisableCompression: true}}

// read sends one question and reads the answer to its end.
func (t *target) read(ctx context.Context, worker, turn int, model string) answerSeen {
	var seen answerSeen
	req, err := t.ask(ctx, worker, turn, model)
	if err != nil {
		return answerSeen{err: err}
	}
	began := time.Now()
	res, err := client.Do(req)
	if err != nil {
		return answerSeen{err: err}
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return answerSeen{err: fmt.Errorf("%s: status %s", t.name, res.Status)}
	}
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(make([]byte, 4096), 1<<20)
	for lines.Scan() {
		line := lines.Bytes()
		if bytes.Equal(line, []byte("data: [DONE]")) {
			seen.done = true
			continue
		}
		now := time.Now()
		for index, sent := range stamps(line) {
			if seen.tokens == 0 {
				seen.ttft = now.Sub(began)
			}
			if index != seen.tokens {
				seen.err = fmt.Errorf("%s: token %d came when %d was due", t.name, index, seen.tokens)
				return seen
			}
			seen.tokens++
			seen.delays = append(seen.delays, now.Sub(time.Unix(0, sent)))
		}
	}
	seen.err = lines.Err()
	return seen
}

// stamps returns the index and the sending time of each token in a line. The provider writes a token
// as @INDEX@NANOSECONDS字, and one frame may contain several tokens.
func stamps(line []byte) iter.Seq2[int, int64] {
	return func(yield func(int, int64) bool) {
		for {
			_, rest, found := bytes.Cut(line, []byte("@"))
			if !found {
				return
			}
			a, rest, _ := bytes.Cut(rest, []byte("@"))
			b, rest, _ := bytes.Cut(rest, []byte("字"))
			index, err := strconv.Atoi(string(a))
			sent, err2 := strconv.ParseInt(string(b), 10, 64)
			if err != nil || err2 != nil || !yield(index, sent) {
				return
			}
			line = rest
		}
	}
}

// many asks `total` questions, at most `width` at a time.
func (t *target) many(ctx context.Context, total, width int, model string) []answerSeen {
	return t.from(ctx, 0, total, width, model)
}

// from does the same as `many`, for workers that have already asked `asked` questions each. A worker's
// first question gets the turn number `asked`.
func (t *target) from(ctx context.Context, asked, total, width int, model string) []answerSeen {
	out := make([]answerSeen, total)
	next := make(chan int)
	var wg sync.WaitGroup
	for worker := range width {
		wg.Go(func() {
			turn := asked
			for i := range next {
				out[i] = t.read(ctx, worker, turn, model)
				turn++
			}
		})
	}
	for i := range total {
		next <- i
	}
	close(next)
	wg.Wait()
	return out
}

// direct is the target that calls the provider itself.
func direct(base string) *target {
	return &target{name: "direct", ask: func(ctx context.Context, _, _ int, model string) (*http.Request, error) {
		return post(ctx, base+"/chat/completions", fmt.Sprintf(`{"model":%q,"stream":true,"messages":[{"role":"user","content":"你好"}]}`, model))
	}}
}

// bare is the target that calls through the bare relay.
func bare(c *child) *target {
	return &target{name: "bare relay", proc: c, calm: brief, ask: func(ctx context.Context, _, _ int, model string) (*http.Request, error) {
		return post(ctx, "http://"+c.addr+"/chat", fmt.Sprintf(`{"prompt":"你好","chatModelId":%q}`, model))
	}}
}

// turns is how many questions a worker asks in a conversation after the opening question. Then the
// worker goes to the next conversation. So history is read and sent as in real use.
const turns = 4

// `calm` and `brief` are how long a server must be idle before the next measurement. `calm` is for Wenqu,
// which updates its search index later: it waits up to 5 s, and then for a quarter of a second without
// a running answer. `brief` is for the bare relay, which postpones no work.
const (
	calm  = 6 * time.Second
	brief = 600 * time.Millisecond
)

// wenqu calls Wenqu as at most 32 visitors, which the workers share.
type wenqu struct {
	*child
	mu       sync.Mutex
	visitors map[int]visitor
	opened   int // number of calls to target.open; it is part of the ids, so each call creates new conversations
	each     int // conversations per worker that the newest call to target.open has created
}

func (w *wenqu) visitor(ctx context.Context, worker int) (visitor, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	v, ok := w.visitors[worker%32]
	if !ok {
		var err error
		if v, err = newVisitor(ctx, w.addr); err != nil {
			return visitor{}, err
		}
		w.visitors[worker%32] = v
	}
	return v, nil
}

// continued is the target that asks in existing conversations. The first question of each conversation
// is not measured.
func continued(c *child) *target {
	w := &wenqu{child: c, visitors: map[int]visitor{}}
	in := func(ctx context.Context, worker, conversation int, model string) (*http.Request, error) {
		v, err := w.visitor(ctx, worker)
		if err != nil {
			return nil, err
		}
		return v.chat(ctx, c.addr, fmt.Sprintf("bench-%d-%d-%d", w.opened, worker, conversation), "你好", model)
	}
	t := &target{name: "wenqu, going on", proc: c, calm: calm, ask: func(ctx context.Context, worker, turn int, model string) (*http.Request, error) {
		return in(ctx, worker, turn/turns%w.each, model)
	}}
	t.open = func(questions, workers int) error {
		w.opened++
		w.each = (questions + turns - 1) / turns
		beginning := &target{name: t.name, ask: in}
		answers := beginning.many(background(), w.each*workers, workers, "fast-64")
		if n, err := whole(answers, 64); n != len(answers) {
			return fmt.Errorf("%d of %d conversations begun: %w", n, len(answers), err)
		}
		return nil
	}
	return t
}

// anew is the target that starts a new conversation for each question, so Wenqu also makes a title
// each time. `base` is the address of the provider.
func anew(c *child, base string) *target {
	w := &wenqu{child: c, visitors: map[int]visitor{}}
	var n atomic.Int64
	return &target{titles: func() (int, error) { return titlesMade(base) }, name: "wenqu, anew", proc: c, calm: calm, ask: func(ctx context.Context, worker, _ int, model string) (*http.Request, error) {
		v, err := w.visitor(ctx, worker)
		if err != nil {
			return nil, err
		}
		return v.chat(ctx, c.addr, fmt.Sprintf("bench-new-%d", n.Add(1)), "你好", model)
	}}
}

func post(ctx context.Context, url, body string) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	return req, nil
}
