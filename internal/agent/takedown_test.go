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
		told := func(when string, review Review, reason string) {
			t.Helper()
			if got, err := h.Own(ctx, alice, a.ID); err != nil || got.Review != review || got.Reason != reason {
				t.Errorf("%s the author reads %q %q, want %q %q; %v", when, got.Review, got.Reason, review, reason, err)
			}
		}
		withdraw := func() {
			t.Helper()
			if _, err := h.Publish(ctx, alice, a.ID, Private); err != nil {
				t.Fatal(err)
			}
		}
		ask()
		told("while it waits", Waiting, "有人举报")
		link("while it waits for a review")
		withdraw()
		told("after the request was withdrawn", Down, "有人举报")
		link("after the request was withdrawn")
		if err := h.Refuse(ctx, a.ID, ask(), "还是不行"); err != nil {
			t.Fatal(err)
		}
		link("after a refusal")
		withdraw()
		told("after a refusal", Refused, "还是不行")
		link("after a refusal of what is kept private")
		if err := h.Approve(ctx, a.ID, ask()); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Publish(ctx, alice, a.ID, Link); err != nil {
			t.Errorf("by link, after an approval: %v", err)
		}
	})
}
