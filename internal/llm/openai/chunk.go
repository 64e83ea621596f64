package openai

// chunk contains the raw bytes of the used fields of one event, in any dialect. Absent fields are
// nil. parse checks that the whole event is JSON. The fields are decoded later.
type chunk struct {
	model   []byte
	choice  choice // fields of the first choice
	choices bool   // the event has the form of a chat completion, even with an empty list of choices
	message turn   // Ollama: the increment in the top-level field "message"
	native  bool   // Ollama: the event has a message object
	done    []byte
	reason  []byte // done_reason of Ollama
	usage   []byte
	counts  [2][]byte // Ollama: prompt_eval_count, eval_count
	found   []byte    // pages from the provider's own search
	cut     []byte    // the field "truncated"; true: the model server has shortened the request
	fault   shapes

	// Fields of OpenAI's Responses API.
	kind      []byte // type
	delta     []byte
	item      []byte
	response  []byte
	output    []byte // output_index
	arguments []byte
}

type choice struct {
	delta  turn
	whole  turn // the "message" of an answer that is not streamed
	finish []byte
	usage  []byte
}

// turn is a delta or message object.
type turn struct {
	role      []byte
	content   []byte
	reasoning [3][]byte // reasoning_content, reasoning, thinking; the first non-empty field is used
	refusal   []byte
	calls     []byte
	found     []byte // pages from the provider's own search
}

// shapes contains the fields for errors in the dialects.
type shapes struct {
	err      []byte // "error": an object or a text
	code     []byte // {code, message} at the top level
	message  []byte
	baseResp []byte // sent by MiniMax
	detail   []byte // sent by FastAPI
}

// parse reads one event. It reports false when data is not a JSON object.
func (c *chunk) parse(data []byte) bool {
	s := scan{b: data}
	if s.peek() != '{' {
		return false
	}
	for ok := s.begin('{'); ok; ok = s.more('}') {
		switch string(s.key()) {
		case "choices":
			c.choices = s.peek() == '['
			for n, ok := 0, s.begin('['); ok; n, ok = n+1, s.more(']') {
				if n == 0 {
					c.choice.parse(&s)
				} else {
					s.value()
				}
			}
		case "model":
			c.model = s.value()
		case "usage":
			c.usage = s.value()
		case "message":
			if s.peek() == '{' {
				c.native = true
				c.message.parse(&s)
			} else {
				c.fault.message = s.value()
			}
		case "done":
			c.done = s.value()
		case "done_reason":
			c.reason = s.value()
		case "prompt_eval_count":
			c.counts[0] = s.value()
		case "eval_count":
			c.counts[1] = s.value()
		case "error":
			c.fault.err = s.value()
		case "code":
			c.fault.code = s.value()
		case "base_resp":
			c.fault.baseResp = s.value()
		case "detail":
			c.fault.detail = s.value()
		case "search_info", "web_search", "search_results":
			c.found = s.value()
		case "truncated":
			c.cut = s.value()
		case "__verbose": // sent by llama.cpp
			fields(s.value(), func(key string, v []byte) {
				if key == "truncated" {
					c.cut = v
				}
			})
		case "type":
			c.kind = s.value()
		case "delta":
			c.delta = s.value()
		case "item":
			c.item = s.value()
		case "response":
			c.response = s.value()
		case "output_index":
			c.output = s.value()
		case "arguments":
			c.arguments = s.value()
		default:
			s.value()
		}
	}
	return s.end()
}

func (c *choice) parse(s *scan) {
	for ok := s.begin('{'); ok; ok = s.more('}') {
		switch string(s.key()) {
		case "delta":
			c.delta.parse(s)
		case "message":
			c.whole.parse(s)
		case "finish_reason":
			c.finish = s.value()
		case "usage":
			c.usage = s.value()
		default:
			s.value()
		}
	}
}

func (t *turn) parse(s *scan) {
	for ok := s.begin('{'); ok; ok = s.more('}') {
		switch string(s.key()) {
		case "role":
			t.role = s.value()
		case "content":
			t.content = s.value()
		case "reasoning_content":
			t.reasoning[0] = s.value()
		case "reasoning":
			t.reasoning[1] = s.value()
		case "thinking":
			t.reasoning[2] = s.value()
		case "refusal":
			t.refusal = s.value()
		case "tool_calls":
			t.calls = s.value()
		case "search_results":
			t.found = s.value()
		default:
			s.value()
		}
	}
}

// thought is the raw reasoning text: the first field of t.reasoning that is not empty.
func (t *turn) thought() []byte {
	for _, r := range t.reasoning {
		if isString(r) {
			return r
		}
	}
	return nil
}

// fields calls `read` for every field of a raw JSON object.
func fields(raw []byte, read func(key string, value []byte)) {
	s := scan{b: raw}
	for ok := s.begin('{'); ok; ok = s.more('}') {
		key := string(s.key())
		read(key, s.value())
	}
}

// elements calls `read` for every element of a raw JSON array.
func elements(raw []byte, read func(i int, value []byte)) {
	s := scan{b: raw}
	for i, ok := 0, s.begin('['); ok; i, ok = i+1, s.more(']') {
		read(i, s.value())
	}
}
