//go:build unix

package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// The administration log states each action and its object in words: no raw path, no row id, no secret.
func TestAuditIsToldInWords(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(env, "WENQU_LIMITS=off")...)
	admin := promote(t, url, login(t, world, url, person{}, "+8613700137000"))
	do := func(path, body string) map[string]any {
		t.Helper()
		status, out := admin.call(t, url, path, body)
		if status != http.StatusOK {
			t.Fatalf("%s: %d %v", path, status, out)
		}
		return out
	}
	version := map[string]int{}
	save := func(section, value string) {
		t.Helper()
		version[section] = int(do("/api/admin/settings/save", fmt.Sprintf(`{"name":%q,"value":%s,"version":%d}`, section, value, version[section]))["version"].(float64))
	}
	entries := func(locale string) (out []map[string]any) {
		t.Helper()
		status, body := admin.callIn(t, url, "/api/admin/audit", `{}`, locale)
		if status != http.StatusOK {
			t.Fatalf("%d %v", status, body)
		}
		for _, e := range body["entries"].([]any) {
			out = append(out, e.(map[string]any))
		}
		return out
	}
	const (
		named   = `{"id":"house","name":"自家的服务","baseUrl":"http://127.0.0.1:9/v1","key":"%s","local":true}`
		nobody  = `{"id":"zhipu-2","name":"","baseUrl":"http://127.0.0.1:9/v2","key":"k-nobody","local":true,"disabled":true}`
		someone = `{"id":"someone","name":"别家","baseUrl":"http://127.0.0.1:9/v3","local":true}`
	)
	house := func(key string) string { return fmt.Sprintf(named, key) }
	save("providers", `{"providers":[`+house("k-first")+`],"defaultModel":""}`)
	save("providers", `{"providers":[`+house("k-second")+`,`+nobody+`],"defaultModel":"m"}`)
	save("providers", `{"providers":[`+nobody+`],"defaultModel":"m"}`)
	do("/api/admin/provider/test", `{"id":"someone","value":{"providers":[`+someone+`],"defaultModel":""}}`)
	save("search", `{"sources":[{"id":"bocha-2","engine":"bocha","key":"k-third"}],"media":""}`)
	save("limits", `{"visitorsPerHour":7}`)
	do("/api/admin/agent/feature", `{"agentIds":["sql-helper"]}`)
	notice := do("/api/admin/notice/post", `{"type":"system","title":{"zh-CN":"停机","zh-TW":"停機","en":"Down"},"content":{"zh-CN":"二","zh-TW":"二","en":"two"}}`)
	do("/api/admin/notice/remove", fmt.Sprintf(`{"id":%q}`, notice["id"]))

	tell := func(e map[string]any) string {
		raw, _ := json.Marshal(map[string]any{"target": e["target"], "detail": e["detail"], "changes": e["changes"]})
		return string(raw)
	}
	change := func(how, list, name string, fields ...string) string {
		all := []map[string]string{}
		for _, f := range fields {
			all = append(all, map[string]string{"path": f, "label": ""})
		}
		raw, _ := json.Marshal(map[string]any{"how": how, "list": list, "name": name, "fields": all})
		return string(raw)
	}
	saved := func(section string, all ...string) string {
		return `{"changes":[` + strings.Join(all, ",") + `],"detail":"","target":"` + section + `"}`
	}
	got := entries("zh-CN")
	for i, want := range []string{
		`{"changes":[],"detail":"","target":"停机"}`,
		`{"changes":[],"detail":"","target":"停机"}`,
		`{"changes":[],"detail":"feature","target":"SQL 助手"}`,
		saved("limits", `{"fields":[{"label":"频率 · 一个地址每小时的新访客","path":"visitorsPerHour"}],"how":"changed","list":"","name":""}`),
		saved("search", change("added", "sources", "博查")),
		`{"changes":[],"detail":"","target":"别家"}`,
		saved("providers", change("removed", "providers", "自家的服务")),
		saved("providers", change("changed", "providers", "自家的服务", "key"), change("added", "providers", "127.0.0.1"), change("changed", "", "", "defaultModel")),
		saved("providers", change("added", "providers", "自家的服务")),
	} {
		if text := tell(got[i]); text != want {
			t.Errorf("record %d:\n%s\nwant\n%s", i, text, want)
		}
	}
	for _, locale := range []string{"zh-TW", "en"} {
		raw, _ := json.Marshal(entries(locale))
		for _, secret := range []string{"k-first", "k-second", "k-nobody", "k-third", "zhipu-2", "bocha-2", "[house]"} {
			if strings.Contains(string(raw), secret) {
				t.Errorf("%s: %q is shown", locale, secret)
			}
		}
	}
}
