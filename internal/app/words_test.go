//go:build unix

package app_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
	"github.com/wenqu-ai/wenqu/internal/moderation"
)

// One word for each level of the content rules.
const (
	blockedWord = "坏词语"
	maskedWord  = "遮住字"
	loggedWord  = "记下字"
)

// split is one answer of the model. It contains `word` and is sent in `pieces`, as thinking or as text.
type split struct {
	word     string
	pieces   []string
	thinking bool
}

func (s split) cited() bool { return strings.Contains(strings.Join(s.pieces, ""), "[citation:") }

// splits returns answers with each word: cut in two at every position, cut into single
// characters, and cut by an invalid citation inside the word. Each answer is sent once as text
// and once as thinking.
func splits() (out []split) {
	for _, word := range []string{blockedWord, maskedWord, loggedWord} {
		text := []rune("前文" + word + "后文")
		cuts := [][]string{strings.Split(string(text), ""), {"前文" + string(text[2:3]) + "[citation:", "9]" + string(text[3:])}}
		for i := range len(text) {
			cuts = append(cuts, []string{string(text[:i]), string(text[i:])})
		}
		for _, cut := range cuts {
			out = append(out, split{word, cut, false}, split{word, cut, true})
		}
	}
	return out
}

// However the answer is cut, no reader gets a model's forbidden words. They are not in the
// stream, a resumed stream, the history, lists, hints, suggestions, exports, shares, searches,
// or the database.
func TestSplitWordsGetOutNowhere(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		splitWords(t, "")
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		splitWords(t, dbtest.PostgresURL(t))
	})
}

func splitWords(t *testing.T, database string) {
	rules := t.TempDir()
	words := `{"words":[{"word":"` + blockedWord + `","level":"block"},{"word":"` + maskedWord + `","level":"mask"},{"word":"` + loggedWord + `","level":"log"}]}`
	if err := os.WriteFile(filepath.Join(rules, moderation.FileName), []byte(words), 0o600); err != nil {
		t.Fatal(err)
	}
	all := splits()
	at := badModel(t, all)
	dir := t.TempDir()
	env := []string{"WENQU_LIMITS=off", "WENQU_CONTENT=" + rules, "LLM_URL=" + at + "/v1"}
	if database != "" {
		env = append(env, "WENQU_DATABASE_URL="+database)
	}
	url, stop := start(t, dir, env...)
	modelAnswers(t, url)
	p := newPerson(t, url)
	for i, s := range all {
		cid := cidOf(i)
		_, frames := askRaw(t, p, url, cid, fmt.Sprintf("第 %d 种切法。", i))
		if end := "data: [SENSITIVE]\n\n"; strings.HasSuffix(frames, end) != (s.word == blockedWord) || !strings.HasSuffix(frames, "]\n\n") {
			t.Errorf("%q ended as %s", s.pieces, frames)
		}
		if shown := shownText(frames); s.word == blockedWord && strings.Contains(shown, "坏") || s.word == loggedWord && !s.cited() && !strings.Contains(shown, "前文记下字后文") ||
			s.word == maskedWord && (!strings.Contains(shown, "＊") || !s.cited() && !strings.Contains(shown, "前文＊＊＊后文")) {
			t.Errorf("%q came as %s", s.pieces, frames)
		}
		checkHidden(t, fmt.Sprintf("the stream of %q", s.pieces), shownText(frames))
		ways(t, p, url, cid, i%13 == 0)
	}
	for _, query := range []string{blockedWord, maskedWord} {
		if found := finds(t, url, p, query); len(found) > 0 {
			t.Errorf("the search for %q finds %q", query, found)
		}
	}
	everywhere(t, p, url)
	readings(t, p, url)
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	d, err := db.Connect(t.Context(), db.Options{Dir: dir, URL: database})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for table, rows := range tables(t, d) {
		checkHidden(t, "the table "+table, rows)
	}
}

// badModel starts a model. Each question contains a number i, and the model answers it with all[i].
// The other scripted replies, such as titles and summaries, contain forbidden words.
func badModel(t *testing.T, all []split) string {
	t.Helper()
	model, at := llmtest.Start(t, llmtest.Options{})
	say := func(text string) llmtest.Script {
		return llmtest.Answer(llmtest.DeepSeek, llmtest.Say{Text: llmtest.Pieces(text, 1)})
	}
	model.OnFunc("种切法。", func(q llmtest.Request) llmtest.Script {
		n, err := strconv.Atoi(regexp.MustCompile(`\d+`).FindString(q.Prompt()))
		if err != nil {
			t.Error(err)
			return say("?")
		}
		s := llmtest.Say{Text: all[n].pieces}
		if all[n].thinking {
			s.Reasoning, s.Text = s.Text, []string{"好。"}
		}
		return llmtest.Answer(llmtest.DeepSeek, s)
	})
	model.On("起一个标题", say(blockedWord+"与"+maskedWord))
	model.On("最可能接着问", say("为什么"+blockedWord+"？\n"+maskedWord+"是什么？\n好问题是什么？"))
	model.On("概括上面的对话", say("要点："+blockedWord+"，"+maskedWord))
	model.On("请记下其中最重要的内容", say(`{"points":[{"text":"`+maskedWord+`的押金","unit":1,"quote":"向甲方支付押金13,000元"}]}`))
	model.On("请写出全文的摘要", say(`{"summary":[{"text":"`+maskedWord+`的合同。","from":[1]},{"text":"`+blockedWord+`的合同。","from":[1]}],"keyPoints":[1]}`))
	model.On("整理成思维导图", say(`{"text":"合同`+maskedWord+`","children":[{"text":"钱`+blockedWord+`","points":[1]},{"text":"期`+maskedWord+`","points":[1]},{"text":"物","points":[1]}]}`))
	model.OnFunc("请翻译下面 JSON 数组", func(q llmtest.Request) llmtest.Script {
		n := strings.Count(q.Prompt()[strings.LastIndex(q.Prompt(), "\n\n"):], `","`) + 1
		return say("[" + strings.TrimSuffix(strings.Repeat(`"the `+maskedWord+`",`, n), ",") + "]")
	})
	return at
}

// checkHidden fails when a text contains a forbidden word. An invalid citation inside the word is
// ignored, because pages and files do not display such citations.
func checkHidden(t *testing.T, what, text string) {
	t.Helper()
	text = citations.ReplaceAllString(text, "")
	for _, word := range []string{blockedWord, maskedWord} {
		if i := strings.Index(text, word); i >= 0 {
			t.Errorf("%s is in %s: %q", word, what, text[max(0, i-60):min(len(text), i+60)])
		}
	}
}

var (
	citations    = regexp.MustCompile(`\[citation:\d+\]`)
	shownStrings = regexp.MustCompile(`"(?:msg|content)":"([^"]*)"`)
	markup       = regexp.MustCompile(`<[^>]*>`)
)

// shownText joins the texts of all frames, so that a word cut between two frames is whole again. The
// frames themselves follow unchanged.
func shownText(frames string) string {
	var b strings.Builder
	for _, m := range shownStrings.FindAllStringSubmatch(frames, -1) {
		b.WriteString(m[1])
	}
	return b.String() + "\n" + frames
}

// ways checks calls that return a conversation. If `files` is true, it also checks the exports as DOCX
// and PDF, and the calls for hints and for a title.
func ways(t *testing.T, p person, url, cid string, files bool) {
	t.Helper()
	id := `{"conversationId":"` + cid + `"`
	calls := [][3]string{
		{"GET", "/api/chat/" + cid + "/stream?from=0", ""}, {"POST", "/api/user/agent/conversation/v1/detail", id + "}"},
	}
	formats := []string{"md"}
	if files {
		formats = append(formats, "docx", "pdf")
		calls = append(calls, [3]string{"POST", "/api/user/agent/conversation/hintV2", id + "}"}, [3]string{"POST", "/api/user/agent/conversation/gentitle", id + "}"})
	}
	for _, c := range calls {
		checkHidden(t, c[1], shownText(string(whole(t, p.do(t, c[0], url+c[1], c[2])))))
	}
	for _, format := range formats {
		res := p.do(t, "POST", url+"/api/conversation/export", id+`,"format":"`+format+`"}`)
		file := whole(t, res)
		if res.StatusCode == http.StatusNotImplemented && format == "pdf" {
			continue // this build has no font
		}
		if res.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d %s", format, res.StatusCode, file)
		}
		checkHidden(t, "the "+format, textOfFile(t, p, url, format, file))
	}
}

// textOfFile returns the text of an exported file.
func textOfFile(t *testing.T, p person, url, format string, file []byte) string {
	t.Helper()
	switch format {
	case "docx":
		all := markup.ReplaceAllString(string(unpacked(t, file)), "")
		if !strings.Contains(all, "种切法") {
			t.Errorf("the question is not in the file: %.300s", all)
		}
		return all
	case "pdf":
		id := p.bringFile(t, url, "exported.pdf", string(file))
		text := string(whole(t, p.do(t, "POST", url+"/api/user/docs/units", `{"resourceId":"`+id+`","from":1,"to":1}`)))
		if !strings.Contains(text, "种切法") {
			t.Errorf("the question is not in the file: %.300s", text)
		}
		return text
	}
	return string(file)
}

// everywhere checks further calls that return texts of models.
func everywhere(t *testing.T, p person, url string) {
	t.Helper()
	_, out := p.call(t, url, "/api/user/agent/conversation/create", `{"summaryOf":"`+cidOf(len(splits())-1)+`"}`)
	carried, _ := out["id"].(string)
	for _, c := range [][2]string{
		{"/api/user/agent/conversation/v1/detail", `{"conversationId":"` + carried + `"}`},
		{"/api/user/agent/conversation/list", `{"limit":100}`}, {"/api/user/agent/conversation/v3/list", `{"page_size":100}`}, {"/api/convs", `{"limit":100}`},
		{"/api/data/export", `{}`}, {"/api/msg/list", `{}`},
		{"/api/user/agent/conversation/promptSug", `{"prompt":"坏"}`}, {"/api/user/agent/conversation/promptSug", `{"prompt":"遮"}`},
		{"/api/inputguide/search/create", `{"query":"坏"}`}, {"/api/inputguide/search/list", `{"query":"遮"}`}, {"/api/discovery/goodquestionrec", `{}`},
		{"/api/user/docs/search", `{"keyword":"坏"}`}, {"/api/user/docs/search", `{"keyword":"遮"}`},
	} {
		res := p.do(t, "POST", url+c[0], c[1])
		if text := string(unpacked(t, whole(t, res))); res.StatusCode != http.StatusOK {
			t.Errorf("%s: %d %s", c[0], res.StatusCode, text)
		} else {
			checkHidden(t, c[0]+c[1], text)
		}
	}
}

// readings lets a model use the forbidden words in its texts about a file, and checks that no call
// returns these words.
func readings(t *testing.T, p person, url string) {
	t.Helper()
	ref := `{"docId":"` + p.bringFile(t, url, "lease.md", lease) + `"`
	see := func(who person, method, path, body string) string {
		t.Helper()
		text := string(whole(t, who.do(t, method, url+path, body)))
		checkHidden(t, path, text)
		return text
	}
	domaintest.Eventually(t, "the overview by a model is there", func() bool {
		text := see(p, "POST", "/api/user/agent/doc/overview", ref+`}`)
		return strings.Contains(text, `"state":"ready"`) && strings.Contains(text, "＊＊＊的合同")
	})
	domaintest.Eventually(t, "the translation by a model is there", func() bool {
		text := see(p, "POST", "/api/user/agent/doc/translate", ref+`,"from":1,"to":5,"lang":"en"}`)
		return strings.Contains(text, `"state":"ready"`) && strings.Contains(text, "the ＊＊＊")
	})
	see(p, "POST", "/api/user/agent/doc/translate/download", ref+`,"lang":"en","format":"md"}`)
	for _, share := range []string{"mindMap", "translate"} {
		_, out := p.call(t, url, "/api/user/agent/doc/"+share+"/share", ref+`,"lang":"en"}`)
		made, ok := out["share"].(map[string]any)
		if !ok {
			t.Fatalf("sharing the %s: %v", share, out)
		}
		if text := see(person{}, "GET", made["url"].(string), ""); !strings.Contains(text, "＊＊＊") {
			t.Errorf("the share shows %s", text)
		}
	}
}
