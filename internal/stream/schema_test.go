package stream_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// samples contains events of every member of the union. Each field except Extra.Sensitive is set in
// at least one sample.
var samples = []stream.Event{
	stream.Text{Msg: "你好", Extra: full},
	stream.Text{Kind: stream.KindCard, Msg: "卡片"},
	stream.Think{Title: "思考中...", IconType: 9, Content: "想", Status: 1, Extra: full},
	stream.Status{Msg: "正在搜索", Extra: full},
	stream.Reasoner{Msg: "推", Extra: full},
	stream.SearchWithText{Msg: "搜到", Docs: []stream.Doc{doc}, Extra: full},
	stream.SearchGuid{Title: "引用", Docs: []stream.Doc{doc, doc}, Extra: full},
	stream.Step{Msg: "正在阅读", ID: "s1", State: stream.PartRunning, Detail: "第 2 页", Parent: "s0", Code: "reading", Args: []string{"a"}, Docs: []stream.Doc{doc}, Extra: full},
	stream.StepUpdate{ID: "s1", State: stream.PartDone, Detail: "第 2 页", Docs: []stream.Doc{doc}, Extra: full},
	stream.Tool{ID: "t1", Name: "search", Title: "搜索", State: stream.PartWaiting, Input: "i", Output: "o", Error: "e", MS: 7, Extra: full},
	stream.Card{ID: "c1", Kind: "chart", Title: "图", State: stream.PartDone, Data: json.RawMessage(`{"a":[1,"二"]}`), Fallback: "图表", Extra: full},
	stream.DeepSearchUpdate{ID: "d1", State: stream.PartDone, Title: "已拆分", Contents: []stream.DeepSearchItem{{Type: "text", Msg: "b"}, {Docs: []stream.Doc{doc}}}, Extra: full},
	stream.ContinueStep{Msg: "第 2 页", ID: "s1", Extra: full},
	stream.Progress{Value: 0.87, Desc: "绘制", Extra: full},
	stream.DeepSearch{ID: "d1", State: stream.PartRunning, Title: "拆分", IconType: 9, Contents: []stream.DeepSearchItem{{Type: "text", Msg: "a"}, {Docs: []stream.Doc{doc}}}, Extra: full},
	stream.Replace{Replace: stream.Replacement{ID: "i", Display: "image", Status: 1, Multimedias: []stream.Media{{MediaID: "m", URL: "u", PreviewURL: "p", DownloadURL: "d", OriginURL: "o"}}}, Extra: full},
	stream.MultiAnswer{Answers: []stream.ModelAnswer{{Index: 1, Msg: "a", ChatModelID: "x"}}, Extra: full},
	stream.File{ID: "f", FileType: "pdf", FileName: "合同.pdf", URL: "/f/1", Size: 1 << 40},
	stream.Meta{MessageID: "c_2", Index: 2, ReplyID: "c_1", ReplyIndex: 1, RepeatIndex: 3, TraceID: "t", StopReason: "stop", EndConv: true, ChainID: "Adaptive", PluginID: "p", IC: 4, ChatModelID: "m", ModelID: "n", TokenUsageInfo: stream.TokenUsage{PromptTokens: 1, CompletionTokens: 2, TotalTokens: 3}, Hints: []string{"再短一点"}},
	stream.Failure{Msg: "服务异常", Code: "80003"},
	stream.Failure{Msg: "请求超时", Code: "80004"},
	stream.Revoke{RevokeQAPair: true, DeleteIndexList: []int{1, 2}, Sensitive: true, Permission: "p"},
	stream.Cutoff{},
	stream.SpeechType{Kind: stream.KindOutline},
	stream.Plugin{ID: "Adaptive"},
	stream.MsgIndex{N: 2},
	stream.TraceID{ID: "0af7651916cd43dd8448eb211c80319c"},
	stream.Done{},
	stream.SensitiveEnd{},
	stream.Entry{},
	stream.Reset{},
	stream.Unreadable{Raw: "{", Cause: errors.New("torn")},
}

var (
	full = stream.Extra{Mask: 1, IsTitle: true, ComponentID: "c", Label: "l", Index: 4, Permission: "p"}
	doc  = stream.Doc{Index: 1, DocID: "d", Title: "标题", URL: "https://example.com", Quote: "q", Page: 3, PublishTime: "2026-11-20", IconURL: "i", WebSiteName: "w", SourceName: "s", Kind: "web", Locator: "l", Verified: "checked", CopyURL: "c"}
)

// inert are the events that do not change a message.
var inert = map[reflect.Type]bool{
	reflect.TypeFor[stream.Plugin]():   true,
	reflect.TypeFor[stream.MsgIndex](): true,
	reflect.TypeFor[stream.TraceID]():  true,
}

// Every type with an event method is in the union's table and has a sample, and the table has
// no other types.
func TestUnionIsTotal(t *testing.T) {
	t.Parallel()
	declared := map[string]bool{}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if ok && fn.Recv != nil && fn.Name.Name == "event" {
				declared[fn.Recv.List[0].Type.(*ast.Ident).Name] = true
			}
		}
	}
	sampled := map[reflect.Type]bool{}
	for _, e := range samples {
		sampled[reflect.TypeOf(e)] = true
	}
	names := map[string]bool{}
	for _, m := range stream.Union() {
		if !declared[m.Type.Name()] {
			t.Errorf("%s is in the table, but no event", m.Type)
		}
		delete(declared, m.Type.Name())
		if !sampled[m.Type] {
			t.Errorf("%s has no sample", m.Type)
		}
		if names[m.Name] {
			t.Errorf("two members are called %q", m.Name)
		}
		names[m.Name] = true
	}
	for name := range declared {
		t.Errorf("%s is an event, but not in the table", name)
	}
}

// Every event survives encoding and decoding, except Unreadable, which is not encoded.
func TestEveryEventSurvivesTheWire(t *testing.T) {
	t.Parallel()
	for _, e := range samples {
		frame := stream.AppendFrame(nil, 7, e)
		if _, local := e.(stream.Unreadable); local {
			if len(frame) != 0 {
				t.Errorf("Unreadable was encoded: %q", frame)
			}
			continue
		}
		var d stream.Decoder
		if diff := cmp.Diff([]stream.Numbered{{N: 7, Event: e}}, d.Write(frame)); diff != "" {
			t.Errorf("%s(-want +got):\n%s", frame, diff)
		}
	}
}

// Every event changes a message, or is listed as inert.
func TestEveryEventIsFolded(t *testing.T) {
	t.Parallel()
	for _, e := range samples {
		m := stream.NewMessage()
		m.Apply(stream.Text{Msg: "x"})
		m.Apply(stream.Step{Msg: "x", ID: "s1"})
		m.Apply(stream.DeepSearch{Title: "x", ID: "d1"})
		before := m.Snapshot()
		m.Apply(e)
		changed := !cmp.Equal(before, m, cmpopts.IgnoreUnexported(stream.Message{}))
		if changed == inert[reflect.TypeOf(e)] {
			t.Errorf("%T: changed the message: %v", e, changed)
		}
	}
}

// Only the types marked as items in the table are accepted as items.
func TestItems(t *testing.T) {
	t.Parallel()
	member := map[reflect.Type]stream.Member{}
	for _, m := range stream.Union() {
		member[m.Type] = m
	}
	for _, e := range samples {
		want := member[reflect.TypeOf(e)].Item
		if text, ok := e.(stream.Text); ok && text.Kind != "" {
			want = false
		}
		raw, err := json.Marshal(stream.Item{Event: e})
		if (err == nil) != want {
			t.Errorf("%T: marshalled: %v", e, err)
		}
		if err != nil {
			continue
		}
		var back stream.Item
		if err := json.Unmarshal(raw, &back); err != nil {
			t.Errorf("%s: %v", raw, err)
		}
		if diff := cmp.Diff(e, back.Event); diff != "" {
			t.Errorf("%s (-want +got):\n%s", raw, diff)
		}
	}
	for _, raw := range []string{`{}`, `null`, `{"type":"meta"}`, `{"type":"card","msg":"x"}`, `{"type":"error"}`, `{"type":"text","msg":1}`, `[]`} {
		var it stream.Item
		if err := json.Unmarshal([]byte(raw), &it); err == nil {
			t.Errorf("%s was taken as %T", raw, it.Event)
		}
	}
}
