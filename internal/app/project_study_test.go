//go:build unix

package app_test

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/domaintest"
)

// When a study in a project has ended, its author gets the notice, with a link into the project. A
// member who was removed meanwhile gets no notice.
func TestNoticeOfAStudyInAProject(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(env, linked(scriptedWeb(t), "WENQU_LIMITS=off")...)...)
	owner := login(t, world, url, person{}, "+8613800138000")
	editor := login(t, world, url, person{}, "+8613900139000")
	leaving := login(t, world, url, person{}, "+8613700137000")
	id := newProject(t, url, owner)
	joins(t, url, id, owner, editor, "editor")
	joins(t, url, id, owner, leaving, "editor")

	plan := func(who person, cid string) (study string) {
		t.Helper()
		planned := string(whole(t, who.do(t, "POST", url+"/api/chat/"+cid,
			`{"prompt":"云岭动物园 成人票多少钱","isAiDeepSearch":true,"projectId":"`+id+`"}`)))
		_, study, _ = strings.Cut(planned, `"researchId":"`)
		study, _, _ = strings.Cut(study, `"`)
		if study == "" {
			t.Fatalf("no study was planned: %s", planned)
		}
		return study
	}
	links := func(who person) (links []string) {
		t.Helper()
		for _, m := range who.must(t, url, "/api/msg/list", `{"type":"work"}`)["list"].([]any) {
			link, _ := m.(map[string]any)["link"].(string)
			links = append(links, link)
		}
		return links
	}
	first, second := plan(leaving, "conversation-left"), plan(editor, "conversation-study")
	owner.must(t, url, in(id, "/api/project/member/remove"), `{"member":"`+leaving.id+`"}`)
	owner.must(t, url, in(id, "/api/research/"+first+"/start"), `{}`)
	editor.must(t, url, in(id, "/api/research/"+second+"/start"), `{}`)
	var got []string
	domaintest.Eventually(t, "the author of the study has a notice", func() bool {
		got = links(editor)
		return len(got) > 0
	})
	if want := "/project/" + id + "/chat/conversation-study"; len(got) != 1 || got[0] != want {
		t.Errorf("the notice leads to %q, want %q", got, want)
	}
	for name, who := range map[string]person{"the owner": owner, "the removed member": leaving} {
		if got := links(who); len(got) != 0 {
			t.Errorf("%s got notices: %q", name, got)
		}
	}
}
