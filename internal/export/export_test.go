package export

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"context"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/export/exporttest"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

func TestMain(m *testing.M) { domaintest.Main(m) }

// textOf returns the content of a Markdown file, or all parts of a Word file with their XML.
func textOf(t *testing.T, f File) string {
	t.Helper()
	if strings.HasSuffix(f.Name, ".docx") {
		var all strings.Builder
		for _, p := range exporttest.Unzip(t, f.Data) {
			all.WriteString(p)
		}
		return all.String()
	}
	return string(f.Data)
}

func TestHiddenStaysHidden(t *testing.T) {
	t.Parallel()
	for _, f := range []Format{Markdown, Word} {
		for _, at := range []Place{{RepeatIndex: -1}, {Index: 6, RepeatIndex: -1}} {
			o := order(f)
			o.Place = at
			file, err := service(sample(t)).Export(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			got := textOf(t, file)
			if strings.Contains(got, "坏") || strings.Contains(file.Name, "坏") || !strings.Contains(got, "这条内容无法显示。") {
				t.Errorf("%s %v shows what is hidden: %s", f, at, file.Name)
			}
		}
	}
}

func TestOneAnswer(t *testing.T) {
	t.Parallel()
	o := order(Markdown)
	o.Place.Index = 4
	o.Locale = "en"
	f, err := service(sample(t)).Export(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	want := "# 第二个问题很长， 分成两行写。\n\n问渠 · Exported 20 November 2026 04:00\n\n好的。\n\n---\n\nAI-generated content, for reference only\n"
	if diff := cmp.Diff(want, string(f.Data)); diff != "" {
		t.Error(diff)
	}
	if f.Name != "第二个问题很长， 分成两行写。.md" {
		t.Error(f.Name)
	}
}

func TestHowAnAnswerEnded(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		answer stream.Message
		want   string
	}{
		"stopped":    {stream.Message{State: stream.ManualStop, Content: []stream.Item{{Event: stream.Text{Msg: "一半"}}}}, "一半\n\n*（回答已由提问者停止）*"},
		"failed":     {stream.Message{State: stream.StateError}, "*（回答出错，没有完成）*"},
		"none":       {stream.Message{}, "*（没有回答）*\n\n模型：内置引擎 · 非大模型"},
		"running":    {stream.Message{State: stream.Running}, "*（这条回答还在生成，导出时没有完成）*"},
		"two models": {answered(stream.MultiAnswer{Answers: []stream.ModelAnswer{{ChatModelID: "m_1", Msg: "甲"}, {ChatModelID: "m2", Msg: "乙"}}}), "**m\\_1**\n\n甲\n\n**m2**\n\n乙"},
		"picture": {answered(stream.Text{Msg: "看[](@replace=a)[](@replace=b)完"},
			stream.Replace{Replace: stream.Replacement{ID: "a", Multimedias: []stream.Media{{URL: "javascript:x"}, {URL: "https://e.com/a.png"}}}},
			stream.Replace{Replace: stream.Replacement{ID: "b", Status: 2}}), "看[图片](<https://e.com/a.png>)完"},
	}
	for name, tt := range tests {
		f, err := service(Transcript{Rounds: []Round{{Question: "问", Answer: tt.answer, ModelID: "offline"}}}).Export(t.Context(), order(Markdown))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(f.Data), "## 问\n\n"+tt.want+"\n") {
			t.Errorf("%s: %s", name, f.Data)
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	big := Transcript{Rounds: []Round{{Question: "问", Answer: answered(stream.Text{Msg: strings.Repeat("长", MaxText/3+1)})}}}
	running := Transcript{Rounds: []Round{{Question: "问", Answer: stream.NewMessage()}}}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	tests := map[string]struct {
		said   Transcript
		change func(*Order)
		want   errs.Code
	}{
		"another's":    {sample(t), func(o *Order) { o.OwnerID = "bob" }, errs.NotFound},
		"unknown":      {sample(t), func(o *Order) { o.CID = "conv-9999" }, errs.NotFound},
		"no answer":    {sample(t), func(o *Order) { o.Place.Index = 8 }, errs.NotFound},
		"format":       {sample(t), func(o *Order) { o.Format = "exe" }, errs.BadRequest},
		"index":        {sample(t), func(o *Order) { o.Place.Index = -1 }, errs.BadRequest},
		"too large":    {big, func(*Order) {}, errs.TooLarge},
		"still making": {running, func(o *Order) { o.Place.Index = 2 }, errs.Busy},
	}
	for name, tt := range tests {
		o := order(Word)
		tt.change(&o)
		if _, err := service(tt.said).Export(t.Context(), o); !errs.Is(err, tt.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := service(sample(t)).Export(stopped, order(Word)); err == nil {
		t.Error("a file was made for nobody")
	}
}

func TestFileName(t *testing.T) {
	t.Parallel()
	tests := []struct{ title, want string }{
		{"周报 2026/11", "周报 2026 11.md"},
		{"../../etc/passwd", "etc passwd.md"},
		{"a\u202egnp.exe", "agnp.exe.md"},
		{"tab\tline\nnull\x00", "tab line null.md"},
		{"  .hidden.  ", "hidden.md"},
		{"", "wenqu.md"},
		{"...", "wenqu.md"},
		{"con", "wenqu con.md"},
		{"LPT1", "wenqu LPT1.md"},
		{"CON.x", "wenqu CON.x.md"},
		{"aux .1.2", "wenqu aux .1.2.md"},
		{"console.log", "console.log.md"},
		{`a\b:c*d?e"f<g>h|i`, "a b c d e f g h i.md"},
		{"👨‍👩‍👧 家", "👨👩👧 家.md"},
	}
	for _, tt := range tests {
		if got := fileName(tt.title, "md"); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.title, got, tt.want)
		}
	}
	for _, long := range []string{"长", "𠮷", "😀", "a", "a😀"} {
		if got := fileName(strings.Repeat(long, 300), "docx"); len(got) > 255 || len(got) < 200 || !utf8.ValidString(got) {
			t.Errorf("%s: %d bytes: %q", long, len(got), got)
		}
	}
}

func TestDownload(t *testing.T) {
	t.Parallel()
	server := domaintest.Serve(t, service(sample(t)).Routes)
	call := func(owner, body string) (*http.Response, string) {
		return server.Do(t, domaintest.Call{Path: "/api/conversation/export", Owner: owner, Body: body})
	}

	res, body := call("alice", `{"conversationId":"conv-0001","index":4,"format":"md","offsetOfHour":8}`)
	if res.StatusCode != http.StatusOK || !strings.Contains(body, "好的。") || !strings.Contains(body, "12:00") {
		t.Fatalf("%d %s", res.StatusCode, body)
	}
	if _, body := call("alice", `{"conversationId":"conv-0001","index":4,"format":"md","offsetOfHour":0}`); !strings.Contains(body, "04:00") {
		t.Errorf("a file for an asker at UTC has another time: %s", body)
	}
	for name, want := range map[string]string{
		"Content-Type":           "text/markdown; charset=utf-8",
		"X-Content-Type-Options": "nosniff",
		"Cache-Control":          "no-store",
	} {
		if got := res.Header.Get(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	if d := res.Header.Get("Content-Disposition"); !strings.HasPrefix(d, "attachment; ") {
		t.Error(d)
	}

	var unknown string
	for _, who := range []string{"alice", "bob", ""} {
		cid := "conv-0001"
		if who == "alice" {
			cid = "conv-9999"
		}
		res, body := call(who, `{"conversationId":"`+cid+`","format":"docx"}`)
		var e struct{ Error any }
		if err := json.Unmarshal([]byte(body), &e); err != nil || res.StatusCode != http.StatusNotFound || res.Header.Get("Content-Disposition") != "" {
			t.Fatalf("%q: %d %s", who, res.StatusCode, body)
		}
		got, _ := json.Marshal(e)
		if unknown == "" {
			unknown = string(got)
		} else if unknown != string(got) {
			t.Errorf("%q learns that it exists: %s, unknown: %s", who, got, unknown)
		}
	}
	if res, body := call("alice", `{"conversationId":"conv-0001","format":"exe"}`); res.StatusCode != http.StatusBadRequest {
		t.Errorf("%d %s", res.StatusCode, body)
	}
}

// A file contains the content of an answer in order, but not how the answer was made.
func TestAnswerInParts(t *testing.T) {
	t.Parallel()
	said := Transcript{Title: "题", Rounds: []Round{{Question: "问", Answer: answered(
		stream.Think{Content: "暗想"}, stream.Step{Msg: "暗读", ID: "s1"}, stream.Text{Msg: "先查。"},
		stream.Tool{ID: "t1", Title: "暗查", Input: "暗入", Output: "暗出", State: stream.PartDone},
		stream.Text{Msg: "\n\n其次。"}, stream.Card{ID: "c1", Kind: "chart", Title: "销量", Fallback: "一月 3"}, stream.Text{Msg: "\n\n最后。"},
	)}}}
	for _, f := range []Format{Markdown, Word} {
		file, err := service(said).Export(t.Context(), order(f))
		if err != nil {
			t.Fatal(err)
		}
		got := textOf(t, file)
		last := -1
		for _, s := range []string{"先查。", "其次。", "销量", "一月 3", "最后。"} {
			at := strings.Index(got, s)
			if at <= last {
				t.Errorf("%s: %s stands at %d, after %d", f, s, at, last)
			}
			last = at
		}
		if strings.Contains(got, "暗") {
			t.Errorf("%s tells how the answer was made", f)
		}
	}
}
