//go:build unix

package app_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Without a model, a sentence that may answer a question is quoted as possibly relevant. The
// wording is the same for pages from a search, linked pages, earlier answers and files.
func TestPossibleAnswers(t *testing.T) {
	t.Parallel()
	const question, quote = "云岭动物园 学生票多少钱", "云岭动物园成人票八十元，身高一米二以下的儿童免票，六十岁以上老人半价，每天九点开门，十七点停止入园。"
	s := scriptedWeb(t)
	zoo := s.Pages[len(s.Pages)-1].URL
	linkedURL, _ := start(t, t.TempDir(), linked(s, "WENQU_LIMITS=off")...)
	bareURL, _ := start(t, t.TempDir(), "WENQU_LIMITS=off")
	for name, c := range map[string]struct {
		url, more string
		prepare   func(t *testing.T, p person, url string)
	}{
		"the web":     {url: linkedURL, more: `,"supportFunctions":["openInternetSearch"]`},
		"a link":      {url: linkedURL, more: `,"parsingPromptUrl":["` + zoo + `"]`},
		"what I have": {url: bareURL, more: `,"supportFunctions":["autoKnowledgeSearch"]`, prepare: func(t *testing.T, p person, url string) { p.bringFile(t, url, "zoo.txt", quote) }},
		"what was said": {url: bareURL, more: `,"supportFunctions":["openInternetSearch"]`, prepare: func(t *testing.T, p person, url string) {
			p.bring(t, url, "/api/data/import", partsFile("done", `[{"type":"text","msg":"`+quote+`"}]`))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, c.url)
			if c.prepare != nil {
				c.prepare(t, p, c.url)
			}
			res := p.do(t, "POST", c.url+"/api/chat/possible-01", `{"prompt":"`+question+`"`+c.more+`}`)
			b, err := io.ReadAll(res.Body)
			if err != nil || res.StatusCode != http.StatusOK {
				t.Fatalf("%d %s %v", res.StatusCode, b, err)
			}
			var d stream.Decoder
			m := stream.NewMessage()
			for _, n := range append(d.Write(b), d.Close()...) {
				m.Apply(n.Event)
			}
			for _, part := range []string{"没有找到有把握的答案。可能相关：", "> " + quote + "[citation:1]"} {
				if !strings.Contains(textOf(m), part) {
					t.Errorf("no %s in %s", part, textOf(m))
				}
			}
		})
	}

	p := newPerson(t, bareURL)
	file := p.bringFile(t, bareURL, "zoo.txt", quote)
	for asked, want := range map[string]bool{question: true, "熊猫爱吃什么": false} {
		_, found := p.call(t, bareURL, "/api/user/agent/docDeepMode/search", `{"docId":"`+file+`","query":"`+asked+`"}`)
		if found["refused"] != true || found["possible"] != want {
			t.Errorf("%s: %v", asked, found)
		}
	}
}

// textOf returns the text of an answer with its citation marks.
func textOf(m stream.Message) string {
	var b strings.Builder
	for _, it := range m.Content {
		if e, ok := it.Event.(stream.Text); ok {
			b.WriteString(e.Msg)
		}
	}
	return b.String()
}
