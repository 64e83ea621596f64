//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
)

// TestKillDuringTool kills the server by SIGKILL during the third tool call of an answer. That call
// runs an endless program. After the restart the user lets the answer continue. The file of the first
// call exists once. A tool that must not be called twice is not called again. The model is told that
// the result of the third call is unknown.
func TestKillDuringTool(t *testing.T) {
	t.Parallel()
	provider, address := llmtest.Start(t, llmtest.Options{})
	data := t.TempDir()
	env := []string{"LLM_URL=" + address + "/v1", "WENQU_LIMITS=off"}
	s := started(t, data, env...)
	me := newPerson(t, s.url)
	cid := newID(t, s.url)
	prompt := `[[tool make_file {"format":"csv","name":"账","rows":[["甲"],[1]]}]]` +
		`[[tool calculator {"expression":"237*18"}]]` +
		`[[tool run_program {"code":"for (;;) {}"}]] 做一个文件，算一算，运行程序`
	ask, _ := json.Marshal(map[string]string{"prompt": prompt})
	res := me.send(t, http.MethodPost, s.url+"/api/chat/"+cid, string(ask))
	lines := bufio.NewReader(res.Body)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("the answer ended before the third call ran: %v", err)
		}
		if !strings.Contains(line, `"type":"tool"`) {
			continue
		}
		for _, part := range []string{"2.0.1.0", "2.0.3.0"} { // each of the two calls needs consent once
			if strings.Contains(line, part) && strings.Contains(line, `"state":"waiting"`) {
				// A decision is accepted as soon as a client has received the waiting call.
				if res, body := me.read(t, http.MethodPost, s.url+"/api/chat/"+cid+"/tools/"+part, `{"allow":true}`); res.StatusCode != http.StatusOK {
					t.Fatalf("the call takes no decision: %d %s", res.StatusCode, body)
				}
			}
		}
		if strings.Contains(line, "2.0.3.0") && strings.Contains(line, `"state":"running"`) {
			break
		}
	}
	s.kill()
	before := len(provider.Requests())

	s = started(t, data, env...)
	if h := me.history(t, s.url, cid); h.State != "interrupt" {
		t.Errorf("after the crash the answer is %s", h.State)
	}
	_, frames := me.read(t, http.MethodPost, s.url+"/api/user/agent/conversation/continue", `{"conversationId":"`+cid+`"}`)
	if !strings.HasSuffix(frames, "data: [DONE]\n\n") {
		t.Fatalf("it does not go on: %s", frames)
	}
	h := me.history(t, s.url, cid)
	if h.State != "done" || h.Speech == "" {
		t.Errorf("it went on to %s %q", h.State, h.Speech)
	}
	for part, want := range map[string]string{"2.0.1.0": "done", "2.0.2.0": "done", "2.0.3.0": "failed"} {
		for line := range strings.SplitSeq(frames, "\n") {
			if strings.Contains(line, `"id":"`+part+`"`) && !strings.Contains(line, `"state":"`+want+`"`) {
				t.Errorf("%s is called again: %s", part, line)
			}
		}
	}
	after := provider.Requests()[before:]
	if len(after) != 1 || !strings.Contains(after[0].Body, "4266") || strings.Count(after[0].Body, `"role":"tool"`) != 3 {
		t.Errorf("the model is asked %d times, at last with %s", len(after), after[len(after)-1].Body)
	}
	_, files := me.read(t, http.MethodPost, s.url+"/api/user/docs/list", `{}`)
	var library struct {
		Docs []struct{ FileName string }
	}
	if err := json.Unmarshal([]byte(files), &library); err != nil || len(library.Docs) != 1 || library.Docs[0].FileName != "账.csv" {
		t.Errorf("the library has %s %v", files, err)
	}
	if err := s.stop(); err != nil {
		t.Error(err)
	}
}
