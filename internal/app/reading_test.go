//go:build unix

package app_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
)

const lease = `# 房屋租赁合同

## 房屋

甲方将杭州市西湖区文三路的房屋出租给乙方居住使用，建筑面积八十九平方米。

## 租金

每月租金为人民币6,500元，乙方应当在每月五日前支付当月租金。乙方在签订合同时向甲方支付押金13,000元。

## 违约

乙方逾期支付租金超过十五日的，甲方有权解除租赁合同，并要求乙方支付一个月租金作为违约金。
`

// bringFile uploads a file, waits until it has been parsed, and returns its id.
func (p person) bringFile(t *testing.T, url, name, content string) string {
	t.Helper()
	res := p.do(t, "POST", url+"/api/user/docs/upload?fileName="+name, content)
	var up struct{ Data struct{ ID string } }
	if err := json.NewDecoder(res.Body).Decode(&up); err != nil || res.StatusCode != 200 {
		t.Fatalf("upload: %d %v", res.StatusCode, err)
	}
	status, body := p.call(t, url, "/api/resource/fileParse", fmt.Sprintf(`{"resourceId":%q}`, up.Data.ID))
	if status != 200 || body["status"] != "ready" {
		t.Fatalf("parse: %d %v", status, body)
	}
	return up.Data.ID
}

// whole reads a response to its end.
func whole(t *testing.T, res *http.Response) []byte {
	t.Helper()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A file is uploaded, studied, annotated, shared and deleted. Everything that is made from the file
// belongs to its owner and is deleted with the file.
func TestDeepReading(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		deepReading(t)
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		deepReading(t, "WENQU_DATABASE_URL="+dbtest.PostgresURL(t))
	})
}

func deepReading(t *testing.T, env ...string) {
	dir := t.TempDir()
	url, stop := start(t, dir, append(env, "WENQU_LIMITS=off")...)
	alice, bob := newPerson(t, url), newPerson(t, url)
	id := alice.bringFile(t, url, "lease.md", lease)
	ref := fmt.Sprintf(`{"docId":%q`, id)

	status, overview := alice.call(t, url, "/api/user/agent/doc/overview", ref+`}`)
	if status != 200 || overview["engine"] != "offline" || overview["state"] != "ready" || len(overview["summary"].([]any)) == 0 || len(overview["outline"].([]any)) == 0 {
		t.Fatalf("overview: %d %v", status, overview)
	}
	for _, p := range overview["summary"].([]any) {
		if quote := p.(map[string]any)["quote"].(string); !strings.Contains(lease, quote) {
			t.Errorf("%s is not in the file", quote)
		}
	}
	status, found := alice.call(t, url, "/api/user/agent/docDeepMode/search", ref+`,"query":"押金是多少？"}`)
	if passages, _ := found["passages"].([]any); status != 200 || found["refused"] != false || !strings.Contains(passages[0].(map[string]any)["quote"].(string), "13,000元") {
		t.Errorf("search: %d %v", status, found)
	}
	if status, body := alice.call(t, url, "/api/user/agent/doc/translate", ref+`}`); status != 501 || !strings.Contains(fmt.Sprint(body), "20060") {
		t.Errorf("translate without a model: %d %v", status, body)
	}

	status, note := alice.call(t, url, "/api/user/agent/doc/notes/save", ref+`,"unit":1,"quote":"押金13,000元","text":"要问清楚"}`)
	if status != 200 {
		t.Fatalf("note: %d %v", status, note)
	}
	docx := whole(t, alice.do(t, "POST", url+"/api/user/agent/doc/notes/export", ref+`,"format":"docx"}`))
	z, err := zip.NewReader(bytes.NewReader(docx), int64(len(docx)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := z.Open("word/document.xml")
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := io.ReadAll(f); !strings.Contains(string(text), "要问清楚") {
		t.Errorf("the exported notes: %s", text)
	}

	_, talk := alice.call(t, url, "/api/user/agent/v2/docChatRecord/queryMsg", ref+`}`)
	question := fmt.Sprintf(`{"prompt":"押金是多少？","multimedia":[{"id":%q,"type":"txt","fileName":"lease.md"}]}`, id)
	if answer := string(whole(t, alice.do(t, "POST", url+"/api/chat/"+talk["cid"].(string), question))); !strings.Contains(answer, "13,000元") {
		t.Errorf("asked in the file's conversation: %s", answer)
	}
	_, again := alice.call(t, url, "/api/user/agent/v2/docChatRecord/queryMsg", ref+`}`)
	_, records := alice.call(t, url, "/api/user/agent/v2/docChatRecord/query", `{}`)
	list := records["records"].([]any)
	if again["cid"] != talk["cid"] || len(list) != 1 || list[0].(map[string]any)["cid"] != talk["cid"] || list[0].(map[string]any)["notes"] != 1.0 {
		t.Errorf("records: %v %v", again, records)
	}
	if status, body := alice.call(t, url, "/api/user/agent/conversation/v1/clear", fmt.Sprintf(`{"conversationIds":[%q]}`, talk["cid"])); status != 200 {
		t.Fatal(body)
	}
	if _, fresh := alice.call(t, url, "/api/user/agent/v2/docChatRecord/queryMsg", ref+`}`); fresh["cid"] == talk["cid"] || fresh["cid"] == "" {
		t.Errorf("the conversation was deleted, and is given out: %v", fresh)
	}

	_, address := alice.call(t, url, "/api/user/agent/doc/download", ref+`}`)
	if got := whole(t, person{}.do(t, "GET", url+address["data"].(map[string]any)["url"].(string), "")); string(got) != lease {
		t.Errorf("the download: %s", got)
	}
	_, made := alice.call(t, url, "/api/user/agent/doc/mindMap/share", ref+`}`)
	public := url + made["share"].(map[string]any)["url"].(string)
	if res := (person{}).do(t, "GET", public, ""); res.StatusCode != 200 || !strings.Contains(string(whole(t, res)), "租金") {
		t.Errorf("the shared mind map: %d", res.StatusCode)
	}
	for _, path := range []string{"doc/overview", "doc/mindMap", "doc/mindMap/share", "doc/notes/list", "doc/notes/export", "doc/download", "doc/state/get", "docDeepMode/search"} {
		if status, body := bob.call(t, url, "/api/user/agent/"+path, ref+`,"query":"x","format":"md"}`); status != 404 {
			t.Errorf("another visitor's %s: %d %v", path, status, body)
		}
	}
	if status, body := alice.call(t, url, "/api/user/docs/delete", fmt.Sprintf(`{"ids":[%q]}`, id)); status != 200 {
		t.Fatal(body)
	}
	if res := (person{}).do(t, "GET", public, ""); res.StatusCode != 404 {
		t.Errorf("the share of a deleted file: %d", res.StatusCode)
	}
	if status, _ := alice.call(t, url, "/api/user/agent/doc/notes/list", ref+`}`); status != 404 {
		t.Errorf("the notes of a deleted file: %d", status)
	}
	if len(env) > 0 {
		return
	}
	// The tables of deep reading contain nothing of the file any more.
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	d, err := db.Connect(t.Context(), db.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for _, table := range []string{"reading_record", "reading_note", "reading_overview", "reading_translation", "reading_share"} {
		var n int
		if err := d.Read().QueryRowContext(t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil || n > 0 {
			t.Errorf("%s has %d rows of a deleted file: %v", table, n, err)
		}
	}
}

// With a model, the model's overview replaces the overview of the built-in engine, and paragraphs
// are translated.
func TestDeepReadingWithAModel(t *testing.T) {
	t.Parallel()
	model, at := llmtest.Start(t, llmtest.Options{})
	say := func(text string) llmtest.Script {
		return llmtest.Answer(llmtest.DeepSeek, llmtest.Say{Text: llmtest.Pieces(text, 5)})
	}
	model.On("请记下其中最重要的内容", say(`{"points":[{"text":"押金 13,000 元","unit":1,"quote":"向甲方支付押金13,000元"},{"text":"编造的一条","unit":1,"quote":"押金可以不退"}]}`))
	model.On("请写出全文的摘要", say(`{"summary":[{"text":"这是一份租赁合同。","from":[1]}],"keyPoints":[1]}`))
	model.On("整理成思维导图", say(`{"text":"合同","children":[{"text":"钱","points":[1]},{"text":"期","points":[1]}]}`))
	model.OnFunc("请翻译下面 JSON 数组", func(q llmtest.Request) llmtest.Script {
		p := q.Prompt()
		var batch []string
		if err := json.Unmarshal([]byte(p[strings.LastIndex(p, "\n\n")+2:]), &batch); err != nil {
			t.Error(err)
		}
		for i := range batch {
			batch[i] = "EN" + batch[i]
		}
		b, _ := json.Marshal(batch)
		return say(string(b))
	})
	url, _ := start(t, t.TempDir(), "WENQU_LIMITS=off", "LLM_URL="+at+"/v1")
	alice := newPerson(t, url)
	id := alice.bringFile(t, url, "lease.md", lease)
	ref := fmt.Sprintf(`{"docId":%q`, id)
	var overview map[string]any
	domaintest.Eventually(t, "the overview by a model is there", func() bool {
		_, overview = alice.call(t, url, "/api/user/agent/doc/overview", ref+`}`)
		return overview["state"] == "ready" && overview["engine"] != "offline"
	})
	want := `[map[quote:向甲方支付押金13,000元 text:这是一份租赁合同。 unit:1]]`
	if got := fmt.Sprint(overview["summary"]); got != want || strings.Contains(fmt.Sprint(overview), "编造") {
		t.Errorf("%s\n%v", got, overview)
	}
	var status int
	var translated map[string]any
	domaintest.Eventually(t, "the translation is there", func() bool {
		status, translated = alice.call(t, url, "/api/user/agent/doc/translate", ref+`,"from":1,"to":4,"lang":"en"}`)
		return translated["state"] != "queued" && translated["state"] != "running"
	})
	if items, _ := translated["items"].([]any); status != 200 || translated["complete"] != true || len(items) == 0 || !strings.HasPrefix(items[0].(map[string]any)["target"].(string), "EN") {
		t.Errorf("translation: %d %v", status, translated)
	}
}
