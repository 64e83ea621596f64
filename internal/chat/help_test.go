package chat

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/chat/feedback"
	"github.com/wenqu-ai/wenqu/internal/chat/prompt"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// assistant returns a model that answers the requests for titles, hints and summaries with the given
// texts. If the text is empty, the request fails. It answers any other question as `echoes` does.
func assistant(title, hints, summary string) script {
	return func(ctx context.Context, req llm.Request, yield func(llm.Delta, error) bool) {
		w := prompt.In(req.Locale)
		answers := map[string]string{w.Title: title, w.Hints: hints, w.Summarise: summary}
		if a, ok := answers[req.Messages[len(req.Messages)-1].Content]; ok {
			if a == "" {
				yield(llm.Delta{}, errs.New(errs.ModelBusy))
				return
			}
			says(a)(ctx, req, yield)
			return
		}
		echoes(ctx, req, yield)
	}
}

func TestModelMakesTitle(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.models.online = true
		h.models.set("default", assistant("「标题」。\n解释", "", ""))
		h.ask(t, alice, "conv-0001", "怎么做红烧肉呢请告诉我")
		h.background.Wait()
		h.ask(t, alice, "conv-0001", "第二问")
		h.background.Wait()
		if d, err := h.Detail(t.Context(), Key{alice, "conv-0001"}, 0, 0); err != nil || d.Title != "标题" {
			t.Errorf("title %q %v", d.Title, err)
		}
		if n := len(h.models.requests()); n != 3 {
			t.Errorf("the model was asked %d times for two answers and one title", n)
		}

		// When the model fails, the rule-based title is kept. A title typed by the user is kept even if
		// the model makes a title later.
		h.models.set("default", assistant("", "", ""))
		h.ask(t, alice, "conv-0002", "第一问")
		h.background.Wait()
		k := Key{alice, "conv-0002"}
		if got, err := h.MakeTitle(t.Context(), k, "", "zh-CN"); err != nil || got != "第一问" {
			t.Errorf("title %q %v", got, err)
		}
		if _, err := h.Rename(t.Context(), k, "", "我起的"); err != nil {
			t.Fatal(err)
		}
		h.models.set("default", assistant("模型起的", "", ""))
		if got, err := h.MakeTitle(t.Context(), k, "", "zh-CN"); err != nil || got != "我起的" {
			t.Errorf("title %q %v", got, err)
		}
	})
}

func TestHints(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		hints := func(owner string) (int, string) {
			status, out := h.json(t, owner, conversation+"hintV2", map[string]any{"hintType": 1, "conversationId": "conv-0001", "msgId": "conv-0001_2", "speechIndex": 0})
			return status, fmt.Sprint(out["data"])
		}
		h.ask(t, alice, "conv-0001", "问")
		if status, got := hints(alice); status != 200 || got != "map[hints:[]]" {
			t.Errorf("without a model: %d %s", status, got)
		}
		h.models.online = true
		h.models.set("default", assistant("题", "1. 甲？\n2. 乙？\n\n- 丙？\n丁？", ""))
		want := "map[hints:[map[prompt:甲？] map[prompt:乙？] map[prompt:丙？]]]"
		for range 2 {
			if status, got := hints(alice); status != 200 || got != want {
				t.Errorf("%d %s", status, got)
			}
		}
		if n := len(h.models.requests()); n != 2 {
			t.Errorf("the model was asked %d times: hints are not kept", n)
		}
		// A `speechIndex` beyond the last version selects the newest version, because some clients count
		// versions from 1 in this call.
		status, out := h.json(t, alice, conversation+"hintV2", map[string]any{"conversationId": "conv-0001", "msgId": "conv-0001_2", "speechIndex": 1})
		if got := fmt.Sprint(out["data"]); status != 200 || got != want {
			t.Errorf("beyond the last version: %d %s", status, got)
		}
		if got := h.answerOf(t, alice, "conv-0001").SpeechesV2[0].Hints; len(got) != 3 {
			t.Errorf("history shows %v", got)
		}
		// Follow-ups that came with the answer are used unchanged.
		h.models.set("default", func(_ context.Context, _ llm.Request, yield func(llm.Delta, error) bool) {
			_ = yield(llm.Delta{Text: "文"}, nil) && yield(llm.Delta{Hints: []string{"再算一题"}, Finish: llm.FinishStop}, nil)
		})
		h.ask(t, alice, "conv-0001", "再问")
		if got, err := h.Hints(t.Context(), Key{alice, "conv-0001"}, 0, -1, ""); err != nil || !cmp.Equal(got, []string{"再算一题"}) {
			t.Errorf("%v %v", got, err)
		}
	})
}

// TestPastQuestions checks that only the user's own questions are offered. Deleted, temporary and long
// questions are left out. If a question has a display prompt, only the display prompt is offered.
func TestPastQuestions(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.ask(t, alice, "conv-0001", "今天天气怎么样")
		h.ask(t, alice, "conv-0001", strings.Repeat("长", 61))
		h.ask(t, alice, "conv-0002", "要删掉的")
		h.ask(t, bob, "conv-0001", "今天不告诉你")
		for cid, body := range map[string]map[string]any{
			"conv-0003": {"prompt": "系统里的一大段话", "displayPrompt": "写一份周报"},
			"conv-0004": {"prompt": "临时问的", "isTemporary": true},
		} {
			if res, out := h.do(t, call{Path: "/api/chat/" + cid, Owner: alice, Body: body}); res.StatusCode != 200 {
				t.Fatal(out)
			}
		}
		if err := h.Delete(t.Context(), alice, "conv-0002"); err != nil {
			t.Fatal(err)
		}
		got, err := h.PastQuestions(t.Context(), alice)
		slices.Sort(got)
		if err != nil || !cmp.Equal(got, []string{"今天天气怎么样", "写一份周报"}) {
			t.Errorf("%v %v", got, err)
		}
		if got, err := h.PastQuestions(t.Context(), "nobody-01"); err != nil || len(got) > 0 {
			t.Errorf("nobody: %v %v", got, err)
		}
	})
}

func TestJudge(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.ask(t, alice, "conv-0001", "问")
		send := func(path string, body map[string]any) *feedback.Feedback {
			body["conversationId"] = "conv-0001"
			if status, out := h.json(t, alice, path, body); status != 200 {
				t.Errorf("%s %v: %d %v", path, body, status, out)
			}
			return h.answerOf(t, alice, "conv-0001").SpeechesV2[0].Feedback
		}
		if got := send("/api/ai/suitable", map[string]any{"index": 2, "type": 1}); !cmp.Equal(got, &feedback.Feedback{Type: 1}) {
			t.Errorf("like: %+v", got)
		}
		if got := send("/api/ai/feedback", map[string]any{"index": 2, "repeatIndex": 0, "type": -1, "codes": []string{"201", "201"}, "text": "不对"}); !cmp.Equal(got, &feedback.Feedback{Type: -1, Codes: []string{"201"}, Text: "不对"}) {
			t.Errorf("dislike: %+v", got)
		}
		if got := send("/api/ai/suitable", map[string]any{"msgId": "conv-0001_2", "type": 0}); got != nil {
			t.Errorf("withdrawn: %+v", got)
		}
		if got := send("/api/ai/complaint", map[string]any{"codes": []string{"201"}}); !cmp.Equal(got, &feedback.Feedback{Type: -1, Codes: []string{"201"}}) {
			t.Errorf("complaint: %+v", got)
		}
	})
}

func TestCarry(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		succeed := func(from string) string {
			status, out := h.json(t, alice, conversation+"create", map[string]any{"agentId": "naQivTmsDa", "summaryOf": from})
			id, _ := out["id"].(string)
			if status != 200 || id == "" || out["data"].(map[string]any)["id"] != id {
				t.Fatalf("%d %v", status, out)
			}
			return id
		}
		h.ask(t, alice, "conv-0001", "红烧肉怎么做")
		to := succeed("conv-0001")
		d, err := h.Detail(t.Context(), Key{alice, to}, 0, 0)
		if err != nil || d.SummaryOf != "conv-0001" || !strings.Contains(d.Summary, "红烧肉怎么做") || len(d.Convs) > 0 {
			t.Errorf("by extraction: %+v %v", d, err)
		}
		h.ask(t, alice, to, "再说说")
		last := h.models.requests()
		if system := last[len(last)-1].Messages[0]; system.Role != llm.System || !strings.Contains(system.Content, "红烧肉怎么做") {
			t.Errorf("the model was told %q", system.Content)
		}
		if title := h.answerTitle(t, to); title != "再说说" {
			t.Errorf("title %q", title)
		}
		h.models.online = true
		h.models.set("default", assistant("题", "", "在说红烧肉"))
		h.MaxRounds = func() int { return 1 }
		if d, err := h.Detail(t.Context(), Key{alice, succeed("conv-0001")}, 0, 0); err != nil || d.Summary != "在说红烧肉" {
			t.Errorf("by the model: %+v %v", d, err)
		}
		last = h.models.requests()
		if asked := last[len(last)-1].Messages; len(asked) != 3 || asked[0].Content != "红烧肉怎么做" {
			t.Errorf("the model sums up %+v", asked)
		}
		if err := h.askTemporary(t, "conv-0009"); err != nil {
			t.Fatal(err)
		}
		secret := succeed("conv-0009")
		if rows := strings.Join(dump(t, h.DB), "\n"); strings.Contains(rows, secret) {
			t.Error("what goes on from a temporary conversation is stored")
		}
		empty, err := h.Create(t.Context(), alice, "", false)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.CreateSuccessor(t.Context(), Key{alice, empty}, "", ""); !errs.Is(err, errs.BadRequest) {
			t.Errorf("an empty conversation was summed up: %v", err)
		}
	})
}

func (h *harness) answerTitle(t *testing.T, cid string) string {
	t.Helper()
	d, err := h.Detail(t.Context(), Key{alice, cid}, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	return d.Title
}

func (h *harness) askTemporary(t *testing.T, cid string) error {
	t.Helper()
	r, err := h.Ask(t.Context(), Ask{Key: Key{alice, cid}, Prompt: "悄悄话", Temporary: true})
	if err == nil {
		<-r.Done()
	}
	return err
}

// TestHistoryBounds checks that a model gets at most MaxRounds past rounds, and fewer if its context is too
// small. A question that is longer than the context fails with errs.ModelTooLong.
func TestHistoryBounds(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		h.MaxRounds = func() int { return 3 }
		for i := range 6 {
			h.ask(t, alice, "conv-0001", fmt.Sprintf("问%d", i))
		}
		messages := h.models.requests()[5].Messages
		var got []string
		for _, m := range messages[1:] {
			got = append(got, m.Content)
		}
		if diff := cmp.Diff([]string{"问2", "答：问2", "问3", "答：问3", "问4", "答：问4", "问5"}, got); diff != "" {
			t.Error(diff)
		}
		h.ask(t, alice, "conv-0001", strings.Repeat("长", 400))
		h.models.context = 800 // tokens
		h.ask(t, alice, "conv-0001", strings.Repeat("问", 300))
		if n := len(h.models.requests()[7].Messages); n != 2 {
			t.Errorf("%d messages for a small context", n)
		}
		r, err := h.Ask(t.Context(), Ask{Key: Key{alice, "conv-0001"}, Prompt: strings.Repeat("问", 1000)})
		if err != nil {
			t.Fatal(err)
		}
		<-r.Done()
		if got := r.Record().ErrorCode; got != string(errs.ModelTooLong) {
			t.Errorf("a question over the context ended with %q", got)
		}
		if len(h.texts(t, alice, "conv-0001")) != 18 {
			t.Error("the question that was too long is not kept")
		}
	})
}

func TestModelChoice(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.models.set("deep", says("深思"))
		h.models.set("other", says("另一个"))
		const cid = "conv-0001"
		saved := func() (string, string) {
			d, err := h.Detail(t.Context(), Key{alice, cid}, 0, 1)
			if err != nil {
				t.Fatal(err)
			}
			return d.ChatModelID, d.ChatModelExtInfo
		}
		h.ask(t, alice, cid, "问", func(a *Ask) { a.Choice = request.Choice{ChatModelID: "default", DeepThink: true} })
		if a := h.answerOf(t, alice, cid); a.Speech != "深思" || a.SpeechesV2[0].ChatModelID != "deep" || !h.models.requests()[0].Thinking {
			t.Errorf("deep thinking: %+v", a)
		}
		h.ask(t, alice, cid, "再问") // without an explicit choice, the stored choice is used
		if a := h.answerOf(t, alice, cid); a.Speech != "深思" {
			t.Errorf("the choice was not saved: %+v", a)
		}
		status, _ := h.json(t, alice, conversation+"updateModel", map[string]any{"cid": cid, "chatModelId": "other", "chatModelExtInfo": `{"modelId":"other","subModelId":"","supportFunctions":["closeInternetSearch"]}`})
		id, ext := saved()
		if status != 200 || id != "other" || ext != `{"modelId":"other","subModelId":"","supportFunctions":["closeInternetSearch"]}` {
			t.Errorf("saved: %d %s %s", status, id, ext)
		}
		h.ask(t, alice, cid, "三问")
		if a := h.answerOf(t, alice, cid); a.Speech != "另一个" {
			t.Errorf("after updateModel: %+v", a)
		}
		h.ask(t, alice, cid, "四问", func(a *Ask) { a.Choice = request.Choice{ChatModelID: "gone"} })
		if a := h.answerOf(t, alice, cid); a.SpeechesV2[0].ChatModelID != "default" {
			t.Errorf("an unknown model: %+v", a)
		}
	})
}

func TestModelRoutes(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		status, out := h.json(t, "", "/api/agent/model/list", map[string]any{"agentId": "naQivTmsDa"})
		list := out["modelList"].([]any)
		m := list[0].(map[string]any)
		if status != 200 || m["chatModelId"] != "default" || m["chooseDefault"] != true || m["modelName"] != "模型" ||
			fmt.Sprint(m["supportFunctions"]) != "[supportDeepThink]" || !cmp.Equal(list, out["data"].(map[string]any)["modelList"]) {
			t.Errorf("%d %v", status, out)
		}
		res, body := h.do(t, call{Method: "GET", Path: "/api/model/capabilities"})
		if res.StatusCode != 200 || !strings.Contains(body, `"id":"chat"`) || !strings.Contains(body, "LLM_URL") {
			t.Errorf("%d %s", res.StatusCode, body)
		}
		first, _ := h.do(t, call{Path: "/api/model/reprobe", Body: "{}"})
		second, _ := h.do(t, call{Path: "/api/model/reprobe", Body: "{}"})
		if first.StatusCode != 200 || second.StatusCode != 429 || second.Header.Get("Retry-After") == "" || h.models.probes != 1 {
			t.Errorf("%d %d, %d probes", first.StatusCode, second.StatusCode, h.models.probes)
		}
		h.clock.Add(time.Minute)
		if third, _ := h.do(t, call{Path: "/api/model/reprobe", Body: "{}"}); third.StatusCode != 200 {
			t.Errorf("%d", third.StatusCode)
		}
		if _, id := h.do(t, call{Path: "/api/generate/id"}); !cidPattern.MatchString(id) {
			t.Errorf("id %q", id)
		}
	})
}
