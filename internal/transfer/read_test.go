package transfer

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

var update = flag.Bool("update", false, "write the .want files anew")

// describe returns what was read of a file, with a line for each message and version.
func describe(t *testing.T, r io.Reader) string {
	t.Helper()
	var b strings.Builder
	err := read(r, func(f found) error {
		c := f.conversation
		fmt.Fprintf(&b, "%s %q at %d pinned %t leaf %d %s\n", f.format, c.Title, c.CreatedAt, c.Pinned, c.Leaf, f.skip)
		for _, m := range c.Messages {
			fmt.Fprintf(&b, "  %d<%d %s %q at %d selected %d\n", m.Index, m.Parent, m.Speaker, m.Prompt, m.CreatedAt, m.Selected)
			for _, v := range m.Versions {
				fmt.Fprintf(&b, "    %s %s hidden %t %q thinking %q\n", v.Model, v.State, v.Hidden, v.Text, v.Thinking)
			}
		}
		return nil
	})
	if err != nil {
		fmt.Fprintln(&b, err)
	}
	return b.String()
}

func TestFormats(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) < 7 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got := describe(t, bytes.NewReader(data))
		want := strings.TrimSuffix(name, ".json") + ".want"
		if *update {
			if err := os.WriteFile(want, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		golden, err := os.ReadFile(want)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(golden), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		// The result is the same if the file is read byte by byte and begins with a byte order mark.
		if again := describe(t, iotest.OneByteReader(strings.NewReader("\ufeff"+string(data)))); again != got {
			t.Errorf("%s byte by byte:\n%s", name, again)
		}
	}
}

func TestBrokenFiles(t *testing.T) {
	t.Parallel()
	whole, err := os.ReadFile("testdata/wenqu.json")
	if err != nil {
		t.Fatal(err)
	}
	one := `{"id":"1","title":"一","convs":[{"index":1,"speaker":"human","displayPrompt":"你好"}]}`
	for name, tt := range map[string]struct {
		file string
		want errs.Code
	}{
		"nothing":             {"", errs.UnknownFile},
		"an archive":          {"PK\x03\x04\x00\x00", errs.UnknownFile},
		"a page":              {"<!doctype html>", errs.UnknownFile},
		"a number":            {"1", errs.UnknownFile},
		"null":                {"null", errs.UnknownFile},
		"an empty array":      {"[]", errs.UnknownFile},
		"an empty object":     {"{}", errs.UnknownFile},
		"another's object":    {`{"a":[1,2,{"b":null}]}`, errs.UnknownFile},
		"another's array":     {`[1,"a",{"b":1}]`, errs.UnknownFile},
		"a later version":     {`{"format":"wenqu","version":2,"conversations":[]}`, errs.UnknownFile},
		"cut in the middle":   {string(whole[:len(whole)/2]), errs.BrokenFile},
		"without its end":     {strings.TrimSpace(string(whole))[:len(whole)-3], errs.BrokenFile},
		"with something more": {"[" + one + "] 1", errs.BrokenFile},
		"a deep one":          {strings.Repeat("[", 100_000), errs.BrokenFile},
		"deep inside":         {`[{"convs":` + strings.Repeat(`{"a":`, maxDepth), errs.BrokenFile},
		"too many":            {"[" + strings.Repeat(one+",", MaxConversations) + one + "]", errs.FullFile},
	} {
		err := read(strings.NewReader(tt.file), func(found) error { return nil })
		if !errs.Is(err, tt.want) {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
	cut := errs.New(errs.TooLarge)
	if err := read(io.MultiReader(strings.NewReader("["), iotest.ErrReader(cut)), func(found) error { return nil }); !errors.Is(err, cut) {
		t.Errorf("an error of the body became %v", err)
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	rounds := func(n int, prompt string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,{"index":%d,"speaker":"human","displayPrompt":%q},{"index":%d,"speaker":"ai","speech":"好"}`, 2*i+1, prompt, 2*i+2)
		}
		return `[{"id":"1","convs":[` + b.String()[1:] + `]},{"id":"2","convs":[{"index":1,"speaker":"human","displayPrompt":"后面的"}]}]`
	}
	versions := func(n int) string {
		return `[{"id":"1","convs":[{"index":1,"speaker":"human","displayPrompt":"问"},{"index":2,"speaker":"ai","speechesV2":[` +
			strings.Repeat(`{"content":[{"type":"text","msg":"答"}]},`, n-1) + `{"content":[{"type":"text","msg":"答"}]}]}]}]`
	}
	for name, tt := range map[string]struct {
		file string
		want Reason
	}{
		"as many messages as may be": {rounds(MaxMessages/2, "问"), ""},
		"one round more":             {rounds(MaxMessages/2+1, "问"), TooMany},
		"more than is looked at":     {rounds(maxItems, "问"), TooMany},
		"as long as may be":          {rounds(1, strings.Repeat("问", MaxText)), ""},
		"one character more":         {rounds(1, strings.Repeat("问", MaxText+1)), TooLong},
		"as many versions as may be": {versions(MaxVersions), ""},
		"one version more":           {versions(MaxVersions + 1), TooMany},
		"a field of another type":    {`[{"id":"1","convs":7,"title":[]},{"id":"1","convs":[{"index":"x","speaker":1}]}]`, Unknown},
	} {
		first := true
		if err := read(strings.NewReader(tt.file), func(f found) error {
			if first && f.skip != tt.want {
				t.Errorf("%s: %q, want %q", name, f.skip, tt.want)
			}
			first = false
			return nil
		}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A long chain of answers after a question becomes one answer with one version.
func TestLongChain(t *testing.T) {
	t.Parallel()
	nodes := []node{{id: "q", speaker: Human, text: "问"}}
	for i := range maxItems - 1 {
		nodes = append(nodes, node{id: fmt.Sprint(i), parent: nodes[i].id, speaker: AI, text: strings.Repeat("x", 10)})
	}
	c, skip := build(Head{}, nodes, "")
	if skip != "" || len(c.Messages) != 2 || len(c.Messages[1].Versions) != 1 {
		t.Errorf("%q, %d messages", skip, len(c.Messages))
	}
}

func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.json")
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		err := read(bytes.NewReader(data), func(got found) error {
			if got.skip == "" {
				if why := check(got.conversation); why != "" {
					t.Errorf("a conversation is let in that is %s: %+v", why, got.conversation)
				}
			}
			return nil
		})
		if err != nil && !errs.Is(err, errs.UnknownFile) && !errs.Is(err, errs.BrokenFile) && !errs.Is(err, errs.FullFile) {
			t.Errorf("%v is no sentence for the asker", err)
		}
	})
}
