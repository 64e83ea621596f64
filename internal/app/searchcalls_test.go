//go:build unix

package app_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
)

// TestSearchMembers asks questions with the fields that clients send about searching, models and
// hints. The stream of each answer must contain all texts in `want` and none in `never`.
func TestSearchMembers(t *testing.T) {
	t.Parallel()
	model, at := llmtest.Start(t, llmtest.Options{Models: []string{"deepseek-chat", "deepseek-reasoner", "hunyuan-turbos-latest"}})
	s := scriptedWeb(t)
	with, _ := start(t, t.TempDir(), linked(s, "WENQU_LIMITS=off", "LLM_URL="+at+"/v1")...)
	without, _ := start(t, t.TempDir(), linked(s, "WENQU_LIMITS=off")...)
	bare, _ := start(t, t.TempDir(), "WENQU_LIMITS=off")
	zoo := s.Pages[len(s.Pages)-1].URL

	const (
		question = `"prompt":"云岭动物园 成人票多少钱"`
		searched = `"id":"web-q1"`
		outline  = `"kind":"outline"`
	)
	said := func(id string) string { return `"supportFunctions":["openAutoSearchSwitch","` + id + `"]` }
	for _, c := range []struct {
		member, url, body string
		want, never       []string
	}{
		// Function ids and search modes.
		{"supportInternetSearch", with, said("supportInternetSearch"), []string{searched}, nil},
		{"openInternetSearch", with, said("openInternetSearch"), []string{searched}, nil},
		{"autoInternetSearch", with, said("autoInternetSearch"), []string{searched}, nil},
		{"closeInternetSearch", with, said("closeInternetSearch"), nil, []string{searched}},
		{"autoKnowledgeSearch", with, said("autoKnowledgeSearch"), []string{`"id":"web-own"`}, []string{searched}},
		{"openInternetSearch without a source", bare, said("openInternetSearch"), []string{`"id":"web-unlinked"`, "未联网"}, []string{searched}},
		{"supportInternetSearch, a field", with, `"supportInternetSearch":true`, []string{searched}, nil},
		{"supportInternetSearch, a number", with, `"supportInternetSearch":1`, []string{searched}, nil},
		{"supportInternetSearch false", with, `"supportInternetSearch":false`, nil, []string{searched}},
		{"internetSearch", with, `"internetSearch":"openInternetSearch"`, []string{searched}, nil},
		{"previousInternetSearch", with, `"previousInternetSearch":"openInternetSearch"`, []string{searched}, nil},
		{"previousInternetSearch after internetSearch", with, `"internetSearch":"closeInternetSearch","previousInternetSearch":"openInternetSearch"`, nil, []string{searched}},
		{"chatModelExtInfo.internetSearch", with, `"chatModelExtInfo":"{\"internetSearch\":\"openInternetSearch\"}"`, []string{searched}, nil},
		{"options.internetSearch", with, `"options":{"internetSearch":"openInternetSearch"}`, []string{searched}, nil},
		{"options.supportInternetSearch", with, `"options":{"supportInternetSearch":true}`, []string{searched}, nil},
		{"options.previousInternetSearch", with, `"options":{"previousInternetSearch":"openInternetSearch"}`, []string{searched}, nil},
		{"options.imageIntention", with, `"options":{"imageIntention":{"a":1},"internetSearch":"openInternetSearch"}`, []string{searched}, nil},
		{"options of another kind", with, `"options":[7]`, []string{"[DONE]"}, []string{searched}},

		// Models.
		{"options.chatModelId", with, `"options":{"chatModelId":"offline"}`, []string{`"chatModelId":"offline"`}, nil},
		{"options.chatSubModelId", with, `"options":{"chatModelId":"deep_seek_v3","chatSubModelId":"deep_seek"}`, []string{`"modelId":"deepseek-reasoner"`}, nil},
		{"chatSubModelId", with, `"chatModelId":"deep_seek_v3","chatSubModelId":"deep_seek"`, []string{`"modelId":"deepseek-reasoner"`}, nil},
		{"hunyuan_gpt_175B_0404", with, `"chatModelId":"hunyuan_gpt_175B_0404"`, []string{`"chatModelId":"hunyuan"`, `"modelId":"hunyuan-turbos-latest"`}, nil},
		{"hunyuan_gpt_175B_0404 without such a model", without, `"chatModelId":"hunyuan_gpt_175B_0404"`, []string{`"chatModelId":"offline"`}, nil},

		// The chat mode.
		{"chatType 300", with, `"chatType":"300"`, []string{searched}, nil},
		{"chatType 300, a number", with, `"chatType":300`, []string{searched}, nil},
		{"chatType 300, closed", with, `"chatType":"300",` + said("closeInternetSearch"), nil, []string{searched}},
		{"chatType 300 without a source", bare, `"chatType":"300"`, []string{`"id":"web-unlinked"`}, []string{searched}},

		// Pages with their addresses in the request.
		{"parsingPromptUrl", without, `"parsingPromptUrl":["` + zoo + `"]`, []string{`"id":"links-1"`, "成人票八十元"}, nil},
		{"parsingPromptUrl that is gone", without, `"parsingPromptUrl":["` + zoo + `/gone"]`, []string{`"id":"links-1"`, `"state":"failed"`}, nil},

		// Deep search.
		{"isAiDeepSearch", without, `"isAiDeepSearch":true`, []string{"event: speech_type\ndata: deepSearch", `{"type":"deepSearch","id":"research.plan"`, outline}, []string{searched}},
		{"searchDeepMode", without, `"searchDeepMode":true`, []string{outline}, nil},
		{"speechMode 5", without, `"speechMode":5`, []string{outline}, nil},
		{"speechMode 5, a string", without, `"speechMode":"5"`, []string{outline}, nil},
		{"speechMode of another kind", without, `"speechMode":1,"isAiDeepSearch":false,"searchDeepMode":null`, nil, []string{outline}},
		{"isAiDeepSearch without a source", bare, `"isAiDeepSearch":true`, []string{"SEARCH_URL"}, []string{outline}},

		// Follow-up questions.
		{"supportHint 1", without, `"chatModelId":"offline","supportHint":1,` + said("closeInternetSearch"), []string{`"hints":[`}, nil},
		{"supportHint false", without, `"supportHint":false,` + said("closeInternetSearch"), nil, []string{`"hints":[`}},
		{"supportHint 0", without, `"supportHint":0,` + said("closeInternetSearch"), nil, []string{`"hints":[`}},

		// The stream of a search.
		{"status", without, said("openInternetSearch"), []string{`data: {"type":"status","msg":"正在搜索"}`}, nil},
		{"continue_step", without, said("openInternetSearch"), []string{`data: {"type":"continue_step","msg":"：云岭动物园 成人票`}, nil},
		{"continue_step, planned by a model", with, said("openInternetSearch"), []string{`data: {"type":"continue_step","msg":"：云岭动物园 成人票多少钱","id":"web"}`}, nil},
		{"search_with_text with docs", without, said("openInternetSearch"), []string{"event: speech_type\ndata: search_with_text", `{"type":"search_with_text","msg":"找到 1 篇资料","docs":[{"index":1,"docId":"` + zoo}, nil},
		{"search_with_text with docs, with a model", with, said("openInternetSearch"), []string{`"docs":[{"index":1,"docId":"` + zoo}, nil},
		{"searchGuid", with, said("openInternetSearch"), []string{`{"type":"searchGuid","title":"引用 1 篇资料作为参考","docs":[{"index":1,`, `"icon_url":"/api/web/icon/`, `"publish_time":`, `"web_site_name":`, `"sourceName":`, `"url":"http://127.0.0.1`}, nil},
	} {
		t.Run(c.member, func(t *testing.T) {
			t.Parallel()
			res := newPerson(t, c.url).do(t, "POST", c.url+"/api/chat/member-0001", `{`+question+`,`+c.body+`}`)
			b, err := io.ReadAll(res.Body)
			if err != nil || res.StatusCode != http.StatusOK {
				t.Fatalf("%d %s %v", res.StatusCode, b, err)
			}
			for _, part := range c.want {
				if !strings.Contains(string(b), part) {
					t.Errorf("no %s in %s", part, b)
				}
			}
			for _, part := range c.never {
				if strings.Contains(string(b), part) {
					t.Errorf("%s in %s", part, b)
				}
			}
		})
	}

	// A study begins from the answer in searchDeepModeParent…, if the answer belongs to the asker.
	t.Run("searchDeepModeParent", func(t *testing.T) {
		t.Parallel()
		p, stranger := newPerson(t, with), newPerson(t, with)
		for cid, asked := range map[string]string{"parent-0001": "蓝鲸馆在哪里", "parent-0002": "白鹤亭在哪里"} {
			p.ask(t, with, cid, asked, "closeInternetSearch")
		}
		p.ask(t, with, "parent-0001", "红枫林呢", "closeInternetSearch")
		for i, c := range []struct {
			who              person
			cid, parent      string
			index, repeat    int
			want, wantsNever string
		}{
			{p, "study-0001", "parent-0002", 2, 0, "白鹤亭", "蓝鲸馆"},
			{p, "parent-0001", "parent-0001", 2, 0, "蓝鲸馆", "红枫林"},
			{p, "study-0002", "parent-0002", 2, 7, "", "白鹤亭"}, // no such version
			{stranger, "study-0003", "parent-0002", 2, 0, "", "白鹤亭"},
		} {
			topic := fmt.Sprintf("研究一下第 %d 个题目", i)
			body := fmt.Sprintf(`{"prompt":%q,"isAiDeepSearch":true,"searchDeepModeParentCid":%q,"searchDeepModeParentIndex":%d,"searchDeepModeParentRepeatIndex":"%d"}`, topic, c.parent, c.index, c.repeat)
			res := c.who.do(t, "POST", with+"/api/chat/"+c.cid, body)
			if b, err := io.ReadAll(res.Body); err != nil || res.StatusCode != http.StatusOK {
				t.Fatalf("%d %s %v", res.StatusCode, b, err)
			}
			told := ""
			for _, r := range model.Requests() {
				if strings.Contains(r.Prompt(), topic) {
					told += r.Prompt()
				}
			}
			if told == "" || c.want != "" && !strings.Contains(told, c.want) || strings.Contains(told, c.wantsNever) {
				t.Errorf("%d: the model was told %s", i, told)
			}
		}
	})
}

// TestSearchCalls calls the routes of searching with the fields that clients send.
func TestSearchCalls(t *testing.T) {
	t.Parallel()
	s := scriptedWeb(t)
	url, _ := start(t, t.TempDir(), linked(s, "WENQU_LIMITS=off")...)
	p := newPerson(t, url)
	p.ask(t, url, "calls-0001", "12*7等于多少", "")
	if res := p.do(t, "POST", url+"/api/chat/calls-0002", `{"prompt":"今天农历几月初几？","reportExtParams":{"isHotRecommand":true}}`); res.StatusCode != http.StatusOK {
		t.Fatal(res.StatusCode)
	} else if _, err := io.ReadAll(res.Body); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, body, want string }{
		{"/api/search/global", `{"query":"12*7"}`, `"kind":"message".*"conversationId":"calls-0001"`},
		{"/api/search/global", `{"keyword":"12*7","kinds":["conversation"],"order":"newest","limit":1}`, `"groups":\[{"kind":"conversation"`},
		{"/api/search/global", `{"query":"等于多少","conversationId":"calls-0002"}`, `"groups":\[\]`},
		{"/api/search/global", `{"query":"12*7","until":1}`, `"groups":\[\]`},
		{"/api/inputguide/search/create", `{"query":"12*7"}`, `"searchId":".+".*"text":"12\*7等于多少","prompt":"12\*7等于多少","type":"history"`},
		{"/api/inputguide/search/list", `{"query":"12*7","isTemporary":true}`, `"list":\[\]`},
		{"/api/inputguide/search/list", `{"searchId":"MTIqNw"}`, `"type":"history"`},
		{"/api/discovery/goodquestionrec", `{}`, `"tags":\[{"tag":"goodQuestion"`},
		{"/api/discovery/goodquestionrec", `{"tag":"date","limit":1}`, `"list":\[{"tag":"date".*"hasMore":true,"total":4`},
		{"/api/image/search", `{"query":"云岭动物园"}`, `"url":"http://127.0.0.1.*"picture":"/api/image/picture/.*"kinds":\["image","video"\]`},
		{"/api/image/search", `{"query":"云岭动物园","type":"video","limit":1}`, `"misses":\[\]`},
	} {
		res := p.do(t, "POST", url+c.path, c.body)
		b, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != http.StatusOK || !regexp.MustCompile(c.want).Match(b) {
			t.Errorf("%s %s: %d %s %v", c.path, c.body, res.StatusCode, b, err)
		}
	}
	for _, path := range []string{"/deepsearch-subpage", "/deepsearch-subpage/naQivTmsDa", "/deepsearch-subpage/naQivTmsDa/calls-0001", "/image-search", "/image-search-result", "/good-question", "/third-party/deep-search"} {
		if res := p.do(t, "GET", url+path, ""); res.StatusCode != http.StatusOK || !strings.HasPrefix(res.Header.Get("Content-Type"), "text/html") {
			t.Errorf("%s: %d %s", path, res.StatusCode, res.Header.Get("Content-Type"))
		}
	}
	if page := string(whole(t, p.do(t, "GET", url+"/", ""))); !strings.Contains(page, `"searchEntry":true`) || !strings.Contains(page, `"sessionDeepSearchEntry":true`) || !strings.Contains(page, `"sessionSearchPicEntry":true`) {
		t.Error("an entry of searching is not offered")
	}
	var general struct {
		InspirationTags []struct{ Tag string }
		Inspirations    []struct{ Tag, Title string }
		AppBaseConfig   struct{ CitationStyle, InternetSeekState string }
	}
	if err := json.Unmarshal(whole(t, p.do(t, "GET", url+"/api/info/general", "")), &general); err != nil || general.AppBaseConfig.CitationStyle != "number" || general.AppBaseConfig.InternetSeekState != "default" {
		t.Fatalf("%+v %v", general, err)
	}
	for _, tag := range general.InspirationTags {
		n := 0
		for _, one := range general.Inspirations {
			if one.Tag == tag.Tag {
				n++
			}
		}
		if n == 0 {
			t.Errorf("the group %s has no question", tag.Tag)
		}
	}
}
