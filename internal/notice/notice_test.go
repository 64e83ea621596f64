package notice_test

import (
	"context"
	"database/sql"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/notice"
)

func words(s string) errs.Text { return errs.Text{ZhCN: s, ZhTW: s + "繁", En: s + " en"} }

func post(t *testing.T, s *notice.Service, n notice.Notice) string {
	t.Helper()
	id, err := s.Post(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func titles(t *testing.T, s *notice.Service, owner string, kind notice.Kind) (out []string) {
	t.Helper()
	list, _, err := s.List(t.Context(), owner, kind, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range list {
		mark := ""
		if n.Unseen {
			mark = "*"
		}
		out = append(out, mark+n.Title.ZhCN)
	}
	return out
}

func TestNotices(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx, c := t.Context(), domaintest.NewClock(time.UnixMilli(1_800_000_000_000))
		s := notice.New(d, c.Now)
		post(t, s, notice.Notice{Kind: notice.System, Title: words("维护"), Until: c.Now().Add(time.Hour)})
		c.Add(time.Second)
		post(t, s, notice.Notice{Kind: notice.Account, Owner: "ann", Title: words("新设备登录"), Link: "/multi-device-manage"})
		c.Add(time.Second)
		post(t, s, notice.Notice{Kind: notice.Tip, Title: words("可以拖文件进来")})

		if diff := cmp.Diff([]string{"*新设备登录", "*维护"}, titles(t, s, "ann", "")); diff != "" {
			t.Error("ann's list:", diff)
		}
		if diff := cmp.Diff([]string{"*维护"}, titles(t, s, "bob", "")); diff != "" {
			t.Error("what is ann's is nobody else's:", diff)
		}
		if diff := cmp.Diff([]string{"*可以拖文件进来"}, titles(t, s, "bob", notice.Tip)); diff != "" {
			t.Error("tips:", diff)
		}
		dots, err := s.Dots(ctx, "ann")
		want := []notice.Dot{{notice.System, 1}, {notice.Account, 1}, {notice.Tip, 1}}
		if diff := cmp.Diff(want, dots); diff != "" || err != nil {
			t.Error(diff, err)
		}
		if err := s.Seen(ctx, "ann", []notice.Kind{notice.System}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"*新设备登录", "维护"}, titles(t, s, "ann", "")); diff != "" {
			t.Error("after a look:", diff)
		}
		if dots, _ := s.Dots(ctx, "bob"); len(dots) != 2 {
			t.Errorf("ann's look took bob's dots away: %v", dots)
		}
		c.Add(2 * time.Hour)
		if err := s.Sweep(ctx); err != nil {
			t.Fatal(err)
		}
		if got, _ := s.Announcements(ctx, 0, 10); len(got) != 1 {
			t.Errorf("%d announcements are left, want the tip alone", len(got))
		}
	})
}

// A page has as many notices as the caller asks for, up to 100, and tells whether more follow.
func TestPages(t *testing.T) {
	t.Parallel()
	s := notice.New(dbtest.OpenSQLite(t), time.Now)
	server := domaintest.Serve(t, s.Routes)
	for range 101 {
		post(t, s, notice.Notice{Kind: notice.Work, Owner: domaintest.Alice, Title: words("好了")})
	}
	for _, c := range []struct {
		offset, limit, want int
		more                bool
	}{{0, 100, 100, true}, {0, 0, 100, true}, {0, 500, 100, true}, {1, 100, 100, false}, {0, 20, 20, true}, {100, 20, 1, false}} {
		_, got := server.JSON(t, domaintest.Alice, "/api/msg/list", map[string]any{"offset": c.offset, "limit": c.limit})
		data := got["data"].(map[string]any)
		if n := len(data["list"].([]any)); n != c.want || data["hasMore"] != c.more {
			t.Errorf("%d from %d on: %d messages, more: %v", c.limit, c.offset, n, data["hasMore"])
		}
	}
}

// TestTakeBack checks that the title of a withdrawn notice is returned, and that the notice is gone.
func TestTakeBack(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := notice.New(d, time.Now)
		noticeID := post(t, s, notice.Notice{Kind: notice.System, Title: words("停机")})
		if title, err := s.TakeBack(t.Context(), noticeID); err != nil || title != words("停机") {
			t.Errorf("title %v, %v", title, err)
		}
		if left, err := s.Announcements(t.Context(), 0, 10); err != nil || len(left) != 0 {
			t.Errorf("left %v, %v", left, err)
		}
	})
}

func TestMoveAndForget(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		s := notice.New(d, time.Now)
		post(t, s, notice.Notice{Kind: notice.Account, Owner: "visitor", Title: words("提醒")})
		if err := s.Seen(ctx, "visitor", nil); err != nil {
			t.Fatal(err)
		}
		err := d.InTx(ctx, func(tx *sql.Tx) error { return s.Move(ctx, tx, "visitor", "user") })
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"提醒"}, titles(t, s, "user", "")); diff != "" {
			t.Error(diff)
		}
		if got := titles(t, s, "visitor", ""); got != nil {
			t.Error("the visitor still has", got)
		}
		if err := s.Forget(ctx, "user"); err != nil {
			t.Fatal(err)
		}
		if got := titles(t, s, "user", ""); got != nil {
			t.Error("left after Forget:", got)
		}
	})
}

func TestPostRefuses(t *testing.T) {
	t.Parallel()
	s := notice.New(dbtest.OpenSQLite(t), time.Now)
	for name, n := range map[string]notice.Notice{
		"unknown kind":          {Kind: "spam", Title: words("x")},
		"missing language":      {Kind: notice.System, Title: errs.Text{ZhCN: "只有简体"}},
		"spaces around it":      {Kind: notice.System, Title: words("a ")},
		"a long title":          {Kind: notice.System, Title: words(strings.Repeat("长", 65))},
		"a long body":           {Kind: notice.System, Title: words("a"), Body: words(strings.Repeat("长", 4001))},
		"two lines":             {Kind: notice.System, Title: words("a\nb")},
		"another host":          {Kind: notice.System, Title: words("x"), Link: "//evil.example"},
		"a tab that is dropped": {Kind: notice.System, Title: words("x"), Link: "/\t/evil.example"},
		"a backslash":           {Kind: notice.System, Title: words("x"), Link: `/\evil.example`},
		"a scheme":              {Kind: notice.System, Title: words("x"), Link: "javascript:alert(1)"},
	} {
		_, err := s.Post(t.Context(), n)
		if !errs.Is(err, errs.BadRequest) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if said := errs.From(err).Message("zh-CN"); name != "unknown kind" && !strings.Contains(said, "「") { // kinds are chosen by buttons
			t.Errorf("%s: %s", name, said)
		}
	}
	if err := s.Seen(context.Background(), "ann", []notice.Kind{"spam"}); !errs.Is(err, errs.BadRequest) {
		t.Errorf("an unknown kind is seen: %v", err)
	}
	if _, err := s.TakeBack(t.Context(), "nothing"); !errs.Is(err, errs.NotFound) {
		t.Errorf("taking back what is not there: %v", err)
	}
}
