package openai

import (
	"encoding/json"
	"errors"
	"strconv"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Bounds of the tool calls of one answer.
const (
	maxCalls     = 128
	maxArguments = 1 << 20 // bytes of one call's arguments
)

var errCalls = errors.New("more tool calls, or longer arguments, than are taken")

// assembler puts tool calls together from fragments.
type assembler struct {
	calls []pending
	slots map[int]int // the provider's index → the newest call that uses it
}

type pending struct {
	id, name  []byte
	arguments []byte
}

// add takes a raw tool_calls array.
func (a *assembler) add(raw []byte) (err error) {
	elements(raw, func(i int, value []byte) {
		var id, name, arguments, index []byte
		fields(value, func(key string, v []byte) {
			switch key {
			case "id":
				id = v
			case "index":
				index = v
			case "function":
				fields(v, func(key string, v []byte) {
					switch key {
					case "name":
						name = v
					case "arguments":
						arguments = v
					}
				})
			}
		})
		slot := integer(index, -1)
		if slot < 0 || slot >= maxCalls {
			slot = i
		}
		err = errors.Join(err, a.put(slot, id, name, arguments))
	})
	return err
}

// put adds one fragment. A fragment that brings another id, or a name where
// the call already has whole arguments, begins a new call: some providers give
// every call the same index.
func (a *assembler) put(slot int, id, name, arguments []byte) error {
	if a.slots == nil {
		a.slots = map[int]int{}
	}
	at, known := a.slots[slot]
	if known && isString(name) {
		old := &a.calls[at]
		other := isString(id) && len(old.id) > 0 && text(id) != string(old.id)
		again := !isString(id) && len(old.name) > 0 && isObject(old.arguments)
		known = !other && !again
	}
	if !known {
		if len(a.calls) >= maxCalls {
			return errCalls
		}
		at = len(a.calls)
		a.calls = append(a.calls, pending{})
		a.slots[slot] = at
	}
	p := &a.calls[at]
	if len(p.id) == 0 {
		p.id = appendValue(nil, id)
	}
	if len(p.name) == 0 {
		p.name = appendValue(nil, name)
	}
	if len(arguments) > 0 && arguments[0] == '{' {
		p.arguments = append(p.arguments[:0], arguments...)
	} else {
		p.arguments = appendValue(p.arguments, arguments)
	}
	if len(p.arguments) > maxArguments {
		return errCalls
	}
	return nil
}

// inline takes the inside of a <tool_call> that came as text and reports
// whether it was one.
func (a *assembler) inline(b []byte) (bool, error) {
	var name, arguments []byte
	if !json.Valid(b) {
		return false, nil
	}
	fields(b, func(key string, v []byte) {
		switch key {
		case "name":
			name = v
		case "arguments", "parameters":
			arguments = v
		}
	})
	if !isString(name) {
		return false, nil
	}
	return true, a.put(maxCalls+len(a.calls), nil, name, arguments)
}

// whole gives the calls. An id that is missing is made up. Arguments that are
// not a JSON object are wrapped in one, so that the tool refuses them by its
// schema and the history stays fit to be sent.
func (a *assembler) whole() []llm.ToolCall {
	var out []llm.ToolCall
	for i, p := range a.calls {
		if len(p.name) == 0 {
			continue
		}
		c := llm.ToolCall{ID: string(p.id), Name: string(p.name), Arguments: string(p.arguments)}
		if c.ID == "" {
			c.ID = "call_" + strconv.Itoa(i)
		}
		switch {
		case c.Arguments == "":
			c.Arguments = "{}"
		case !isObject(p.arguments):
			wrapped, _ := json.Marshal(map[string]string{"invalid_arguments": c.Arguments})
			c.Arguments = string(wrapped)
		}
		out = append(out, c)
	}
	return out
}

func isObject(b []byte) bool {
	s := scan{b: b}
	return s.peek() == '{' && json.Valid(b)
}
