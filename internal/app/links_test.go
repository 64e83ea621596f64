package app_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// paper starts a site with a page, an address that redirects to a forbidden address, and a page that is
// too large.
func paper(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/tram":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = io.WriteString(w, `<!DOCTYPE html><html><head><title>有轨电车三号线开通</title><meta property="og:site_name" content="江城报"></head><body><article><h1>有轨电车三号线开通</h1>`+
				`<p>有轨电车三号线十一月一日开通，全长十二公里，设十五座车站，首末班车为六点和二十二点三十分。</p><p>全程票价三元，学生半价，七十岁以上老人凭证免费乘车。</p>`+
				`<p>三号线从火车东站开往大学城，中途在人民广场与地铁一号线换乘。运营公司说，高峰时段每五分钟一班，平峰时段每十分钟一班。</p></article></body></html>`)
		case "/metadata":
			http.Redirect(w, r, "http://169.254.169.254/latest/meta-data/", http.StatusFound)
		case "/huge":
			w.Header().Set("Content-Type", "text/html")
			for range 100 {
				if _, err := w.Write(bytes.Repeat([]byte("a"), 1<<20)); err != nil {
					return
				}
			}
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// A page linked in a question is read. A model or the built-in engine answers from it, and
// a copy is stored that only the asker can read. A follow-up question uses the copy, and unreadable
// links are reported.
func TestLinks(t *testing.T) {
	t.Parallel()
	for _, with := range []string{"a model", "no model"} {
		t.Run(with, func(t *testing.T) {
			t.Parallel()
			site := paper(t)
			env := []string{"WENQU_FETCH_ALLOW=127.0.0.0/8"}
			var model *llmtest.Server
			if with == "a model" {
				var at string
				model, at = llmtest.Start(t, llmtest.Options{Models: []string{"qwen-plus"}})
				env = append(env, "LLM_URL="+at+"/v1")
			}
			url, _ := start(t, t.TempDir(), env...)
			if model != nil {
				modelAnswers(t, url)
			}
			alice, bob := newPerson(t, url), newPerson(t, url)

			m, _ := alice.ask(t, url, "conversation-l1", "三号线的票价是多少？"+site+"/tram，谢谢", "")
			step := steps(m)["links-1"]
			if step.State != stream.PartDone || step.Code != "open" || !strings.Contains(step.Detail, "有轨电车") {
				t.Errorf("%+v", step)
			}
			if model == nil {
				found := docs(m)
				if len(found) == 0 || !strings.Contains(found[0].URL, site+"/tram#:~:text=") || !strings.Contains(found[0].Quote, "全程票价三元") || found[0].WebSiteName != "江城报" {
					t.Fatalf("%+v", found)
				}
				id := found[0].CopyURL[strings.Index(found[0].CopyURL, "id=")+3:]
				raw := whole(t, alice.do(t, "GET", url+"/api/web/copy/"+id, ""))
				var kept struct {
					Data struct{ URL, Title, CID string }
				}
				if err := json.Unmarshal(raw, &kept); err != nil || kept.Data.CID != "conversation-l1" || !strings.Contains(string(raw), "首末班车") {
					t.Errorf("%s %v", raw, err)
				}
				if res := bob.do(t, "GET", url+"/api/web/copy/"+id, ""); res.StatusCode != http.StatusNotFound {
					t.Errorf("bob reads alice's copy: %d", res.StatusCode)
				}
				after, _ := alice.ask(t, url, "conversation-l1", "首末班车是几点？", "")
				if found := docs(after); len(found) == 0 || !strings.Contains(found[0].Quote, "六点和二十二点三十分") {
					t.Errorf("the follow-up: %+v", found)
				}
				summary, _ := alice.ask(t, url, "conversation-l2", site+"/tram", "")
				if len(docs(summary)) == 0 {
					t.Errorf("a link alone: %+v", summary.Content)
				}
			} else {
				found := false
				for _, r := range model.Requests() {
					found = found || strings.Contains(r.Prompt(), "首末班车为六点") && strings.Contains(r.Prompt(), "[source 1 begin]")
				}
				if !found {
					t.Error("the model was not given the page")
				}
			}

			for path, reason := range map[string]string{"/metadata": "内部网络", "/huge": "太大", "/gone": "不存在"} {
				m, _ := alice.ask(t, url, "conversation-bad"+path[1:], "这个说了什么 "+site+path, "")
				if s := steps(m)["links-1"]; s.State != stream.PartFailed || !strings.Contains(s.Detail, reason) {
					t.Errorf("%s: %+v", path, s)
				}
			}
		})
	}
}
