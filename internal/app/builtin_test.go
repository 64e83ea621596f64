//go:build unix

package app_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/content"
	"github.com/wenqu-ai/wenqu/internal/agent/builtin"
	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
)

// Each agent that ships with the program answers in its own way. If a model is connected, the
// model gets the agent's persona. Otherwise the built-in engine answers the agent's
// suggested questions in Chinese, except questions that need a file or are marked needsModel.
func TestBuiltinAgentsAnswer(t *testing.T) {
	t.Parallel()
	agents, err := builtin.Load(content.FS(""))
	if err != nil {
		t.Fatal(err)
	}
	ask := func(t *testing.T, url string, who person, agent, cid, question string) string {
		t.Helper()
		res := who.do(t, "POST", url+"/api/chat/"+cid, fmt.Sprintf(`{"agentId":%q,"prompt":%q}`, agent, question))
		b, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != 200 {
			t.Fatalf("%s: %d %s %v", agent, res.StatusCode, b, err)
		}
		return string(b)
	}
	t.Run("a model", func(t *testing.T) {
		t.Parallel()
		model, at := llmtest.Start(t, llmtest.Options{Models: []string{"qwen-plus"}})
		url, _ := start(t, t.TempDir(), "LLM_URL="+at+"/v1", "WENQU_LIMITS=off")
		modelAnswers(t, url)
		who := newPerson(t, url)
		for _, a := range agents {
			ask(t, url, who, a.ID, "conversation-"+a.ID, a.Questions[len(a.Questions)-1].ZhCN)
			found := false
			for _, r := range model.Requests() {
				found = found || strings.Contains(r.Body, jsonText(a.Persona[0]))
			}
			if !found {
				t.Errorf("%s: the model was not told who it is", a.ID)
			}
		}
	})
	t.Run("no model", func(t *testing.T) {
		t.Parallel()
		url, _ := start(t, t.TempDir(), "WENQU_LIMITS=off")
		who := newPerson(t, url)
		if got := ask(t, url, who, "recipe", "conversation-unable", "红烧肉怎么做才不腻？"); !strings.Contains(got, unable) {
			t.Fatalf("a question for a model: %s", got)
		}
		for _, a := range agents {
			for i, q := range a.Questions {
				if q.NeedsModel || q.NeedsFile {
					continue
				}
				cid := fmt.Sprintf("conversation-%s-%d", a.ID, i)
				if got := ask(t, url, who, a.ID, cid, q.ZhCN); strings.Contains(got, unable) {
					t.Errorf("%s: %s: %s", a.ID, q.ZhCN, got)
				}
			}
		}
	})
}

// unable is contained in the built-in engine's answers to questions that need a model.
const unable = `"kind":"connect"`

// jsonText escapes the quotation marks of a text as JSON does; the texts here need no other escapes.
func jsonText(s string) string { return strings.NewReplacer(`"`, `\"`).Replace(s) }

// The search over everything finds the user's own agents and the store's agents, but not private agents
// of other users.
func TestAgentsAreFound(t *testing.T) {
	t.Parallel()
	url, _ := start(t, t.TempDir(), "WENQU_LIMITS=off")
	alice, bob := newPerson(t, url), newPerson(t, url)
	alice.call(t, url, "/api/user/agent/create", `{"spec":{"name":"周报私藏","persona":"写周报"}}`)
	find := func(who person, query string) string {
		t.Helper()
		res := who.do(t, "POST", url+"/api/search/global", `{"query":"`+query+`","kinds":["agent"]}`)
		b, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != 200 {
			t.Fatalf("%d %s %v", res.StatusCode, b, err)
		}
		return string(b)
	}
	for _, query := range []string{"周报", "zbzs", "週報"} {
		if got := find(bob, query); !strings.Contains(got, `"agentId":"weekly-report"`) || strings.Contains(got, "私藏") {
			t.Errorf("%s: %s", query, got)
		}
	}
	if got := find(alice, "周报"); !strings.Contains(got, "私藏") || !strings.Contains(got, `"agentId":"weekly-report"`) {
		t.Error(got)
	}
}

// If a user has not asked any agent yet, the store offers questions answered by the built-in engine.
// After the first question to an agent, the store offers no questions.
func TestNewcomersAreOfferedQuestions(t *testing.T) {
	t.Parallel()
	url, _ := start(t, t.TempDir(), "WENQU_LIMITS=off")
	who := newPerson(t, url)
	starters := func() []any {
		t.Helper()
		_, out := who.call(t, url, "/api/user/agent/store/home", `{}`)
		return out["data"].(map[string]any)["starters"].([]any)
	}
	all := starters()
	if len(all) != 3 {
		t.Fatalf("%v", all)
	}
	for i, s := range all {
		v := s.(map[string]any)
		res := who.do(t, "POST", fmt.Sprintf("%s/api/chat/conversation-000%d", url, i), fmt.Sprintf(`{"agentId":%q,"prompt":%q}`, v["agentId"], v["question"]))
		if b, err := io.ReadAll(res.Body); err != nil || strings.Contains(string(b), unable) {
			t.Errorf("%v: %s %v", v, b, err)
		}
	}
	if all = starters(); len(all) != 0 {
		t.Errorf("%v", all)
	}
}
