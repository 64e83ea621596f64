//go:build unix

package app_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/app"
)

// newRecordingModel starts a model that records the last request with the question about a deposit.
// lastRequest returns this request.
func newRecordingModel(t *testing.T) (url string, lastRequest func() string) {
	t.Helper()
	var mu sync.Mutex
	var last string
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/models", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"data":[{"id":"told-a"},{"id":"told-b"}]}`)
	})
	mux.HandleFunc("POST /v1/chat/completions", func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		if strings.Contains(string(b), "押金要交多少") {
			mu.Lock()
			last = string(b)
			mu.Unlock()
		}
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, `data: {"choices":[{"delta":{"content":"好的。"},"finish_reason":"stop"}]}`+"\n\ndata: [DONE]\n\n")
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL + "/v1", func() string {
		mu.Lock()
		defer mu.Unlock()
		return last
	}
}

// Answers in a project use its prompt, files and model. Answers outside of the project do not.
func TestAnswersInAProject(t *testing.T) {
	t.Parallel()
	model, lastRequest := newRecordingModel(t)
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(env, "WENQU_LIMITS=off", "LLM_URL="+model)...)
	modelAnswers(t, url)
	owner := login(t, world, url, person{}, "+8613800138000")
	editor := login(t, world, url, person{}, "+8613900139000")
	id := newProject(t, url, owner)
	joins(t, url, id, owner, editor, "editor")
	var up struct{ Data struct{ ID string } }
	if err := json.Unmarshal(whole(t, owner.do(t, "POST", url+in(id, "/api/user/docs/upload?fileName=lease.md"), lease)), &up); err != nil {
		t.Fatal(err)
	}
	if status, out := owner.call(t, url, in(id, "/api/resource/fileParse"), `{"resourceId":"`+up.Data.ID+`"}`); status != http.StatusOK || out["status"] != "ready" {
		t.Fatalf("%d %v", status, out)
	}

	chosen := func(who person, path string) (id string) {
		t.Helper()
		_, out := who.call(t, url, path, `{}`)
		for _, m := range out["modelList"].([]any) {
			if m := m.(map[string]any); m["chooseDefault"] == true {
				id = m["chatModelId"].(string)
			}
		}
		return id
	}
	const list = "/api/agent/model/list"
	var other string
	_, out := owner.call(t, url, list, `{}`)
	for _, m := range out["modelList"].([]any) {
		if name := m.(map[string]any)["chatModelId"].(string); strings.Contains(name, "told-") && name != chosen(owner, list) {
			other = name
		}
	}
	owner.must(t, url, in(id, "/api/project/update"), `{"chatModelId":"`+other+`"}`)
	if a, b := chosen(editor, in(id, list)), chosen(editor, list); a != other || b == other {
		t.Errorf("the model of the project is %q, want %q; outside of it %q", a, other, b)
	}

	asked := func(path string) string {
		t.Helper()
		whole(t, editor.do(t, "POST", url+path, `{"prompt":"押金要交多少？"}`))
		return lastRequest()
	}
	inside := asked(in(id, "/api/chat/conversation-inside"))
	for _, want := range []string{"只用两句话回答", "13,000元", "搬家"} {
		if !strings.Contains(inside, want) {
			t.Errorf("the model is not told %q: %s", want, inside)
		}
	}
	var request struct{ Model string }
	if err := json.Unmarshal([]byte(inside), &request); err != nil || !strings.Contains(other, request.Model) {
		t.Errorf("%q answers, want %q (%v)", request.Model, other, err)
	}
	outside := asked("/api/chat/conversation-outside")
	for _, not := range []string{"只用两句话回答", "13,000元"} {
		if strings.Contains(outside, not) {
			t.Errorf("outside of the project the model is told %q", not)
		}
	}
}

// The content rules apply to the prompt of a project. If a minor asks, a word that is masked for
// others withholds the whole prompt from the model. If a program asks with a minor's key, a question
// with such a word is withheld, too.
func TestPromptOfAProjectForAMinor(t *testing.T) {
	t.Parallel()
	content := t.TempDir()
	if err := os.WriteFile(filepath.Join(content, "moderation.json"), []byte(`{"words":[{"word":"两句话","level":"mask"}],"allow":[]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	model, lastRequest := newRecordingModel(t)
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(env, "WENQU_LIMITS=off", "LLM_URL="+model, "WENQU_CONTENT="+content)...)
	modelAnswers(t, url)
	owner := login(t, world, url, person{}, "+8613800138000")
	id := newProject(t, url, owner)
	asked := func(cid string) string {
		t.Helper()
		whole(t, owner.do(t, "POST", url+in(id, "/api/chat/"+cid), `{"prompt":"押金要交多少？"}`))
		return lastRequest()
	}
	_, program := makeKey(t, url, owner, everyCall)
	byProgram := func() string {
		t.Helper()
		_, out := program.post(t, "/v1/chat/completions", `{"model":"project:`+id+`","messages":[{"role":"user","content":"用两句话说押金"}]}`)
		return fmt.Sprint(out)
	}
	if got := byProgram(); !strings.Contains(got, "好的") {
		t.Errorf("the program is not answered: %s", got)
	}
	if told := asked("conversation-grown"); !strings.Contains(told, "只用＊＊＊回答") {
		t.Errorf("the model is told %s", told)
	}
	owner.must(t, url, "/api/v5/accountLogic/parentVerify/set", `{"on":true,"pin":"2580","minutes":0,"from":"00:00","to":"00:00"}`)
	if told := asked("conversation-minor"); told == "" || strings.Contains(told, "只用") {
		t.Errorf("for a minor, the model is told %s", told)
	}
	if got := byProgram(); strings.Contains(got, "好的") {
		t.Errorf("the program of a minor is answered: %s", got)
	}
}

// The list of models contains a project only for people who may ask in the project: its owner and its
// editors, while it is not archived.
func TestProgramsListProjects(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(env, "WENQU_LIMITS=off")...)
	id, people := projectMembers(t, world, url)
	keys := map[app.Member]program{}
	for _, who := range []app.Member{app.ProjectOwner, app.ProjectEditor, app.ProjectReader, app.Stranger} {
		_, keys[who] = makeKey(t, url, people[who], everyCall)
	}
	lists := func(when string, want ...app.Member) {
		t.Helper()
		for who, p := range keys {
			if got := strings.Contains(string(whole(t, p.do(t, "GET", "/v1/models", ""))), id); got != slices.Contains(want, who) {
				t.Errorf("%s: listed for %v: %v", when, who, got)
			}
		}
	}
	lists("in use", app.ProjectOwner, app.ProjectEditor)
	people[app.ProjectOwner].must(t, url, in(id, "/api/project/archive"), `{"archive":true}`)
	lists("archived")
	people[app.ProjectOwner].must(t, url, in(id, "/api/project/archive"), `{"archive":false}`)
	lists("in use again", app.ProjectOwner, app.ProjectEditor)
}
