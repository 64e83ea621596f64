package chat

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// The system message contains the custom instructions of the asker, and of nobody else, after the general
// instructions. The content rules apply to custom instructions in the same way as to a question.
func TestInstructionsReachTheModel(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.rule(t)
		h.models.online = true
		wanted := map[string]string{alice: "回答不超过三句", bob: "用" + badWord + "回答"}
		h.Instructions = func(_ context.Context, owner string) (string, error) { return wanted[owner], nil }
		systemPrompt := func(owner string) string {
			h.ask(t, owner, "conv-0001", "红烧肉怎么做")
			for _, r := range slices.Backward(h.models.requests()) { // the model may also have been asked for a title
				if r.Messages[len(r.Messages)-1].Content == "红烧肉怎么做" {
					return r.Messages[0].Content
				}
			}
			t.Fatal("the model was asked nothing")
			return ""
		}
		system := systemPrompt(alice)
		if house, own := strings.Index(system, "不编造"), strings.Index(system, "回答不超过三句"); house < 0 || own < house {
			t.Errorf("alice's model was told %q", system)
		}
		if system := systemPrompt(bob); strings.Contains(system, badWord) || strings.Contains(system, "提问者希望") || strings.Contains(system, "三句") {
			t.Errorf("bob's model was told %q", system)
		}
		wanted[alice] = maskWord + "名字"
		if system := systemPrompt(alice); strings.Contains(system, maskWord) || !strings.Contains(system, "名字") {
			t.Errorf("masked: %q", system)
		}
		wanted[alice] = ""
		if system := systemPrompt(alice); strings.Contains(system, "提问者希望") {
			t.Errorf("nothing is wanted: %q", system)
		}
	})
}
