//go:build unix

package main

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

const detail = "/api/user/agent/conversation/v1/detail"

// history is the server's record of a conversation's newest answer.
type history struct {
	State      string
	ErrorCode  string
	Speech     string
	SpeechesV2 []struct{ Content []stream.Item }
}

func (p person) history(t *testing.T, url, cid string) history {
	t.Helper()
	_, body := p.read(t, http.MethodPost, url+detail, `{"conversationId":"`+cid+`"}`)
	var d struct{ Convs []history }
	if err := json.Unmarshal([]byte(body), &d); err != nil || len(d.Convs) == 0 {
		t.Fatalf("history of %s: %v %.300s", cid, err, body)
	}
	return d.Convs[0]
}

// folded checks that frames have the form expected by clients. It returns the resulting message, and
// the number of the last frame.
func folded(t *testing.T, frames string) (stream.Message, int) {
	t.Helper()
	m, last := stream.NewMessage(), 0
	var d stream.Decoder
	for _, n := range append(d.Write([]byte(frames)), d.Close()...) {
		if n.N != last+1 {
			t.Fatalf("frame %d follows frame %d", n.N, last)
		}
		last = n.N
		m.Apply(n.Event)
	}
	if m.Unread > 0 {
		t.Errorf("%d frames cannot be read:\n%s", m.Unread, frames)
	}
	for frame := range strings.SplitSeq(strings.TrimSuffix(frames, "\n\n"), "\n\n") {
		lines := strings.Split(frame, "\n")
		data := lines[len(lines)-1]
		good := strings.HasPrefix(lines[0], "id: ") && strings.HasPrefix(data, "data: ") && strings.Count(frame, "data:") >= 1 &&
			(len(lines) == 2 || len(lines) == 3 && strings.HasPrefix(lines[1], "event: ")) &&
			(!strings.HasPrefix(data, "data: {") || strings.HasPrefix(data, `data: {"type":"`))
		if !good {
			t.Errorf("a frame that clients cannot read: %q", frame)
		}
	}
	return m, last
}

// bytewise returns a script that sends the answer of s one byte at a time.
func bytewise(s llmtest.Script) llmtest.Script {
	var all strings.Builder
	for _, step := range s.Steps {
		all.WriteString(step.Send)
	}
	s.Steps = nil
	for i := range all.Len() {
		s.Steps = append(s.Steps, llmtest.Step{Send: all.String()[i : i+1]})
	}
	return s
}

// atOnce returns a script that sends the whole answer of s in one piece, before the last action of s.
func atOnce(s llmtest.Script) llmtest.Script {
	last := llmtest.Step{Do: s.Steps[len(s.Steps)-1].Do}
	for _, step := range s.Steps {
		last.Send += step.Send
	}
	s.Steps = []llmtest.Step{last}
	return s
}

func say(pieces ...string) llmtest.Script {
	return llmtest.Answer(llmtest.DeepSeek, llmtest.Say{Reasoning: []string{"先想，", "再说。"}, Text: pieces})
}

// TestProviderFaults runs the whole program with a provider whose streams are unusual or faulty. For
// each stream, the reader and the history get the expected state and error code, and the history has
// the expected text. The text of the endless stream is not compared.
func TestProviderFaults(t *testing.T) {
	t.Parallel()
	whole := say("一，", "二，", "三。")
	const text = "一，二，三。"
	big := strings.Repeat("长", 100_000)
	chunk := `data: {"choices":[{"delta":{"content":"` // beginning of a chunk
	tests := map[string]struct {
		script llmtest.Script
		state  string
		code   string
		speech string
	}{
		"plain":                    {whole, "done", "", text},
		"split at any byte":        {bytewise(whole), "done", "", text},
		"CRLF and comments":        {whole.Map(llmtest.CRLF).Insert(2, ": keep-alive\r\n\r\n"), "done", "", text},
		"no space after data:":     {whole.Map(llmtest.NoSpace), "done", "", text},
		"one event of 300 KB":      {say(big), "done", "", big},
		"malformed event":          {whole.Insert(3, "data: {\"choices\":[{\"del\n\n"), "done", "", text},
		"invalid UTF-8":            {whole.Insert(3, chunk+"\xff\xfe\"}}]}\n\n"), "done", "", text},
		"no [DONE]":                {llmtest.Answer(llmtest.VLLM, llmtest.Say{Text: []string{text}, NoDone: true}), "done", "", text},
		"429":                      {llmtest.Fail(429, `{"error":{"message":"slow down"}}`, "Retry-After", "60"), "error", "80010", ""},
		"500":                      {llmtest.Fail(500, `{"error":{"message":"broken"}}`), "error", "80003", ""},
		"wrong key":                {llmtest.Fail(401, `{"error":{"message":"bad key sk-very-secret-key"}}`), "error", "80011", ""},
		"a web page with 200":      {llmtest.Script{Type: "text/html", Steps: []llmtest.Step{{Send: "<html>login</html>"}}}, "error", "80003", ""},
		"200 and empty":            {llmtest.Script{}, "error", "80003", ""},
		"reset in mid-stream":      {whole.Cut(3, llmtest.Reset), "interrupt", "80002", "一，"},
		"closed in mid-chunk":      {whole.Cut(3, llmtest.CutChunk), "interrupt", "80002", "一，"},
		"no finish reason":         {whole.Cut(4, llmtest.Continue), "interrupt", "80002", "一，二，"},
		"error event":              {whole.Cut(3, llmtest.Continue).Insert(3, `data: {"error":{"message":"crashed"}}`+"\n\n"), "error", "80003", "一，"},
		"stall before the answer":  {whole.Cut(0, llmtest.Stall), "error", "80004", ""},
		"stall in mid-answer":      {atOnce(whole.Cut(4, llmtest.Stall)), "error", "80004", "一，二，"},
		"withheld by the provider": {whole.Map(func(s string) string { return strings.Replace(s, `"stop"`, `"content_filter"`, 1) }), "sensitive", "", ""},
		"cut at the length":        {whole.Map(func(s string) string { return strings.Replace(s, `"stop"`, `"length"`, 1) }), "done", "", text},
		"thinking and no answer":   {llmtest.Answer(llmtest.DeepSeek, llmtest.Say{Reasoning: []string{"想"}}), "error", "80017", ""},
		"never stops":              {llmtest.Script{Steps: []llmtest.Step{{Send: chunk + strings.Repeat("完", 50_000) + `"}}]}` + "\n\n", Do: llmtest.Repeat}}}, "interrupt", "80015", "…"},
	}
	provider, address := llmtest.Start(t, llmtest.Options{})
	for name, tt := range tests {
		provider.On("“"+name+"”", tt.script)
	}
	// If a model gave no answer, the server asks the model once more, with this text.
	provider.On("你还没有写出回答", tests["thinking and no answer"].script)
	env := []string{"LLM_URL=" + strings.Replace(address, "://", "://sk-very-secret-key@", 1) + "/v1", "LLM_MODEL=m", "WENQU_LIMITS=off"}
	// Stalling streams use a separate server, which waits only a short time for the provider. On a busy
	// machine, the other streams could exceed this time.
	patient, hasty := started(t, t.TempDir(), env...), started(t, t.TempDir(), append(env, "WENQU_FIRST_WAIT=3s", "WENQU_NEXT_WAIT=3s")...)
	people := map[*program]person{patient: newPerson(t, patient.url), hasty: newPerson(t, hasty.url)}
	t.Run("all", func(t *testing.T) {
		for name, tt := range tests {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				s := patient
				if tt.code == "80004" {
					s = hasty
				}
				me, cid := people[s], newID(t, s.url)
				_, frames := me.read(t, http.MethodPost, s.url+"/api/chat/"+cid, `{"prompt":"“`+name+`”"}`)
				m, _ := folded(t, frames)
				h := me.history(t, s.url, cid)
				if h.State != tt.state || h.ErrorCode != tt.code || string(m.State) != tt.state || m.ErrorCode != tt.code {
					t.Errorf("the reader is told %s %s, history %s %s, want %s %s\n%.2000s", m.State, m.ErrorCode, h.State, h.ErrorCode, tt.state, tt.code, frames)
				}
				if tt.speech != "…" && h.Speech != tt.speech {
					t.Errorf("history keeps %.200q, want %.200q", h.Speech, tt.speech)
				}
				ended := map[string]string{"done": "data: [DONE]\n\n", "sensitive": "data: [SENSITIVE]\n\n"}[tt.state]
				if ended == "" {
					ended = `"code":"` + tt.code + `"}` + "\n\n"
				}
				if !strings.HasSuffix(frames, ended) {
					t.Errorf("the stream does not end with %q:\n%s", ended, frames[max(0, len(frames)-300):])
				}
				if diff := cmp.Diff(asJSON(t, m.Content), asJSON(t, h.SpeechesV2[0].Content)); diff != "" && tt.state != "sensitive" {
					t.Errorf("the reader and history differ (-reader +history):\n%.2000s", diff)
				}
				if strings.ContainsRune(frames, '\uFFFD') {
					t.Error("a broken character is shown")
				}
			})
		}
	})
	for s := range people {
		if log := s.log(t); strings.Contains(log, "panic") || strings.Contains(log, "very-secret") || strings.Contains(log, "“") {
			t.Errorf("the log has a panic, a key or a question:\n%s", log)
		}
	}
}

func newID(t *testing.T, url string) string {
	t.Helper()
	res, id := person{}.read(t, http.MethodPost, url+"/api/generate/id", "")
	if res.StatusCode != http.StatusOK {
		t.Fatalf("generate id: %d %s", res.StatusCode, id)
	}
	return id
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestRefused calls a provider that is not running: the reader and the history get error 80001.
func TestRefused(t *testing.T) {
	t.Parallel()
	s := started(t, t.TempDir(), "LLM_URL=http://127.0.0.1:1/v1", "LLM_MODEL=m")
	me := newPerson(t, s.url)
	cid := newID(t, s.url)
	_, frames := me.read(t, http.MethodPost, s.url+"/api/chat/"+cid, `{"prompt":"问"}`)
	m, _ := folded(t, frames)
	if h := me.history(t, s.url, cid); m.ErrorCode != "80001" || h.State != "error" || h.ErrorCode != "80001" {
		t.Errorf("history %+v, the reader %s", h, frames)
	}
}

// TestReaders has readers that disconnect, and one that hardly reads: the answer continues
// without them and is complete in the history.
func TestReaders(t *testing.T) {
	t.Parallel()
	provider, address := llmtest.Start(t, llmtest.Options{})
	want := strings.Repeat("这一句要说给不听的人。", 60)
	provider.On("说", llmtest.Answer(llmtest.VLLM, llmtest.Say{Text: llmtest.Pieces(want, 5), Every: time.Millisecond}))
	s := started(t, t.TempDir(), "LLM_URL="+address+"/v1", "LLM_MODEL=m")
	me := newPerson(t, s.url)
	for name, leave := range map[string]func(io.ReadCloser){
		"leaves at once": func(r io.ReadCloser) { r.Close() },
		"leaves in mid-answer": func(r io.ReadCloser) {
			_, _ = io.ReadFull(r, make([]byte, 2000))
			r.Close()
		},
		"reads some bytes and stops": func(r io.ReadCloser) { _, _ = io.ReadFull(r, make([]byte, 10)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cid := newID(t, s.url)
			leave(me.send(t, http.MethodPost, s.url+"/api/chat/"+cid, `{"prompt":"说"}`).Body)
			// A second reader reads to the end.
			_, frames := me.read(t, http.MethodGet, s.url+"/api/chat/"+cid+"/stream?from=0", "")
			m, _ := folded(t, frames)
			if h := me.history(t, s.url, cid); h.State != "done" || h.Speech != want || m.Text() != want {
				t.Errorf("history: %s %.100s; the second reader: %.100s", h.State, h.Speech, m.Text())
			}
		})
	}
}
