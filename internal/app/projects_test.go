//go:build unix

package app_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/app"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
)

// A project's data is visible to its members only, according to their roles. Conversations can
// be moved in and out. A removed member loses access, even to a running answer.
func TestProjects(t *testing.T) {
	t.Parallel()
	for engine, database := range map[string]func(t *testing.T) string{
		"sqlite": func(*testing.T) string { return "" }, "postgres": func(t *testing.T) string { return dbtest.PostgresURL(t) },
	} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			projects(t, database(t))
		})
	}
}

func projects(t *testing.T, database string) {
	slow := newHeldModel(t)
	world, env := outside(t)
	env = append(env, "WENQU_LIMITS=off", "LLM_URL="+slow.url)
	if database != "" {
		env = append(env, "WENQU_DATABASE_URL="+database)
	}
	dir := t.TempDir()
	url, _ := start(t, dir, env...)
	modelAnswers(t, url)
	id, people := projectMembers(t, world, url)
	owner, editor, reader, stranger := people[app.ProjectOwner], people[app.ProjectEditor], people[app.ProjectReader], people[app.Stranger]

	// The editor asks; the other members read the answer, also while it is being written.
	slow.hold()
	live := editor.do(t, "POST", url+"/api/chat/conversation-shared", `{"prompt":"慢慢说","projectId":"`+id+`"}`)
	waitFor(t, bufio.NewReader(live.Body), "开头")
	watching := bufio.NewReader(reader.do(t, "GET", url+in(id, "/api/chat/conversation-shared/stream?from=0"), "").Body)
	waitFor(t, watching, "开头")
	asking := owner.must(t, url, in(id, "/api/project/asking"), `{}`)["asking"].([]any)
	if now := asking[0].(map[string]any); len(asking) != 1 || now["self"] != false || now["name"] == "" || now["conversationId"] != "conversation-shared" {
		t.Errorf("who asks: %v", asking)
	}
	if status, code, _ := answerOf(t, reader.do(t, "POST", url+in(id, "/api/stop/chat"), `{"conversationId":"conversation-shared"}`)); status != 403 || code != "20140" {
		t.Errorf("a reader stops an answer: %d %s", status, code)
	}

	// The reader is removed: the reader's stream ends, and the answer continues.
	owner.must(t, url, in(id, "/api/project/member/remove"), `{"member":"`+reader.id+`"}`)
	// An error of ReadAll is ignored, because the server may cut the connection.
	if rest, _ := io.ReadAll(watching); strings.Contains(string(rest), "[DONE]") {
		t.Errorf("the stream of somebody who was removed went on to its end: %s", rest)
	}
	for _, path := range []string{"/api/user/agent/conversation/v1/detail", "/api/project/detail"} {
		if status, code, _ := answerOf(t, reader.do(t, "POST", url+in(id, path), `{"conversationId":"conversation-shared"}`)); status != 404 || code != "20004" {
			t.Errorf("%s answers somebody who was removed with %d %s", path, status, code)
		}
	}
	slow.release()
	if rest, err := io.ReadAll(live.Body); err != nil || !strings.Contains(string(rest), "结尾") {
		t.Errorf("the answer itself ended as %v %s", err, rest)
	}
	joins(t, url, id, owner, reader, "reader")

	detail := func(who person, address, cid string) string {
		t.Helper()
		_, _, text := answerOf(t, who.do(t, "POST", url+address, `{"conversationId":"`+cid+`"}`))
		return text
	}
	const path = "/api/user/agent/conversation/v1/detail"
	if got := detail(reader, in(id, path), "conversation-shared"); !strings.Contains(got, "结尾") || !strings.Contains(got, `"authorName":"用户`) {
		t.Errorf("the reader reads %s", got)
	}
	if got := detail(editor, path, "conversation-shared"); !strings.Contains(got, "20004") {
		t.Errorf("the conversation is among the editor's own: %s", got)
	}
	// The answer counts against the quota of the member who asked.
	if n := countRows(t, dir, database, `SELECT count(*) FROM admin_usage WHERE owner_id = $1`, editor.id); n != 1 {
		t.Errorf("%d days of usage for the editor", n)
	}

	// A conversation with a file is moved into the project and out again.
	file := editor.bringFile(t, url, "lease.md", lease)
	whole(t, editor.do(t, "POST", url+"/api/chat/conversation-lease", `{"prompt":"押金多少","multimedia":[{"id":"`+file+`","type":"txt","fileName":"lease.md"}]}`))
	moveIn := in(id, "/api/project/conversation/movein")
	for _, cid := range []string{"conversation-shared", "conversation-other"} { // the project owns the first conversation, and the second does not exist
		if status, code, _ := answerOf(t, editor.do(t, "POST", url+moveIn, `{"conversationId":"`+cid+`"}`)); status != 404 || code != "20004" {
			t.Errorf("moving %s: %d %s", cid, status, code)
		}
	}
	if status, _, _ := answerOf(t, owner.do(t, "POST", url+moveIn, `{"conversationId":"conversation-lease"}`)); status != 404 {
		t.Errorf("the owner moves the editor's conversation: %d", status)
	}
	if status, _, _ := answerOf(t, owner.do(t, "POST", url+in(id, "/api/project/file/add"), `{"resourceId":"`+file+`"}`)); status != 404 {
		t.Errorf("the owner adds the editor's file: %d", status)
	}
	_, connector := editor.call(t, url, "/api/mcp/save", `{"name":"home","url":"https://tools.example/mcp","active":true}`)
	editor.must(t, url, "/api/mcp/aside", fmt.Sprintf(`{"conversationId":"conversation-lease","id":%q,"aside":true}`, connector["id"]))
	editor.must(t, url, moveIn, `{"conversationId":"conversation-lease"}`)
	if n := countRows(t, dir, database, `SELECT 1 + count(*) FROM mcp_aside`) - 1; n != 0 {
		t.Errorf("%d connectors are still switched off for the conversation that has left", n)
	}
	if got := detail(editor, path, "conversation-lease"); !strings.Contains(got, "20004") {
		t.Errorf("the conversation stayed behind: %s", got)
	}
	moved := detail(reader, in(id, path), "conversation-lease")
	if !strings.Contains(moved, "押金多少") || strings.Contains(moved, file) {
		t.Errorf("the reader reads of the moved one %s", moved)
	}
	list := owner.must(t, url, in(id, "/api/user/docs/v2/list"), `{}`)["docs"]
	if docs, _ := list.([]any); len(docs) != 1 || docs[0].(map[string]any)["id"] == file {
		t.Errorf("files of the project: %v", list)
	}
	opened(t, url, id, list.([]any)[0].(map[string]any)["url"].(string), reader, stranger)
	found := func(who person, address string) bool {
		_, out := who.call(t, url, address, `{"query":"押金多少"}`)
		return len(out["groups"].([]any)) > 0
	}
	domaintest.Eventually(t, "a member finds the conversation in the project", func() bool { return found(reader, in(id, "/api/search/global")) })
	everywhere := func(who person) string {
		_, out := who.call(t, url, "/api/search/global", `{"query":"押金多少","projects":true}`)
		return fmt.Sprint(out["projects"])
	}
	if got := everywhere(reader); !strings.Contains(got, id) || !strings.Contains(got, "conversation-lease") {
		t.Errorf("a member finds in all projects: %s", got)
	}
	if got := everywhere(stranger); strings.Contains(got, id) {
		t.Errorf("a stranger finds in all projects: %s", got)
	}
	owner.must(t, url, in(id, "/api/project/conversation/moveout"), `{"conversationId":"conversation-lease"}`)
	if got := detail(owner, path, "conversation-lease"); !strings.Contains(got, "押金多少") || strings.Contains(got, "authorName") {
		t.Errorf("moved out: %s", got)
	}
	if got := detail(reader, in(id, path), "conversation-lease"); !strings.Contains(got, "20004") {
		t.Errorf("moved out, and still in the project: %s", got)
	}

	// The owner's export of the project contains its data, and the owner's own export does not.
	archive := string(unpacked(t, whole(t, owner.do(t, "POST", url+in(id, "/api/data/export"), ""))))
	for _, want := range []string{"只用两句话回答", "慢慢说", "lease.md", "搬家"} {
		if !strings.Contains(archive, want) {
			t.Errorf("the archive has no %s", want)
		}
	}
	if strings.Contains(string(unpacked(t, whole(t, owner.do(t, "POST", url+"/api/data/export", "")))), "慢慢说") {
		t.Error("the owner's own archive has what the project's members asked")
	}

	// An archived project is read-only.
	owner.must(t, url, in(id, "/api/project/archive"), `{"archive":true}`)
	if status, code, _ := answerOf(t, owner.do(t, "POST", url+"/api/chat/conversation-late", `{"prompt":"1+1","projectId":"`+id+`"}`)); status != 403 || code != "20141" {
		t.Errorf("asking in an archived project: %d %s", status, code)
	}
	if got := detail(reader, in(id, path), "conversation-shared"); !strings.Contains(got, "慢慢说") {
		t.Errorf("reading in an archived project: %s", got)
	}

	// A call with the ids of two different projects is refused.
	if status, _, _ := answerOf(t, owner.do(t, "POST", url+in(id, "/api/project/detail"), `{"project_id":"prj-other"}`)); status != 400 {
		t.Errorf("two projects in one request: %d", status)
	}
	if status, _, _ := answerOf(t, stranger.do(t, "POST", url+"/api/project/detail", `{"project_id":"`+id+`"}`)); status != 404 {
		t.Errorf("a stranger: %d", status)
	}

	// A deleted project leaves no data outside of the security log.
	owner.must(t, url, in(id, "/api/project/delete"), `{}`)
	d, err := db.Connect(t.Context(), db.Options{Dir: dir, URL: database})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for table, rows := range tables(t, d) {
		if table != "security_event" && strings.Contains(rows, id) {
			t.Errorf("%s still has rows of the project:\n%s", table, rows)
		}
	}
}

// opened checks the address of a project's file: it contains the project's id, and only members
// can open it.
func opened(t *testing.T, url, id, address string, reader, stranger person) {
	t.Helper()
	other, _ := stranger.must(t, url, "/api/project/create", `{"name":"别处"}`)["project_id"].(string)
	plain, _, named := strings.Cut(address, "?project_id="+id)
	if !named || other == "" {
		t.Fatalf("the address of a project's file is %q", address)
	}
	for _, c := range []struct {
		who     person
		address string
		want    int
	}{
		{reader, address, 200}, {reader, plain, 404}, {reader, in(other, plain), 404},
		{stranger, address, 404}, {stranger, plain, 404}, {stranger, in(other, plain), 404},
	} {
		r := c.who.do(t, "GET", url+c.address, "")
		_, _ = io.Copy(io.Discard, r.Body)
		if cache := r.Header.Get("Cache-Control"); r.StatusCode != c.want || c.want == 200 && !strings.Contains(cache, "no-store") {
			t.Errorf("%s: %d, want %d (%s)", c.address, r.StatusCode, c.want, cache)
		}
	}
	if status, _, _ := answerOf(t, stranger.do(t, "POST", url+"/api/search/global", `{"query":"押金多少","project_id":"`+id+`"}`)); status != 404 {
		t.Errorf("a stranger searches the project: %d", status)
	}
	if status, code, _ := answerOf(t, reader.do(t, "POST", url+in(id, "/api/project/file/add"), `{"resourceId":"x"}`)); status != 403 || code != "20140" {
		t.Errorf("a reader adds a file: %d %s", status, code)
	}
}

// countRows repeats a query that counts rows in the database of a server, until the number is greater
// than 0. It returns the number.
func countRows(t *testing.T, dir, database, query string, args ...any) (n int) {
	t.Helper()
	d, err := db.Connect(t.Context(), db.Options{Dir: dir, URL: database})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	domaintest.Eventually(t, "a row of "+query, func() bool {
		if err := d.Read().QueryRowContext(t.Context(), query, args...).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n > 0
	})
	return n
}

// When a project's owner deletes everything, an editor becomes the owner. A project without other
// members is deleted.
func TestProjectsOfAnEndedAccount(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(env, "WENQU_LIMITS=off")...)
	id, people := projectMembers(t, world, url)
	owner, editor := people[app.ProjectOwner], people[app.ProjectEditor]
	sole := newProject(t, url, owner)
	if status, out := owner.call(t, url, "/api/data/delete", `{"confirm":true}`); status != http.StatusOK {
		t.Fatalf("%d %v", status, out)
	}
	role := func(who person, id string) string {
		status, out := who.call(t, url, "/api/project/detail", `{"project_id":"`+id+`"}`)
		if status != http.StatusOK {
			return fmt.Sprint(status)
		}
		return out["data"].(map[string]any)["role"].(string)
	}
	if a, b, c := role(owner, id), role(editor, id), role(owner, sole); a != "404" || b != "owner" || c != "404" {
		t.Errorf("after the owner has deleted everything: owner %s, editor %s, the sole project %s", a, b, c)
	}
}
