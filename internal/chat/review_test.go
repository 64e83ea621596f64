package chat

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/moderation"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// A withheld answer is hidden in the history, and a continued answer is reviewed together with its
// earlier text.
func TestReviewReachesTheHistory(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		h.Answers.Review = func(_ context.Context, _ answer.At, all string) (bool, error) {
			return strings.Contains(all, "甲乙"), nil
		}
		h.models.set("default", says("好的，", "丙丁"))
		h.ask(t, alice, "conv-0001", "问")
		if a := h.answerOf(t, alice, "conv-0001"); a.State != string(stream.StateDone) || a.Speech != "好的，丙丁" {
			t.Errorf("a good answer: %+v", a)
		}
		h.models.set("default", says("好的，甲", "乙"))
		h.ask(t, alice, "conv-0002", "问")
		if a := h.answerOf(t, alice, "conv-0002"); a.State != string(stream.Sensitive) || !a.SpeechesV2[0].Hidden || a.Speech != "" {
			t.Errorf("a bad answer: %+v", a)
		}
		h.models.online = true
		h.models.set("default", fails(says("前文甲")))
		h.ask(t, alice, "conv-0003", "问")
		if a := h.answerOf(t, alice, "conv-0003"); a.Speech != "前文甲" {
			t.Errorf("its first half: %+v", a)
		}
		h.models.set("default", says("乙后文"))
		_, frames := h.do(t, call{Path: conversation + "continue", Owner: alice, Body: map[string]any{"conversationId": "conv-0003", "index": 2}})
		if !strings.Contains(frames, "[SENSITIVE]") {
			t.Errorf("its second half: %s", frames)
		}
	})
}

// For an owner with strict rules, a question or an answer is also withheld if it contains a word that is
// only masked for other owners.
func TestRulesOfAnOwner(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		h.strictFor(t, bob)
		h.models.set("default", says("请遮", "住它"))
		for owner, want := range map[string]string{alice: "请＊＊它", bob: ""} {
			h.ask(t, owner, "conv-0001", "问")
			if a := h.answerOf(t, owner, "conv-0001"); a.Speech != want || a.SpeechesV2[0].Hidden != (want == "") {
				t.Errorf("%s is answered %+v", owner, a)
			}
			h.models.mu.Lock()
			h.models.asked = nil
			h.models.mu.Unlock()
			h.ask(t, owner, "conv-0002", "遮住什么")
			if asked := len(h.models.requests()); asked != map[string]int{alice: 1, bob: 0}[owner] {
				t.Errorf("%s's question reached the model %d times", owner, asked)
			}
		}
		// In a project, the rules for the asker apply.
		for _, question := range []string{"问", "遮住什么"} {
			r, err := h.Ask(t.Context(), Ask{Key: Key{"project", NewID()}, Asker: Asker{AuthorID: bob}, Prompt: question})
			if err != nil {
				t.Fatal(err)
			}
			if <-r.Done(); r.State() != stream.Sensitive {
				t.Errorf("%s in a project: %s", question, r.State())
			}
		}
	})
}

// The strict rules of an owner also apply when an answer is made again and to generated texts.
func TestRulesOfAnOwnerHoldLater(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		s := h.rule(t)
		h.FilterFor = func(context.Context, string) answer.Filter { return strict{ruled{s}} }
		h.models.set("default", assistant("", "", ""))
		h.models.online = true
		withheld := Key{alice, "conv-0001"}
		h.ask(t, alice, withheld.CID, "遮住什么")
		if r, err := h.Repeat(t.Context(), Again{Key: withheld}); err != nil {
			t.Fatal(err)
		} else if <-r.Done(); r.State() != stream.Sensitive {
			t.Errorf("made again, the answer is %s", r.State())
		}
		if asked := h.models.requests(); len(asked) > 0 {
			t.Errorf("the model was given %+v", asked)
		}

		k := Key{alice, "conv-0002"}
		h.ask(t, alice, k.CID, "问一问")
		h.background.Wait()
		h.models.set("default", assistant("遮住的题", "", "遮住的摘要"))
		if title, err := h.MakeTitle(t.Context(), k, "", ""); err != nil || title != "问一问" {
			t.Errorf("title %q %v", title, err)
		}
		if _, err := h.Rename(t.Context(), k, "", "遮住的"); !errs.Is(err, errs.BadRequest) {
			t.Errorf("renamed: %v", err)
		}
		to, err := h.CreateSuccessor(t.Context(), k, "", "")
		if err != nil {
			t.Fatal(err)
		}
		if d, err := h.Detail(t.Context(), Key{alice, to}, 0, 0); err != nil || d.Summary == "" || strings.ContainsAny(d.Summary, "遮＊") {
			t.Errorf("summary %q %v", d.Summary, err)
		}
	})
}

// strict applies the strict variant of the real rules in the same way as package app.
type strict struct{ ruled }

func (r strict) Check(at answer.At, text string) (string, bool) {
	return r.StrictCheck(moderation.At(at), text)
}

func (r strict) Begin(at answer.At) answer.FilterStream { return r.StrictStream(moderation.At(at)) }

// strictFor sets the rules of a chat (see rule), in their strict variant for one person.
func (h *harness) strictFor(t *testing.T, person string) {
	t.Helper()
	s := h.rule(t)
	h.FilterFor = func(_ context.Context, owner string) answer.Filter {
		if owner == person {
			return strict{ruled{s}}
		}
		return h.Filter
	}
}

// fails returns a model that ends with an error after its deltas.
func fails(s script) script {
	return func(ctx context.Context, req llm.Request, yield func(llm.Delta, error) bool) {
		s(ctx, req, func(d llm.Delta, err error) bool {
			if d.Finish != llm.FinishNone {
				err = errors.New("broken")
			}
			return yield(d, err)
		})
	}
}
