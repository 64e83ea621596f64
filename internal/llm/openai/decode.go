package openai

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// maxSkipped bounds the malformed events that are passed over in one answer.
const maxSkipped = 1000

// maxModel bounds the model's name, in characters.
const maxModel = 200

// Decoder turns the bytes of one answer, in whatever OpenAI-compatible dialect
// they come, into deltas. It does no I/O. Feed it as bytes arrive; Close it
// when the stream ends. It is for one answer and one goroutine.
type Decoder struct {
	frame  framer
	split  splitter
	calls  assembler
	cited  citer
	first  int // number of the first source that the provider finds
	out    []llm.Delta
	scrap  []byte      // content bytes on their way to the splitter
	buffer []byte      // text not yet emitted
	kind   part        // what the buffer holds: answer or thought
	model  []byte      // the model as the stream names it
	named  bool        // the model has been emitted
	usage  *llm.Usage  // the newest
	finish llm.Finish  // as the provider said
	failed *errs.Error // the provider reported an error
	over   bool        // an end mark has come: nothing more counts
	paid   bool        // a payload has come
	spoken bool        // a payload held something to show
	queued bool        // a comment came in this feed, before any payload
	cut    bool        // it was told that the server has cut what it was sent
	skip   int         // malformed events
	emit   func(part, []byte)
}

// NewDecoder makes a decoder. tools says that tools were sent, so that a
// <tool_call> in the text is a call and not something to show.
func NewDecoder(tools bool) *Decoder {
	d := &Decoder{split: splitter{tools: tools}, first: 1}
	d.emit = d.put
	return d
}

// NumberFrom says which number the first source gets that the provider finds: 1,
// unless said here.
func (d *Decoder) NumberFrom(first int) { d.first = max(first, 1) }

// Feed decodes p and returns what it completed; the slice is valid until the
// next call. An error, always an *errs.Error, is final; deltas returned beside
// it still count.
func (d *Decoder) Feed(p []byte) ([]llm.Delta, error) {
	d.out, d.queued = d.out[:0], false
	err := d.frame.feed(p, (*events)(d))
	d.flush(false)
	if d.queued && !d.paid {
		d.out = append(d.out, llm.Delta{Queued: true})
	}
	return d.out, d.told(err)
}

// Close ends the answer: it returns the last deltas, with the finish reason
// and the usage, or the error that says why there was no proper end.
func (d *Decoder) Close() ([]llm.Delta, error) {
	d.out = d.out[:0]
	err := d.told(d.frame.close((*events)(d)))
	d.split.close(d.emit)
	if d.Finished() { // else the stream broke off, perhaps within a mark
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
			d.finish = llm.FinishTools // Ollama says "stop" for tool calls too
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

// Over reports that the provider marked the end: Close may be called now.
func (d *Decoder) Over() bool { return d.over }

// Finished reports that a finish reason has come; only usage may follow.
func (d *Decoder) Finished() bool { return d.finish != llm.FinishNone }

// Begun reports that a payload has come.
func (d *Decoder) Begun() bool { return d.paid }

// Empty reports that nothing but comments has come.
func (d *Decoder) Empty() bool { return !d.frame.begun }

// Skipped counts the malformed events that were passed over.
func (d *Decoder) Skipped() int { return d.skip }

// told makes an *errs.Error of what stopped the decoding.
func (d *Decoder) told(err error) error {
	if d.failed != nil {
		return d.failed
	}
	if err == nil {
		return nil
	}
	return errs.Wrap(errs.StreamFail, err)
}

// events is the side of the decoder that the framer sees.
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

// take applies one event.
func (d *Decoder) take(name []byte, c *chunk) error {
	if f, ok := c.fault.read(name, c.choices || c.native || isString(c.kind)); ok {
		if f.filtered() {
			d.paid, d.over, d.finish = true, true, llm.FinishFilter
			return nil
		}
		d.failed = f.err()
		return d.failed
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
		// MiniMax repeats the whole answer in its last event; only an answer
		// that was not streamed has its text here alone.
		whole := c.choice.whole
		if d.spoken {
			whole = turn{}
		}
		if len(d.calls.calls) == 0 {
			whole.calls = c.choice.whole.calls
		}
		if err := d.turn(&whole); err != nil {
			return err
		}
	}
	return d.end(c.choice.finish)
}

// turn applies a delta or message object: thinking first, then the answer.
func (d *Decoder) turn(t *turn) error {
	if string(t.role) == `"tool"` {
		return nil // search results that MiniMax sends as content
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

// content takes a string or an array of blocks.
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

// put buffers text for the next flush. Pieces of one kind that arrive together
// become one delta.
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

// keep buffers bytes as they are.
func (d *Decoder) keep(b []byte) { d.buffer = append(d.buffer, b...) }

// endCite lets go of what might have become a mark.
func (d *Decoder) endCite() { d.cited.close(d.keep) }

// flush turns the buffered text into a delta. What may still become a
// character stays behind, unless last is set.
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

// add appends a delta; the first one names the model.
func (d *Decoder) add(delta llm.Delta) {
	if !d.named && len(d.model) > 0 {
		d.named = true
		delta.Model = clip(string(d.model), maxModel)
	}
	d.out = append(d.out, delta)
}

// ollama applies an event of Ollama's own API.
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

// end notes a finish reason. The stream goes on for usage.
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

// maxTokens bounds what is believed of a count.
const maxTokens = 1_000_000_000

// tokens is a count as a provider tells it; 0 for one that cannot be.
func tokens(raw []byte) int {
	n := integer(raw, 0)
	if n < 0 || n > maxTokens {
		return 0
	}
	return n
}

// count takes a usage object of any dialect.
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
