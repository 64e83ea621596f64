package agent

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/domaintest"
)

// The details of an agent never contain the persona or the ids of files, whatever the field `form` of the
// request. Only the author can read a draft.
func TestDetail(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		server := domaintest.Serve(t, h.Routes)
		v := full("周报")
		v.Persona, v.Files, v.Sites = "秘密的设定", []string{alice + "-file-1"}, []string{"site-1"}
		a := h.made(t, alice, v)
		read := func(owner, path, id, form string) (int, string) {
			t.Helper()
			res, body := server.Do(t, domaintest.Call{Owner: owner, Path: "/api/user/agent/" + path, Body: map[string]any{"agentId": id, "form": form}})
			return res.StatusCode, body
		}
		for _, c := range []struct {
			owner, path, id, form string
			private, link         int
		}{
			{alice, "detail", a.ID, "", 200, 200},
			{alice, "detail", a.ID, "personal", 200, 200},
			{alice, "detail", DraftID(a.ID), "", 200, 200},
			{alice, "personal/detail", a.ID, "", 200, 200},
			{alice, "share/detail", a.ID, "", 404, 200},
			{alice, "detail", a.ID, "share", 404, 200},
			{bob, "detail", a.ID, "", 404, 200},
			{bob, "detail", a.ID, "personal", 404, 404},
			{bob, "personal/detail", a.ID, "", 404, 404},
			{bob, "draft", a.ID, "", 404, 404},
			{bob, "versions", a.ID, "", 404, 404},
			{bob, "delete", a.ID, "", 404, 404},
			{bob, "publish", a.ID, "", 404, 404},
			{"", "detail", a.ID, "", 404, 200},
			{"", "share/detail", a.ID, "", 404, 200},
			{"", "share/detail", "nobodys", "", 404, 404},
			{"", "detail", "weekly-report", "", 200, 200},
			{"", "detail", "naQivTmsDa", "", 200, 200},
			{"", "detail", "miniAgent1", "", 200, 200},
			{"", "detail", "", "", 200, 200},
			{"", "detail", "../x", "", 404, 404},
		} {
			for visibility, want := range map[Visibility]int{Private: c.private, Link: c.link} {
				if _, err := h.Publish(t.Context(), alice, a.ID, visibility); err != nil {
					t.Fatal(err)
				}
				status, body := read(c.owner, c.path, c.id, c.form)
				if c.path == "publish" { // a call of publish also needs a visibility
					continue
				}
				if status != want {
					t.Errorf("%q reads %s %s %s of %s: %d %s", c.owner, c.path, c.id, c.form, visibility, status, body)
				}
				if c.path != "draft" && (strings.Contains(body, "秘密") || strings.Contains(body, alice+"-file-1\"")) {
					t.Errorf("%q is told of %s: %s", c.owner, c.path, body)
				}
			}
		}
		_, body := read(alice, "detail", a.ID, "")
		if !strings.Contains(body, alice+"-file-1.pdf") || !strings.Contains(body, "帮助中心") {
			t.Errorf("its knowledge is not named: %s", body)
		}
	})
}

// A persona of a million characters is refused, and so is editing another owner's agent.
func TestEditRoutes(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		server := domaintest.Serve(t, h.Routes)
		call := func(owner, path string, body any) (int, map[string]any) {
			t.Helper()
			return server.JSON(t, owner, "/api/user/agent/"+path, body)
		}
		huge := map[string]any{"spec": map[string]any{"name": "大", "persona": strings.Repeat("长", 1<<20)}}
		if status, _ := call(alice, "create", huge); status != http.StatusRequestEntityTooLarge {
			t.Errorf("a megabyte: %d", status)
		}
		if status, out := call(alice, "create", map[string]any{"spec": map[string]any{"files": []string{bob + "-file-1"}}}); status != 400 {
			t.Errorf("somebody else's file: %d %v", status, out)
		}
		status, out := call(alice, "create", map[string]any{"spec": full("周报")})
		if status != 200 {
			t.Fatal(status, out)
		}
		data := out["data"].(map[string]any)
		id := data["agentId"].(string)
		edit := map[string]any{"agentId": id, "revision": data["revision"], "spec": full("新周报")}
		for owner, want := range map[string]int{bob: 404, "": 404} {
			if status, out := call(owner, "edit", edit); status != want {
				t.Errorf("%q edits: %d %v", owner, status, out)
			}
		}
		if status, out := call(alice, "edit", edit); status != 200 || !strings.Contains(fmt.Sprint(out), "新周报") {
			t.Errorf("%d %v", status, out)
		}
		if status, _ := call(alice, "edit", edit); status != http.StatusConflict {
			t.Errorf("twice: %d", status)
		}
		if _, out := call(alice, "list", map[string]any{}); !strings.Contains(fmt.Sprint(out), "naQivTmsDa") {
			t.Errorf("%v", out)
		}
		if status, out := call(alice, "avatar", map[string]any{"picture": "data"}); status != 200 || out["id"] == "" {
			t.Errorf("%d %v", status, out)
		}
	})
}
