package openai

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// maxSkipped bounds how many malformed events are skipped in one answer.
const maxSkipped = 1000

// maxModel bounds the length of the model's name, in characters.
const maxModel = 200

// Decoder converts the bytes of one answer to deltas. The answer has the form of an
// OpenAI-compatible chat completion, of OpenAI's Responses API or of Ollama's own API. A
// Decoder does no I/O. Feed is called as bytes arrive, and Close when the stream ends. A
// Decoder is for one answer and one goroutine.
type Decoder struct {
	frame  framer
	split  splitter
	calls  assembler
	cited  citer
	first  int // number of the first source found by the provider
	out    []llm.Delta
	scrap  []byte      // decoded text or thinking of one event; the memory is reused
	buffer []byte      // text that is not yet emitted
	kind   part        // kind of the text in buffer: answer or thinking
	model  []byte      // the model's name in the stream
	named  bool        // the model's name was emitted
	usage  *llm.Usage  // the newest usage
	finish llm.Finish  // the provider's finish reason
	failed *errs.Error // error reported by the provider; nil: no error
	over   bool        // the answer has ended; all later events are ignored
	paid   bool        // an event of the answer has come
	spoken bool        // thinking, text or a <tool_call> in the text has come
	queued bool        // a comment came in this Feed
	cut    bool        // the truncation of the request was reported
	skip   int         // number of malformed events
	emit   func(part, []byte)
}

// NewDecoder makes a decoder. If `tools` is true, the request had tools, and a
// <tool_call> in the text is a call.
func NewDecoder(tools bool) *Decoder {
	d := &Decoder{split: splitter{tools: tools}, first: 1}
	d.emit = d.put
	return d
}

// NumberFrom sets the number of the first source found by the provider. The default
// is 1.
func (d *Decoder) NumberFrom(first int) { d.first = max(first, 1) }

// Feed decodes p and returns the completed deltas. The slice is valid until the
// next call. An error is always an *errs.Error and ends the answer. Deltas returned
// with an error are valid.
func (d *Decoder) Feed(p []byte) ([]llm.Delta, error) {
	d.out, d.queued = d.out[:0], false
	err := d.frame.feed(p, (*events)(d))
	d.flush(false)
	if d.queued && !d.paid {
		d.out = append(d.out, llm.Delta{Queued: true})
	}
	return d.out, d.asError(err)
}

// Close ends the answer. It returns the last deltas, with the finish reason and the
// usage. If the answer did not end properly, Close returns an error.
func (d *Decoder) Close() ([]llm.Delta, error) {
	d.out = d.out[:0]
	err := d.asError(d.frame.close((*events)(d)))
	d.split.close(d.emit)
	if d.Finished() { // otherwise the stream may have broken off inside a mark, and the held text is dropped
		d.endCite()
	}
	d.flush(true)
	switch {
	case err != nil:
	case !d.paid:
		err = errs.Wrap(errs.StreamFail, errors.New("an empty answer"))
	case d.finish == llm.FinishNone:
		err = errs.Wrap(errs.Incomplete, errors.New("the stream ended without a finish reason"))
	default:
		calls := d.calls.whole()
		if len(calls) > 0 && d.finish == llm.FinishStop {
			d.finish = llm.FinishTools // Ollama also sends "stop" when the answer ends with tool calls
		}
		if len(calls) == 0 && d.finish == llm.FinishTools {
			d.finish = llm.FinishStop
		}
		if d.finish == llm.FinishStop && !d.spoken {
			err = errs.Wrap(errs.NoAnswer, errors.New("the answer finished without a word"))
			break
		}
		d.add(llm.Delta{ToolCalls: calls, Usage: d.usage, Finish: d.finish})
	}
	return d.out, err
}

// Over reports whether the answer has ended: an end mark has come, or the provider withheld the
// answer. Close may then be called.
func (d *Decoder) Over() bool { return d.over }

// Finished reports whether a finish reason has come. Usage and an end mark may still follow.
func (d *Decoder) Finished() bool { return d.finish != llm.FinishNone }

// Begun reports whether an event of the answer has come.
func (d *Decoder) Begun() bool { return d.paid }

// Empty reports whether nothing has come except blank lines and comments.
func (d *Decoder) Empty() bool { return !d.frame.begun }

// Skipped is the number of malformed events that were skipped.
func (d *Decoder) Skipped() int { return d.skip }

// asError converts the error that ended the decoding to an *errs.Error.
func (d *Decoder) asError(err error) error {
	if d.failed != nil {
		return d.failed
	}
	if err == nil {
		return nil
	}
	return errs.Wrap(errs.StreamFail, err)
}

// events is the Decoder as the sink of the framer.
type events Decoder

func (e *events) comment() { e.queued = true }

func (e *events) broken(name, data []byte) error {
	if string(name) == "error" {
		e.failed = failure{message: string(data)}.err()
		return e.failed
	}
	e.skip++
	if e.skip > maxSkipped {
		return fmt.Errorf("more than %d malformed events", maxSkipped)
	}
	return nil
}

func (e *events) event(name, data []byte) (bool, error) {
	d := (*Decoder)(e)
	if d.over {
		return true, nil
	}
	data = bytes.TrimSpace(data)
	if len(data) == 0 {
		return true, nil
	}
	if string(data) == "[DONE]" {
		d.over = true
		return true, nil
	}
	var c chunk
	if !c.parse(data) {
		return false, nil
	}
	return true, d.take(name, &c)
}

// take decodes one event.
func (d *Decoder) take(name []byte, c *chunk) error {
	if string(c.kind) == `"error"` { // the Responses API marks an error in the field "type" of the event, too
		name = []byte("error")
	}
	if f, ok := c.fault.read(name, c.choices || c.native || isString(c.kind)); ok {
		return d.fail(f)
	}
	d.paid = true
	d.pages(c.found)
	if string(c.cut) == "true" && !d.cut {
		d.cut = true
		d.flush(true)
		d.add(llm.Delta{Truncated: true})
	}
	if len(d.model) == 0 {
		d.model = appendValue(d.model, c.model)
	}
	d.count(c.usage)
	if isString(c.kind) && !c.choices && !c.native {
		return d.response(c)
	}
	if c.native {
		return d.ollama(c)
	}
	d.count(c.choice.usage)
	if err := d.turn(&c.choice.delta); err != nil {
		return err
	}
	if !d.spoken || c.choice.whole.calls != nil {
		// MiniMax repeats the whole answer in its last event. The text in this
		// event is used only if the answer was not streamed, and the calls only
		// if no calls were streamed.
		whole := c.choice.whole
		if d.spoken {
			whole = turn{calls: whole.calls}
		}
		if len(d.calls.calls) > 0 {
			whole.calls = nil
		}
		if err := d.turn(&whole); err != nil {
			return err
		}
	}
	return d.end(c.choice.finish)
}

// fail ends the answer after an error of the provider. If the error means that the content was
// withheld, the answer ends with FinishFilter and fail returns nil.
func (d *Decoder) fail(f failure) error {
	if f.filtered() {
		d.paid, d.over, d.finish = true, true, llm.FinishFilter
		return nil
	}
	d.failed = f.err()
	return d.failed
}

// turn decodes a delta or message object: first thinking, then the answer.
func (d *Decoder) turn(t *turn) error {
	if string(t.role) == `"tool"` {
		return nil // not part of the answer: search results that MiniMax sends as content
	}
	d.pages(t.found)
	if raw := t.thought(); raw != nil {
		d.thought(raw)
	}
	d.content(t.content)
	d.content(t.refusal)
	if len(t.calls) > 0 && t.calls[0] == '[' {
		d.calls.add(t.calls)
	}
	return nil
}

// content decodes the content of a message: a string or an array of blocks.
func (d *Decoder) content(raw []byte) {
	switch {
	case isString(raw):
		d.scrap = appendValue(d.scrap[:0], raw)
		d.split.feed(d.scrap, d.emit)
	case len(raw) > 0 && raw[0] == '[':
		elements(raw, func(_ int, block []byte) {
			fields(block, func(key string, v []byte) {
				switch key {
				case "text":
					d.content(v)
				case "thinking": // a string, or blocks of text
					d.thought(v)
					elements(v, func(_ int, b []byte) {
						fields(b, func(key string, v []byte) {
							if key == "text" {
								d.thought(v)
							}
						})
					})
				}
			})
		})
	}
}

func (d *Decoder) thought(raw []byte) {
	if isString(raw) {
		d.scrap = appendValue(d.scrap[:0], raw)
		d.put(thought, d.scrap)
	}
}

// put buffers text for the next flush. Consecutive pieces of the same kind become one delta.
// A valid <tool_call> becomes a call. An invalid <tool_call> stays text.
func (d *Decoder) put(p part, b []byte) {
	if p == call {
		if d.calls.inline(bytes.TrimSpace(b)) {
			d.spoken = true
			return
		}
		d.put(answer, callOpen)
		d.put(answer, b)
		d.put(answer, callClose)
		return
	}
	if p != d.kind {
		d.endCite()
		d.flush(true)
		d.kind = p
	}
	d.spoken = true
	if p == answer {
		d.cited.feed(b, d.keep)
		return
	}
	d.keep(b)
}

// keep adds bytes to the buffer and does not look for citation marks in them.
func (d *Decoder) keep(b []byte) { d.buffer = append(d.buffer, b...) }

// endCite adds the held text of a possible citation mark to the buffer.
func (d *Decoder) endCite() { d.cited.close(d.keep) }

// flush emits the buffered text as a delta. If last is false, an incomplete character
// at the end stays in the buffer.
func (d *Decoder) flush(last bool) {
	if len(d.buffer) == 0 {
		return
	}
	text, tail := clean(d.buffer, last)
	d.buffer = append(d.buffer[:0], tail...)
	if text == "" {
		return
	}
	if d.kind == thought {
		d.add(llm.Delta{Reasoning: text})
	} else {
		d.add(llm.Delta{Text: text})
	}
}

// add appends a delta. The first delta after the model is known also names the model.
func (d *Decoder) add(delta llm.Delta) {
	if !d.named && len(d.model) > 0 {
		d.named = true
		delta.Model = clip(string(d.model), maxModel)
	}
	d.out = append(d.out, delta)
}

// ollama decodes an event of Ollama's own API.
func (d *Decoder) ollama(c *chunk) error {
	if err := d.turn(&c.message); err != nil {
		return err
	}
	if string(c.done) != "true" {
		return nil
	}
	if c.counts[0] != nil || c.counts[1] != nil {
		d.usage = &llm.Usage{PromptTokens: tokens(c.counts[0]), CompletionTokens: tokens(c.counts[1])}
	}
	reason := c.reason
	if !isString(reason) {
		reason = []byte(`"stop"`)
	}
	return d.end(reason)
}

// end records a finish reason. It returns an error if the reason is in the table breaks, such as
// "aborted" or "timeout". Usage may follow a finish reason.
func (d *Decoder) end(raw []byte) error {
	if !isString(raw) {
		return nil
	}
	reason := text(raw)
	f, err := finishOf(reason)
	if err != nil {
		d.failed = err
		return err
	}
	d.finish = f
	return nil
}

// maxTokens bounds counts of tokens. A larger count is read as 0.
const maxTokens = 1_000_000_000

// tokens reads a count of a provider; an impossible count becomes 0.
func tokens(raw []byte) int {
	n := integer(raw, 0)
	if n < 0 || n > maxTokens {
		return 0
	}
	return n
}

// count reads a usage object of any dialect.
func (d *Decoder) count(raw []byte) {
	if len(raw) == 0 || raw[0] != '{' {
		return
	}
	u := llm.Usage{}
	fields(raw, func(key string, v []byte) {
		switch key {
		case "prompt_tokens", "input_tokens":
			u.PromptTokens = tokens(v)
		case "completion_tokens", "output_tokens":
			u.CompletionTokens = tokens(v)
		case "prompt_cache_hit_tokens", "cached_tokens":
			u.CachedTokens = tokens(v)
		case "prompt_tokens_details", "input_tokens_details":
			fields(v, func(key string, v []byte) {
				if key == "cached_tokens" {
					u.CachedTokens = tokens(v)
				}
			})
		}
	})
	d.usage = &u
}
