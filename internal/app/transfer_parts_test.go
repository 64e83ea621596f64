//go:build unix

package app_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/transfer"
)

// partsFile returns an import file with one answer that consists of the parts.
func partsFile(state, parts string) string {
	return `{"format":"wenqu","version":1,"conversations":[{"cid":"conv-0001","title":"题","createdAt":1760000000000,"leaf":2,"messages":[
		{"index":1,"parent":0,"speaker":"human","prompt":"问","createdAt":1760000000000},
		{"index":2,"parent":1,"speaker":"ai","createdAt":1760000001000,"versions":[{"model":"m","state":"` + state + `","text":"随便写的","parts":` + parts + `}]}]}]}`
}

// An answer with parts of many types is the same in the archive and after its import.
func TestPartsTravel(t *testing.T) {
	t.Parallel()
	url, _ := start(t, t.TempDir(), "WENQU_LIMITS=off")
	const parts = `[{"type":"think","title":"已深度思考(用时6秒)","iconType":9,"content":"想","status":2},
		{"type":"step","msg":"读","id":"s1","state":"done","detail":"共 12 页","code":"read","args":["合同.pdf"]},
		{"type":"text","msg":"先查。"},
		{"type":"tool","id":"t1","name":"calculate","title":"计算","state":"done","input":"1+1","output":"2","ms":3},
		{"type":"searchGuid","title":"引用","docs":[{"index":1,"docId":"","title":"页","url":"https://example.com","quote":"","publish_time":"","icon_url":"","web_site_name":"","sourceName":"","kind":"web"}]},
		{"type":"text","msg":"\n\n是 2[citation:1]。"},
		{"type":"card","id":"c1","kind":"chart","data":{"rows":[["一",1]]},"fallback":"一 1"}]`
	alice, bob := newPerson(t, url), newPerson(t, url)
	if got := alice.bring(t, url, "/api/data/import", partsFile("done", parts)); got.Conversations != 1 {
		t.Fatalf("%+v", got)
	}
	out := alice.export(t, url)
	v := out.Conversations[0].Messages[1].Versions[0]
	if v.Text != "先查。\n\n是 2[citation:1]。" || v.Thinking != "想" {
		t.Errorf("text %q thinking %q", v.Text, v.Thinking)
	}
	same(t, parts, v.Parts)
	_, body := alice.call(t, url, "/api/conv", `{"conversationId":"conv-0001"}`)
	speech := body["convs"].([]any)[0].(map[string]any)["speechesV2"].([]any)[0].(map[string]any)
	same(t, parts, speech["parts"])

	bob.bring(t, url, "/api/data/import", out.text(t))
	if diff := cmp.Diff(out.Conversations, bob.export(t, url).Conversations); diff != "" {
		t.Errorf("moved (-out +in):\n%s", diff)
	}
}

func same(t *testing.T, want string, got any) {
	t.Helper()
	b, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	var a, c any
	if json.Unmarshal([]byte(want), &a) != nil || json.Unmarshal(b, &c) != nil {
		t.Fatalf("no JSON: %s", b)
	}
	if diff := cmp.Diff(a, c); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Parts in an imported file are not trusted: for example, unknown parts are dropped, the content rules
// apply to known parts, and the number of parts is limited.
func TestHostileParts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rules := `{"words":[{"word":"绝密","level":"block"}],"allow":[]}`
	if err := os.WriteFile(filepath.Join(dir, "moderation.json"), []byte(rules), 0o600); err != nil {
		t.Fatal(err)
	}
	url, _ := start(t, t.TempDir(), "WENQU_LIMITS=off", "WENQU_CONTENT="+dir)
	for name, c := range map[string]struct {
		state, parts string
		check        func(v transfer.Version) bool
	}{
		"unknown parts and no parts": {"done", `[{"type":"novel"},1,null,{"type":"text","msg":5},{"type":"text","msg":"甲"}]`, func(v transfer.Version) bool {
			return v.Text == "甲" && v.Parts == nil
		}},
		"still at work": {"interrupt", `[{"type":"text","msg":"甲"},{"type":"tool","id":"t1","name":"n","title":"等","state":"waiting"},{"type":"step","id":"s1","msg":"跑"}]`, func(v transfer.Version) bool {
			b, err := json.Marshal(v.Parts)
			return err == nil && strings.Contains(string(b), `"state":"declined"`) && strings.Contains(string(b), `"state":"failed"`)
		}},
		"hides itself":       {"done", `[{"type":"text","msg":"甲","sensitive":true}]`, func(v transfer.Version) bool { return v.Hidden && v.Parts == nil }},
		"media of others":    {"done", `[{"type":"text","msg":"甲[](@replace=a)"},{"type":"replace","replace":{"id":"a","multimedias":[{"url":"https://evil.example/p.png"}]}}]`, func(v transfer.Version) bool { return v.Parts == nil && v.Text == "甲[](@replace=a)" }},
		"words of a tool":    {"done", `[{"type":"text","msg":"甲"},{"type":"tool","id":"t1","name":"n","title":"查","state":"done","output":"这是绝密的"}]`, func(v transfer.Version) bool { return v.Hidden && v.Parts == nil }},
		"words of a card":    {"done", `[{"type":"card","id":"c","kind":"k","data":{"a":["绝密"]}}]`, func(v transfer.Version) bool { return v.Hidden && v.Parts == nil }},
		"words across parts": {"done", `[{"type":"text","msg":"绝"},{"type":"tool","id":"t1","name":"n","title":"查","state":"done"},{"type":"text","msg":"密"}]`, func(v transfer.Version) bool { return v.Hidden }},
		"too many":           {"done", "[" + strings.Repeat(`{"type":"step","msg":"x"},`, 3000) + `{"type":"text","msg":"甲"}]`, func(v transfer.Version) bool { return len(v.Parts) == 2001 && v.Text == "甲" }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, url)
			if got := p.bring(t, url, "/api/data/import", partsFile(c.state, c.parts)); got.Conversations != 1 {
				t.Fatalf("%+v", got)
			}
			if v := p.export(t, url).Conversations[0].Messages[1].Versions[0]; !c.check(v) {
				b, _ := json.Marshal(v)
				t.Errorf("%.600s", b)
			}
		})
	}
}
