package openapi

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

var png = base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1a\n0000"))

func read(t testing.TB, body string) (request, error) {
	t.Helper()
	var b completionBody
	if err := json.Unmarshal([]byte(body), &b); err != nil {
		t.Fatal(err)
	}
	return b.read()
}

func TestRead(t *testing.T) {
	t.Parallel()
	r, err := read(t, `{"model":"m","stream":true,"stream_options":{"include_usage":true},"max_tokens":5,"max_completion_tokens":7,"temperature":null,"top_p":0.5,
		"stop":["a","b"],"response_format":{"type":"json_schema","json_schema":{"name":"x","schema":{}}},"reasoning_effort":"high","seed":3,
		"tools":[{"type":"function","function":{"name":"f"}}],"tool_choice":{"type":"function","function":{"name":"f"}},"user":"x","metadata":{},
		"messages":[{"role":"user","content":[{"type":"text","text":"看"},{"type":"image_url","image_url":{"url":"data:image/png;base64,`+png+`","detail":"low"}}]}]}`)
	if err != nil {
		t.Fatal(err)
	}
	if !r.stream || !r.withUsage || r.maxTokens != 7 || r.temperature != nil || *r.topP != 0.5 || len(r.parameters.Stop) != 2 || !r.thinking || *r.parameters.Seed != 3 ||
		len(r.tools) != 1 || r.messages[0].Content != "看" || r.messages[0].Images[0].MIME != "image/png" {
		t.Errorf("%+v", r)
	}
	if err := r.forAssistant(); !errs.Is(err, errs.NotOfAgents) {
		t.Errorf("tools of a program with an agent: %v", err)
	}
}

func TestBadRequests(t *testing.T) {
	t.Parallel()
	const ask = `"model":"m","messages":[{"role":"user","content":"x"}]`
	one := func(message string) string { return `{"model":"m","messages":[` + message + `]}` }
	for name, c := range map[string]struct {
		body string
		code errs.Code
	}{
		"no model":             {`{"messages":[]}`, errs.BadRequest},
		"no messages":          {`{"model":"m"}`, errs.BadRequest},
		"no list":              {`{"model":"m","messages":"x"}`, errs.BadRequest},
		"many messages":        {`{"model":"m","messages":[` + strings.Repeat(`{"role":"user"},`, maxMessages) + `{"role":"user"}]}`, errs.BadRequest},
		"a role":               {one(`{"role":"wizard","content":"x"}`), errs.NotOffered},
		"sound":                {one(`{"role":"user","content":[{"type":"input_audio"}]}`), errs.NotOffered},
		"a picture by name":    {one(`{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://a.example/x.png"}}]}`), errs.NotOffered},
		"a picture of SVG":     {one(`{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/svg+xml;base64,PHN2Zz4="}}]}`), errs.NotOffered},
		"a broken picture":     {one(`{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,!"}}]}`), errs.BadRequest},
		"many pictures":        {one(`{"role":"user","content":[` + strings.Repeat(`{"type":"image_url","image_url":{"url":"data:image/png;base64,`+png+`"}},`, maxPictures) + `{"type":"image_url","image_url":{"url":"data:image/png;base64,` + png + `"}}]}`), errs.BadRequest},
		"its own picture":      {one(`{"role":"assistant","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,` + png + `"}}]}`), errs.BadRequest},
		"an answer to no call": {one(`{"role":"tool","tool_call_id":"x","content":"y"}`), errs.BadRequest},
		"a call without name":  {one(`{"role":"assistant","tool_calls":[{"id":"x"}]}`), errs.BadRequest},
		"n":                    {`{` + ask + `,"n":2}`, errs.NotOffered},
		"logprobs":             {`{` + ask + `,"logprobs":true}`, errs.NotOffered},
		"sound wanted":         {`{` + ask + `,"modalities":["text","audio"]}`, errs.NotOffered},
		"top_p":                {`{` + ask + `,"top_p":2}`, errs.BadRequest},
		"penalty":              {`{` + ask + `,"presence_penalty":-3}`, errs.BadRequest},
		"stops":                {`{` + ask + `,"stop":["1","2","3","4","5"]}`, errs.BadRequest},
		"an empty stop":        {`{` + ask + `,"stop":""}`, errs.BadRequest},
		"a format":             {`{` + ask + `,"response_format":{"type":"xml"}}`, errs.BadRequest},
		"a tool's type":        {`{` + ask + `,"tools":[{"type":"web_search"}]}`, errs.NotOffered},
		"a tool's name":        {`{` + ask + `,"tools":[{"type":"function","function":{"name":"a b"}}]}`, errs.BadRequest},
		"one tool twice":       {`{` + ask + `,"tools":[{"type":"function","function":{"name":"f"}},{"type":"function","function":{"name":"f"}}]}`, errs.BadRequest},
		"a choice":             {`{` + ask + `,"tool_choice":"all"}`, errs.BadRequest},
		"tokens":               {`{` + ask + `,"max_tokens":-1}`, errs.BadRequest},
	} {
		if _, err := read(t, c.body); !errs.Is(err, c.code) || errs.From(err).Params["param"].En == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"model":"m","messages":[{"role":"user","content":"x"}],"stop":"a","tools":[],"n":1}`))
	f.Add([]byte(`{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"x"}]},{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f"}}]},{"role":"tool","tool_call_id":"a"}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		var body completionBody
		if json.Unmarshal(b, &body) != nil {
			return
		}
		r, err := body.read()
		if err != nil {
			if errs.From(err).Status() >= 500 {
				t.Errorf("%s: %v", b, err)
			}
			return
		}
		if _, err := readDialogue(r.messages); err != nil && errs.From(err).Status() >= 500 {
			t.Errorf("%s: %v", b, err)
		}
	})
}

func TestDialogue(t *testing.T) {
	t.Parallel()
	m := func(role llm.Role, text string) llm.Message { return llm.Message{Role: role, Content: text} }
	d, err := readDialogue([]llm.Message{m(llm.System, "甲"), m(llm.User, "一"), m(llm.User, "二"), m(llm.Assistant, "答"), m(llm.System, "乙"), m(llm.User, "三")})
	if err != nil || d.instructions != "甲\n\n乙" || len(d.earlier) != 1 || d.earlier[0].Question != "一\n\n二" || d.earlier[0].Answer != "答" || d.question != "三" {
		t.Errorf("%+v %v", d, err)
	}
	for _, bad := range [][]llm.Message{{m(llm.User, "一"), m(llm.Assistant, "答")}, {m(llm.ToolRole, "x")}, {{Role: llm.Assistant, ToolCalls: []llm.ToolCall{{ID: "1"}}}}} {
		if _, err := readDialogue(bad); err == nil {
			t.Errorf("%+v is read", bad)
		}
	}
}

// A mark of a known source becomes a number in brackets, and its position is recorded. Other marks are
// unchanged.
func TestCitations(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	o := &output{base: "https://wenqu.example", beat: func() {}, put: func(p part) error { text.WriteString(p.text); return nil }}
	err := o.Emit(stream.Text{Msg: "甲[citation:1]"}, stream.SearchGuid{Docs: []stream.Doc{{Index: 1, Title: "手册", URL: "/tool/x"}, {Index: 2, Title: "网", URL: "https://a.example"}}},
		stream.Text{Msg: "押金[citation:2]和[citation:1]，[citation:9]。"})
	if err != nil || text.String() != "甲[citation:1]押金[2]和[1]，[citation:9]。" {
		t.Errorf("%s %v", text.String(), err)
	}
	want := `[{url_citation {15 18 网 https://a.example}} {url_citation {19 22 手册 https://wenqu.example/tool/x}}]`
	if got := fmt.Sprint(o.annotations); got != want {
		t.Errorf("%s", got)
	}
	runes := []rune(text.String())
	for _, a := range o.annotations {
		if mark := string(runes[a.URLCitation.StartIndex:a.URLCitation.EndIndex]); len(mark) != 3 || mark[0] != '[' {
			t.Errorf("%+v stands at %q", a, mark)
		}
	}
}
