package stream_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

var update = flag.Bool("update", false, "write the folds of the golden transcripts; look at every line that changes")

const transcripts = "../../api/stream"

// golden is the content of <name>.json: the fold of <name>.sse and values derived from it.
type golden struct {
	Message    stream.Message `json:"message"`
	Incomplete bool           `json:"incomplete"`
	PlainText  string         `json:"plainText"`
	Numbers    []int          `json:"numbers"` // numbers of the decoded frames; 0 for a frame without a number
}

func replay(raw []byte, step int) golden {
	var d stream.Decoder
	var all []stream.Numbered
	for len(raw) > 0 {
		n := min(step, len(raw))
		all = append(all, d.Write(raw[:n])...)
		raw = raw[n:]
	}
	all = append(all, d.Close()...)
	m := stream.NewMessage()
	g := golden{Numbers: []int{}}
	for _, n := range all {
		m.Apply(n.Event)
		g.Numbers = append(g.Numbers, n.N)
	}
	g.Message, g.Incomplete, g.PlainText = m, m.Incomplete(), m.PlainText()
	return g
}

func names(t *testing.T, suffix string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(transcripts, "*"+suffix))
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range paths {
		paths[i] = strings.TrimSuffix(filepath.Base(p), suffix)
	}
	return paths
}

// Every transcript folds to its golden file, in one piece and split into pieces of 5 and 1
// bytes. web/src/features/chat/stream/golden.test.ts checks the page with the same files.
func TestGoldenTranscripts(t *testing.T) {
	t.Parallel()
	all := names(t, ".sse")
	if len(all) < 30 {
		t.Fatalf("only %d transcripts", len(all))
	}
	for _, name := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			raw, err := os.ReadFile(filepath.Join(transcripts, name+".sse"))
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(transcripts, name+".json")
			if *update {
				if err := os.WriteFile(path, pretty(t, replay(raw, max(1, len(raw)))), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, step := range []int{max(1, len(raw)), 5, 1} {
				if diff := cmp.Diff(string(want), string(pretty(t, replay(raw, step)))); diff != "" {
					t.Errorf("cut into %d bytes (-want +got):\n%s", step, diff)
				}
			}
		})
	}
}

// History shows what the stream showed: every golden message is the same after a round trip
// through its JSON, and through the events of Encode (apart from the counts Unread and Dropped).
func TestGoldenMessagesComeBack(t *testing.T) {
	t.Parallel()
	for _, name := range names(t, ".json") {
		if name == "schema" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			raw, err := os.ReadFile(filepath.Join(transcripts, name+".json"))
			if err != nil {
				t.Fatal(err)
			}
			var g golden
			if err := json.Unmarshal(raw, &g); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(raw), string(pretty(t, g))); diff != "" {
				t.Errorf("JSON (-want +got):\n%s", diff)
			}
			var wire []byte
			for i, e := range stream.Encode(g.Message) {
				wire = stream.AppendFrame(wire, i+1, e)
			}
			again := replay(wire, 7)
			g.Message.Unread, g.Message.Dropped = 0, 0 // Encode leaves out these counts of one stream
			g.Numbers = again.Numbers
			if diff := cmp.Diff(string(pretty(t, g)), string(pretty(t, again))); diff != "" {
				t.Errorf("encoded and folded again (-want +got):\n%s", diff)
			}
		})
	}
}

func pretty(t *testing.T, v any) []byte {
	t.Helper()
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}
