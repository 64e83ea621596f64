package chat

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// bots are agents by id; some of them belong to one person.
type bots map[string]struct {
	of        string // the only person who may use it; empty: everybody
	assistant Assistant
}

func (b bots) Answer(_ context.Context, ask AnswererAsk, a *Assistant) error {
	bot, ok := b[ask.AgentID]
	if !ok || bot.of != "" && bot.of != ask.Owner {
		return nil
	}
	a.Known, a.System, a.Choice = true, bot.assistant.System, bot.assistant.Choice
	a.Profile.Foreign, a.Profile.Knowledge, a.Profile.Tools = bot.assistant.Profile.Foreign, bot.assistant.Profile.Knowledge, bot.assistant.Profile.Tools
	return nil
}

// An agent answers with its own instructions, and a conversation keeps its agent.
func TestAgentAnswers(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.models.online = true
		h.Instructions = func(context.Context, string) (string, error) { return "住址：西湖区 1 号", nil }
		last := func() llm.Request {
			all := h.models.requests()
			return all[len(all)-1]
		}
		all := bots{"weekly": {assistant: Assistant{
			System: "你是周报助手。", Choice: request.Choice{ChatModelID: "other"},
			Profile: answer.Profile{Foreign: true, Knowledge: []answer.Scope{{Owner: bob, Kind: answer.ScopeFiles, IDs: []string{"bobs"}}}},
		}}}
		h.models.set("other", says("按手册，七日内可以退货[citation:1]。"))
		h.Answerers = []Answerer{all}
		h.files.add(bob, request.File{ID: "bobs", Type: "pdf", FileName: "手册.pdf"}, "七日内可以退货，运费自理。")
		h.ask(t, alice, "conv-0001", "几日内可以退货？", func(a *Ask) { a.AgentID = "weekly" })
		req := last()
		system := req.Messages[0].Content
		if !strings.HasPrefix(system, "你是周报助手。") || strings.Contains(system, "西湖区") || strings.Contains(system, "可靠的中文助手") || !strings.Contains(system, "现在是") {
			t.Errorf("the agent is told %q", system)
		}
		if !strings.Contains(req.Messages[len(req.Messages)-1].Content, "运费自理") {
			t.Error("the agent has not its knowledge")
		}
		_, body := h.do(t, call{Owner: alice, Path: conversation + "v1/detail", Body: `{"conversationId":"conv-0001"}`})
		if !strings.Contains(body, `"kind":"knowledge"`) || strings.Contains(body, "file-viewer") || strings.Contains(body, `"bobs"`) {
			t.Errorf("the citation: %s", body)
		}
		h.ask(t, alice, "conv-0001", "再说一遍", func(a *Ask) { a.AgentID = "" })
		if got := last().Messages[0].Content; !strings.HasPrefix(got, "你是周报助手。") {
			t.Errorf("the conversation has changed its agent: %q", got)
		}

		delete(all, "weekly")
		before := h.texts(t, alice, "conv-0001")
		_, err := h.Ask(t.Context(), Ask{Key: Key{alice, "conv-0001"}, Prompt: "还在吗"})
		if !errs.Is(err, errs.AgentGone) {
			t.Errorf("an agent that is gone: %v", err)
		}
		if _, err := h.Repeat(t.Context(), Again{Key: Key{alice, "conv-0001"}}); !errs.Is(err, errs.AgentGone) {
			t.Errorf("again by an agent that is gone: %v", err)
		}
		if after := h.texts(t, alice, "conv-0001"); len(after) != len(before) || len(before) != 4 {
			t.Errorf("%d messages, then %d", len(before), len(after))
		}
	})
}

// A call with an unknown agent, or with another user's agent, gets 404. A caller without an identity
// gets 404 or 401. Nothing is stored. Everybody may use a default agent, and an owner may use their
// own agent.
func TestUnknownAgent(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		h.DefaultAgents = []string{"miniAgent1"}
		h.Answerers = []Answerer{bots{"bobs-own": {of: bob}}}
		before := dump(t, h.DB)
		for _, id := range []string{"nobodys", "bobs-own"} {
			for path, body := range map[string]string{
				"/api/chat/conv-0009":    `{"prompt":"你好","agentId":"` + id + `"}`,
				conversation + "create":  `{"agentId":"` + id + `"}`,
				conversation + "list":    `{"agentId":"` + id + `"}`,
				conversation + "v3/list": `{"agent_id":"` + id + `"}`,
			} {
				for _, owner := range []string{alice, ""} {
					if r, body := h.do(t, call{Owner: owner, Path: path, Body: body}); r.StatusCode != http.StatusNotFound && (owner != "" || r.StatusCode != http.StatusUnauthorized) {
						t.Errorf("%s %q by %q: %d %s", path, id, owner, r.StatusCode, body)
					}
				}
			}
		}
		if after := dump(t, h.DB); len(after) != len(before) {
			t.Errorf("stored: %v", after)
		}
		for owner, id := range map[string]string{alice: "miniAgent1", bob: "bobs-own"} {
			h.ask(t, owner, "conv-0010", "你好", func(a *Ask) { a.AgentID = id })
		}
	})
}

// The first question of a conversation with the plain assistant may mention other agents. Among the
// first maxMentioned of them, the first agent usable by the user becomes the agent of the
// conversation. Later questions do not change the agent.
func TestMentionedAgent(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		h.Answerers = []Answerer{bots{"weekly": {}, "bobs-own": {of: bob}}}
		for i, c := range []struct{ body, want string }{
			{`"applicationIdList":["nobodys","bobs-own",7,"../x","weekly"]`, "weekly"},
			{`"applicationIdList":"weekly"`, "weekly"},
			{`"applicationIdList":["weekly"],"agentId":"` + h.DefaultAgent + `"`, "weekly"},
			{`"applicationIdList":["a","b","c","d","e","weekly"]`, h.DefaultAgent}, // the only usable id comes after maxMentioned others
			{`"applicationIdList":[]`, h.DefaultAgent},
			{`"applicationIdList":{"id":"weekly"}`, h.DefaultAgent},
		} {
			cid := fmt.Sprintf("conv-1%03d", i)
			for _, more := range []string{c.body, `"applicationIdList":["weekly"]`} {
				if r, body := h.do(t, call{Owner: alice, Path: "/api/chat/" + cid, Body: `{"prompt":"你好",` + more + `}`}); r.StatusCode != http.StatusOK {
					t.Fatalf("%s: %d %s", more, r.StatusCode, body)
				}
			}
			_, body := h.do(t, call{Owner: alice, Path: conversation + "v1/detail", Body: `{"conversationId":"` + cid + `"}`})
			if !strings.Contains(body, `"agentId":"`+c.want+`"`) {
				t.Errorf("%s: %.200s", c.body, body)
			}
		}
	})
}
