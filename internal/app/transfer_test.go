//go:build unix

package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/transfer"
)

// archive is a file in our own format.
type archive struct {
	Format        string                  `json:"format"`
	Version       int                     `json:"version"`
	ExportedAt    string                  `json:"exportedAt"`
	Conversations []transfer.Conversation `json:"conversations"`
}

func (a archive) text(t interface{ Fatal(...any) }) string {
	b, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// export exports everything of a user.
func (p person) export(t *testing.T, url string) archive {
	t.Helper()
	res := p.do(t, "POST", url+"/api/data/export", "")
	if res.StatusCode != 200 || !strings.HasPrefix(res.Header.Get("Content-Disposition"), "attachment;") || res.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Fatalf("export: %d %v", res.StatusCode, res.Header)
	}
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var a archive
	if err := json.Unmarshal(b, &a); err != nil {
		t.Fatalf("%v in %s", err, b)
	}
	return a
}

func (p person) bring(t *testing.T, url, path, file string) transfer.Report {
	t.Helper()
	res := p.do(t, "POST", url+path, file)
	var r transfer.Report
	if err := json.NewDecoder(res.Body).Decode(&r); err != nil || res.StatusCode != 200 {
		t.Fatalf("%s: %d %v", path, res.StatusCode, err)
	}
	return r
}

func sample(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "transfer", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestTransfer(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		transferring(t)
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		transferring(t, "WENQU_DATABASE_URL="+dbtest.PostgresURL(t))
	})
}

func transferring(t *testing.T, env ...string) {
	url, _ := start(t, t.TempDir(), append(env, "WENQU_LIMITS=off")...)
	alice, bob := newPerson(t, url), newPerson(t, url)
	file := sample(t, "wenqu.json")

	want := transfer.Report{
		Format: transfer.Wenqu, Conversations: 1, Messages: 4, SkippedCount: 3, Titles: []string{"请假条"},
		Skipped: []transfer.Skipped{{Title: "半个", Reason: transfer.Damaged}, {Title: "空", Reason: transfer.Empty}, {Title: "圈", Reason: transfer.Damaged}},
	}
	if diff := cmp.Diff(want, alice.bring(t, url, "/api/data/import/preview", file)); diff != "" {
		t.Errorf("preview:\n%s", diff)
	}
	if n := len(alice.export(t, url).Conversations); n != 0 {
		t.Errorf("a preview made %d conversations", n)
	}
	if diff := cmp.Diff(want, alice.bring(t, url, "/api/data/import", file)); diff != "" {
		t.Errorf("import:\n%s", diff)
	}

	// Imported conversations are exported unchanged, and only their owner can read them.
	var sent archive
	if err := json.Unmarshal([]byte(file), &sent); err != nil {
		t.Fatal(err)
	}
	out := alice.export(t, url)
	if diff := cmp.Diff(sent.Conversations[:1], out.Conversations); diff != "" || out.Format != "wenqu" || out.Version != 1 || out.ExportedAt == "" {
		t.Errorf("export %v:\n%s", out, diff)
	}
	if n := len(bob.export(t, url).Conversations); n != 0 {
		t.Errorf("another visitor's export has %d conversations", n)
	}
	if _, body := bob.call(t, url, "/api/conv", `{"conversationId":"conv-0001"}`); body["code"] == 0.0 {
		t.Errorf("another visitor reads %v", body)
	}
	_, list := alice.call(t, url, "/api/convs", `{}`)
	row := list["conversations"].([]any)[0].(map[string]any)
	if row["title"] != "请假条" || row["topAt"] == 0.0 || row["lastRepliedAt"] != 1760000002000.0 {
		t.Errorf("in the list: %v", row)
	}

	// Importing the same file again creates nothing. The same holds for files of other assistants.
	for _, name := range []string{"wenqu.json", "chatgpt.json", "openwebui.json", "lobechat.json", "yuanbao.json"} {
		first := alice.bring(t, url, "/api/data/import", sample(t, name))
		before := alice.export(t, url).Conversations
		second := alice.bring(t, url, "/api/data/import", sample(t, name))
		if second.Conversations != 0 || second.Already != first.Conversations+first.Already || second.Already == 0 {
			t.Errorf("%s again: %+v after %+v", name, second, first)
		}
		if diff := cmp.Diff(before, alice.export(t, url).Conversations); diff != "" {
			t.Errorf("%s again:\n%s", name, diff)
		}
	}
	all := alice.export(t, url)
	got := bob.bring(t, url, "/api/data/import", all.text(t))
	if got.Conversations != len(all.Conversations) || got.SkippedCount != 0 {
		t.Errorf("everything moves: %+v", got)
	}
	if diff := cmp.Diff(all.Conversations, bob.export(t, url).Conversations); diff != "" {
		t.Errorf("moved:\n%s", diff)
	}

	// If another conversation already has the id of the imported conversation, both conversations
	// are kept. Importing the same file again adds nothing.
	other := strings.ReplaceAll(file, "写请假条", "写检讨书")
	for i, want := range []int{1, 0} {
		if got := alice.bring(t, url, "/api/data/import", other); got.Conversations != want || got.Already != 1-want {
			t.Errorf("other words under a taken id, time %d: %+v", i+1, got)
		}
	}
	if _, body := alice.call(t, url, "/api/conv", `{"conversationId":"conv-0001"}`); body["title"] != "请假条" {
		t.Errorf("the first one was changed: %v", body)
	}

	// A deleted conversation can be imported again and continued.
	alice.call(t, url, "/api/user/agent/conversation/clear", `{"conversationIds":["conv-0001"]}`)
	if got := alice.bring(t, url, "/api/data/import", file); got.Conversations != 1 {
		t.Errorf("after deleting: %+v", got)
	}
	b, err := io.ReadAll(alice.do(t, "POST", url+"/api/chat/conv-0001", `{"prompt":"3 加 4 等于几"}`).Body)
	if err != nil || !bytes.Contains(b, []byte("[DONE]")) {
		t.Errorf("asking on: %s %v", b, err)
	}
	if got := alice.bring(t, url, "/api/data/import", file); got.Conversations != 0 || got.Already != 1 {
		t.Errorf("after going on: %+v", got)
	}
}

func TestTransferOfNobodyAndOfNothing(t *testing.T) {
	t.Parallel()
	url, _ := start(t, t.TempDir(), "WENQU_LIMITS=off")
	nobody := person{}
	for path, file := range map[string]string{
		"/api/data/import/preview": sample(t, "wenqu.json"),
		"/api/data/import":         `{"format":"wenqu","version":1,"conversations":[]}`,
	} {
		if res := nobody.do(t, "POST", url+path, file); res.StatusCode != 200 || len(res.Cookies()) != 0 {
			t.Errorf("%s makes a visitor: %d %v", path, res.StatusCode, res.Cookies())
		}
	}
	if n := len(nobody.export(t, url).Conversations); n != 0 {
		t.Errorf("nobody has %d conversations", n)
	}
	if res := nobody.do(t, "POST", url+"/api/data/import", sample(t, "yuanbao.json")); res.StatusCode != 200 || len(res.Cookies()) == 0 {
		t.Errorf("an import makes no visitor: %d", res.StatusCode)
	}
	for name, tt := range map[string]struct {
		file string
		code float64
	}{
		"no file":    {"", 20032},
		"an archive": {"PK\x03\x04", 20032},
		"half":       {sample(t, "wenqu.json")[:900], 20033},
		"too large":  {"[" + strings.Repeat(" ", transfer.MaxFile), 20005},
	} {
		if status, body := nobody.call(t, url, "/api/data/import", tt.file); body["code"] != tt.code || status < 400 || status >= 500 {
			t.Errorf("%s: %d %v", name, status, body)
		}
	}
}

func TestWithheldWordsStayOutside(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rules := `{"words":[{"word":"禁止词","level":"block"},{"word":"遮盖词","level":"mask"}],"allow":[]}`
	if err := os.WriteFile(filepath.Join(dir, "moderation.json"), []byte(rules), 0o600); err != nil {
		t.Fatal(err)
	}
	url, _ := start(t, t.TempDir(), "WENQU_LIMITS=off", "WENQU_CONTENT="+dir)
	p := newPerson(t, url)
	file := strings.NewReplacer("写请假条", "写禁止词", "今请假一天", "今遮盖词一天", "尊敬的", "尊敬的禁止词").Replace(sample(t, "wenqu.json"))
	p.bring(t, url, "/api/data/import", file)
	out := p.export(t, url).text(t)
	for _, word := range []string{"禁止词", "遮盖词"} {
		if strings.Contains(out, word) {
			t.Errorf("%s is in %s", word, out)
		}
	}
	if !strings.Contains(out, `"hidden":true`) || !strings.Contains(out, "无法显示") {
		t.Errorf("nothing says that something is hidden: %s", out)
	}
	if again := p.bring(t, url, "/api/data/import", file); again.Conversations != 0 || again.Already != 1 {
		t.Errorf("again: %+v", again)
	}
}

// Export and import preserve any tree of branches.
func TestRoundTripOfAnyTree(t *testing.T) {
	t.Parallel()
	url, _ := start(t, t.TempDir(), "WENQU_LIMITS=off")
	words := rapid.StringOf(rapid.SampledFrom([]rune("问渠那得清如许 \n\"\\<&\u2028😀\x7f")))
	rapid.Check(t, func(rt *rapid.T) {
		a := archive{Format: "wenqu", Version: 1}
		for i := range rapid.IntRange(1, 3).Draw(rt, "conversations") {
			c := transfer.Conversation{Head: transfer.Head{
				CID: fmt.Sprintf("conv-%04d", i), Title: "第" + fmt.Sprint(i), CreatedAt: 1_700_000_000_000, Pinned: rapid.Bool().Draw(rt, "pinned"),
			}}
			answers := []int{0}
			for n := range rapid.IntRange(1, 6).Draw(rt, "rounds") {
				m := transfer.Message{
					Index: 2*n + 1, Parent: rapid.SampledFrom(answers).Draw(rt, "parent"), Speaker: transfer.Human,
					Prompt: words.Draw(rt, "prompt"), CreatedAt: 1_700_000_000_000 + int64(n),
				}
				r := transfer.Message{Index: 2*n + 2, Parent: 2*n + 1, Speaker: transfer.AI, CreatedAt: m.CreatedAt}
				for range rapid.IntRange(1, 3).Draw(rt, "versions") {
					r.Versions = append(r.Versions, transfer.Version{
						Model: "m", State: rapid.SampledFrom([]string{"done", "error", "manualStop", "interrupt"}).Draw(rt, "state"),
						Text: words.Draw(rt, "text"), Thinking: words.Draw(rt, "thinking"),
					})
				}
				r.Selected = rapid.IntRange(0, len(r.Versions)-1).Draw(rt, "selected")
				c.Messages = append(c.Messages, m, r)
				answers = append(answers, r.Index)
			}
			c.Leaf = rapid.SampledFrom(answers[1:]).Draw(rt, "leaf")
			a.Conversations = append(a.Conversations, c)
		}
		p := newPerson(t, url)
		p.bring(t, url, "/api/data/import", a.text(rt))
		if diff := cmp.Diff(a.Conversations, p.export(t, url).Conversations); diff != "" {
			rt.Error(diff)
		}
	})
}
