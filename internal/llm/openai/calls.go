package openai

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Bounds on the tool calls in one answer.
const (
	maxCalls     = 128     // further calls are left out
	maxArguments = 1 << 20 // bytes of one call's arguments; longer arguments are replaced by a note
	maxAll       = 4 << 20 // bytes of all arguments together; a call beyond this total gets a note, too
)

// assembler joins the fragments of tool calls.
type assembler struct {
	calls []pending
	slots map[int]int // slot (see put) → position in calls of the newest call with this slot
	size  int         // bytes of all arguments in calls
}

type pending struct {
	id, name  []byte
	arguments []byte
	long      bool // the arguments were dropped: they exceeded maxArguments, or the arguments of all calls exceeded maxAll
	own       bool // the call is of type builtin_function
}

// add reads a raw tool_calls array.
func (a *assembler) add(raw []byte) {
	elements(raw, func(i int, value []byte) {
		var id, kind, name, arguments, index []byte
		fields(value, func(key string, v []byte) {
			switch key {
			case "id":
				id = v
			case "type":
				kind = v
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
		a.put(slot, id, name, arguments)
		if at, ok := a.slots[slot]; ok && isString(kind) && text(kind) == builtinFunction {
			a.calls[at].own = true
		}
	})
}

// builtinFunction is the type of functions run by the provider itself. The name of such a
// function begins with a dollar sign. The sign identifies the function even if a gateway
// changes the type.
const builtinFunction = "builtin_function"

// put adds one fragment. slot is the provider's index of the call, or another number if there is no
// valid index. A fragment belongs to the newest call in its slot. Some providers give every call the
// same index; therefore a fragment with a name begins a new call in two cases: its id differs from the
// id of the call, or it has no id and the call already has a name and complete arguments.
func (a *assembler) put(slot int, id, name, arguments []byte) {
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
			delete(a.slots, slot)
			return
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
	before := len(p.arguments)
	switch {
	case p.long:
		return
	case len(arguments) > 0 && arguments[0] == '{':
		p.arguments = append(p.arguments[:0], arguments...)
	default:
		p.arguments = appendValue(p.arguments, arguments)
	}
	a.size += len(p.arguments) - before
	if len(p.arguments) > maxArguments || a.size > maxAll {
		a.size -= len(p.arguments)
		p.long, p.arguments = true, nil
	}
}

// inline reads the inside of a <tool_call> mark in an answer's text and reports
// whether it was a call.
func (a *assembler) inline(b []byte) bool {
	var name, arguments []byte
	if !json.Valid(b) {
		return false
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
		return false
	}
	a.put(maxCalls+len(a.calls), nil, name, arguments)
	return true
}

// whole returns the calls that have a name. It generates missing ids. It repairs arguments that
// are not a JSON object. Arguments beyond repair are put into an object under InvalidArguments. For
// arguments that were too long, this object contains a note instead. The caller can then report the
// mistake to the model, and providers accept the call as part of the history.
func (a *assembler) whole() []llm.ToolCall {
	var out []llm.ToolCall
	for i, p := range a.calls {
		if len(p.name) == 0 {
			continue
		}
		c := llm.ToolCall{ID: string(p.id), Name: string(p.name), Arguments: string(p.arguments), Own: p.own || p.name[0] == '$'}
		if c.ID == "" {
			c.ID = "call_" + strconv.Itoa(i)
		}
		switch {
		case p.long:
			c.Arguments = wrapped("the arguments are too long")
		case c.Arguments == "":
			c.Arguments = "{}"
		case !isObject(p.arguments):
			repaired := llm.RepairJSON(c.Arguments)
			if !strings.HasPrefix(strings.TrimSpace(c.Arguments), "{") || !isObject([]byte(repaired)) {
				repaired = wrapped(c.Arguments)
			}
			c.Arguments = repaired
		}
		out = append(out, c)
	}
	return out
}

// wrapped returns a JSON object that contains arguments as a string.
func wrapped(arguments string) string {
	b, _ := json.Marshal(map[string]string{llm.InvalidArguments: arguments}) // Marshal cannot fail for strings
	return string(b)
}

func isObject(b []byte) bool {
	s := scan{b: b}
	return s.peek() == '{' && json.Valid(b)
}
