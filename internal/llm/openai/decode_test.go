package openai

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

var update = flag.Bool("update", false, "write the expected results from what the decoder does now")

// result is an answer without the boundaries of its deltas. So it does not depend on the
// cuts between the bytes.
type result struct {
	Reasoning string         `json:"reasoning,omitempty"`
	Text      string         `json:"text,omitempty"`
	Order     string         `json:"order,omitempty"` // r (reasoning) and t (text) in their order
	ToolCalls []llm.ToolCall `json:"toolCalls,omitempty"`
	Usage     *llm.Usage     `json:"usage,omitempty"`
	Model     string         `json:"model,omitempty"`
	Finish    llm.Finish     `json:"finish,omitempty"`
	Error     string         `json:"error,omitempty"`
	Cause     string         `json:"cause,omitempty"`
	Skipped   int            `json:"skipped,omitempty"`
	Sources   []string       `json:"sources,omitempty"` // title, address, site and text of each source
	Truncated bool           `json:"truncated,omitempty"`
}

func (r *result) add(deltas []llm.Delta) {
	for _, d := range deltas {
		if d.Reasoning != "" && !strings.HasSuffix(r.Order, "r") {
			r.Order += "r"
		}
		if d.Text != "" && !strings.HasSuffix(r.Order, "t") {
			r.Order += "t"
		}
		r.Reasoning += d.Reasoning
		r.Text += d.Text
		r.Truncated = r.Truncated || d.Truncated
		for _, s := range d.Sources {
			r.Sources = append(r.Sources, strings.Join([]string{s.Title, s.URL, s.Site, s.Text}, " | "))
		}
		r.ToolCalls = append(r.ToolCalls, d.ToolCalls...)
		if d.Usage != nil {
			r.Usage = d.Usage
		}
		if d.Model != "" {
			r.Model = d.Model
		}
		if d.Finish != "" {
			r.Finish = d.Finish
		}
	}
}

// replay decodes pieces as the client does. The decoder gets a copy of each piece. The copy is
// overwritten after the call, to find a decoder that keeps a reference to the copy.
func replay(pieces ...[]byte) result {
	var r result
	d := NewDecoder(true)
	for _, p := range pieces {
		own := append([]byte(nil), p...)
		deltas, err := d.Feed(own)
		r.add(deltas)
		for i := range own {
			own[i] = '#'
		}
		if err != nil {
			return r.end(d, err)
		}
		if d.Over() {
			break
		}
	}
	deltas, err := d.Close()
	r.add(deltas)
	return r.end(d, err)
}

func (r *result) end(d *Decoder, err error) result {
	r.Skipped = d.Skipped()
	if err != nil {
		r.Model = "" // the model's name comes with the next delta, and after an error there may be no delta
		e := errs.From(err)
		r.Error, r.Cause = string(e.Code), e.Cause.Error()
	}
	return *r
}

func transcripts(t testing.TB) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob("testdata/*.*")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for _, f := range files {
		if strings.HasSuffix(f, ".want.json") {
			continue
		}
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(f)] = b
	}
	if len(out) < 20 {
		t.Fatalf("only %d transcripts", len(out))
	}
	return out
}

func TestTranscripts(t *testing.T) {
	t.Parallel()
	for name, raw := range transcripts(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := replay(raw)
			path := "testdata/" + name + ".want.json"
			if *update {
				b, _ := json.MarshalIndent(got, "", "  ")
				if err := os.WriteFile(path, append(b, '\n'), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			var want result
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(b, &want); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("whole (-want +got):\n%s", diff)
			}
			for cut := range raw {
				if diff := cmp.Diff(want, replay(raw[:cut], raw[cut:])); diff != "" {
					t.Fatalf("cut at byte %d (-want +got):\n%s", cut, diff)
				}
			}
			for _, size := range []int{1, 2, 3, 5, 7} {
				if diff := cmp.Diff(want, replay(chop(raw, size)...)); diff != "" {
					t.Fatalf("%d bytes at a time (-want +got):\n%s", size, diff)
				}
			}
			crlf := []byte(strings.ReplaceAll(strings.ReplaceAll(string(raw), "\r\n", "\n"), "\n", "\r\n"))
			if diff := cmp.Diff(want, replay(chop(crlf, 1)...)); diff != "" {
				t.Fatalf("with CRLF (-want +got):\n%s", diff)
			}
		})
	}
}

func chop(b []byte, size int) [][]byte {
	var out [][]byte
	for len(b) > size {
		out, b = append(out, b[:size]), b[size:]
	}
	return append(out, b)
}

// TestTruncation cuts each stream at every byte. A stream that ends before its finish reason must
// never look complete.
func TestTruncation(t *testing.T) {
	t.Parallel()
	for name, raw := range transcripts(t) {
		full := replay(raw)
		if full.Error != "" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			last := 0
			for cut := range raw {
				r := replay(raw[:cut])
				if (r.Finish == "") == (r.Error == "") {
					t.Fatalf("cut at %d: finish %q, error %q", cut, r.Finish, r.Error)
				}
				if r.Error != "" {
					last = cut
					mark := strings.HasPrefix("<think>", r.Text) || strings.Contains(r.Text, "<tool_") // r.Text contains the beginning of a mark, because the stream was cut inside the mark
					if !strings.HasPrefix(full.Text, r.Text) && !mark {
						t.Fatalf("cut at %d: text %q is no beginning of %q", cut, r.Text, full.Text)
					}
				} else if r.Text != full.Text {
					t.Fatalf("cut at %d: finish %q with text %q, want %q", cut, r.Finish, r.Text, full.Text)
				}
			}
			if last < len(raw)/4 {
				t.Fatalf("looked complete from byte %d of %d on", last, len(raw))
			}
		})
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	big := func(n int) string { return strings.Repeat("长", n/3) }
	say := func(s string) string {
		return `data: {"choices":[{"index":0,"delta":{"content":"` + s + `"}}]}` + "\n\n"
	}
	stop := `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\n"
	tests := []struct {
		name, stream string
		code         errs.Code
		size         int
	}{
		{"an event of 300 kB", say(big(300_000)) + stop, "", 300_000},
		{"an event just under the limit", say(big(maxLine-300)) + stop, "", maxLine - 300},
		{"an event over the limit", say(big(maxLine+3)) + stop, errs.StreamFail, 0},
		{"a line that never ends", "data: " + big(maxLine+3), errs.StreamFail, 0},
		{"an event of endless lines", strings.Repeat("data: {\n", maxLine/2+2), errs.StreamFail, 0},
		{"nesting of 10,000", say("好") + `data: {"x":` + strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000) + "}\n\n" + stop, "", 3},
		{"nothing but malformed events", strings.Repeat("data: {x\n\n", maxSkipped+2), errs.StreamFail, 0},
		{"nothing", "", errs.StreamFail, 0},
		{"blank lines", "\n\n\r\n", errs.StreamFail, 0},
		{"comments only", ": a\n\n: b\n\n", errs.StreamFail, 0},
		{"a done mark only", "data: [DONE]\n\n", errs.StreamFail, 0},
		{"a done mark without a finish reason", say("半句") + "data: [DONE]\n\n", errs.Incomplete, 6},
		{"stop without a word", stop, errs.NoAnswer, 0},
		{"a web page", "\n <!doctype html><html><body>502</body></html>", errs.StreamFail, 0},
		{"plain words", "upstream connect error", errs.StreamFail, 0},
		{"a byte order mark", "\ufeff" + say("好") + stop, "", 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, size := range []int{len(tt.stream) + 1, 32 << 10} {
				r := replay(chop([]byte(tt.stream), size)...)
				if errs.Code(r.Error) != tt.code || len(r.Text) > tt.size || len(r.Text) < tt.size-3 {
					t.Fatalf("by %d: error %q %q, %d bytes; want %q, %d", size, r.Error, r.Cause, len(r.Text), tt.code, tt.size)
				}
				if tt.code == "" && r.Finish != llm.FinishStop {
					t.Fatalf("finish %q", r.Finish)
				}
			}
		})
	}
}

func TestFinishReasons(t *testing.T) {
	t.Parallel()
	for reason, want := range finishes {
		r := replay([]byte(`data: {"choices":[{"delta":{"content":"x","tool_calls":[{"function":{"name":"f"}}]},"finish_reason":"` + reason + `"}]}`))
		if want == llm.FinishStop {
			want = llm.FinishTools // Close gives this reason to a complete answer with tool calls
		}
		if r.Finish != want || r.Error != "" {
			t.Errorf("%s: %q %q, want %q", reason, r.Finish, r.Error, want)
		}
	}
	for reason, want := range breaks {
		r := replay([]byte(`data: {"choices":[{"delta":{"content":"x"},"finish_reason":"` + reason + `"}]}`))
		if errs.Code(r.Error) != want || r.Text != "x" {
			t.Errorf("%s: error %q text %q, want %q", reason, r.Error, r.Text, want)
		}
	}
}

func TestToolArguments(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, calls, want string }{
		{"none", `{"function":{"name":"f"}}`, `call_0 f {}`},
		{"null", `{"id":"a","function":{"name":"f","arguments":null}}`, `a f {}`},
		{"an object", `{"id":"a","function":{"name":"f","arguments":{"x":1}}}`, `a f {"x":1}`},
		{"broken", `{"id":"a","function":{"name":"f","arguments":"{\"x\":"}}`, `a f {"invalid_arguments":"{\"x\":"}`},
		{"no object", `{"id":"a","function":{"name":"f","arguments":"[1]"}}`, `a f {"invalid_arguments":"[1]"}`},
		{"a huge index", `{"index":99999999999999999999,"id":"a","function":{"name":"f"}},{"index":3,"id":"b","function":{"name":"g"}}`, `a f {};b g {}`},
		{"one index for two", `{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}},{"index":0,"id":"b","function":{"name":"f","arguments":"{}"}}`, `a f {};b f {}`},
		{"no ids for two", `{"index":0,"id":"","function":{"name":"f","arguments":"{}"}},{"index":0,"id":"","function":{"name":"f","arguments":"{}"}}`, `call_0 f {};call_1 f {}`},
		{"no name", `{"id":"a","function":{"arguments":"{}"}}`, ``},
		{"the provider's own, by its type", `{"id":"a","type":"builtin_function","function":{"name":"search","arguments":"{}"}}`, `a search {} own`},
		{"the provider's own, by its name", `{"id":"a","type":"function","function":{"name":"$web_search","arguments":"{}"}}`, `a $web_search {} own`},
		{"the provider's own beside another", `{"index":0,"id":"a","type":"builtin_function","function":{"name":"$web_search"}},{"index":1,"id":"b","type":"function","function":{"name":"f"}}`, `a $web_search {} own;b f {}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := replay([]byte(`data: {"choices":[{"delta":{"content":"x","tool_calls":[` + tt.calls + `]},"finish_reason":"stop"}]}`))
			var got []string
			for _, c := range r.ToolCalls {
				call := c.ID + " " + c.Name + " " + c.Arguments
				if c.Own {
					call += " own"
				}
				got = append(got, call)
			}
			if g := strings.Join(got, ";"); g != tt.want || r.Error != "" {
				t.Fatalf("got %q, error %q; want %q", g, r.Error, tt.want)
			}
		})
	}
}

// MiniMax repeats the whole answer in its last event. Calls are read from this event only if no calls
// were streamed.
func TestRepeatedCalls(t *testing.T) {
	t.Parallel()
	delta := func(content, calls string) string {
		return `data: {"choices":[{"delta":{"content":"` + content + `","tool_calls":[` + calls + `]}}]}` + "\n\n"
	}
	message := func(content, calls string) string {
		return `data: {"choices":[{"finish_reason":"tool_calls","message":{"content":"` + content + `","tool_calls":[` + calls + `]}}]}` + "\n\n"
	}
	named := `{"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}}`
	bare := `{"function":{"name":"f","arguments":"{\"x\":1}"}}`
	tests := []struct{ name, stream, text, want string }{
		{"calls with ids", delta("", named) + message("", named), "", `a f {"x":1}`},
		{"calls without ids", delta("", bare) + message("", bare), "", `call_0 f {"x":1}`},
		{"calls, and text only in the message", delta("", named) + message("好", named), "好", `a f {"x":1}`},
		{"text and calls", delta("好", named) + message("好", named), "好", `a f {"x":1}`},
		{"calls only in the message", delta("好", "") + message("好", named), "好", `a f {"x":1}`},
		{"nothing streamed", message("好", named), "好", `a f {"x":1}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := replay([]byte(tt.stream))
			var got []string
			for _, c := range r.ToolCalls {
				got = append(got, c.ID+" "+c.Name+" "+c.Arguments)
			}
			if g := strings.Join(got, ";"); g != tt.want || r.Text != tt.text || r.Error != "" {
				t.Fatalf("text %q, calls %q, error %q; want %q, %q", r.Text, g, r.Error, tt.text, tt.want)
			}
		})
	}
}

// Events that arrive together become one delta. Keep-alive comments before the first event
// become a Queued delta; later comments are ignored.
func TestDeltas(t *testing.T) {
	t.Parallel()
	d := NewDecoder(false)
	got, err := d.Feed([]byte(": wait\n\n: wait\n\n"))
	if err != nil || len(got) != 1 || !got[0].Queued {
		t.Fatalf("comments: %+v, %v", got, err)
	}
	piece := `data: {"model":"m","choices":[{"delta":{"content":"一"}}]}` + "\n\n"
	got, err = d.Feed([]byte(strings.Repeat(piece, 3) + ": late\n\n"))
	if diff := cmp.Diff([]llm.Delta{{Text: "一一一", Model: "m"}}, got); diff != "" || err != nil {
		t.Fatalf("pieces: %v\n%s", err, diff)
	}
	got, _ = d.Feed([]byte(": late\n\n" + piece))
	if diff := cmp.Diff([]llm.Delta{{Text: "一"}}, got); diff != "" {
		t.Fatal(diff)
	}
}

func FuzzDecoder(f *testing.F) {
	for _, raw := range transcripts(f) {
		f.Add(raw, uint(7))
	}
	f.Fuzz(func(t *testing.T, raw []byte, size uint) {
		whole := replay(raw)
		if !utf8.ValidString(whole.Text) || !utf8.ValidString(whole.Reasoning) || !utf8.ValidString(whole.Model) {
			t.Fatalf("invalid UTF-8 in %+v", whole)
		}
		if (whole.Finish == "") == (whole.Error == "") {
			t.Fatalf("finish %q and error %q", whole.Finish, whole.Error)
		}
		for _, c := range whole.ToolCalls {
			if !isObject([]byte(c.Arguments)) || c.ID == "" || c.Name == "" {
				t.Fatalf("tool call %+v", c)
			}
		}
		cut := replay(chop(raw, int(size%64)+1)...)
		if diff := cmp.Diff(whole, cut); diff != "" {
			t.Fatalf("by %d (-whole +cut):\n%s", size%64+1, diff)
		}
	})
}

// TestCallBounds checks answers with superfluous, too long and broken calls. The usable
// calls are kept, and the rest of the answer does not change.
func TestCallBounds(t *testing.T) {
	t.Parallel()
	one := func(i int, id, arguments string) string {
		quoted, err := json.Marshal(arguments)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf(`{"index":%d,"id":%q,"function":{"name":"f","arguments":%s}}`, i, id, quoted)
	}
	stream := func(calls ...string) string {
		return `data: {"choices":[{"delta":{"content":"说","tool_calls":[` + strings.Join(calls, ",") + `]}}]}` + "\n\n" +
			`data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}` + "\n\n"
	}
	var many []string
	for i := range 200 {
		many = append(many, one(i, fmt.Sprint("c", i), fmt.Sprintf(`{"i":%d}`, i)))
	}
	long := strings.Repeat("长", maxArguments/3+1)
	for name, test := range map[string]struct {
		stream string
		calls  int
		first  string
	}{
		"two hundred": {stream(many...), maxCalls, `{"i":0}`},
		"two megabytes": {stream(one(0, "a", `{"x":"`+long[:maxArguments/2]), one(0, "", long[:maxArguments/2]+`"}`), one(1, "b", "{}")), 2,
			`{"invalid_arguments":"the arguments are too long"}`},
		"a comma too many":  {stream(one(0, "a", `{"x":1,}`)), 1, `{"x":1}`},
		"a bracket too few": {stream(one(0, "a", `{"x":[1,2`)), 1, `{"x":[1,2]}`},
		"a list":            {stream(one(0, "a", `[1]`)), 1, `{"invalid_arguments":"[1]"}`},
		"words":             {stream(one(0, "a", `x is 1`)), 1, `{"invalid_arguments":"x is 1"}`},
		"an id twice":       {stream(one(0, "a", `{"x":1}`), one(1, "a", `{"x":2}`)), 2, `{"x":1}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := replay([]byte(test.stream))
			if r.Error != "" || r.Finish != llm.FinishTools || len(r.ToolCalls) != test.calls || r.Text != "说" {
				t.Fatalf("%q %s, %d calls, %q", r.Error, r.Finish, len(r.ToolCalls), r.Text)
			}
			if got := r.ToolCalls[0].Arguments; got != test.first {
				t.Errorf("%.200s", got)
			}
		})
	}
}
