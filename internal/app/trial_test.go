//go:build unix

package app_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// When the test of a provider fails, the error text states what to change in the form. The text does
// not advise to ask an administrator or to regenerate an answer.
func TestTrialOfProviderSaysWhatToMend(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), env...)
	admin := promote(t, url, login(t, world, url, person{}, "+8613800138000"))
	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, `{"error":{"message":"Incorrect API key provided"}}`, http.StatusUnauthorized)
	}))
	t.Cleanup(refusing.Close)
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<html>Welcome</html>"))
	}))
	t.Cleanup(page.Close)
	for name, row := range map[string]struct{ address, mend string }{
		"a wrong key":    {refusing.URL + "/v1", "密钥"},
		"a web page":     {page.URL + "/v1", "/v1 结尾"},
		"no server":      {"http://127.0.0.1:1/v1", "端口"},
		"not an address": {"不是地址", "https://主机/v1"},
	} {
		value, err := json.Marshal(map[string]any{"providers": []any{map[string]any{"id": "it", "baseUrl": row.address, "key": "k", "local": true}}})
		if err != nil {
			t.Fatal(err)
		}
		status, out := admin.call(t, url, "/api/admin/provider/test", `{"id":"it","value":`+string(value)+`}`)
		problem, _ := out["problem"].(string)
		if status != http.StatusOK || out["ok"] != false || !strings.Contains(problem, row.mend) ||
			strings.Contains(problem, "请管理员") || strings.Contains(problem, "重新生成") {
			t.Errorf("%s: %d %v", name, status, out)
		}
	}
}
