// Package openai is the client for all OpenAI-compatible providers, with one decoder
// for all their dialects.
package openai

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Limits of the client. The wait for content is limited by package run, which cancels the context.
const (
	maxRetryAfter = 20 * time.Second
	endGrace      = 2 * time.Second // longest pause between bytes after a finish reason; also the time limit of the function drain
	maxErrorBody  = 64 << 10
	loadingEvery  = 2 * time.Second // pause between two requests to a server that is loading its model
	loadingWait   = 5 * time.Minute // largest total of these pauses; then the client gives up
	readSize      = 4 << 10
)

// Options replace parts of the client in tests; otherwise the zero value is used.
type Options struct {
	Client *http.Client                                     // nil: New makes a client for the provider
	Sleep  func(ctx context.Context, d time.Duration) error // waits for d; nil: a timer is used
	Jitter func(d time.Duration) time.Duration              // adds jitter; nil: up to half of d
	Grace  time.Duration                                    // longest pause between bytes after a finish reason; 0: 2 s
	Log    *slog.Logger                                     // nil: slog.Default()
}

// Client is an llm.Model for all models of one provider.
type Client struct {
	provider llm.Provider
	quirks   llm.Quirks
	url      string
	host     string
	opts     Options
	reads    sync.Pool

	rows sync.Map // llm.ModelRow by model

	mu      sync.RWMutex
	dropped map[string]map[string]bool // model → fields refused by the model
}

// New makes a client. If the provider's settings are invalid, every answer of the client is
// an error that describes the mistake.
func New(p llm.Provider, opts Options) *Client {
	c := &Client{provider: p, quirks: llm.QuirksOf(p), host: p.Host(), opts: opts, dropped: map[string]map[string]bool{}}
	c.url = p.BaseURL + "/chat/completions"
	if c.quirks.Dialect == llm.DialectOllama {
		c.url = strings.TrimSuffix(p.BaseURL, "/v1") + "/api/chat"
	}
	if c.opts.Client == nil {
		hc, err := newClient(p)
		if err != nil {
			hc = &http.Client{Transport: broken{err}}
		}
		c.opts.Client = hc
	}
	if c.opts.Sleep == nil {
		c.opts.Sleep = sleep
	}
	if c.opts.Jitter == nil {
		c.opts.Jitter = func(d time.Duration) time.Duration { return d + time.Duration(rand.Int64N(int64(d)/2+1)) }
	}
	if c.opts.Grace == 0 {
		c.opts.Grace = endGrace
	}
	if c.opts.Log == nil {
		c.opts.Log = slog.Default()
	}
	c.reads.New = func() any { b := make([]byte, readSize); return &b }
	return c
}

// HTTP is the client's HTTP client, with the provider's proxy and address
// guard, for other calls to the same provider.
func (c *Client) HTTP() *http.Client { return c.opts.Client }

type broken struct{ err error }

func (b broken) RoundTrip(*http.Request) (*http.Response, error) { return nil, b.err }

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return errs.Ended(ctx)
	}
}

// Stream sends the request to the provider. If the request fails before the first part of the answer,
// and the failure may be temporary, Stream repeats the request once. While a server is loading its
// model, Stream repeats the request after pauses of loadingEvery, until the pauses add up to
// loadingWait. See llm.Model for the contract.
func (c *Client) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		var loaded time.Duration
		for retried := false; ; {
			begun, stopped, err := c.attempt(ctx, req, yield)
			if stopped || err == nil {
				return
			}
			if errs.Is(err, errs.ModelLoading) && !begun && loaded < loadingWait {
				if !yield(llm.Delta{Loading: true}, nil) {
					return
				}
				if c.opts.Sleep(ctx, loadingEvery) == nil {
					loaded += loadingEvery
					continue
				}
			}
			if wait, ok := c.mayRetry(err, begun || retried); ok && c.opts.Sleep(ctx, wait) == nil {
				retried = true
				continue
			}
			yield(llm.Delta{}, c.asError(ctx, err))
			return
		}
	}
}

// mayRetry reports whether a failed attempt may be repeated, and how long to wait before the repetition.
func (c *Client) mayRetry(err error, late bool) (time.Duration, bool) {
	f, ok := errors.AsType[*attemptError](err)
	if late || !ok || !f.again || f.err.RetryAfter > maxRetryAfter {
		return 0, false
	}
	return c.opts.Jitter(max(f.err.RetryAfter, 200*time.Millisecond)), true
}

// attemptError is the error of one attempt.
type attemptError struct {
	err   *errs.Error
	again bool // the attempt may be repeated
}

func (e *attemptError) Error() string { return e.err.Error() }
func (e *attemptError) Unwrap() error { return e.err }

// asError converts err for the caller. If ctx has ended, the result is the error of errs.Ended.
// Otherwise the result is an *errs.Error. Its cause contains the host, but no keys (see scrub).
func (c *Client) asError(ctx context.Context, err error) error {
	if ended := errs.Ended(ctx); ended != nil {
		return ended
	}
	e := *errs.From(err)
	said := "no cause"
	if e.Cause != nil {
		said = c.scrub(e.Cause.Error())
	}
	e.Cause = fmt.Errorf("%s: %s", c.host, said)
	return &e
}

var keyLike = regexp.MustCompile(`\b(sk|ak|key)-[A-Za-z0-9_*.\-]{6,}`)

// scrub removes keys from the error text of a provider.
func (c *Client) scrub(s string) string {
	if k := string(c.provider.Key); len(k) >= 4 {
		s = strings.ReplaceAll(s, k, "***")
	}
	return keyLike.ReplaceAllString(s, "***")
}

// attempt sends the request. If the provider refuses a field, attempt sends the request again without
// the field. `begun` reports whether a part of the answer has come. `stopped` reports whether the
// caller has ended the iteration.
func (c *Client) attempt(ctx context.Context, req llm.Request, yield func(llm.Delta, error) bool) (begun, stopped bool, err error) {
	row := c.row(req.Model)
	left := map[string]bool{} // refused fields that are left out of this request, but not of later requests; see `once`
	for range len(droppable) + 1 {
		dropped := c.refusedBy(req.Model)
		if len(left) > 0 {
			dropped = maps.Clone(dropped)
			if dropped == nil {
				dropped = map[string]bool{}
			}
			maps.Copy(dropped, left)
		}
		sent, err := encode(req, row, c.quirks, dropped)
		if err != nil {
			return false, false, errs.Wrap(errs.StreamFail, fmt.Errorf("building the request: %w", err))
		}
		asked, cancel := context.WithCancel(ctx)
		resp, err := c.post(asked, sent)
		if err != nil {
			cancel()
			return false, false, err
		}
		if resp.StatusCode/100 == 2 {
			return c.read(ctx, cancel, resp, req, yield)
		}
		said, _ := io.ReadAll(io.LimitReader(resp.Body, maxErrorBody))
		_ = resp.Body.Close()
		cancel()
		switch name := refused(resp.StatusCode, string(said), sent); {
		case slices.Contains(once, name) && !left[name]:
			left[name] = true
			continue
		case name != "" && c.drop(req.Model, name):
			continue
		}
		f := statusFailure(resp, said)
		if f.filtered() {
			stopped = !yield(llm.Delta{Finish: llm.FinishFilter, Model: req.Model}, nil)
			return true, stopped, nil
		}
		return false, false, &attemptError{f.err(), retryable(resp.StatusCode, f)}
	}
	return false, false, errs.Wrap(errs.StreamFail, errors.New("the provider refuses every form of the request"))
}

func (c *Client) post(ctx context.Context, sent []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(sent))
	if err != nil {
		return nil, errs.Wrap(errs.Network, errors.New("the provider's address is not valid"))
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "text/event-stream, application/x-ndjson, application/json")
	if c.provider.Key != "" {
		req.Header.Set("Authorization", "Bearer "+string(c.provider.Key))
	}
	resp, err := c.opts.Client.Do(req)
	if err == nil {
		return resp, nil
	}
	if u, ok := errors.AsType[*url.Error](err); ok {
		err = u.Err // the inner error does not contain the address
	}
	return nil, &attemptError{errs.Wrap(errs.Network, err), dropped(err)}
}

// row returns what is known about the model.
func (c *Client) row(model string) llm.ModelRow {
	if r, ok := c.rows.Load(model); ok {
		return r.(llm.ModelRow)
	}
	r := c.provider.Row(model)
	c.rows.Store(model, r)
	return r
}

// refusedBy returns the set of fields refused by the model. The set must not be changed.
func (c *Client) refusedBy(model string) map[string]bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.dropped[model]
}

// drop records that the model refuses a field, and reports whether the refusal is new.
func (c *Client) drop(model, name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.dropped[model][name] {
		return false
	}
	next := map[string]bool{name: true}
	for k := range c.dropped[model] {
		next[k] = true
	}
	c.dropped[model] = next
	c.opts.Log.Info("the provider does not know a parameter; it is left out from now on", "host", c.host, "model", model, "parameter", name)
	return true
}
