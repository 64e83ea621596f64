package chat

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAskAndRead(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.ask(t, alice, "conv-0001", "第一问")
		h.ask(t, alice, "conv-0001", "第二问")
		want := []string{"1:第一问", "2:答：第一问", "3:第二问", "4:答：第二问"}
		if diff := cmp.Diff(want, h.texts(t, alice, "conv-0001")); diff != "" {
			t.Error(diff)
		}
		page, err := h.List(t.Context(), alice, ListQuery{})
		if err != nil {
			t.Fatal(err)
		}
		if page.Total != 1 || page.Conversations[0].Title != "第一问" || page.Conversations[0].LastReplyContent != "答：第二问" {
			t.Errorf("list: %+v", page)
		}
		last := h.models.requests()[1].Messages
		var got []string
		for _, m := range last[1:] {
			got = append(got, string(m.Role)+" "+m.Content)
		}
		if diff := cmp.Diff([]string{"user 第一问", "assistant 答：第一问", "user 第二问"}, got); diff != "" {
			t.Errorf("what the model was given: %s", diff)
		}
	})
}

// A question asked before the models are known waits for the models.
func TestQuestionAtTheStart(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		h.models.set("default", says("引擎"))
		h.models.ready = func() { h.models.set("default", says("模型")) }
		h.ask(t, alice, "conv-0001", "你是谁？")
		if got, _ := h.answerText(t, "conv-0001"); got != "模型" {
			t.Errorf("answered by %q", got)
		}
	})
}
