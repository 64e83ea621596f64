//go:build unix

package app_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/transfer"
)

// everything is the content of a full archive with files.
type everything struct {
	archive
	Profile *transfer.Profile `json:"profile"`
	Files   []transfer.File   `json:"files"`

	raw     []byte
	content map[string]string // content of the files by path
}

// exportFiles exports everything of a user who has files.
func (p person) exportFiles(t *testing.T, url string) everything {
	t.Helper()
	res := p.do(t, "POST", url+"/api/data/export", "")
	name := res.Header.Get("Content-Disposition")
	if res.StatusCode != 200 || res.Header.Get("Content-Type") != "application/zip" || !strings.HasSuffix(name, `.zip"`) || !strings.HasPrefix(name, "attachment;") {
		t.Fatalf("export: %d %v", res.StatusCode, res.Header)
	}
	out := everything{raw: whole(t, res), content: map[string]string{}}
	z, err := zip.NewReader(bytes.NewReader(out.raw), int64(len(out.raw)))
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(f.Name, err)
		}
		if i > 0 {
			out.content[f.Name] = string(b)
		} else if err := json.Unmarshal(b, &out); err != nil || f.Name != "wenqu.json" {
			t.Fatalf("%s: %v in %s", f.Name, err, b)
		}
		if at := bytes.Index(b, []byte(`"files":[`)); i == 0 && (at < 0 || at > bytes.Index(b, []byte(`"conversations":[`))) {
			t.Errorf("the files do not come before what is said about them: %s", b)
		}
	}
	return out
}

func parseSample(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "document", "parse", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// attached returns the files that the page displays at the questions of a conversation.
func (p person) attached(t *testing.T, url, cid string) []map[string]any {
	t.Helper()
	_, body := p.call(t, url, "/api/conv", `{"conversationId":"`+cid+`"}`)
	var out []map[string]any
	all, _ := body["multiMediaInfo"].([]any)
	for _, f := range all {
		out = append(out, f.(map[string]any))
	}
	return out
}

func (p person) notes(t *testing.T, url, id string) []any {
	t.Helper()
	status, body := p.call(t, url, "/api/user/agent/doc/notes/list", `{"docId":"`+id+`"}`)
	if status != 200 {
		t.Fatalf("notes: %d %v", status, body)
	}
	all := body["notes"].([]any)
	for _, n := range all {
		delete(n.(map[string]any), "id")
		delete(n.(map[string]any), "docId")
	}
	return all
}

// All data of a user is exported, and another user imports it on a server with the other database
// engine: files, notes, and questions about files.
func TestFilesMoveToAnotherServer(t *testing.T) {
	t.Parallel()
	for _, back := range []bool{false, true} {
		t.Run(fmt.Sprint("back ", back), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			lite, _ := start(t, t.TempDir(), "WENQU_LIMITS=off")
			post, _ := start(t, dir, "WENQU_LIMITS=off", "WENQU_DATABASE_URL="+dbtest.PostgresURL(t))
			if back {
				lite, post = post, lite
			}
			filesMove(t, lite, post)
			left, err := os.ReadDir(filepath.Join(dir, "files", ".parts"))
			if err != nil || len(left) > 0 {
				t.Errorf("parts stayed: %v %v", left, err)
			}
		})
	}
}

func filesMove(t *testing.T, from, to string) {
	alice, carol := newPerson(t, from), newPerson(t, to)
	bytesOf := map[string]string{"contract.pdf": parseSample(t, "contract.pdf"), "contract.docx": parseSample(t, "contract.docx")}
	pdf := alice.bringFile(t, from, "contract.pdf", bytesOf["contract.pdf"])
	docx := alice.bringFile(t, from, "contract.docx", bytesOf["contract.docx"])
	for _, note := range []string{`"unit":1,"quote":"甲","prefix":"前","suffix":"后","color":"green","text":"要问清楚\n第二行"`, `"unit":1,"quote":"乙"`} {
		if status, body := alice.call(t, from, "/api/user/agent/doc/notes/save", `{"docId":"`+pdf+`",`+note+`}`); status != 200 {
			t.Fatalf("note: %d %v", status, body)
		}
	}
	question := fmt.Sprintf(`{"prompt":"这两份文件讲了什么？","multimedia":[{"id":%q},{"id":%q}]}`, pdf, docx)
	if b := whole(t, alice.do(t, "POST", from+"/api/chat/conv-files", question)); !bytes.Contains(b, []byte("[DONE]")) {
		t.Fatalf("asking: %s", b)
	}

	out := alice.exportFiles(t, from)
	for _, f := range out.Files {
		if out.content[f.Path] != bytesOf[f.Name] || f.Size != int64(len(bytesOf[f.Name])) || f.Path != "files/"+f.ID+"/"+f.Name || len(f.SHA256) != 64 || f.CreatedAt == 0 {
			t.Errorf("%+v", f)
		}
	}
	if len(out.Files) != 2 || out.Files[0].ID != pdf || len(out.Files[0].Notes) != 2 || len(out.content) != 2 || out.Profile != nil {
		t.Fatalf("%+v", out)
	}
	want := []transfer.Attached{{ID: pdf, Name: "contract.pdf"}, {ID: docx, Name: "contract.docx"}}
	if diff := cmp.Diff(want, []transfer.Attached(out.Conversations[0].Messages[0].Files)); diff != "" {
		t.Errorf("the files of the question:\n%s", diff)
	}

	// A preview reports everything and creates nothing. The import then creates everything once.
	report := transfer.Report{Format: transfer.Wenqu, Conversations: 1, Messages: 2, Skipped: []transfer.Skipped{}, Titles: []string{out.Conversations[0].Title}, Files: 2, Notes: 2}
	if diff := cmp.Diff(report, carol.bring(t, to, "/api/data/import/preview", string(out.raw))); diff != "" {
		t.Errorf("preview:\n%s", diff)
	}
	if a := carol.export(t, to); len(a.Conversations) != 0 {
		t.Errorf("a preview made %+v", a)
	}
	if diff := cmp.Diff(report, carol.bring(t, to, "/api/data/import", string(out.raw))); diff != "" {
		t.Errorf("import:\n%s", diff)
	}
	again := transfer.Report{Format: transfer.Wenqu, Already: 1, Skipped: []transfer.Skipped{}, Titles: []string{}, FilesAlready: 2}
	if diff := cmp.Diff(again, carol.bring(t, to, "/api/data/import", string(out.raw))); diff != "" {
		t.Errorf("a second import:\n%s", diff)
	}

	// Everything has arrived. The files have new ids, and the files of questions can be opened.
	got := carol.exportFiles(t, to)
	if len(got.Files) != 2 || len(got.Conversations) != 1 {
		t.Fatalf("%+v", got)
	}
	ids := map[string]string{}
	for i, f := range got.Files {
		old := out.Files[i]
		ids[old.ID] = f.ID
		if f.ID == old.ID || f.Name != old.Name || f.SHA256 != old.SHA256 || f.CreatedAt != old.CreatedAt || got.content[f.Path] != bytesOf[f.Name] {
			t.Errorf("%+v of %+v", f, old)
		}
		if diff := cmp.Diff(old.Notes, f.Notes); diff != "" {
			t.Errorf("notes of %s:\n%s", f.Name, diff)
		}
	}
	if diff := cmp.Diff(alice.notes(t, from, pdf), carol.notes(t, to, ids[pdf])); diff != "" {
		t.Errorf("notes on the page:\n%s", diff)
	}
	for i, card := range carol.attached(t, to, "conv-files") {
		if card["id"] != ids[want[i].ID] || card["fileName"] != want[i].Name {
			t.Errorf("card %d: %v", i, card)
		}
		if b := whole(t, carol.do(t, "GET", to+card["url"].(string), "")); string(b) != bytesOf[want[i].Name] {
			t.Errorf("card %d opens %d bytes", i, len(b))
		}
	}
	if n := len(carol.attached(t, to, "conv-files")); n != 2 {
		t.Errorf("%d cards", n)
	}
	if _, use := carol.call(t, to, "/api/user/docs/usage", `{"id":"`+ids[pdf]+`","resourceId":"`+ids[pdf]+`"}`); !strings.Contains(fmt.Sprint(use), "conv-files") {
		t.Errorf("asked about in: %v", use)
	}
	carol.ready(t, to, ids[pdf])
	carol.ready(t, to, ids[docx])
	if b := whole(t, carol.do(t, "POST", to+"/api/chat/conv-files", `{"prompt":"合同里有什么？"}`)); !bytes.Contains(b, []byte("citation")) {
		t.Errorf("asking on about the files: %s", b)
	}

	// Another user imports only the conversations, without the files. In the imported conversations, the
	// files of questions have no id and no address.
	main := archive{Format: "wenqu", Version: 1, Conversations: out.Conversations}.text(t)
	main = strings.ReplaceAll(main, "conv-files", "conv-alone")
	dave := newPerson(t, from)
	dave.bring(t, from, "/api/data/import", main)
	for _, card := range dave.attached(t, from, "conv-alone") {
		if card["id"] != "" || card["url"] != "" {
			t.Errorf("a card opens another one's file: %v", card)
		}
	}

	// A deleted file is restored with its notes, and nothing else is created again.
	if status, body := carol.call(t, to, "/api/user/docs/delete", `{"ids":["`+ids[pdf]+`"]}`); status != 200 {
		t.Fatalf("%d %v", status, body)
	}
	if got := carol.bring(t, to, "/api/data/import", string(out.raw)); got.Files != 1 || got.Notes != 2 || got.FilesAlready != 1 || got.Already != 1 {
		t.Errorf("after deleting one: %+v", got)
	}
}

// ready waits until a file has been parsed.
func (p person) ready(t *testing.T, url, id string) {
	t.Helper()
	if status, body := p.call(t, url, "/api/resource/fileParse", `{"resourceId":"`+id+`"}`); status != 200 || body["status"] != "ready" {
		t.Fatalf("parse: %d %v", status, body)
	}
}

// The archive of an account contains its owner's name but never a whole phone number.
func TestProfileOfAnArchive(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(env, "WENQU_LIMITS=off")...)
	user := login(t, world, url, person{}, "+8613800138000")
	user.bringFile(t, url, "lease.md", lease)
	out := user.exportFiles(t, url)
	if p := out.Profile; p == nil || p.Name == "" || p.CreatedAt == 0 || len(p.Logins) != 1 || p.Logins[0].Type != "phone" || p.Logins[0].Label == "" {
		t.Errorf("%+v", out.Profile)
	}
	if bytes.Contains(out.raw, []byte("13800138000")) {
		t.Error("the whole number is in the archive")
	}
}

// A file beyond the maximum number of files is skipped and reported; everything else is imported.
func TestFilesThatAreNotTaken(t *testing.T) {
	t.Parallel()
	from, _ := start(t, t.TempDir(), "WENQU_LIMITS=off")
	alice := newPerson(t, from)
	alice.bringFile(t, from, "lease.md", lease)
	alice.bringFile(t, from, "contract.docx", parseSample(t, "contract.docx"))
	out := alice.exportFiles(t, from)
	to, _ := start(t, t.TempDir(), "WENQU_LIMITS=off", "WENQU_FILES_PER_PERSON=1")
	bob := newPerson(t, to)
	for _, path := range []string{"/api/data/import/preview", "/api/data/import"} {
		got := bob.bring(t, to, path, string(out.raw))
		if diff := cmp.Diff([]transfer.FileSkipped{{Name: "contract.docx", Reason: transfer.NoRoom}}, got.FilesSkipped); diff != "" || got.Files != 1 || got.FilesSkippedCount != 1 {
			t.Errorf("%s: %+v\n%s", path, got, diff)
		}
	}
}

// A user who deletes everything keeps the account but no content, and the data of others stays.
func TestDeleteEverything(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	dir := t.TempDir()
	url, _ := start(t, dir, append(env, "WENQU_LIMITS=off")...)
	alice := login(t, world, url, person{}, "+8613800138000")
	bob := newPerson(t, url)
	var shares []string
	for _, p := range []person{alice, bob} {
		id := p.bringFile(t, url, "lease.md", lease)
		p.call(t, url, "/api/user/agent/doc/notes/save", `{"docId":"`+id+`","unit":1,"quote":"押金13,000元"}`)
		p.call(t, url, "/api/user/agent/v2/docChatRecord/visit", `{"docId":"`+id+`"}`)
		_, share := p.call(t, url, "/api/user/agent/doc/mindMap/share", `{"docId":"`+id+`"}`)
		shares = append(shares, share["share"].(map[string]any)["token"].(string))
		whole(t, p.do(t, "POST", url+"/api/chat/conv-0001", `{"prompt":"押金是多少？","multimedia":[{"id":"`+id+`"}]}`))
	}
	before := bob.exportFiles(t, url)
	if status, body := alice.call(t, url, "/api/data/delete", `{}`); status != 400 {
		t.Errorf("unmeant: %d %v", status, body)
	}
	alice.exportFiles(t, url) // fails if the refused call has deleted the files
	if status, body := alice.call(t, url, "/api/data/delete", `{"confirm":true}`); status != 200 || body["code"] != 0.0 {
		t.Fatalf("%d %v", status, body)
	}
	if n := len(alice.export(t, url).Conversations); n != 0 {
		t.Errorf("%d conversations stayed", n)
	}
	for path, want := range map[string]string{
		"/api/user/docs/list": "lease.md", "/api/user/agent/v2/docChatRecord/query": "lease.md", "/api/user/agent/conversation/list": "押金",
	} {
		if b := whole(t, alice.do(t, "POST", url+path, `{}`)); bytes.Contains(b, []byte(want)) {
			t.Errorf("%s still gives %s", path, b)
		}
		if b := whole(t, bob.do(t, "POST", url+path, `{}`)); !bytes.Contains(b, []byte(want)) {
			t.Errorf("%s gives another one %s", path, b)
		}
	}
	for i, want := range []int{404, 200} {
		if res := alice.do(t, "GET", url+"/api/user/agent/doc/share/"+shares[i], ""); res.StatusCode != want {
			t.Errorf("share %d: %d", i, res.StatusCode)
		}
	}
	if status, body := alice.call(t, url, "/api/user/agent/conversation/v1/restore", `{"conversationIds":["conv-0001"]}`); status == 200 {
		t.Errorf("what was deleted for good came back: %v", body)
	}
	if _, err := os.Stat(filepath.Join(dir, "files", alice.id)); !os.IsNotExist(err) {
		t.Errorf("the bytes stayed: %v", err)
	}
	if res := alice.do(t, "GET", url+"/api/profile", ""); res.StatusCode != 200 || !bytes.Contains(whole(t, res), []byte(alice.id)) {
		t.Error("the account is gone")
	}
	alice.bringFile(t, url, "lease.md", lease) // the account can be used as before
	after := bob.exportFiles(t, url)
	if diff := cmp.Diff(before.Conversations, after.Conversations); diff != "" || len(after.Files) != 1 || len(after.Files[0].Notes) != 1 {
		t.Errorf("another one lost something:\n%s", diff)
	}
	if status, body := (person{}).call(t, url, "/api/data/delete", `{"confirm":true}`); status != 200 {
		t.Errorf("nobody: %d %v", status, body)
	}
}
