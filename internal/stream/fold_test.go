package stream_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

func fold(events ...stream.Event) stream.Message {
	m := stream.NewMessage()
	for _, e := range events {
		m.Apply(e)
	}
	return m
}

// A message and its snapshot do not change each other. The same is true of a message and a copy with
// its own list of items.
func TestCopiesDoNotDisturbEachOther(t *testing.T) {
	t.Parallel()
	m := fold(stream.Think{Content: "a"}, stream.Text{Msg: "1"}, stream.Text{Msg: "2"})
	snapshot, plain := m.Snapshot(), m
	plain.Content = append([]stream.Item(nil), m.Content...)
	m.Apply(stream.Text{Msg: "3"})
	m.Apply(stream.Think{Content: "b", Status: 2})
	snapshot.Apply(stream.Text{Msg: "x"})
	plain.Apply(stream.Text{Msg: "y"})
	m.Apply(stream.Text{Msg: "4"})
	for _, c := range []struct {
		name, want string
		m          stream.Message
	}{{"message", "1234", m}, {"snapshot", "12x", snapshot}, {"copy", "12y", plain}} {
		if got := c.m.Text(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if got := snapshot.Content[0].Event.(stream.Think).Content; got != "a" {
		t.Errorf("the snapshot's thinking became %q", got)
	}
}

// The memory allocated by folding grows in proportion to the text, not to its square.
func TestFoldIsLinear(t *testing.T) {
	const events = 4000
	e := stream.Event(stream.Text{Msg: strings.Repeat("x", 100)})
	result := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			m := stream.NewMessage()
			for range events {
				m.Apply(e)
			}
		}
	})
	// The text is 400 kB; a quadratic fold would copy 800 MB.
	if got := result.AllocedBytesPerOp(); got > 8<<20 {
		t.Errorf("%d bytes allocated for a text of %d", got, events*100)
	}
}

func TestResumed(t *testing.T) {
	t.Parallel()
	m := fold(
		stream.Text{}, stream.Think{Content: "想", Status: 2}, stream.Text{Msg: "半句"}, stream.Cutoff{},
		stream.Meta{Index: 2}, stream.Failure{Msg: "断", Code: "80016"},
	)
	if m.State != stream.Interrupt {
		t.Fatal(m.State)
	}
	base := m.Resumed()
	again := fold(append(stream.Encode(base), stream.Text{Msg: "，后半句"}, stream.Done{})...)
	want := fold(stream.Text{}, stream.Think{Content: "想", Status: 2}, stream.Text{Msg: "半句，后半句"}, stream.Done{})
	if diff := cmp.Diff(want, again, ignoreBuffers); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if m.ErrorCode != "80016" || !m.Cutoff || m.Meta == nil {
		t.Error("resuming changed the message itself")
	}
}

var ignoreBuffers = cmp.Options{cmpopts.IgnoreUnexported(stream.Message{}), cmpopts.EquateEmpty()}

func TestPlainText(t *testing.T) {
	t.Parallel()
	m := fold(stream.Think{Content: "想"}, stream.Text{Msg: " 甲[citation:1][citation:12] [](@replace=a) [citation:x] "})
	if got, want := m.PlainText(), "甲  [citation:x]"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestReplacementStep(t *testing.T) {
	t.Parallel()
	media := []stream.Media{{URL: "u"}}
	for _, c := range []struct {
		r    stream.Replacement
		want stream.ReplaceStep
	}{
		{stream.Replacement{}, stream.ReplaceNotStart},
		{stream.Replacement{Status: 1}, stream.ReplaceStart},
		{stream.Replacement{Status: 1, Multimedias: media}, stream.ReplaceStart},
		{stream.Replacement{Status: 2}, stream.ReplaceFailed},
		{stream.Replacement{Multimedias: media}, stream.ReplaceSuccess},
	} {
		if got := c.r.Step(); got != c.want {
			t.Errorf("%+v: %s, want %s", c.r, got, c.want)
		}
	}
}
