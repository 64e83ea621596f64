package project_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/project"
)

// harness is the service with fakes of its dependencies.
type harness struct {
	*project.Service
	clock  *domaintest.Clock
	mu     sync.Mutex
	erased []string
	fails  error // the error returned by Erase
	moved  []string
}

func (h *harness) Conversation(_ context.Context, from, to, author, cid string) (string, error) {
	if strings.HasPrefix(cid, "unknown") {
		return "", errs.New(errs.NotFound)
	}
	h.moved = append(h.moved, fmt.Sprintf("%s>%s by %q", from, to, author))
	return "标题", nil
}

func (h *harness) File(_ context.Context, _, _, document string) (string, string, error) {
	return "copy-" + document, "合同.pdf", nil
}

func open(t *testing.T, d *db.DB) *harness {
	t.Helper()
	h := &harness{clock: domaintest.NewTickingClock(time.UnixMilli(1_760_000_000_000))}
	h.Service = project.New(project.Options{
		DB: d, Now: h.clock.Now, Bring: h,
		Erase: func(ctx context.Context, id string) error {
			h.mu.Lock()
			defer h.mu.Unlock()
			if h.fails != nil {
				return h.fails
			}
			h.erased = append(h.erased, id)
			return h.Forget(ctx, id)
		},
		Names: func(_ context.Context, people []string) (map[string]string, error) {
			out := map[string]string{}
			for _, p := range people {
				if p != "gone" {
					out[p] = "名" + p
				}
			}
			return out, nil
		},
		Asking: func(context.Context, string) ([]project.Asking, error) {
			return []project.Asking{{CID: "c", Person: "ann", Since: 1}}, nil
		},
	})
	return h
}

func each(t *testing.T, f func(t *testing.T, h *harness)) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { f(t, open(t, d)) })
}

// make creates a project of ann, with bob as an editor and cid as a reader.
func (h *harness) make(t *testing.T) string {
	t.Helper()
	p, err := h.Create(t.Context(), "ann", project.Settings{Name: "搬家", Prompt: "用表格回答"})
	if err != nil {
		t.Fatal(err)
	}
	h.join(t, p.ID, "bob", project.Editor)
	h.join(t, p.ID, "cid", project.Reader)
	return p.ID
}

func (h *harness) join(t *testing.T, id, person string, role project.Role) {
	t.Helper()
	l, err := h.Invite(t.Context(), id, "ann", role, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := h.Join(t.Context(), person, l.Token); err != nil || got != id {
		t.Fatalf("%s joined %q: %v", person, got, err)
	}
}

// roles lists the members of a project and their roles as text.
func (h *harness) roles(t *testing.T, id string) string {
	t.Helper()
	all, err := h.Members(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range all {
		out = append(out, m.ID+" "+m.Role.String())
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

func wants(t *testing.T, err error, code errs.Code) {
	t.Helper()
	if code == "" && err != nil || code != "" && !errs.Is(err, code) {
		t.Errorf("got %v, want %q", err, code)
	}
}

func TestRolesAllowWhatTheySay(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ctx, id := t.Context(), h.make(t)
		rows := []struct {
			person string
			codes  [3]errs.Code // expected codes of operations that need a reader, an editor, the owner
		}{
			{"ann", [3]errs.Code{"", "", ""}},
			{"bob", [3]errs.Code{"", "", errs.ProjectRole}},
			{"cid", [3]errs.Code{"", errs.ProjectRole, errs.ProjectRole}},
			{"dan", [3]errs.Code{errs.NotFound, errs.NotFound, errs.NotFound}},
		}
		for _, r := range rows {
			for i, need := range []project.Role{project.Reader, project.Editor, project.Owner} {
				wants(t, h.Act(ctx, id, r.person, need), r.codes[i])
				wants(t, h.Act(ctx, "prj-unknown", r.person, need), errs.NotFound)
			}
		}
		wants(t, h.Archive(ctx, id, "ann", true), "")
		wants(t, h.Act(ctx, id, "bob", project.Reader), "")
		wants(t, h.Act(ctx, id, "bob", project.Editor), errs.ProjectArchived)
		wants(t, h.Act(ctx, id, "ann", project.Editor), errs.ProjectArchived)
		wants(t, h.Act(ctx, id, "ann", project.Owner), "")
		wants(t, h.Archive(ctx, id, "ann", false), "")
		wants(t, h.Act(ctx, id, "bob", project.Editor), "")
		wants(t, h.Delete(ctx, id), "")
		wants(t, h.Act(ctx, id, "ann", project.Reader), errs.NotFound)
		wants(t, h.Delete(ctx, id), errs.NotFound)
		if !slices.Equal(h.erased, []string{id}) {
			t.Errorf("erased %v", h.erased)
		}
	})
}

func TestMembersChange(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ctx, id := t.Context(), h.make(t)
		wants(t, h.Leave(ctx, id, "ann"), errs.ProjectOwner)
		wants(t, h.Remove(ctx, id, "ann", "ann"), errs.ProjectOwner)
		wants(t, h.SetRole(ctx, id, "ann", "ann", project.Reader), errs.ProjectOwner)
		wants(t, h.SetRole(ctx, id, "ann", "bob", project.Owner), errs.BadRequest)
		wants(t, h.SetRole(ctx, id, "ann", "dan", project.Reader), errs.NotFound)
		wants(t, h.SetRole(ctx, id, "ann", "cid", project.Editor), "")
		wants(t, h.Transfer(ctx, id, "ann", "dan"), errs.NotFound)
		wants(t, h.Transfer(ctx, id, "bob", "cid"), errs.ProjectRole)
		wants(t, h.Transfer(ctx, id, "ann", "bob"), "")
		if got := h.roles(t, id); got != "ann editor, bob owner, cid editor" {
			t.Error(got)
		}
		wants(t, h.Leave(ctx, id, "ann"), "")
		wants(t, h.Remove(ctx, id, "bob", "cid"), "")
		wants(t, h.Remove(ctx, id, "bob", "cid"), errs.NotFound)
		if got := h.roles(t, id); got != "bob owner" {
			t.Error(got)
		}
	})
}

// If the database fails during a transfer, the error is errs.StorageFail and not errs.NotFound, which would
// mean that the receiver is not a member. A transfer to oneself gives errs.NotFound even then.
func TestTransferTellsStorageFailures(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ctx, id := t.Context(), h.make(t)
		if err := h.DB.InTx(ctx, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, `ALTER TABLE project_member RENAME TO elsewhere`)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		wants(t, h.Transfer(ctx, id, "ann", "bob"), errs.StorageFail)
		wants(t, h.Transfer(ctx, id, "ann", "ann"), errs.NotFound)
	})
}

// Concurrent transfers leave a project with exactly one owner.
func TestTransfersAtOnce(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ctx, id := t.Context(), h.make(t)
		var done sync.WaitGroup
		results := make(chan error, 20)
		for i := range 20 {
			done.Go(func() {
				switch {
				case i%3 == 2:
					results <- h.Leave(ctx, id, "bob")
				default:
					results <- h.Transfer(ctx, id, "ann", []string{"bob", "cid"}[i%3])
				}
			})
		}
		done.Wait()
		close(results)
		for err := range results {
			if err != nil && !errs.Is(err, errs.ProjectRole) && !errs.Is(err, errs.NotFound) && !errs.Is(err, errs.ProjectOwner) {
				t.Error(err)
			}
		}
		if got := h.roles(t, id); strings.Count(got, "owner") != 1 {
			t.Error(got)
		}
	})
}

func TestLinkIsUsedAsOftenAsAllowed(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ctx := t.Context()
		p, err := h.Create(ctx, "ann", project.Settings{Name: "一"})
		if err != nil {
			t.Fatal(err)
		}
		l, err := h.Invite(ctx, p.ID, "ann", project.Editor, 5, 1)
		if err != nil {
			t.Fatal(err)
		}
		var done sync.WaitGroup
		results := make(chan error, 100)
		for i := range 100 {
			done.Go(func() {
				_, err := h.Join(ctx, fmt.Sprintf("person-%d", i), l.Token)
				results <- err
			})
		}
		done.Wait()
		close(results)
		joined := 0
		for err := range results {
			if err == nil {
				joined++
			} else if !errs.Is(err, errs.ProjectLinkOver) {
				t.Error(err)
			}
		}
		if got := strings.Count(h.roles(t, p.ID), "editor"); joined != 5 || got != 5 {
			t.Errorf("%d joined, %d are in it", joined, got)
		}
		if links, err := h.Links(ctx, p.ID); err != nil || len(links) != 0 {
			t.Errorf("a link that is used up is listed: %v %v", links, err)
		}
	})
}

func TestLinksEnd(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ctx, id := t.Context(), h.make(t)
		for _, bad := range [][3]int{{int(project.Owner), 1, 1}, {int(project.Editor), 0, 1}, {int(project.Editor), 101, 1}, {int(project.Editor), 1, 91}, {0, 1, 1}} {
			_, err := h.Invite(ctx, id, "ann", project.Role(bad[0]), bad[1], bad[2])
			wants(t, err, errs.BadRequest)
		}
		revoked, _ := h.Invite(ctx, id, "ann", project.Editor, 2, 1)
		old, _ := h.Invite(ctx, id, "ann", project.Editor, 2, 1)
		wants(t, h.Revoke(ctx, id, revoked.ID), "")
		wants(t, h.Revoke(ctx, id, revoked.ID), errs.NotFound)
		wants(t, h.Revoke(ctx, "prj-other", old.ID), errs.NotFound)
		if i, err := h.Look(ctx, old.Token); err != nil || i.Name != "搬家" || i.Role != project.Editor {
			t.Errorf("%+v %v", i, err)
		}
		if _, err := h.Join(ctx, "cid", old.Token); err != nil || !strings.Contains(h.roles(t, id), "cid reader") {
			t.Errorf("a member became something else by a link: %v", err)
		}
		if links, _ := h.Links(ctx, id); len(links) != 1 || links[0].Uses != 0 || links[0].Token != "" {
			t.Errorf("%+v", links)
		}
		h.clock.Add(25 * time.Hour)
		for _, token := range []string{revoked.Token, old.Token, "", "x"} {
			_, err := h.Join(ctx, "dan", token)
			wants(t, err, errs.ProjectLinkOver)
		}
		wants(t, h.Sweep(ctx), "")
		for range project.MaxLinks {
			if _, err := h.Invite(ctx, id, "ann", project.Reader, 1, 1); err != nil {
				t.Fatal(err)
			}
		}
		_, err := h.Invite(ctx, id, "ann", project.Reader, 1, 1)
		wants(t, err, errs.ProjectFull)
	})
}

func TestSettings(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ctx := t.Context()
		bad := []project.Settings{
			{}, {Name: " \n"}, {Name: "a\xff"}, {Name: strings.Repeat("名", project.MaxName+1)}, {Name: "一", Prompt: strings.Repeat("字", project.MaxPrompt+1)},
			{Name: "一", Sign: "<b>"}, {Name: "一", Sign: strings.Repeat("🚀", 9)}, {Name: "一", Sites: make([]string, project.MaxSites+1)}, {Name: "一", Sites: []string{""}},
		}
		for _, in := range bad {
			if _, err := h.Create(ctx, "ann", in); err == nil {
				t.Errorf("%.40q was taken", in)
			}
		}
		p, err := h.Create(ctx, "ann", project.Settings{Name: " 搬\n家\x00 ", Sign: "🏡", Sites: []string{"s1"}})
		if err != nil || p.Name != "搬 家" || p.Sign != "🏡" || p.Role != project.Owner || p.Members != 1 || p.PromptKey != "" || !slices.Equal(p.Sites, []string{"s1"}) {
			t.Fatalf("%+v %v", p, err)
		}
		with := func(prompt string) project.Project {
			t.Helper()
			p, err := h.Update(ctx, p.ID, "ann", func(s project.Settings) project.Settings {
				s.Prompt = prompt
				return s
			})
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		one, again, two, none := with("一"), with("一"), with("二"), with("")
		if one.PromptKey == "" || again.PromptKey != one.PromptKey || two.PromptKey == one.PromptKey || none.PromptKey != "" {
			t.Errorf("keys %q %q %q %q", one.PromptKey, again.PromptKey, two.PromptKey, none.PromptKey)
		}
		if _, ok, err := h.Answering(ctx, "ann"); ok || err != nil {
			t.Errorf("a person answers as a project: %v", err)
		}
		_, err = h.Update(ctx, "prj-unknown", "ann", func(s project.Settings) project.Settings { return s })
		wants(t, err, errs.NotFound)
		for range project.MaxProjects - 1 {
			if _, err := h.Create(ctx, "ann", project.Settings{Name: "多"}); err != nil {
				t.Fatal(err)
			}
		}
		_, err = h.Create(ctx, "ann", project.Settings{Name: "太多"})
		wants(t, err, errs.ProjectsFull)
		if all, err := h.List(ctx, "ann"); err != nil || len(all) != project.MaxProjects {
			t.Errorf("%d projects, %v", len(all), err)
		}
	})
}

// When an account ends, its projects pass to the longest-standing editor, or to the longest-standing
// reader if there is no editor. Projects without other members are deleted.
func TestForgetPeople(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ctx, shared := t.Context(), h.make(t)
		h.join(t, shared, "dan", project.Editor)
		sole, _ := h.Create(ctx, "ann", project.Settings{Name: "独自"})
		read, _ := h.Create(ctx, "ann", project.Settings{Name: "只读"})
		h.join(t, read.ID, "cid", project.Reader)
		wants(t, h.Forget(ctx, "ann"), "")
		wants(t, h.Forget(ctx, "ann"), "")
		if got := h.roles(t, shared); got != "bob owner, cid reader, dan editor" {
			t.Error(got)
		}
		if got := h.roles(t, read.ID); got != "cid owner" {
			t.Error(got)
		}
		if !slices.Equal(h.erased, []string{sole.ID}) {
			t.Errorf("erased %v, want %s", h.erased, sole.ID)
		}
		wants(t, h.Forget(ctx, "cid"), "")
		if got := h.roles(t, shared); got != "bob owner, dan editor" {
			t.Error(got)
		}
	})
}

// If some data of a deleted project could not be deleted, a later sweep deletes it.
func TestSweepDeletesTheRest(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ctx, id := t.Context(), h.make(t)
		h.fails = errors.New("the disk is gone")
		if err := h.Delete(ctx, id); err == nil {
			t.Error("no error")
		}
		wants(t, h.Act(ctx, id, "ann", project.Reader), errs.NotFound)
		h.fails = nil
		wants(t, h.Sweep(ctx), "")
		wants(t, h.Sweep(ctx), "")
		if !slices.Equal(h.erased, []string{id}) {
			t.Errorf("erased %v", h.erased)
		}
	})
}

func TestActivity(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ctx, id := t.Context(), h.make(t)
		for range 3 {
			h.Note(ctx, id, "bob", "POST /api/chat/{cid}")
		}
		h.Note(ctx, id, "bob", "POST /api/of/nothing")
		h.clock.Add(time.Hour)
		h.Note(ctx, id, "bob", "POST /api/chat/{cid}")
		wants(t, h.MoveIn(ctx, id, "bob", "conversation-1"), "")
		wants(t, h.MoveIn(ctx, id, "bob", "unknown-0001"), errs.NotFound)
		wants(t, h.MoveOut(ctx, id, "bob", "conversation-1"), "")
		wants(t, h.Remove(ctx, id, "ann", "cid"), "")
		wants(t, h.Transfer(ctx, id, "ann", "bob"), "")
		all, err := h.Activities(ctx, id, "", 100)
		var got []string
		for _, a := range all {
			got = append(got, fmt.Sprintf("%s %s %s %d", a.Name, a.Kind, a.Subject, a.Times))
		}
		want := []string{
			"名ann transferred 名bob 1", "名ann removed 名cid 1", "名bob movedOut 标题 1", "名bob movedIn 标题 1", "名bob asked  1", "名bob asked  3",
			"名cid joined reader 1", "名ann invited reader 1", "名bob joined editor 1", "名ann invited editor 1", "名ann created  1",
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%v\n%q", err, got)
		}
		page, err := h.Activities(ctx, id, all[1].ID, 2)
		if err != nil || len(page) != 2 || page[0].ID != all[2].ID {
			t.Errorf("%+v %v", page, err)
		}
		if want := []string{"bob>" + id + ` by "bob"`, id + `>bob by ""`}; !slices.Equal(h.moved, want) {
			t.Errorf("moved %q", h.moved)
		}
		now, err := h.Standing(ctx, id, "bob")
		if err != nil || len(now.Asking) != 1 || now.Asking[0].Name != "名ann" || now.Role != project.Owner || now.Archived {
			t.Errorf("%+v %v", now, err)
		}
	})
}

func TestActivityIsBounded(t *testing.T) {
	t.Parallel()
	h := open(t, dbtest.OpenSQLite(t))
	ctx, id := t.Context(), h.make(t)
	for i := range project.MaxActivities + 20 {
		h.Note(ctx, id, fmt.Sprintf("person-%d", i), "POST /api/chat/{cid}")
	}
	n, before := 0, ""
	for {
		page, err := h.Activities(ctx, id, before, 100)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		n, before = n+len(page), page[len(page)-1].ID
	}
	if n != project.MaxActivities {
		t.Errorf("%d activities are kept", n)
	}
}

// When somebody stops being a member of a project, their streams end. Streams of
// members continue.
func TestStreamsEndWithTheMembership(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ctx, id := t.Context(), h.make(t)
		streams := map[string]context.Context{}
		for _, who := range []string{"ann", "bob", "cid"} {
			c, end := h.While(ctx, id, who)
			defer end()
			streams[who] = c
		}
		open := func() (out string) {
			for _, who := range []string{"ann", "bob", "cid"} {
				if streams[who].Err() == nil {
					out += who + " "
				}
			}
			return out
		}
		wants(t, h.Refresh(ctx), "")
		if got := open(); got != "ann bob cid " {
			t.Fatalf("open: %q", got)
		}
		wants(t, h.SetRole(ctx, id, "ann", "bob", project.Reader), "")
		wants(t, h.Refresh(ctx), "")
		wants(t, h.Remove(ctx, id, "ann", "cid"), "")
		wants(t, h.Refresh(ctx), "")
		if got := open(); got != "ann bob " {
			t.Errorf("after the removal of cid open: %q", got)
		}
		wants(t, h.Delete(ctx, id), "")
		wants(t, h.Refresh(ctx), "")
		if got := open(); got != "" {
			t.Errorf("after the deletion open: %q", got)
		}
	})
}

// On PostgreSQL, calls at the same time do not exceed a limit together.
func TestProjectsOfOnePersonWaitForEachOther(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenPostgres(t)
	h := open(t, d)
	l, err := h.Invite(t.Context(), h.make(t), "ann", project.Reader, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	for what, call := range map[string]func() error{
		"create": func() error {
			_, err := h.Create(t.Context(), "dan", project.Settings{Name: "又一个"})
			return err
		},
		"join": func() error {
			_, err := h.Join(t.Context(), "dan", l.Token)
			return err
		},
	} {
		if err := domaintest.WhileLocked(t, d, "dan", nil, call); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}
