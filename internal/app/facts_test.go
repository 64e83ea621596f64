//go:build unix

package app_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// rawWords matches internal values that the system page must not show unchanged: states, and durations
// such as 1m30s. simplified contains characters that are wrong in a Traditional Chinese text.
var (
	rawWords   = regexp.MustCompile(`\b(builtin|missing|offline|ready)\b|\d+m\d+`)
	simplified = "运个读储库数据盘态启动败钟径设"
)

func TestFactsAreWords(t *testing.T) {
	t.Parallel()
	url, _ := start(t, t.TempDir())
	admin := promote(t, url, person{})
	for _, locale := range []string{"zh-CN", "zh-TW", "en"} {
		status, body := admin.callIn(t, url, "/api/admin/system", `{}`, locale)
		facts, _ := body["facts"].([]any)
		if status != http.StatusOK || len(facts) < 12 {
			t.Fatalf("%s: %d %v", locale, status, body)
		}
		for _, f := range facts {
			fact := f.(map[string]any)
			words := strings.Join([]string{fact["group"].(string), fact["name"].(string), fact["value"].(string)}, " | ")
			if rawWords.MatchString(words) || locale == "zh-TW" && strings.ContainsAny(words, simplified) {
				t.Errorf("%s: %s", locale, words)
			}
		}
	}
}

func TestNamesOfAccounts(t *testing.T) {
	t.Parallel()
	url, _ := start(t, t.TempDir())
	admin := promote(t, url, person{})
	status, body := admin.call(t, url, "/api/admin/user/names", `{"userIds":["`+admin.id+`","a visitor"]}`)
	names, _ := body["names"].(map[string]any)
	if status != http.StatusOK || len(names) != 1 || names[admin.id] == "" {
		t.Errorf("%d %v", status, body)
	}
	if status, _ := admin.call(t, url, "/api/admin/user/names", `{"userIds":[`+strings.Repeat(`"x",`, 100)+`"x"]}`); status != http.StatusBadRequest {
		t.Errorf("101 ids: %d", status)
	}
	if status, _ := (person{}).call(t, url, "/api/admin/user/names", `{"userIds":["`+admin.id+`"]}`); status != http.StatusForbidden && status != http.StatusUnauthorized {
		t.Errorf("a visitor: %d", status)
	}
}
