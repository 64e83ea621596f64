package transfer

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// allocated reads a file. It returns the number of allocated bytes, the number of bytes of all
// answers, and the reason why the last conversation is refused.
func allocated(t *testing.T, file string) (bytes, texts int, skip Reason) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := read(strings.NewReader(file), func(f found) error {
		skip = f.skip
		for _, m := range f.conversation.Messages {
			for _, v := range m.Versions {
				texts += len(v.Text) + len(v.Thinking)
			}
		}
		return nil
	})
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	return int(after.TotalAlloc - before.TotalAlloc), texts, skip //nolint:gosec // far less
}

// branches returns a ChatGPT conversation whose answers start with the same long text and end in
// many ways.
func branches(rounds int) string {
	var b strings.Builder
	for i := range rounds {
		before := ""
		if i > 0 {
			before = fmt.Sprintf("q%d", i-1)
		}
		fmt.Fprintf(&b, `"q%d":{"id":"q%d","parent":"%s","message":{"author":{"role":"user"},"content":{"parts":["q"]}}},`, i, i, before)
		fmt.Fprintf(&b, `"a%d":{"id":"a%d","parent":"q%d","message":{"author":{"role":"assistant"},"content":{"parts":["%s"]}}},`, i, i, i, strings.Repeat("x", MaxText-10))
		for j := range MaxVersions {
			fmt.Fprintf(&b, `"v%d.%d":{"id":"v%d.%d","parent":"a%d","message":{"author":{"role":"assistant"},"content":{"parts":["y"]}}},`, i, j, i, j, i)
		}
	}
	return `[{"id":"1","mapping":{` + strings.TrimSuffix(b.String(), ",") + `}}]`
}

// TestWorstFiles reads files that are designed to be expensive: the allocated memory and the
// resulting texts must be proportional to the size of the file.
func TestWorstFiles(t *testing.T) { //nolint:paralleltest // it counts what is allocated
	webui := func(answer string, n int) string {
		return `[{"id":"1","chat":{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":"` + strings.Repeat(answer, n) + `"}]}}]`
	}
	part := func(before, text, after string) string {
		return strings.TrimSuffix(strings.Repeat(before+strings.Repeat(text, 500)+after+",", maxItems/4), ",")
	}
	for name, tt := range map[string]struct {
		file string
		want Reason
	}{
		"a text in many parts":          {`[{"id":"1","mapping":{"a":{"id":"a","message":{"author":{"role":"user"},"content":{"parts":[` + part(`"`, "x", `"`) + `]}}}}}]`, TooLong},
		"a thought in many parts":       {`[{"id":"1","convs":[{"index":1,"speaker":"human","prompt":"q"},{"index":2,"speaker":"ai","speechesV2":[{"content":[` + part(`{"type":"think","content":"`, "x", `"}`) + `]}]}]}]`, TooLong},
		"branches that share their top": {branches(10), TooLong},
		"thinking in thinking":          {webui(`<details type=\"reasoning\">`, 10_000), TooLong},
		"details that never end":        {webui(`<details `, 100_000), TooLong},
		"many short thoughts":           {webui(`<details type=\"reasoning\">x</details>`, 10_000), ""},
		"a wide table":                  {webui(strings.Repeat("|a", 3_000)+`|\n`, 30), ""},
	} {
		bytes, texts, skip := allocated(t, tt.file)
		if skip != tt.want {
			t.Errorf("%s: %q, want %q", name, skip, tt.want)
		}
		if most := 40*len(tt.file) + 4<<20; bytes > most || texts > maxRepeated*len(tt.file)+freeRepeated {
			t.Errorf("%s: %d bytes allocate %d, at most %d, and become %d of text", name, len(tt.file), bytes, most, texts)
		}
	}
}

func TestReasoning(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"答": "答|",
		"<details type=\"reasoning\" done=\"true\">\n<summary>Thought for 3 s</summary>\n> 先想\n> 再想\n</details>\n\n答": "答|先想\n再想",
		"一<details type=\"reasoning\">甲</details>二<details type=\"reasoning\">乙</details>三":                           "一二三|甲\n\n乙",
		"<details><summary>更多</summary>细节</details>":                                                                  "<details><summary>更多</summary>细节</details>|",
		"<details type=\"reasoning\">没有完":                                                                             "<details type=\"reasoning\">没有完|",
	} {
		text, thinking := withoutReasoning(in)
		if got := text + "|" + thinking; got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
