package openai

import (
	"fmt"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// response decodes a typed event of OpenAI's Responses API. Events of unknown
// types are ignored.
func (d *Decoder) response(c *chunk) error {
	switch kind := text(c.kind); kind {
	case "response.output_text.delta", "response.refusal.delta":
		d.content(c.delta)
	case "response.reasoning_summary_text.delta", "response.reasoning_text.delta", "response.reasoning.delta":
		d.thought(c.delta)
	case "response.output_item.added", "response.output_item.done":
		d.item(c, kind == "response.output_item.done")
	case "response.function_call_arguments.delta":
		d.calls.put(integer(c.output, 0), nil, nil, c.delta)
	case "response.created", "response.in_progress":
		fields(c.response, func(key string, v []byte) {
			if key == "model" && len(d.model) == 0 {
				d.model = appendValue(d.model, v)
			}
		})
	case "response.completed", "response.incomplete", "response.failed":
		return d.ended(kind, c.response)
	}
	return nil
}

// item decodes the first and the last event of a function call. The first event contains the
// call's id and name. The last event contains the complete arguments. They are used only when no
// arguments came before.
func (d *Decoder) item(c *chunk, done bool) {
	var kind, id, name, arguments []byte
	fields(c.item, func(key string, v []byte) {
		switch key {
		case "type":
			kind = v
		case "call_id":
			id = v
		case "name":
			name = v
		case "arguments":
			arguments = v
		}
	})
	if text(kind) != "function_call" {
		return
	}
	slot := integer(c.output, 0)
	at, known := d.calls.slots[slot]
	if !done || !known {
		d.calls.put(slot, id, name, arguments)
		return
	}
	if len(d.calls.calls[at].arguments) == 0 {
		d.calls.put(slot, nil, nil, arguments)
	}
}

// ended decodes the last event of a response.
func (d *Decoder) ended(kind string, response []byte) error {
	var fault, details []byte
	fields(response, func(key string, v []byte) {
		switch key {
		case "usage":
			d.count(v)
		case "error":
			fault = v
		case "incomplete_details":
			details = v
		}
	})
	if f, ok := (&shapes{err: fault}).read(nil, false); ok {
		return d.fail(f)
	}
	switch kind {
	case "response.completed":
		d.finish = llm.FinishStop
	case "response.incomplete":
		reason := `"incomplete"`
		fields(details, func(key string, v []byte) {
			if key == "reason" {
				reason = string(v)
			}
		})
		if err := d.end([]byte(reason)); err != nil {
			return err
		}
	default:
		d.failed = errs.Wrap(errs.StreamFail, fmt.Errorf("event %s", kind))
		return d.failed
	}
	d.over = true
	return nil
}
