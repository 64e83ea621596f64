//go:build unix

package app_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/app"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Editors and owners of a project can share its conversations and revoke shares; readers and others
// cannot. A share names no member. The owner can revoke a share made by an editor. Shares are
// deleted with the project.
func TestSharesOfAProject(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(env, "WENQU_LIMITS=off")...)
	id, people := projectMembers(t, world, url)
	owner, editor, reader, stranger := people[app.ProjectOwner], people[app.ProjectEditor], people[app.ProjectReader], people[app.Stranger]
	names := map[person]string{}
	for _, p := range []person{owner, editor, reader} {
		names[p] = "成员" + p.id[len(p.id)-6:]
		p.must(t, url, "/api/profile", fmt.Sprintf(`{"name":%q}`, names[p]))
	}
	said := func(cid, prompt string) {
		t.Helper()
		whole(t, editor.do(t, "POST", url+"/api/chat/"+cid, fmt.Sprintf(`{"prompt":%q,"projectId":%q}`, prompt, id)))
	}
	said("conversation-1", "请记住：我负责报销")
	said("conversation-2", "我负责什么？")
	share := func(who person, cid string) (int, string, string) {
		return answerOf(t, who.do(t, "POST", url+"/api/conversations/v2/share", fmt.Sprintf(`{"conversationId":%q,"project_id":%q,"files":"content"}`, cid, id)))
	}
	for name, c := range map[string]struct {
		who    person
		status int
		code   string
	}{"a reader": {reader, http.StatusForbidden, "20140"}, "a stranger": {stranger, http.StatusNotFound, "20004"}} {
		if status, code, _ := share(c.who, "conversation-2"); status != c.status || code != c.code {
			t.Errorf("%s shares: %d %s", name, status, code)
		}
	}
	var ids []string
	for _, who := range []person{editor, owner} {
		out := who.must(t, url, in(id, "/api/conversations/share"), `{"conversationId":"conversation-2"}`)
		ids = append(ids, out["shareId"].(string))
	}
	page := func(shareID string) (int, string) {
		res := person{}.do(t, "GET", url+"/s/"+shareID, "")
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res.StatusCode, string(text)
	}
	status, text := page(ids[0])
	if status != http.StatusOK || !strings.Contains(text, "我负责什么") {
		t.Fatalf("the page of the share: %d %s", status, text)
	}
	for _, name := range names {
		if strings.Contains(text, name) {
			t.Errorf("the share names %s", name)
		}
	}
	list := func(who person, body string) int {
		t.Helper()
		shares, _ := who.must(t, url, "/api/share/list", body)["shares"].([]any)
		return len(shares)
	}
	if n := list(owner, fmt.Sprintf(`{"project_id":%q}`, id)); n != 2 {
		t.Errorf("the project has %d shares", n)
	}
	if n := list(editor, `{}`); n != 0 {
		t.Errorf("%d shares of the project are the editor's own", n)
	}
	for name, who := range map[string]person{"a reader": reader, "a stranger": stranger} {
		for _, body := range []string{`{"shareId":%q}`, `{"shareId":%q,"project_id":"` + id + `"}`} {
			if status, _ := who.call(t, url, "/api/share/delete", fmt.Sprintf(body, ids[0])); status < 400 {
				t.Errorf("%s revokes by %s: %d", name, body, status)
			}
		}
	}
	owner.must(t, url, in(id, "/api/share/delete"), fmt.Sprintf(`{"shareId":%q}`, ids[0]))
	if status, _ := page(ids[0]); status == http.StatusOK {
		t.Error("a revoked share can be read")
	}
	done := fmt.Sprint(owner.must(t, url, in(id, "/api/project/activity"), `{}`))
	if !strings.Contains(done, "shared") || !strings.Contains(done, "unshared") {
		t.Errorf("the activities of the project: %s", done)
	}
	owner.must(t, url, in(id, "/api/project/delete"), `{}`)
	if status, _ := page(ids[1]); status == http.StatusOK {
		t.Error("a share of a deleted project can be read")
	}
}

// A reader of a project can save the project's answers as favourites. Other members do not have
// these favourites. A removed member keeps the copy, which then states that the conversation is not
// available.
func TestFavoritesOfAProject(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(env, "WENQU_LIMITS=off")...)
	id, people := projectMembers(t, world, url)
	owner, reader, stranger := people[app.ProjectOwner], people[app.ProjectReader], people[app.Stranger]
	const cid = "conversation-1"
	whole(t, owner.do(t, "POST", url+"/api/chat/"+cid, fmt.Sprintf(`{"prompt":"三乘七等于几","projectId":%q}`, id)))
	whole(t, reader.do(t, "POST", url+"/api/chat/"+cid, `{"prompt":"二加二等于几"}`)) // the reader's own conversation with the same id
	answer := fmt.Sprintf(`{"project_id":%q,"conversationId":%q,"index":2}`, id, cid)
	if status, _ := stranger.call(t, url, "/api/user/agent/favorite/add", answer); status != http.StatusNotFound {
		t.Errorf("a stranger puts an answer of the project aside: %d", status)
	}
	status, out := reader.call(t, url, "/api/user/agent/favorite/add", answer)
	if status != http.StatusOK || at(t, out, "favorite", "origin", "project_id") != id {
		t.Fatalf("%d %v", status, out)
	}
	if status, _ := reader.call(t, url, "/api/user/agent/favorite/add", fmt.Sprintf(`{"project_id":%q,"docId":"file-1"}`, id)); status != http.StatusBadRequest {
		t.Errorf("a file of a project is put aside: %d", status)
	}
	marks := func(who person, body string) int {
		t.Helper()
		_, out := who.call(t, url, "/api/user/agent/favorite/marks", body)
		return len(at(t, out, "marks").([]any))
	}
	inProject, own := fmt.Sprintf(`{"project_id":%q,"conversationId":%q}`, id, cid), fmt.Sprintf(`{"conversationId":%q}`, cid)
	for name, c := range map[string]struct {
		who  person
		body string
		want int
	}{
		"of the project": {reader, inProject, 1}, "of the conversation of the same id": {reader, own, 0}, "of another member": {owner, inProject, 0},
	} {
		if got := marks(c.who, c.body); got != c.want {
			t.Errorf("%d marks %s, want %d", got, name, c.want)
		}
	}
	listed := func() (copied string, there any) {
		t.Helper()
		_, list := reader.call(t, url, "/api/user/agent/favorite/list", `{}`)
		fav := at(t, list, "items", 0, "id").(string)
		_, opened := reader.call(t, url, "/api/user/agent/favorite/detail", fmt.Sprintf(`{"id":%q}`, fav))
		return fmt.Sprint(at(t, opened, "copy")), at(t, opened, "favorite", "there")
	}
	if copied, there := listed(); there != true || !strings.Contains(copied, "21") {
		t.Errorf("of a member: there %v, %s", there, copied)
	}
	page := fmt.Sprintf(`{"project_id":%q,"kind":"page","url":"https://a.example/1","title":"页"}`, id)
	if status, _ := owner.call(t, url, "/api/user/agent/favorite/add", page); status != http.StatusOK || marks(owner, `{"kind":"page","thing":"https://a.example/1"}`) != 1 {
		t.Errorf("a page of the project is not put aside for who asks: %d", status)
	}
	owner.must(t, url, in(id, "/api/project/member/remove"), fmt.Sprintf(`{"member":%q}`, reader.id))
	if copied, there := listed(); there != false || !strings.Contains(copied, "21") {
		t.Errorf("of somebody who was removed: there %v, %s", there, copied)
	}
	if status, _ := reader.call(t, url, "/api/user/agent/favorite/add", answer); status != http.StatusNotFound {
		t.Errorf("somebody who was removed puts an answer aside: %d", status)
	}
}

// A project has the same file limits as a person. Its files are counted separately from its owner's
// files.
func TestFilesOfAProjectAreBounded(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(env, "WENQU_LIMITS=off", "WENQU_FILES_PER_PERSON=2")...)
	id, people := projectMembers(t, world, url)
	owner := people[app.ProjectOwner]
	add := func(address string, n int) (int, string) {
		status, code, _ := answerOf(t, owner.do(t, "POST", url+address+fmt.Sprintf("fileName=%d.txt", n), fmt.Sprintf("第 %d 份", n)))
		return status, code
	}
	inProject := in(id, "/api/user/docs/upload") + "&"
	for n := range 2 {
		if status, code := add("/api/user/docs/upload?", n); status != http.StatusOK {
			t.Fatalf("an own file: %d %s", status, code)
		}
	}
	for n := range 2 {
		if status, code := add(inProject, n); status != http.StatusOK {
			t.Errorf("file %d of the project of somebody whose own are full: %d %s", n, status, code)
		}
	}
	for where, address := range map[string]string{"the project": inProject, "the owner": "/api/user/docs/upload?"} {
		if status, code := add(address, 3); status < 400 || code != string(errs.FilesFull) {
			t.Errorf("a third file of %s: %d %s", where, status, code)
		}
	}
}

// Search results of a project are paged. The first page contains the user's own results as well;
// further pages are requested for the project alone.
func TestPagesOfResultsInAProject(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(env, "WENQU_LIMITS=off")...)
	id, people := projectMembers(t, world, url)
	owner, reader, stranger := people[app.ProjectOwner], people[app.ProjectReader], people[app.Stranger]
	for n := range 3 {
		whole(t, owner.do(t, "POST", fmt.Sprintf("%s/api/chat/conversation-%d", url, n), fmt.Sprintf(`{"prompt":"押金第 %d 问","projectId":%q}`, n, id)))
	}
	search := func(who person, more string) (int, map[string]any) {
		return who.call(t, url, "/api/search/global", `{"query":"押金","kinds":["conversation"],"limit":1`+more+`}`)
	}
	seen := map[string]bool{}
	var next any
	domaintest.Eventually(t, "the project's conversations are found", func() bool {
		_, out := search(reader, `,"projects":true`)
		projects, _ := out["projects"].([]any)
		if len(projects) == 0 || out["waiting"] != 0.0 {
			return false
		}
		group := at(t, out, "projects", 0, "groups", 0).(map[string]any)
		seen[fmt.Sprint(at(t, group, "found", 0, "link", "conversationId"))] = true
		next = group["next"]
		return next != nil
	})
	for next != nil {
		_, out := search(reader, fmt.Sprintf(`,"project_id":%q,"after":%q`, id, next))
		group := at(t, out, "groups", 0).(map[string]any)
		seen[fmt.Sprint(at(t, group, "found", 0, "link", "conversationId"))] = true
		next = group["next"]
	}
	if len(seen) != 3 {
		t.Errorf("found %v", seen)
	}
	if status, _ := search(stranger, fmt.Sprintf(`,"project_id":%q,"after":"1"`, id)); status != http.StatusNotFound {
		t.Errorf("a stranger reads the second page: %d", status)
	}
}
