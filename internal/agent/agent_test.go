package agent

import (
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// An author edits a draft; others see only the published version.
func TestLife(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ctx := t.Context()
		a := h.made(t, alice, full("周报"))
		unseen := func(asker, id string) {
			t.Helper()
			if _, err := h.Get(ctx, asker, id, ""); !errs.Is(err, errs.NotFound) {
				t.Errorf("%q sees %s: %v", asker, id, err)
			}
		}
		named := func(asker, id, want string) {
			t.Helper()
			if got, err := h.Get(ctx, asker, id, ""); err != nil || got.Name != want {
				t.Errorf("%q sees %q %v, want %q", asker, got.Name, err, want)
			}
		}
		unseen(bob, a.ID)
		unseen("", a.ID)
		named(alice, a.ID, "周报")

		if _, err := h.Publish(ctx, alice, a.ID, Link); err != nil {
			t.Fatal(err)
		}
		a, err := h.Save(ctx, alice, a.ID, full("周报二"), a.Revision)
		if err != nil || !a.Changed || a.Version != 1 {
			t.Fatalf("%+v %v", a, err)
		}
		named(bob, a.ID, "周报")
		named("", a.ID, "周报")
		named(alice, a.ID, "周报")
		named(alice, DraftID(a.ID), "周报二")
		unseen(bob, DraftID(a.ID))
		unseen("", DraftID(a.ID))

		if _, err := h.Save(ctx, alice, a.ID, full("迟到"), a.Revision-1); !errs.Is(err, errs.AgentChanged) {
			t.Errorf("an old revision: %v", err)
		}
		if _, err := h.Save(ctx, bob, a.ID, full("别人的"), a.Revision); !errs.Is(err, errs.NotFound) {
			t.Errorf("somebody else's: %v", err)
		}
		if err := h.Delete(ctx, bob, a.ID); !errs.Is(err, errs.NotFound) {
			t.Errorf("somebody else's: %v", err)
		}
		if _, err := h.Publish(ctx, alice, a.ID, Private); err != nil {
			t.Fatal(err)
		}
		unseen(bob, a.ID)
		named(alice, a.ID, "周报二")
		if err := h.Delete(ctx, alice, a.ID); err != nil {
			t.Fatal(err)
		}
		unseen(alice, a.ID)
	})
}

// Only a version approved by an administrator becomes public.
func TestReview(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ctx := t.Context()
		a := h.made(t, alice, Spec{Name: "周报", Persona: "写"})
		if _, err := h.Publish(ctx, alice, a.ID, Public); !errs.Is(err, errs.AgentIncomplete) {
			t.Errorf("without a category: %v", err)
		}
		save := func(v Spec) {
			t.Helper()
			got, err := h.Own(ctx, alice, a.ID)
			if err != nil {
				t.Fatal(err)
			}
			if a, err = h.Save(ctx, alice, a.ID, v, got.Revision); err != nil {
				t.Fatal(err)
			}
		}
		ask := func() int {
			t.Helper()
			if _, err := h.Publish(ctx, alice, a.ID, Public); err != nil {
				t.Fatal(err)
			}
			queue, total, err := h.Queue(ctx, 0, 0)
			if err != nil || total != 1 || len(queue) != 1 {
				t.Fatalf("%v %d %v", queue, total, err)
			}
			return queue[0].Number
		}
		save(full("违禁"))
		if _, err := h.Publish(ctx, alice, a.ID, Public); !errs.Is(err, errs.AgentWithheld) {
			t.Errorf("forbidden words: %v", err)
		}
		save(full("周报"))
		first := ask()
		if _, err := h.Get(ctx, bob, a.ID, ""); !errs.Is(err, errs.NotFound) {
			t.Errorf("waiting: %v", err)
		}
		save(full("换了"))
		second := ask()
		if err := h.Approve(ctx, a.ID, first); !errs.Is(err, errs.AgentChanged) {
			t.Errorf("a version that nobody asks for any more: %v", err)
		}
		if err := h.Refuse(ctx, a.ID, second, " "); !errs.Is(err, errs.BadRequest) {
			t.Errorf("without a reason: %v", err)
		}
		if err := h.Refuse(ctx, a.ID, second, "请写清用途"); err != nil {
			t.Fatal(err)
		}
		if got, err := h.Own(ctx, alice, a.ID); err != nil || got.Review != Refused || got.Reason != "请写清用途" {
			t.Errorf("%+v %v", got, err)
		}
		number := ask()
		if err := h.Approve(ctx, a.ID, number); err != nil {
			t.Fatal(err)
		}
		save(full("改名"))
		if got, err := h.Get(ctx, bob, a.ID, ""); err != nil || got.Name != "换了" || got.Visibility != Public {
			t.Errorf("%+v %v", got, err)
		}
		if err := h.TakeDown(ctx, a.ID, "有人举报"); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Get(ctx, bob, a.ID, ""); !errs.Is(err, errs.NotFound) {
			t.Errorf("taken down: %v", err)
		}
		for _, to := range []Visibility{Private, Link} {
			if _, err := h.Publish(ctx, alice, a.ID, to); (to == Link) != errs.Is(err, errs.AgentDown) {
				t.Errorf("%s after it was taken down: %v", to, err)
			}
		}
		if len(h.notices) != 3 || !strings.Contains(h.notices[0].Body.En, "请写清用途") || h.notices[1].Title.ZhCN != "「换了」已公开发布" || len(h.noted) != 3 {
			t.Errorf("told %+v, noted %q", h.notices, h.noted)
		}
	})
}

// Versions can be compared and restored; restoring a version does not change the live version.
func TestVersions(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ctx := t.Context()
		a := h.made(t, alice, full("一"))
		if _, err := h.Publish(ctx, alice, a.ID, Link); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Publish(ctx, alice, a.ID, Link); err != nil { // the draft is unchanged, so this makes no second version
			t.Fatal(err)
		}
		hot := 0.5
		next := full("一")
		next.Persona, next.Temperature, next.Questions = "更短", &hot, []string{"一", "二"}
		if _, err := h.Save(ctx, alice, a.ID, next, a.Revision); err != nil {
			t.Fatal(err)
		}
		got, err := h.Compare(ctx, alice, a.ID, 1)
		want := []Difference{{"persona", "你写周报。", "更短"}, {"questions", "写本周的", "一\n二"}, {"temperature", "", "0.5"}}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Error(diff, err)
		}
		for _, use := range []func() error{
			func() error { _, err := h.Compare(ctx, bob, a.ID, 1); return err },
			func() error { _, err := h.GoBack(ctx, bob, a.ID, 1); return err },
			func() error { _, err := h.Versions(ctx, bob, a.ID); return err },
			func() error { _, err := h.GoBack(ctx, alice, a.ID, 9); return err },
		} {
			if err := use(); !errs.Is(err, errs.NotFound) {
				t.Errorf("%v", err)
			}
		}
		if _, err := h.Publish(ctx, alice, a.ID, Private); err != nil {
			t.Fatal(err)
		}
		back, err := h.GoBack(ctx, alice, a.ID, 1)
		if err != nil || back.Persona != "你写周报。" || back.Temperature != nil {
			t.Errorf("%+v %v", back, err)
		}
		all, err := h.Versions(ctx, alice, a.ID)
		if err != nil || len(all) != 2 || all[0].Number != 2 || all[0].Live || !all[1].Live {
			t.Errorf("%+v %v", all, err)
		}
		for n := range MaxVersions + 5 {
			own, err := h.Own(ctx, alice, a.ID)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := h.Save(ctx, alice, a.ID, full(fmt.Sprint(n)), own.Revision); err != nil {
				t.Fatal(err)
			}
			if _, err := h.Publish(ctx, alice, a.ID, Private); err != nil {
				t.Fatal(err)
			}
		}
		all, err = h.Versions(ctx, alice, a.ID)
		if err != nil || len(all) != MaxVersions+1 || all[len(all)-1].Number != 1 { // the live version is never dropped
			t.Errorf("%d versions, the oldest is %+v %v", len(all), all[len(all)-1], err)
		}
	})
}

// Specs that exceed a limit, have an invalid value, or refer to something that the author does not
// have are refused. Lists are paged.
func TestBounds(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		hot, cold := 2.1, math.NaN()
		for name, c := range map[string]struct {
			change func(v *Spec)
			want   errs.Code
		}{
			"a megabyte of persona": {func(v *Spec) { v.Persona = strings.Repeat("长", 1<<20/3) }, errs.TooLarge},
			"a long name":           {func(v *Spec) { v.Name = strings.Repeat("名", MaxName+1) }, errs.TooLarge},
			"seven questions":       {func(v *Spec) { v.Questions = slices.Repeat([]string{"问"}, 7) }, errs.TooLarge},
			"a long question":       {func(v *Spec) { v.Questions = []string{strings.Repeat("问", MaxQuestion+1)} }, errs.TooLarge},
			"many files":            {func(v *Spec) { v.Files = many(alice+"-file-", MaxFiles+1) }, errs.TooLarge},
			"many tools":            {func(v *Spec) { v.Tools = many("t", MaxTools+1) }, errs.TooLarge},
			"somebody else's file":  {func(v *Spec) { v.Files = []string{bob + "-file-1"} }, errs.BadRequest},
			"an unknown site":       {func(v *Spec) { v.Sites = []string{"site-9"} }, errs.BadRequest},
			"an unknown category":   {func(v *Spec) { v.Category = "x" }, errs.BadRequest},
			"an unknown mode":       {func(v *Spec) { v.Mode = "999" }, errs.BadRequest},
			"an unknown kind":       {func(v *Spec) { v.Kind = "x" }, errs.BadRequest},
			"a hot model":           {func(v *Spec) { v.Temperature = &hot }, errs.BadRequest},
			"no number":             {func(v *Spec) { v.TopP = &cold }, errs.BadRequest},
			"many tokens":           {func(v *Spec) { v.MaxTokens = MaxTokens + 1 }, errs.BadRequest},
			"a foreign picture":     {func(v *Spec) { v.Avatar = "01jabcdefghjkmnpqrstvwxyz0" }, errs.BadRequest},
			"a way as picture":      {func(v *Spec) { v.Avatar = "../../x" }, errs.BadRequest},
		} {
			v := full("名")
			c.change(&v)
			if _, err := h.Create(t.Context(), alice, v); !errs.Is(err, c.want) {
				t.Errorf("%s: %v", name, err)
			}
		}
		a := h.made(t, alice, Spec{Name: " 名\x00\n字 ", Questions: []string{"", " 问 "}, Files: []string{alice + "-file-1", alice + "-file-1", ""}})
		if a.Name != "名 字" || !slices.Equal(a.Questions, []string{"问"}) || len(a.Files) != 1 || a.Mode != Default || a.Kind != "yuanbao" {
			t.Errorf("%+v", a.Spec)
		}
		for range MaxAgents - 1 {
			h.made(t, alice, Spec{})
		}
		if _, err := h.Create(t.Context(), alice, Spec{}); !errs.Is(err, errs.AgentsFull) {
			t.Errorf("one too many: %v", err)
		}
		seen := map[string]bool{}
		for offset := 0; ; {
			page, total, err := h.List(t.Context(), alice, offset, MaxPage*2)
			if err != nil || total != MaxAgents || len(page) > MaxPage {
				t.Fatalf("%d of %d %v", len(page), total, err)
			}
			if len(page) == 0 {
				break
			}
			for _, a := range page {
				seen[a.ID] = true
			}
			offset += len(page)
		}
		if len(seen) != MaxAgents {
			t.Errorf("%d agents are listed", len(seen))
		}
	})
}

func many(prefix string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = prefix + fmt.Sprint(i)
	}
	return out
}

// A copy has a marked name. A copy of one's own agent has the same files, and a copy of an agent that
// ships with the program has the same persona. Agents of other people cannot be copied.
func TestCopy(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		ctx := t.Context()
		v := full(strings.Repeat("名", MaxName))
		v.Files = []string{alice + "-file-1"}
		a := h.made(t, alice, v)
		copied, err := h.Copy(ctx, alice, a.ID, "zh-CN")
		if err != nil || !strings.HasSuffix(copied.Name, "（副本）") || len(copied.Files) != 1 || copied.ID == a.ID {
			t.Errorf("%+v %v", copied, err)
		}
		if _, err := h.Publish(ctx, alice, a.ID, Link); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Copy(ctx, bob, a.ID, ""); !errs.Is(err, errs.AgentNotYours) {
			t.Errorf("somebody else's: %v", err)
		}
		mine, err := h.Copy(ctx, bob, "weekly-report", "en")
		if err != nil || mine.Name != "Weekly Report (copy)" || mine.Persona != "写周报。" || mine.Owner != bob {
			t.Errorf("%+v %v", mine, err)
		}
	})
}

// The result of Used begins with the pinned agents and contains no deleted agents.
func TestUsed(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ctx := t.Context()
		a := h.made(t, alice, full("甲"))
		if _, err := h.Publish(ctx, alice, a.ID, Link); err != nil {
			t.Fatal(err)
		}
		own := h.made(t, bob, full("乙"))
		for _, id := range []string{a.ID, own.ID, "weekly-report", DraftID(own.ID)} {
			if err := h.NoteUse(ctx, bob, id, true); err != nil {
				t.Fatal(err)
			}
			h.clock.Add(1e9)
		}
		if err := h.NoteUse(ctx, bob, a.ID, false); err != nil {
			t.Fatal(err)
		}
		if err := h.Pin(ctx, bob, own.ID, true); err != nil {
			t.Fatal(err)
		}
		if err := h.Pin(ctx, bob, "nobodys", true); !errs.Is(err, errs.NotFound) {
			t.Errorf("an unknown one is pinned: %v", err)
		}
		want := func(names ...string) {
			t.Helper()
			page, more, err := h.Used(ctx, bob, "zh-CN", 0, 10)
			got := []string{}
			for _, p := range page {
				got = append(got, p.Name)
			}
			if diff := cmp.Diff(names, got); diff != "" || more || err != nil {
				t.Error(diff, more, err)
			}
		}
		want("乙", "甲", "周报助手")
		// Pinning and then unpinning an agent leaves the list unchanged, even if the agent was never asked.
		never := h.made(t, bob, full("丙"))
		for _, id := range []string{never.ID, a.ID} {
			for _, pinned := range []bool{false, true, false} {
				if err := h.Pin(ctx, bob, id, pinned); err != nil {
					t.Fatal(err)
				}
			}
		}
		want("乙", "甲", "周报助手")
		if got, err := h.Own(ctx, alice, a.ID); err != nil || got.Uses != 1 {
			t.Errorf("%d uses %v", got.Uses, err)
		}
		if got, err := h.Own(ctx, bob, own.ID); err != nil || got.Uses != 0 {
			t.Errorf("own use counts: %d %v", got.Uses, err)
		}
		if err := h.Delete(ctx, alice, a.ID); err != nil {
			t.Fatal(err)
		}
		want("乙", "周报助手")
		cards, err := h.Cards(ctx, bob, "en", []string{a.ID, own.ID, "weekly-report", own.ID})
		if err != nil || len(cards) != 2 || cards["weekly-report"].Name != "Weekly Report" {
			t.Errorf("%v %v", cards, err)
		}
	})
}

// Move moves a visitor's agents, versions and pictures to the account; importing the same archive a
// second time adds nothing; Forget deletes all of an owner's agents and pictures.
func TestMoveForgetImport(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ctx := t.Context()
		a := h.made(t, alice, full("甲"))
		if _, err := h.Publish(ctx, alice, a.ID, Link); err != nil {
			t.Fatal(err)
		}
		if err := h.NoteUse(ctx, alice, "weekly-report", true); err != nil {
			t.Fatal(err)
		}
		picture, err := h.AddAvatar(ctx, alice, "x")
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := h.o.DB.InTx(ctx, func(tx *sql.Tx) error { return h.Move(ctx, tx, alice, bob) }); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := h.Own(ctx, bob, a.ID); err != nil || got.Name != "甲" {
			t.Errorf("%+v %v", got, err)
		}
		if versions, err := h.Versions(ctx, bob, a.ID); err != nil || len(versions) != 1 {
			t.Errorf("%v %v", versions, err)
		}
		if err := h.ownsAvatar(ctx, bob, picture); err != nil {
			t.Error(err)
		}
		specs, err := h.Export(ctx, bob)
		if err != nil || len(specs) != 1 {
			t.Fatal(specs, err)
		}
		specs = append(specs, Spec{Name: strings.Repeat("长", 99)}, Spec{Name: "带文件", Files: []string{"x"}})
		for want := 2; want >= 0; want -= 2 {
			if kept, err := h.Import(ctx, alice, specs); err != nil || kept != want {
				t.Errorf("%d kept %v", kept, err)
			}
		}
		for _, owner := range []string{alice, bob} {
			if err := h.Forget(ctx, owner); err != nil {
				t.Fatal(err)
			}
			if _, total, err := h.List(ctx, owner, 0, 0); err != nil || total != 0 {
				t.Errorf("%d %v", total, err)
			}
		}
		if _, err := h.Avatar(ctx, picture); !errs.Is(err, errs.NotFound) {
			t.Errorf("%v", err)
		}
	})
}

// While no model is connected, NeedsModel is true. The exceptions are agents with knowledge of their
// own and agents that the built-in engine can serve.
func TestNeedsModel(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		plain := h.made(t, alice, full("甲"))
		v := full("乙")
		v.Sites = []string{"site-1"}
		knowing := h.made(t, alice, v)
		builtin := func(locale string) Agent {
			a, err := h.Get(t.Context(), "", "weekly-report", locale)
			if err != nil {
				t.Fatal(err)
			}
			return a
		}
		// The built-in engine can answer the question of this agent in Chinese only.
		chinese, english := builtin("zh-CN"), builtin("en")
		for _, connected := range []bool{false, true} {
			h.connected = connected
			if h.NeedsModel(plain) == connected || h.NeedsModel(knowing) || h.NeedsModel(chinese) || h.NeedsModel(english) == connected {
				t.Errorf("connected %v: %v %v %v %v", connected, h.NeedsModel(plain), h.NeedsModel(knowing), h.NeedsModel(chinese), h.NeedsModel(english))
			}
		}
	})
}

// A person can have only one open report about an agent. When an agent is taken down, its reports
// count as handled. A report is moved and deleted with its writer's data.
func TestReports(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		a := h.made(t, alice, full("周报"))
		report := func(who, id, reason string) error {
			return h.Report(t.Context(), who, id, reason, "有我的\n电话\x00")
		}
		open := func(everything bool) string {
			t.Helper()
			all, err := h.Reports(t.Context(), everything, 0, 0)
			if err != nil {
				t.Fatal(err)
			}
			var out []string
			for _, r := range all {
				out = append(out, fmt.Sprintf("%s %s %s %s %s %v", r.ID, r.Name, r.Author, r.Why, r.Words, r.HandledAt > 0))
			}
			return strings.Join(out, "|")
		}
		if err := report(bob, a.ID, "rights"); !errs.Is(err, errs.NotFound) {
			t.Errorf("a private one: %v", err)
		}
		if _, err := h.Publish(t.Context(), alice, a.ID, Link); err != nil {
			t.Fatal(err)
		}
		for id, who := range map[string]string{a.ID: alice, "weekly-report": bob, "nobody": bob, DraftID(a.ID): bob} {
			if err := report(who, id, "rights"); err == nil {
				t.Errorf("%s reports %s", who, id)
			}
		}
		if err := report(bob, a.ID, "because"); !errs.Is(err, errs.BadRequest) {
			t.Error(err)
		}
		for _, reason := range []string{"rights", "other"} { // the second report of the same person is ignored
			if err := report(bob, a.ID, reason); err != nil {
				t.Fatal(err)
			}
		}
		reported := a.ID + " 周报 " + alice + " rights 有我的 电话 "
		if got := open(false); got != reported+"false" {
			t.Error(got)
		}
		if err := h.Dismiss(t.Context(), a.ID); err != nil {
			t.Fatal(err)
		}
		if err := h.Dismiss(t.Context(), "nobody"); !errs.Is(err, errs.NotFound) {
			t.Error(err)
		}
		if got := open(false) + open(true); got != reported+"true" {
			t.Error(got)
		}
		if err := report(bob, a.ID, "illegal"); err != nil { // the first report was handled, so this one is stored
			t.Fatal(err)
		}
		if got := open(false); !strings.Contains(got, "illegal") {
			t.Error(got)
		}
		if err := h.TakeDown(t.Context(), a.ID, "违法"); err != nil {
			t.Fatal(err)
		}
		if got := open(false); got != "" {
			t.Errorf("%s is open after the agent was taken down", got)
		}
		if err := h.o.DB.InTx(t.Context(), func(tx *sql.Tx) error { return h.Move(t.Context(), tx, bob, "carol") }); err != nil {
			t.Fatal(err)
		}
		if err := h.Forget(t.Context(), bob); err != nil {
			t.Fatal(err)
		}
		if got := open(true); got == "" {
			t.Error("the report did not go with the person")
		}
		if err := h.Forget(t.Context(), "carol"); err != nil {
			t.Fatal(err)
		}
		if got := open(true); got != "" {
			t.Errorf("%s is there after its writer has gone", got)
		}
	})
}

// One person can send a limited number of reports per day. An agent's reports are deleted with the
// agent.
func TestManyReports(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		for i := range reportsOfADay + 2 {
			a := h.made(t, alice, full(fmt.Sprintf("周报%d", i)))
			if _, err := h.Publish(t.Context(), alice, a.ID, Link); err != nil {
				t.Fatal(err)
			}
			if err := h.Report(t.Context(), bob, a.ID, "other", strings.Repeat("长", 5000)); errs.Is(err, errs.TooMany) != (i > reportsOfADay) {
				t.Errorf("report %d: %v", i+1, err)
			}
			if i == 0 {
				if err := h.Delete(t.Context(), alice, a.ID); err != nil {
					t.Fatal(err)
				}
				if all, err := h.Reports(t.Context(), true, 0, 0); err != nil || len(all) != 0 {
					t.Errorf("%v %v", all, err)
				}
			}
		}
	})
}
