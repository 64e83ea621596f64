package memory_test

import (
	"context"
	"slices"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/memory"
)

const shared = "prj-1"

// Two members of a project may state different things about themselves. A new statement replaces
// only statements of the same member. The members' own memories stay empty.
func TestMemoriesOfAProject(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, s *memory.Service) {
		ctx := t.Context()
		say := func(author, said string) memory.Memory {
			t.Helper()
			m, _, err := s.Put(ctx, shared, author, said)
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		first := say(alice, "我住在杭州")
		say(bob, "我住在苏州")
		say(bob, "我住在杭州") // alice has made the same statement
		if again := say(alice, "我搬到南京了"); again.ID != first.ID || again.Previous != "我住在杭州" {
			t.Errorf("%+v", again)
		}
		if got := texts(t, s, shared); !slices.Equal(got, []string{"我搬到南京了", "我住在杭州"}) {
			t.Errorf("%q", got)
		}
		if edited, err := s.Edit(ctx, shared, bob, first.ID, "我的猫叫年糕"); err != nil || edited.Author != bob {
			t.Errorf("%+v %v", edited, err)
		}
		if err := s.Undo(ctx, shared, first.ID, ""); err != nil {
			t.Error(err)
		}
		if own := append(texts(t, s, alice), texts(t, s, bob)...); len(own) > 0 {
			t.Errorf("members remember of themselves %q", own)
		}
	})
}

// An answer in a project uses the project's memories. It also names their authors.
func TestGatherInAProject(t *testing.T) {
	domaintest.On(t, open, func(t *testing.T, s *memory.Service) {
		s.Names = func(context.Context, []string) (map[string]string, error) {
			return map[string]string{bob: "小博"}, nil
		}
		put(t, s, alice, "我住在杭州")
		if _, _, err := s.Put(t.Context(), shared, bob, "我住在苏州"); err != nil {
			t.Fatal(err)
		}
		asked := turn(shared, "我住在哪里", true)
		asked.Asker = alice
		found, _ := gather(t, s, asked)
		if len(found.Sources) != 1 || found.Sources[0].Text != "我住在苏州" || found.Sources[0].Title != "记忆 · 小博" {
			t.Errorf("%+v", found.Sources)
		}
	})
}
