//go:build unix

package app_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// While the disk is nearly full, files and imports are refused, questions are answered, and the
// administrator is told.
func TestNearlyFullDisk(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(env, "WENQU_MIN_FREE_MB=1000000000")...)
	admin := promote(t, url, login(t, world, url, person{}, "+8613800138000"))
	alice := newPerson(t, url)
	for path, body := range map[string]string{
		"/api/resource/genUploadInfo":          `{"fileName":"a.txt","size":3}`,
		"/api/user/docs/upload?fileName=a.txt": "一",
		"/api/data/import":                     sample(t, "wenqu.json"),
		"/api/user/agent/favorite/add":         `{"kind":"page","thing":"https://a.example/1","url":"https://a.example/1","title":"页"}`,
	} {
		if status, code, text := answerOf(t, alice.do(t, "POST", url+path, body)); code != string(errs.DiskLow) {
			t.Errorf("%s: %d %s", path, status, text)
		}
	}
	if res, frames := askRaw(t, alice, url, "conversation-1", "1+1"); res.StatusCode != http.StatusOK || !strings.HasSuffix(frames, "data: [DONE]\n\n") {
		t.Errorf("a question: %d %s", res.StatusCode, frames)
	}
	told := false
	_, out := admin.callIn(t, url, "/api/admin/system", `{}`, "en")
	for _, f := range out["facts"].([]any) {
		fact := f.(map[string]any)
		told = told || fact["name"] == "Disk" && fact["ok"] == false && strings.Contains(fact["value"].(string), "uploads and imports are refused")
	}
	if !told {
		t.Errorf("the administrator is told %v", out["facts"])
	}
}
