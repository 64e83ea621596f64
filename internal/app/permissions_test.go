//go:build unix

package app_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/account/accounttest"
	"github.com/wenqu-ai/wenqu/internal/app"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// Every registered route answers every kind of asker as the matrix states: with the stated error
// code, or without a refusal for lack of rights.
func TestEveryRouteAnswersEveryoneByTheMatrix(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(env, "WENQU_LIMITS=off")...)
	visitor := newPerson(t, url)
	user := login(t, world, url, person{}, "+8613800138000")
	admin := login(t, world, url, person{}, "+8613900139000")
	admin = promote(t, url, admin)
	expired := byScan(t, url, user)
	if status, body := user.call(t, url, "/api/account/devices/logout", `{"others":true}`); status != http.StatusOK {
		t.Fatalf("ending a session: %d %v", status, body)
	}
	people := map[app.Someone]person{
		app.Nobody: {}, app.Expired: expired, app.Visitor: visitor, app.User: user, app.Admin: admin,
	}
	// These calls end the caller's session, so they are made last.
	ends := map[string]int{"/api/unregister": 1, "/api/login/logout": 2}
	paths := operations(t)
	slices.SortStableFunc(paths, func(a, b httpapi.Op) int { return ends[a.Path] - ends[b.Path] })
	for _, p := range paths {
		for _, who := range app.Everyone {
			want := app.Permission(p.Owner, who)
			status, code := ask(t, people[who], url, p)
			switch refused := status == 401 || status == 403 && code == "23002"; {
			case want.Status == 0 && refused:
				t.Errorf("%s %s (%s) refuses %s with %d %s", p.Method, p.Path, p.Owner, who, status, code)
			case want.Status != 0 && (status != want.Status || code != want.Code):
				t.Errorf("%s %s (%s) answers %s with %d %s, want %s", p.Method, p.Path, p.Owner, who, status, code, want)
			}
		}
	}
}

// ask makes a call with the body {} and returns the status and error code.
func ask(t *testing.T, who person, url string, p httpapi.Op) (int, string) {
	t.Helper()
	path := p.Path
	for strings.Contains(path, "{") {
		i, j := strings.Index(path, "{"), strings.Index(path, "}")
		path = path[:i] + "unknown-id" + path[j+1:]
	}
	res := who.do(t, p.Method, url+path, `{}`)
	if !strings.HasPrefix(res.Header.Get("Content-Type"), "application/json") {
		return res.StatusCode, "" // a stream or a file; its body is not read
	}
	b, err := io.ReadAll(io.LimitReader(res.Body, 1<<20))
	if err != nil {
		t.Fatal(err)
	}
	var body struct {
		Error struct{ Code string }
		Code  json.Number
	}
	_ = json.Unmarshal(b, &body) // if the body is not an object, the code stays empty
	if p.Owner == httpapi.Keyed {
		return res.StatusCode, string(body.Code) // for programs, error.code is a word of OpenAI's API, and code is our number
	}
	return res.StatusCode, body.Error.Code
}

// Every refusal in the matrix has a status and a code. The calls under /api/admin/, and only these
// calls, are for administrators. docs/permissions.md shows the matrix.
func TestPermissionsAreStatedAndWritten(t *testing.T) {
	t.Parallel()
	for _, p := range operations(t) {
		for _, who := range app.Everyone {
			if a := app.Permission(p.Owner, who); a != (app.Answer{}) && (a.Status < 401 || a.Code == "") {
				t.Errorf("%s: %s for %s", p.Path, a, who)
			}
		}
		if p.Owner == httpapi.Admin != strings.HasPrefix(p.Path, "/api/admin/") {
			t.Errorf("%s has the rule %s", p.Path, p.Owner)
		}
	}
	var b strings.Builder
	if err := app.WritePermissions(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile("../../docs/permissions.md")
	if err != nil || string(written) != b.String() {
		t.Errorf("docs/permissions.md is stale: run wenqu permissions docs/permissions.md (%v)", err)
	}
}

// registered lists the calls of a server that is created once for all tests.
var registered = sync.OnceValues(func() ([]httpapi.Op, error) { return app.Operations(context.Background()) })

// operations returns all calls of the program.
func operations(t *testing.T) []httpapi.Op {
	t.Helper()
	all, err := registered()
	if err != nil || len(all) == 0 {
		t.Fatalf("%d operations, %v", len(all), err)
	}
	return slices.Clone(all)
}

// promote uses the link from the terminal to make the account of `who` the first administrator. If
// `who` has no account, a new one is created.
func promote(t *testing.T, url string, who person) person {
	t.Helper()
	status, body := who.call(t, url, "/api/joint/login", `{"type":"admin","ticket":"`+adminTicket(t, url)+`"}`)
	if status != http.StatusOK || body["role"] != 1.0 {
		t.Fatalf("the administrator's link: %d %v", status, body)
	}
	return person{body["userId"].(string), body["token"].(string)}
}

// login logs `who` in by phone and returns the account. `who` is a visitor, or empty for a caller
// without an identity.
func login(t *testing.T, world *accounttest.World, url string, who person, phone string) person {
	t.Helper()
	if status, body := who.call(t, url, "/api/login/getverificationcode", `{"phone":"`+phone+`"}`); status != http.StatusOK {
		t.Fatalf("the code: %d %v", status, body)
	}
	sent, _ := world.Sent(phone)
	status, body := who.call(t, url, "/api/joint/login", `{"type":"phone","phone":"`+phone+`","code":"`+sent.Code+`"}`)
	if status != http.StatusOK || body["status"] != 1.0 {
		t.Fatalf("the login: %d %v", status, body)
	}
	return person{body["userId"].(string), body["token"].(string)}
}
