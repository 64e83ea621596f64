package chat

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// roundTexts returns the rounds of a transcript as "question > answer".
func roundTexts(t Transcript) []string {
	out := []string{}
	for _, r := range t.Rounds {
		out = append(out, r.Question+" > "+r.Answer.Text())
	}
	return out
}

func TestTranscript(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		const cid = "conv-0001"
		k := Key{alice, cid}
		var want []string
		for i := range transcriptPage { // two messages per round: more than one page
			q := fmt.Sprintf("问%d", i)
			h.ask(t, alice, cid, q)
			want = append(want, q+" > 答："+q)
		}
		// Add a second version of the last answer.
		h.models.set("default", says("第二版"))
		r, err := h.Repeat(t.Context(), Again{Key: k, Index: 2 * transcriptPage})
		if err != nil {
			t.Fatal(err)
		}
		<-r.Done()
		want[len(want)-1] = fmt.Sprintf("问%d > 第二版", transcriptPage-1)
		got, err := h.Transcript(t.Context(), k, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, roundTexts(got)); diff != "" {
			t.Error(diff)
		}

		for repeat, want := range map[int]string{-1: "第二版", 1: "第二版", 0: fmt.Sprintf("答：问%d", transcriptPage-1)} {
			one, err := h.AnswerTranscript(t.Context(), k, 2*transcriptPage, repeat, 1<<20)
			if err != nil || len(one.Rounds) != 1 || one.Rounds[0].Answer.Text() != want || one.Rounds[0].ModelID != "up-1" {
				t.Errorf("version %d: %+v %v", repeat, one, err)
			}
		}

		for name, call := range map[string]struct {
			run  func() error
			want errs.Code
		}{
			"whole, another's":  {func() error { _, err := h.Transcript(t.Context(), Key{bob, cid}, 1<<20); return err }, errs.NotFound},
			"answer, another's": {func() error { _, err := h.AnswerTranscript(t.Context(), Key{bob, cid}, 2, -1, 1<<20); return err }, errs.NotFound},
			"no such version":   {func() error { _, err := h.AnswerTranscript(t.Context(), k, 2, 7, 1<<20); return err }, errs.NotFound},
			"no such answer":    {func() error { _, err := h.AnswerTranscript(t.Context(), k, 998, -1, 1<<20); return err }, errs.NotFound},
			"a question":        {func() error { _, err := h.AnswerTranscript(t.Context(), k, 1, -1, 1<<20); return err }, errs.BadRequest},
			"whole, too large":  {func() error { _, err := h.Transcript(t.Context(), k, 50); return err }, errs.TooLarge},
			"answer, too large": {func() error { _, err := h.AnswerTranscript(t.Context(), k, 2, -1, 5); return err }, errs.TooLarge},
		} {
			if err := call.run(); !errs.Is(err, call.want) {
				t.Errorf("%s: %v", name, err)
			}
		}
		_, err = h.Transcript(t.Context(), k, 100)
		if limit := errs.From(err).Params["limit"].En; limit != "100 B" {
			t.Errorf("too large, and the limit is told as %q", limit)
		}
		if err := h.Delete(t.Context(), alice, cid); err != nil {
			t.Fatal(err)
		}
		if _, err := h.AnswerTranscript(t.Context(), k, 2, -1, 1<<20); !errs.Is(err, errs.NotFound) {
			t.Errorf("deleted: %v", err)
		}
	})
}

func TestTranscriptHides(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.models.set("default", script(func(_ context.Context, _ llm.Request, yield func(llm.Delta, error) bool) {
			yield(llm.Delta{Text: "坏"}, nil)
			yield(llm.Delta{Finish: llm.FinishFilter}, nil)
		}))
		h.ask(t, alice, "conv-0001", "问")
		for name, read := range map[string]func() (Transcript, error){
			"whole": func() (Transcript, error) { return h.Transcript(t.Context(), Key{alice, "conv-0001"}, 1<<20) },
			"answer": func() (Transcript, error) {
				return h.AnswerTranscript(t.Context(), Key{alice, "conv-0001"}, 2, -1, 1<<20)
			},
		} {
			got, err := read()
			if err != nil {
				t.Fatal(err)
			}
			if a := got.Rounds[0].Answer; !a.Hidden || a.State != stream.Sensitive || strings.Contains(fmt.Sprint(got), "坏") {
				t.Errorf("%s shows %+v", name, got)
			}
		}
	})
}
