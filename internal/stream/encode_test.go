package stream_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Frames have an exact form, byte by byte, because clients match their prefixes
// literally. docs/protocol.md, section 5, describes the form.
func TestFrames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		n    int
		e    stream.Event
		want string
	}{
		{0, stream.Text{}, `data: {"type":"text"}`},
		{3, stream.Text{Msg: "a\"b\\\n\u2028<b>&"}, "id: 3\n" + `data: {"type":"text","msg":"a\"b\\\n\u2028<b>&"}`},
		{0, stream.Text{Msg: "\x85\xff\u0085\x00"}, `data: {"type":"text","msg":"` + "\ufffd\ufffd" + `\u0085\u0000"}`},
		{0, stream.Text{Kind: stream.KindOutline, Msg: "一"}, `data: {"type":"outline","msg":"一"}`},
		{0, stream.Text{Kind: "status", Msg: "一"}, `data: {"type":"text","msg":"一"}`},
		{0, stream.Text{Msg: "x", Extra: stream.Extra{Mask: 2, Label: "l"}}, `data: {"type":"text","msg":"x","mask":2,"label":"l"}`},
		{0, stream.Think{Title: "思考中...", IconType: 9, Content: "increment", Status: 1}, `data: {"type":"think","title":"思考中...","iconType":9,"content":"increment","status":1}`},
		{0, stream.Think{}, `data: {"type":"think","content":""}`},
		{0, stream.Step{Msg: "<正在阅读>\u0085"}, `data: {"type":"step","msg":"<正在阅读>\u0085"}`},
		{0, stream.Progress{Value: 0.87}, `data: {"type":"progress","value":0.87,"desc":""}`},
		{0, stream.Progress{Value: math.NaN()}, `data: {"type":"progress","value":0,"desc":""}`},
		{0, stream.Progress{Value: math.Inf(1)}, `data: {"type":"progress","value":0,"desc":""}`},
		{0, stream.SearchGuid{Title: "引用"}, `data: {"type":"searchGuid","title":"引用","docs":[]}`},
		{0, stream.Replace{Replace: stream.Replacement{ID: "i", Status: 1}}, `data: {"type":"replace","replace":{"id":"i","status":1,"multimedias":[]}}`},
		{0, stream.DeepSearch{}, `data: {"type":"deepSearch","title":"","contents":[]}`},
		{0, stream.MultiAnswer{}, `data: {"type":"multiAnswer","answers":[]}`},
		{0, stream.File{FileType: "sheet"}, `data: {"type":"file","fileName":"","url":""}`},
		{0, stream.SpeechType{Kind: "search_with_text"}, "event: speech_type\ndata: search_with_text"},
		{0, stream.SpeechType{Kind: "a\r\ndata: [DONE]\u0085\u2028"}, "event: speech_type\ndata: adata: [DONE]"},
		{0, stream.Revoke{RevokeQAPair: true, DeleteIndexList: []int{1, 2}, Sensitive: true}, "event: message_revoke\n" + `data: {"type":"text","revokeQAPair":true,"deleteIndexList":[1,2],"sensitive":true}`},
		{0, stream.Revoke{}, "event: message_revoke\n" + `data: {"type":"text"}`},
		{0, stream.Cutoff{}, "event: message_cutoff\n" + `data: {"type":"text","cutoff":true}`},
		{0, stream.Failure{Msg: "x", Code: "80003"}, "event: error\n" + `data: {"type":"error","msg":"x","code":"80003"}`},
		{0, stream.Failure{Msg: "x", Code: "80004"}, "event: timeout\n" + `data: {"type":"error","msg":"x","code":"80004"}`},
		{9, stream.Reset{}, "id: 9\nevent: reset\n" + `data: {"type":"reset"}`},
		{0, stream.Plugin{}, `data: [plugin: ]`},
		{0, stream.Plugin{ID: "Adap\ntive"}, `data: [plugin: Adaptive]`},
		{0, stream.MsgIndex{N: 2}, `data: [MSGINDEX:2]`},
		{0, stream.TraceID{ID: "ff\n\n"}, `data: [TRACEID:ff]`},
		{0, stream.Done{}, `data: [DONE]`},
		{0, stream.SensitiveEnd{}, `data: [SENSITIVE]`},
		{0, stream.Entry{}, `data: [ENTRY]`},
	} {
		if diff := cmp.Diff(c.want+"\n\n", string(stream.AppendFrame(nil, c.n, c.e))); diff != "" {
			t.Errorf("%#v (-want +got):\n%s", c.e, diff)
		}
	}
	if got := stream.AppendFrame([]byte("x"), 1, nil); string(got) != "x" {
		t.Errorf("no event made %q", got)
	}
}

// Text and Think are encoded without allocations.
func TestTextAndThinkDoNotAllocate(t *testing.T) {
	buf := make([]byte, 0, 4096)
	for _, e := range []stream.Event{
		stream.Text{Msg: "问渠那得清如许？\n"},
		stream.Think{Title: "思考中...", IconType: 9, Content: "为有源头活水来。", Status: 1},
	} {
		if n := testing.AllocsPerRun(100, func() { buf = stream.AppendFrame(buf[:0], 12345, e) }); n != 0 {
			t.Errorf("%T: %v allocations", e, n)
		}
	}
}

func BenchmarkAppendFrameText(b *testing.B) {
	var e stream.Event = stream.Text{Msg: "问渠那得清如许？为有源头活水来。"}
	buf := make([]byte, 0, 4096)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		buf = stream.AppendFrame(buf[:0], i+1, e)
	}
}

func BenchmarkDecode(b *testing.B) {
	var raw []byte
	for i := range 667 {
		raw = stream.AppendFrame(raw, i+1, stream.Text{Msg: strings.Repeat("水", 30)})
	}
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		var d stream.Decoder
		if got := len(d.Write(raw)); got != 667 {
			b.Fatal(got)
		}
	}
}

func BenchmarkApplyText(b *testing.B) {
	var e stream.Event = stream.Text{Msg: strings.Repeat("水", 30)}
	b.ReportAllocs()
	for b.Loop() {
		m := stream.NewMessage()
		for range 20_000 {
			m.Apply(e)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/20_000, "ns/event")
}
