//go:build unix

package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
)

// TestKill kills the program by SIGKILL during answers and starts it again. Every frame that a
// reader got is in the log with the same bytes, and the history reports each answer as interrupted.
// After each start, one answer with text is continued to its end.
func TestKill(t *testing.T) {
	t.Parallel()
	const rounds, readers, most = 30, 3, 250
	pieces := make([]string, most+50)
	for i := range pieces {
		pieces[i] = fmt.Sprintf("第%d句。", i)
	}
	provider, address := llmtest.Start(t, llmtest.Options{})
	// The provider stalls after the last piece, so no answer ends before the server is killed.
	provider.On("", llmtest.Answer(llmtest.DeepSeek, llmtest.Say{Text: pieces, Every: time.Millisecond}).Cut(len(pieces), llmtest.Stall))
	provider.On("请从中断的地方接着写", llmtest.Answer(llmtest.DeepSeek, llmtest.Say{Text: []string{"完。"}}))
	env := []string{"LLM_URL=" + address + "/v1", "LLM_MODEL=m", "WENQU_LIMITS=off"}

	random := rand.New(rand.NewPCG(20261120, 1))
	for range 3 {
		moments := make([]int, rounds/3)
		for i := range moments {
			moments[i] = 1 + random.IntN(most)
		}
		t.Run("", func(t *testing.T) {
			t.Parallel()
			data := t.TempDir()
			s := started(t, data, env...)
			me := newPerson(t, s.url)
			for _, moment := range moments {
				var cids [readers]string
				for i := range cids {
					cids[i] = newID(t, s.url)
				}
				seen := cutOff(t, s, me, cids[:], moment, pieces[len(pieces)-1])
				s = started(t, data, env...)
				for i, cid := range cids {
					checkKept(t, s, me, cid, seen[i])
				}
				// An answer without text cannot be continued: it would be made again from the
				// start, and the provider would stall again.
				for _, cid := range cids {
					if me.history(t, s.url, cid).Speech != "" {
						checkGoesOn(t, s, me, cid)
						break
					}
				}
			}
			if err := s.stop(); err != nil {
				t.Errorf("the last one ended with %v", err)
			}
		})
	}
}

// cutOff asks a question in every conversation and reads all answers at the same time. It kills the
// server when the reader of the first conversation has received `frames` frames or the text `last`.
// `last` is the last piece of the answer. On a busy machine, a frame contains several pieces, so the
// whole answer may have fewer than `frames` frames. cutOff returns the complete frames of each reader.
func cutOff(t *testing.T, s *program, me person, cids []string, frames int, last string) []string {
	t.Helper()
	seen := make([]string, len(cids))
	kill := sync.OnceFunc(s.kill)
	var all sync.WaitGroup
	bodies := make([]io.Reader, len(cids))
	for i, cid := range cids {
		bodies[i] = me.send(t, http.MethodPost, s.url+"/api/chat/"+cid, `{"prompt":"问"}`).Body
	}
	for i, body := range bodies {
		all.Go(func() {
			var got strings.Builder
			part := make([]byte, 4096)
			for {
				n, err := body.Read(part)
				got.Write(part[:n])
				if i == 0 && (strings.Count(got.String(), "\n\n") >= frames || strings.Contains(got.String(), last)) {
					kill()
				}
				if err != nil {
					break
				}
			}
			seen[i] = got.String()[:strings.LastIndex("\n\n"+got.String(), "\n\n")]
		})
	}
	all.Wait()
	kill()
	return seen
}

// checkKept compares a reader's frames with the log and the history of the restarted server.
func checkKept(t *testing.T, s *program, me person, cid, seen string) {
	t.Helper()
	_, log := me.read(t, http.MethodGet, s.url+"/api/chat/"+cid+"/stream?from=0", "")
	if !strings.HasPrefix(log, seen) {
		t.Fatalf("%s: the reader saw frames that are lost:\n%s\nthe log has\n%s", cid, seen, log)
	}
	m, last := folded(t, log)
	h := me.history(t, s.url, cid)
	if h.State != "interrupt" || h.ErrorCode != "80016" || m.ErrorCode != "80016" || h.Speech != m.PlainText() {
		t.Errorf("%s: history says %s %s %.100q, the log %s %.100q", cid, h.State, h.ErrorCode, h.Speech, m.ErrorCode, m.PlainText())
	}
	// Attaching after the reader's last frame returns the rest.
	from := strings.Count(seen, "\n\n")
	if res, rest := me.read(t, http.MethodGet, fmt.Sprintf("%s/api/chat/%s/stream?from=%d", s.url, cid, from), ""); rest != log[len(seen):] || res.StatusCode != http.StatusOK || last < from {
		t.Errorf("%s: from %d of %d: %d %.300s", cid, from, last, res.StatusCode, rest)
	}
}

func checkGoesOn(t *testing.T, s *program, me person, cid string) {
	t.Helper()
	before := me.history(t, s.url, cid)
	res := me.send(t, http.MethodPost, s.url+"/api/user/agent/conversation/continue", `{"conversationId":"`+cid+`"}`)
	frames, err := io.ReadAll(res.Body)
	if err != nil || !strings.HasSuffix(string(frames), "data: [DONE]\n\n") {
		t.Fatalf("%s: going on: %v %s", cid, err, frames)
	}
	if h := me.history(t, s.url, cid); h.State != "done" || h.Speech != before.Speech+"完。" {
		t.Errorf("%s: after going on: %s %.100q, before %.100q", cid, h.State, h.Speech, before.Speech)
	}
}
