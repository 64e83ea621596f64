package stream_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// The decoder never panics, and its result does not depend on how the bytes are split. For every
// folded message m, fold(Encode(m)) equals m, apart from the counts Unread and Dropped.
func FuzzDecoder(f *testing.F) {
	paths, err := filepath.Glob(filepath.Join(transcripts, "*.sse"))
	if err != nil {
		f.Fatal(err)
	}
	for i, p := range paths {
		raw, err := os.ReadFile(p)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw, uint16(i))
	}
	f.Fuzz(func(t *testing.T, raw []byte, cut uint16) {
		whole := replay(raw, max(1, len(raw)))
		for _, step := range []int{1, 2 + int(cut)%61} {
			if diff := cmp.Diff(whole, replay(raw, step), ignoreBuffers); diff != "" {
				t.Fatalf("cut into %d bytes (-whole +cut):\n%s", step, diff)
			}
		}
		comesBack(t, whole.Message)
	})
}

// FuzzFrame checks that any strings in an event result in exactly one frame, which decodes to
// the same event.
func FuzzFrame(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(frameSurvives))
}

func TestFrameSurvives(t *testing.T) {
	t.Parallel()
	rapid.Check(t, frameSurvives)
}

func frameSurvives(t *rapid.T) {
	e := anyEvent().Draw(t, "event")
	n := rapid.IntRange(1, 1<<40).Draw(t, "number")
	frame := stream.AppendFrame(nil, n, e)
	var d stream.Decoder
	got := append(d.Write(frame), d.Close()...)
	if diff := cmp.Diff([]stream.Numbered{{N: n, Event: e}}, got, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%s(-want +got):\n%s", frame, diff)
	}
	if strings.Count(string(frame), "\ndata: ") != 1 {
		t.Fatalf("not exactly one data line: %q", frame)
	}
}

// Hostile strings cannot end a frame or start another one.
func TestWordsCannotBreakOut(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "word")
		e := rapid.SampledFrom([]stream.Event{
			stream.SpeechType{Kind: stream.Kind(s)}, stream.Plugin{ID: s}, stream.TraceID{ID: s},
		}).Draw(t, "event")
		frame := string(stream.AppendFrame(nil, 0, e))
		if strings.Count(frame, "\n\n") != 1 || strings.ContainsAny(frame, "\r\u0085\u2028\u2029") || strings.Count(frame, "\n") > 3 {
			t.Fatalf("%q", frame)
		}
	})
}

// For every message made from events, fold(Encode(m)) equals m, apart from the counts Unread and
// Dropped.
func TestEncodeComesBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		comesBack(t, fold(rapid.SliceOfN(anyEvent(), 0, 30).Draw(t, "events")...))
	})
}

func comesBack(t interface{ Fatalf(string, ...any) }, m stream.Message) {
	m.Unread, m.Dropped = 0, 0 // Encode leaves out these counts of one stream
	if diff := cmp.Diff(m, fold(stream.Encode(m)...), ignoreBuffers); diff != "" {
		t.Fatalf("(-message +encoded and folded):\n%s", diff)
	}
}

// anyEvent generates events of all types except Unreadable.
func anyEvent() *rapid.Generator[stream.Event] {
	return rapid.Custom(func(t *rapid.T) stream.Event {
		str := func(name string) string {
			return strings.ToValidUTF8(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
				"", "[DONE]", "\n\ndata: [DONE]\n\n", "[](@replace=a)", "a", "manualStop", "\u2028\u0085\r",
			})).Draw(t, name), "")
		}
		// Words contain no line ends, and no blanks at their ends, because encoding and decoding remove
		// these characters.
		word := func(name string) string {
			return rapid.StringMatching(`[a-zA-Z0-9:_\]\[{}"-]{1,12}`).Draw(t, name)
		}
		id := func(name string) string { return rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, name) }
		state := func(name string) stream.PartState {
			return rapid.SampledFrom(append([]stream.PartState{"", "later"}, stream.PartStates...)).Draw(t, name)
		}
		num := func(name string) int { return rapid.IntRange(0, 3).Draw(t, name) }
		yes := func(name string) bool { return rapid.Bool().Draw(t, name) }
		extra := func() stream.Extra {
			if !rapid.SampledFrom([]bool{false, false, false, true}).Draw(t, "extra") {
				return stream.Extra{}
			}
			return stream.Extra{Mask: num("mask"), IsTitle: yes("isTitle"), ComponentID: str("componentId"), Label: str("label"), Index: num("index"), Sensitive: num("sensitive") == 3, Permission: str("permission")}
		}
		docs := func() (out []stream.Doc) {
			for i := range num("docs") {
				out = append(out, stream.Doc{Index: i, Title: str("title"), URL: str("url")})
			}
			return out
		}
		switch rapid.IntRange(0, 31).Draw(t, "type") {
		case 0:
			return stream.Think{Title: str("title"), IconType: num("icon"), Content: str("content"), Status: num("status"), Extra: extra()}
		case 1:
			return stream.Status{Msg: str("msg"), Extra: extra()}
		case 2:
			return stream.Reasoner{Msg: str("msg"), Extra: extra()}
		case 3:
			return stream.SearchWithText{Msg: str("msg"), Docs: docs(), Extra: extra()}
		case 4:
			return stream.SearchGuid{Title: str("title"), Docs: docs(), Extra: extra()}
		case 5:
			return stream.Step{Msg: str("msg"), ID: id("id"), State: state("state"), Detail: str("detail"), Parent: id("parent"), Code: str("code"), Args: []string{str("arg")}, Extra: extra()}
		case 6:
			return stream.ContinueStep{Msg: str("msg"), ID: id("id"), Extra: extra()}
		case 7:
			return stream.Progress{Value: rapid.Float64().Draw(t, "value"), Desc: str("desc"), Extra: extra()}
		case 8:
			return stream.DeepSearch{ID: id("id"), State: state("state"), Title: str("title"), Contents: []stream.DeepSearchItem{{Type: str("type"), Msg: str("msg")}, {Docs: docs()}}, Extra: extra()}
		case 9:
			r := stream.Replacement{ID: rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "id"), Display: str("display"), Status: num("status")}
			for range num("media") {
				r.Multimedias = append(r.Multimedias, stream.Media{URL: str("url")})
			}
			return stream.Replace{Replace: r, Extra: extra()}
		case 10:
			return stream.MultiAnswer{Answers: []stream.ModelAnswer{{Index: num("index"), Msg: str("msg")}}, Extra: extra()}
		case 11:
			return stream.File{FileType: rapid.SampledFrom(stream.FileTypes).Draw(t, "fileType"), FileName: str("fileName"), URL: str("url"), Size: 7}
		case 12:
			return stream.Meta{Index: num("index"), TraceID: word("traceId"), StopReason: str("stopReason"), PluginID: word("plugin"), Hints: []string{str("hint")}}
		case 13:
			return stream.Failure{Msg: str("msg"), Code: rapid.SampledFrom([]string{"80001", "80002", "80004", "80016"}).Draw(t, "code")}
		case 14:
			return stream.Revoke{RevokeQAPair: yes("pair"), DeleteIndexList: []int{1}, Sensitive: yes("sensitive"), Permission: str("permission")}
		case 15:
			return stream.Cutoff{}
		case 16:
			return stream.SpeechType{Kind: rapid.SampledFrom(stream.Kinds).Draw(t, "kind")}
		case 17:
			return stream.Plugin{ID: word("id")}
		case 18:
			return stream.MsgIndex{N: num("n")}
		case 19:
			return stream.TraceID{ID: word("id")}
		case 20:
			return rapid.SampledFrom([]stream.Event{stream.Done{}, stream.SensitiveEnd{}, stream.Reset{}}).Draw(t, "end")
		case 21:
			return stream.Entry{}
		case 26:
			return stream.StepUpdate{ID: id("id"), State: state("state"), Detail: str("detail"), Extra: extra()}
		case 27:
			return stream.Tool{ID: id("id"), Name: str("name"), Title: str("title"), State: state("state"), Input: str("input"), Output: str("output"), Error: str("error"), MS: int64(num("ms")), Extra: extra()}
		case 28:
			data := rapid.SampledFrom([]string{``, `{}`, `[1,"\u2028",null]`, `"a"`, `0`, `false`}).Draw(t, "data")
			return stream.Card{
				ID: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "id"), Kind: "k" + str("kind"), Title: str("title"), State: state("state"),
				Data: json.RawMessage(data), Fallback: str("fallback"), Extra: extra(),
			}
		case 29:
			return stream.DeepSearchUpdate{ID: id("id"), State: state("state"), Title: str("title"), Contents: []stream.DeepSearchItem{{Msg: str("msg")}}, Extra: extra()}
		case 22:
			return stream.Text{Kind: rapid.SampledFrom(stream.TextKinds).Draw(t, "kind"), Msg: str("msg"), Extra: extra()}
		}
		return stream.Text{Msg: str("msg"), Extra: extra()}
	})
}

// A frame over the limit is skipped and reported once, and the following frames are decoded.
func TestTooLong(t *testing.T) {
	t.Parallel()
	huge := strings.Repeat("x", stream.MaxFrame/2+10)
	for name, raw := range map[string]string{
		"one line":      "id: 4\ndata: {\"type\":\"text\",\"msg\":\"" + huge + huge + "\"}\n\n",
		"several lines": "id: 4\ndata: {\"type\":\"text\",\"msg\":\ndata: \"" + huge + "\ndata: " + huge + "\"}\n\n",
		"event line":    "id: 4\nevent: " + huge + huge + "\ndata: {}\n\n",
	} {
		for _, step := range []int{len(raw), 1 << 16} {
			var d stream.Decoder
			var got []stream.Numbered
			in := raw + ": " + huge + huge + "\ndata: {\"type\":\"text\",\"msg\":\"后\"}\n\n"
			for len(in) > 0 {
				n := min(step, len(in))
				got = append(got, d.Write([]byte(in[:n]))...)
				in = in[n:]
			}
			if len(got) != 2 {
				t.Fatalf("%s: %d events", name, len(got))
			}
			bad, ok := got[0].Event.(stream.Unreadable)
			if !ok || bad.Cause == nil || len(bad.Raw) > 1024 || got[0].N != 4 {
				t.Errorf("%s: %T with %d bytes, number %d", name, got[0].Event, len(bad.Raw), got[0].N)
			}
			if diff := cmp.Diff(stream.Numbered{Event: stream.Text{Msg: "后"}}, got[1]); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
	}
}

// A frame of 10 MB, which is under the limit, is decoded.
func TestLongestFrame(t *testing.T) {
	t.Parallel()
	msg := strings.Repeat("x", 10<<20)
	var d stream.Decoder
	got := d.Write(stream.AppendFrame(nil, 1, stream.Text{Msg: msg}))
	if len(got) != 1 || got[0].Event.(stream.Text).Msg != msg {
		t.Error("a frame of 10 MB was not read")
	}
}
