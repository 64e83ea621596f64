package view

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

func folded(events ...stream.Event) stream.Message {
	m := stream.NewMessage()
	for _, e := range events {
		m.Apply(e)
	}
	return m
}

// For clients without support for parts, Content joins all text to one item and all thinking to one item.
// Parts keeps the parts as they are. Parts is nil if Content already has the same items.
func TestContentStaysFlatBesideParts(t *testing.T) {
	t.Parallel()
	tool := stream.Tool{ID: "t1", Name: "read_file", Title: "读", State: stream.PartDone}
	guid := stream.SearchGuid{Title: "引用", Docs: []stream.Doc{{Index: 1, Kind: "file"}}}
	events := []stream.Event{
		stream.Think{Title: "思考中...", Content: "先想", Status: 2}, stream.Text{Msg: "先查。"}, stream.Step{Msg: "读", ID: "s1"}, tool, guid,
		stream.Think{Title: "已深度思考(用时2秒)", Content: "\n\n再想", Status: 2}, stream.Text{Msg: "\n\n查到了。"},
		stream.Card{ID: "c1", Kind: "chart"}, stream.Done{},
	}
	v := Draw(folded(events...))
	step := stream.Step{Msg: "读", ID: "s1", State: stream.PartDone}
	flat := Items{
		{Event: stream.Think{Title: "已深度思考(用时2秒)", Content: "先想\n\n再想", Status: 2}},
		{Event: stream.Text{Msg: "先查。\n\n查到了。"}}, {Event: step}, {Event: guid},
	}
	if diff := cmp.Diff(flat, v.Content); diff != "" {
		t.Errorf("content (-want +got):\n%s", diff)
	}
	parts := Items{
		{Event: events[0]}, {Event: events[1]}, {Event: step}, {Event: tool}, {Event: guid}, {Event: events[5]}, {Event: events[6]}, {Event: events[7]},
	}
	if diff := cmp.Diff(parts, v.Parts); diff != "" {
		t.Errorf("parts (-want +got):\n%s", diff)
	}

	plain := Draw(folded(events[0], events[1], guid, stream.Step{Msg: "读", ID: "s1"}, stream.Done{}))
	if plain.Parts != nil || len(plain.Content) != 4 {
		t.Errorf("an answer that is flat has parts: %+v", plain)
	}
}

func TestHiddenVersionTellsNothing(t *testing.T) {
	t.Parallel()
	m := folded(stream.Text{Msg: "秘密"}, stream.Tool{ID: "t1", Output: "秘密"}, stream.Meta{TraceID: "t", Hints: []string{"秘密"}})
	m.Hidden = true // a message stored as hidden may still have its content
	v := Draw(m)
	if len(v.Content) != 0 || v.Parts != nil || v.Hints != nil || v.Meta.Hints != nil || v.Meta.TraceID != "t" {
		t.Errorf("%+v", v)
	}
	if m.Meta.Hints == nil {
		t.Error("drawing changed the message")
	}
}

// An older server imported versions without metadata. Such a version still names its model.
func TestHistoryNamesTheModelOfOldImports(t *testing.T) {
	t.Parallel()
	body, err := json.Marshal(folded(stream.Text{Msg: "答"}, stream.Done{}))
	if err != nil {
		t.Fatal(err)
	}
	v := VersionOf(chatdb.Speech{Message: string(body), ModelID: "m-1"})
	if v.Meta == nil || v.Meta.ModelID != "m-1" {
		t.Errorf("%+v", v.Meta)
	}
}

// TestAsked checks which text of a question readers see: the display text. If the display text is empty or
// only the beginning of the prompt, readers see the whole prompt.
func TestAsked(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ prompt, display, want string }{
		{"按这份提纲写一篇周报：……", "写周报", "写周报"},
		{"问渠那得清如许", "", "问渠那得清如许"},
		{"问渠那得清如许", "问渠那得", "问渠那得清如许"},
		{"问渠那得清如许", "问渠那得…", "问渠那得清如许"},
		{"问渠那得清如许", "问渠...", "问渠那得清如许"},
		{"", "看看这份文件", "看看这份文件"},
	} {
		if got := Asked(c.prompt, c.display); got != c.want {
			t.Errorf("%q, %q: %q", c.prompt, c.display, got)
		}
	}
}
