package chat

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

func TestEditBranches(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		const cid = "conv-0001"
		edit := func(i int) func(*Ask) { return func(a *Ask) { a.EditIndex = i } }
		check := func(what string, want ...string) {
			t.Helper()
			if diff := cmp.Diff(want, h.texts(t, alice, cid)); diff != "" {
				t.Errorf("%s: %s", what, diff)
			}
		}
		h.ask(t, alice, cid, "甲")
		h.ask(t, alice, cid, "乙")
		h.ask(t, alice, cid, "乙改", edit(3))
		check("edited", "1:甲", "2:答：甲", "5:乙改", "6:答：乙改")
		h.ask(t, alice, cid, "丙")
		check("gone on", "1:甲", "2:答：甲", "5:乙改", "6:答：乙改", "7:丙", "8:答：丙")
		history := h.models.requests()[3].Messages
		if len(history) != 6 || history[3].Content != "乙改" {
			t.Errorf("the model was given another branch: %v", history)
		}

		d, err := h.Detail(t.Context(), Key{alice, cid}, 0, 100)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range d.Convs {
			want := []int(nil)
			if c.Index == 5 {
				want = []int{3, 5}
			}
			if diff := cmp.Diff(want, c.Branches); diff != "" {
				t.Errorf("variants of %d: %s", c.Index, diff)
			}
		}

		for _, step := range []struct {
			index, leaf int
			want        []string
		}{
			{3, 4, []string{"1:甲", "2:答：甲", "3:乙", "4:答：乙"}},
			{5, 8, []string{"1:甲", "2:答：甲", "5:乙改", "6:答：乙改", "7:丙", "8:答：丙"}},
		} {
			leaf, err := h.SelectBranch(t.Context(), Key{alice, cid}, step.index)
			if err != nil || leaf != step.leaf {
				t.Errorf("select %d: %d %v", step.index, leaf, err)
			}
			check("selected", step.want...)
		}

		// The first question also has variants. When a variant is selected again, the
		// messages last shown below the variant appear again.
		h.ask(t, alice, cid, "甲改", edit(1))
		check("first edited", "9:甲改", "10:答：甲改")
		if _, err := h.SelectBranch(t.Context(), Key{alice, cid}, 1); err != nil {
			t.Error(err)
		}
		check("back to where it was left", "1:甲", "2:答：甲", "5:乙改", "6:答：乙改", "7:丙", "8:答：丙")

		for _, index := range []int{2, 0, 99, -1} {
			if _, err := h.SelectBranch(t.Context(), Key{alice, cid}, index); err == nil {
				t.Errorf("message %d was taken for a variant", index)
			}
		}
		if _, err := h.Ask(t.Context(), Ask{Key: Key{alice, cid}, Prompt: "x", EditIndex: 2}); !errs.Is(err, errs.BadRequest) {
			t.Errorf("an answer was edited: %v", err)
		}
		if _, err := h.Ask(t.Context(), Ask{Key: Key{alice, "conv-0404"}, Prompt: "x", EditIndex: 1}); !errs.Is(err, errs.NotFound) {
			t.Errorf("a question of nothing was edited: %v", err)
		}
	})
}

func TestVersions(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		const cid = "conv-0001"
		k := Key{alice, cid}
		h.ask(t, alice, cid, "甲")
		h.ask(t, alice, cid, "乙")
		h.models.set("other", says("别的说法"))
		r, err := h.Repeat(t.Context(), Again{Key: k, Index: 2, Choice: request.Choice{ChatModelID: "other"}})
		if err != nil {
			t.Fatal(err)
		}
		<-r.Done()
		want := []string{"1:甲", "2:别的说法", "3:乙", "4:答：乙"}
		if diff := cmp.Diff(want, h.texts(t, alice, cid)); diff != "" {
			t.Error(diff)
		}
		d, err := h.Detail(t.Context(), k, 3, 1)
		if err != nil {
			t.Fatal(err)
		}
		a := d.Convs[0]
		if len(a.SpeechesV2) != 2 || a.RepeatIndex != 1 || a.ChatSource != request.SourceRepeat || a.SpeechesV2[1].ChatModelID != "other" || a.SpeechesV2[0].ChatModelID != "default" {
			t.Errorf("versions: %+v", a)
		}
		if err := h.SelectVersion(t.Context(), k, 2, 0); err != nil {
			t.Fatal(err)
		}
		want[1] = "2:答：甲"
		if diff := cmp.Diff(want, h.texts(t, alice, cid)); diff != "" {
			t.Error(diff)
		}
		for _, bad := range [][2]int{{2, 2}, {2, -1}, {1, 0}, {9, 0}} {
			if err := h.SelectVersion(t.Context(), k, bad[0], bad[1]); !errs.Is(err, errs.NotFound) {
				t.Errorf("version %v: %v", bad, err)
			}
		}
		// Repeat the newest answer, given by the index of its question.
		r, err = h.Repeat(t.Context(), Again{Key: k, Index: 3})
		if err != nil {
			t.Fatal(err)
		}
		<-r.Done()
		if a := h.answerOf(t, alice, cid); len(a.SpeechesV2) != 2 || a.Index != 4 {
			t.Errorf("repeat by question: %+v", a)
		}
		// For the next question, the model gets the shown version of the answer.
		h.ask(t, alice, cid, "丙")
		last := h.models.requests()
		if got := last[len(last)-1].Messages[2].Content; got != "答：甲" {
			t.Errorf("the model was given version %q", got)
		}
	})
}
