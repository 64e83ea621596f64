package search_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/search"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
)

// A search in projects covers only Shared kinds. In this test, files are not Shared.
func TestSearchSpaces(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		members := map[string][]search.Space{"ann": {{ID: "prj-1", Name: "装修"}, {ID: "prj-2", Name: "旅行"}}, "bob": {{ID: "prj-3"}}}
		h.Spaces = func(_ context.Context, person string) ([]search.Space, error) { return members[person], nil }
		for _, owner := range []string{"ann", "prj-1", "prj-2", "prj-3"} {
			h.put(t, owner, entry.Place{Kind: entry.Conversation, Ref: "c-" + owner}, "地板的颜色", 1)
			h.put(t, owner, entry.Place{Kind: entry.File, Ref: "f-" + owner}, "地板报价", 1)
		}
		h.put(t, "prj-2", entry.Place{Kind: entry.Question, Ref: "c-prj-2", Index: 1}, "地板要打蜡吗", 1)
		h.settled(t)
		find := func(person string, kinds ...string) (out []string) {
			t.Helper()
			found, left, err := h.SearchSpaces(t.Context(), person, search.Asked{Owner: person, Text: "地板", Kinds: kinds})
			if err != nil || left > 0 {
				t.Fatalf("%d left, %v", left, err)
			}
			for _, in := range found {
				for _, g := range in.Groups {
					out = append(out, fmt.Sprintf("%s %s %d", in.ID, g.Kind, len(g.Found)))
				}
			}
			return out
		}
		for _, c := range []struct {
			person string
			kinds  []string
			want   []string
		}{
			{"ann", nil, []string{"prj-1 conversation 1", "prj-2 conversation 1", "prj-2 message 1"}},
			{"ann", []string{"message"}, []string{"prj-2 message 1"}},
			{"ann", []string{"file"}, nil}, // the kind is not Shared
			{"bob", nil, []string{"prj-3 conversation 1"}},
			{"cid", nil, nil},
		} {
			if diff := cmp.Diff(c.want, find(c.person, c.kinds...)); diff != "" {
				t.Errorf("%s %v: %s", c.person, c.kinds, diff)
			}
		}
		members["ann"] = members["ann"][:1] // ann is no longer a member of prj-2
		if diff := cmp.Diff([]string{"prj-1 conversation 1"}, find("ann")); diff != "" {
			t.Error(diff)
		}
		h.Spaces = func(context.Context, string) ([]search.Space, error) { return nil, errors.New("down") }
		if _, _, err := h.SearchSpaces(t.Context(), "ann", search.Asked{Text: "地板"}); err == nil {
			t.Error("projects were searched that nobody named")
		}
	})
}

// Only the first maxSpaces projects are searched. The number of the other projects is returned.
func TestSpacesAreBounded(t *testing.T) {
	domaintest.On(t, open, func(t *testing.T, h *harness) {
		h.Spaces = func(context.Context, string) (out []search.Space, _ error) {
			for i := range 100 {
				out = append(out, search.Space{ID: fmt.Sprint("prj-", i)})
			}
			return out, nil
		}
		for _, owner := range []string{"prj-19", "prj-20"} {
			h.put(t, owner, entry.Place{Kind: entry.Conversation, Ref: "c"}, "地板", 1)
		}
		h.settled(t)
		found, left, err := h.SearchSpaces(t.Context(), "ann", search.Asked{Text: "地板"})
		if err != nil || left != 80 || len(found) != 1 || found[0].ID != "prj-19" {
			t.Errorf("%+v, %d left, %v", found, left, err)
		}
	})
}
