package openai

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// read converts the body to deltas. cancel ends the request.
func (c *Client) read(ctx context.Context, cancel context.CancelFunc, resp *http.Response, req llm.Request, yield func(llm.Delta, error) bool) (begun, stopped bool, err error) {
	body := resp.Body
	rest := false // the answer is complete, but the body was not read to its end
	defer func() {
		if rest {
			go drain(body, cancel)
			return
		}
		_ = body.Close()
		cancel()
	}()
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html") {
		return false, false, errs.Wrap(errs.StreamFail, errHTML)
	}
	d := NewDecoder(len(req.Tools) > 0)
	d.NumberFrom(req.FirstSource)
	buf := c.reads.Get().(*[]byte)
	defer c.reads.Put(buf)
	pass := func(deltas []llm.Delta) bool {
		for _, delta := range deltas {
			if !yield(delta, nil) {
				return false
			}
		}
		return true
	}
	var grace *time.Timer
	defer func() {
		if grace != nil {
			grace.Stop()
		}
		if n := d.Skipped(); n > 0 {
			c.opts.Log.WarnContext(ctx, "malformed events skipped", "host", c.host, "count", n)
		}
	}()
	for {
		n, readErr := body.Read(*buf)
		deltas, err := d.Feed((*buf)[:n])
		if !pass(deltas) {
			return true, true, nil
		}
		if err != nil {
			return d.Begun(), false, err
		}
		if readErr == nil && !d.Over() {
			if d.Finished() {
				if grace == nil {
					grace = time.AfterFunc(c.opts.Grace, cancel)
				} else {
					grace.Reset(c.opts.Grace)
				}
			}
			continue
		}
		deltas, err = d.Close()
		if !pass(deltas) {
			return true, true, nil
		}
		rest = readErr == nil
		switch eof := readErr == nil || errors.Is(readErr, io.EOF); {
		case eof && d.Empty():
			err = &attemptError{errs.From(err), true}
		case eof || d.Finished():
		case !d.Begun():
			err = &attemptError{errs.Wrap(errs.Network, readErr), dropped(readErr)}
		default:
			err = errs.Wrap(errs.Incomplete, readErr)
		}
		return d.Begun(), false, err
	}
}

// drain reads the rest of a body for a short time, so that its connection can
// be used again.
func drain(body io.ReadCloser, cancel context.CancelFunc) {
	t := time.AfterFunc(endGrace, cancel)
	_, _ = io.CopyN(io.Discard, body, maxErrorBody)
	t.Stop()
	_ = body.Close()
	cancel()
}
