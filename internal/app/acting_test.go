//go:build unix

package app_test

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/account/accounttest"
	"github.com/wenqu-ai/wenqu/internal/app"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/project"
)

// in returns the address of a call that acts for a project.
func in(project, address string) string {
	if strings.Contains(address, "?") {
		return address + "&project_id=" + project
	}
	return address + "?project_id=" + project
}

// must makes a call that has to succeed and returns its data.
func (p person) must(t *testing.T, url, path, body string) map[string]any {
	t.Helper()
	status, out := p.call(t, url, path, body)
	if status != http.StatusOK {
		t.Fatalf("%s: %d %v", path, status, out)
	}
	data, _ := out["data"].(map[string]any)
	return data
}

func newProject(t *testing.T, url string, owner person) string {
	t.Helper()
	return owner.must(t, url, "/api/project/create", `{"name":"搬家","prompt":"只用两句话回答"}`)["project_id"].(string)
}

// joins adds a user to a project as a member with a role.
func joins(t *testing.T, url, project string, owner, who person, role string) {
	t.Helper()
	token := owner.must(t, url, in(project, "/api/project/link/create"), `{"role":"`+role+`"}`)["token"].(string)
	if got := who.must(t, url, "/api/project/join", `{"invitation":"`+token+`"}`)["project_id"]; got != project {
		t.Fatalf("joined %v", got)
	}
}

// projectMembers creates a project, and one person for each kind of asker in the permission matrix.
func projectMembers(t *testing.T, world *accounttest.World, url string) (id string, people map[app.Member]person) {
	t.Helper()
	people = map[app.Member]person{}
	phones := map[app.Member]string{
		app.ProjectOwner: "+8613800138000", app.ProjectEditor: "+8613900139000", app.ProjectReader: "+8613700137000",
		app.Removed: "+8613600136000", app.Stranger: "+8613500135000",
	}
	for who, phone := range phones {
		people[who] = login(t, world, url, person{}, phone)
	}
	people[app.Anonymous] = newPerson(t, url)
	owner := people[app.ProjectOwner]
	id = newProject(t, url, owner)
	joins(t, url, id, owner, people[app.ProjectEditor], "editor")
	joins(t, url, id, owner, people[app.ProjectReader], "reader")
	joins(t, url, id, owner, people[app.Removed], "editor")
	owner.must(t, url, in(id, "/api/project/member/remove"), `{"member":"`+people[app.Removed].id+`"}`)
	return id, people
}

// The test calls the registered operations with the id of a project, as each kind of asker. Each answer
// must be the one in the permission matrix: operations that act for projects check the asker's role, and
// all other operations refuse the call. The test leaves out operations with the same answer for everybody,
// and operations for programs only.
func TestEveryRouteActsByTheMatrix(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(env, "WENQU_LIMITS=off")...)
	id, people := projectMembers(t, world, url)
	// These calls end the membership or the project. So they are made last, and only by the owner or
	// by askers who must be refused.
	last := map[string]int{"/api/project/leave": 1, "/api/project/delete": 2}
	paths := operations(t)
	slices.SortStableFunc(paths, func(a, b httpapi.Op) int { return last[a.Path] - last[b.Path] })
	acts := 0
	for _, op := range paths {
		if op.Owner == httpapi.None || op.Owner == httpapi.Keyed {
			continue // the call has the same answer for everybody, or is for programs only
		}
		if op.Project != httpapi.NoRole {
			acts++
		}
		for _, who := range slices.Backward(app.Members) { // the owner comes last
			want := app.Acting(op.Project, who)
			if rule := app.Permission(op.Owner, map[bool]app.Someone{true: app.Visitor, false: app.User}[who == app.Anonymous]); rule.Status != 0 {
				want = rule
			}
			if last[op.Path] > 0 && want.Status == 0 && who != app.ProjectOwner {
				continue
			}
			status, code := askIn(t, people[who], url, op, id)
			switch refused := status == 401 || status == 403 || code == "20001" && op.Project == httpapi.NoRole; {
			case want.Status == 0 && refused:
				t.Errorf("%s (%s) refuses %s with %d %s", op.Call(), op.Project, who, status, code)
			case want.Status != 0 && (status != want.Status || code != want.Code):
				t.Errorf("%s (%s) answers %s with %d %s, want %s", op.Call(), op.Project, who, status, code, want)
			}
		}
	}
	if acts < 40 {
		t.Errorf("only %d operations act for projects", acts)
	}
}

// askIn makes a call with the body {} and a project in its address. It returns the status and
// the error code.
func askIn(t *testing.T, who person, url string, op httpapi.Op, project string) (int, string) {
	t.Helper()
	path := op.Path
	for strings.Contains(path, "{") {
		i, j := strings.Index(path, "{"), strings.Index(path, "}")
		path = path[:i] + "unknown-id" + path[j+1:]
	}
	res := who.do(t, op.Method, url+in(project, path), `{}`)
	if !strings.HasPrefix(res.Header.Get("Content-Type"), "application/json") {
		return res.StatusCode, ""
	}
	b, err := io.ReadAll(io.LimitReader(res.Body, 1<<20))
	if err != nil {
		t.Fatal(err)
	}
	var body struct{ Error struct{ Code string } }
	_ = json.Unmarshal(b, &body)
	return res.StatusCode, body.Error.Code
}

// Every call recorded as a project activity acts for a project and needs the role of an editor.
func TestNotedCallsAct(t *testing.T) {
	t.Parallel()
	left := map[string]bool{}
	for call := range project.Calls {
		left[call] = true
	}
	for _, op := range operations(t) {
		if left[op.Call()] && op.Project == httpapi.Editor {
			delete(left, op.Call())
		}
	}
	for call := range left {
		t.Errorf("%s is no call of editors", call)
	}
}
