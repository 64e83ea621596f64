package agent

import (
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// After an administrator has taken an agent down, the author cannot avoid the review: the author cannot
// publish the agent by link before an administrator has approved a version.
func TestTakenDownNeedsReview(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ctx := t.Context()
		a := h.made(t, alice, full("一"))
		if _, err := h.Publish(ctx, alice, a.ID, Link); err != nil {
			t.Fatal(err)
		}
		if err := h.TakeDown(ctx, a.ID, "有人举报"); err != nil {
			t.Fatal(err)
		}
		ask := func() int {
			t.Helper()
			if _, err := h.Publish(ctx, alice, a.ID, Public); err != nil {
				t.Fatal(err)
			}
			queue, _, err := h.Queue(ctx, 0, 0)
			if err != nil || len(queue) != 1 {
				t.Fatalf("%v %v", queue, err)
			}
			return queue[0].Number
		}
		link := func(when string) {
			t.Helper()
			if _, err := h.Publish(ctx, alice, a.ID, Link); !errs.Is(err, errs.AgentDown) {
				t.Errorf("by link, %s: %v", when, err)
			}
			if _, err := h.Get(ctx, bob, a.ID, ""); !errs.Is(err, errs.NotFound) {
				t.Errorf("others find it, %s: %v", when, err)
			}
		}
		ask()
		link("while it waits for a review")
		if got, err := h.Publish(ctx, alice, a.ID, Private); err != nil || got.Review != Down {
			t.Errorf("the author withdraws the request: %+v %v", got, err)
		}
		link("after the request was withdrawn")
		if err := h.Refuse(ctx, a.ID, ask(), "还是不行"); err != nil {
			t.Fatal(err)
		}
		link("after a refusal")
		if err := h.Approve(ctx, a.ID, ask()); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Publish(ctx, alice, a.ID, Link); err != nil {
			t.Errorf("by link, after an approval: %v", err)
		}
	})
}
