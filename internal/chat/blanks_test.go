package chat

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

const letter = "请假条\n\n兹因\\_\\_\\_\\_请假 ____ 天。\n\n请假人：＿＿＿＿"

// Texts entered in the blanks of an answer are stored, are part of exports, and can only be
// changed by the owner.
func TestBlanks(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		k := Key{alice, "conv-0001"}
		h.models.set("default", func(_ context.Context, _ llm.Request, yield func(llm.Delta, error) bool) {
			_ = yield(llm.Delta{Text: letter}, nil) && yield(llm.Delta{Finish: llm.FinishStop}, nil)
		})
		h.ask(t, alice, k.CID, "写一张请假条")
		blanks := func() []string { return h.answerOf(t, alice, k.CID).SpeechesV2[0].Blanks }
		text := func() string {
			tr, err := h.Transcript(t.Context(), k, 1<<20)
			if err != nil {
				t.Fatal(err)
			}
			return tr.Rounds[0].Answer.Text()
		}
		put := func(owner string, texts ...string) int {
			status, _ := h.json(t, owner, conversation+"blanks", map[string]any{"conversationId": k.CID, "index": 2, "blanks": texts})
			return status
		}
		if got := put(alice, "搬家", "", " 张\n三* "); got != 200 {
			t.Fatal(got)
		}
		if diff := cmp.Diff([]string{"搬家", "", "张 三*"}, blanks()); diff != "" {
			t.Error(diff)
		}
		if want := "请假条\n\n兹因搬家请假 ____ 天。\n\n请假人：张 三\\*"; text() != want {
			t.Errorf("the export says %q", text())
		}
		for m, err := range h.ArchiveMessages(t.Context(), k) {
			if err != nil || !m.Human && !strings.Contains(m.Versions[0].Text, "兹因搬家请假") {
				t.Errorf("%+v %v", m, err)
			}
		}
		// The model gets the answer without the entered texts.
		h.ask(t, alice, k.CID, "再写一张")
		if asked := h.models.requests(); strings.Contains(asked[len(asked)-1].Messages[2].Content, "搬家") {
			t.Errorf("the model was told %v", asked[len(asked)-1].Messages)
		}
		// If the number of texts differs from the number of blanks, the texts are stored, but exports
		// show empty blanks.
		if got := put(alice, "一", "二"); got != 200 || text() != letter {
			t.Errorf("%d %q", got, text())
		}
		if got := put(alice, "", "", ""); got != 200 || blanks() != nil {
			t.Errorf("%d %v", got, blanks())
		}
		if got := put(bob, "x", "y", "z"); got != 404 {
			t.Errorf("somebody else: %d", got)
		}
		for limit, texts := range map[string][]string{
			"500": {strings.Repeat("长", 501)}, "200": make([]string, 201), "10000": slicesOf(strings.Repeat("长", 500), 21),
		} {
			if err := h.FillBlanks(t.Context(), k, "", 2, 0, texts); !errs.Is(err, errs.TooLarge) || errs.From(err).Params["limit"].En != limit {
				t.Errorf("the limit %s: %v", limit, err)
			}
		}
	})
}

func slicesOf(s string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = s
	}
	return out
}

// The content rules apply to texts entered in blanks.
func TestBlanksAreFiltered(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		k := Key{alice, "conv-0001"}
		h.models.set("default", func(_ context.Context, _ llm.Request, yield func(llm.Delta, error) bool) {
			_ = yield(llm.Delta{Text: letter}, nil) && yield(llm.Delta{Finish: llm.FinishStop}, nil)
		})
		h.ask(t, alice, k.CID, "写一张请假条")
		h.rule(t)
		if err := h.FillBlanks(t.Context(), k, "", 0, -1, []string{"坏词语", "遮住", "好"}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"", "＊＊", "好"}, h.answerOf(t, alice, k.CID).SpeechesV2[0].Blanks); diff != "" {
			t.Error(diff)
		}
	})
}
