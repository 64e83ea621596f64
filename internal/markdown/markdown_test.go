package markdown

import (
	"bytes"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

var syntax = New(goldmark.WithExtensions(Tables, Footnotes, Strikethrough))

func convert(t testing.TB, md string) string {
	t.Helper()
	var b bytes.Buffer
	if err := syntax.Convert([]byte(LimitNesting(md)), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// nodes counts the nodes of the parsed text.
func nodes(md string) int {
	n := 0
	_ = ast.Walk(syntax.Parser().Parse(text.NewReader([]byte(LimitNesting(md)))), func(_ ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			n++
		}
		return ast.WalkContinue, nil
	})
	return n
}

// table returns a table whose head has `columns` cells, with `rows` rows of one cell each.
func table(columns, rows int) string {
	return strings.Repeat("|a", columns) + "|\n" + strings.Repeat("|-", columns) + "|\n" + strings.Repeat("|1\n", rows)
}

func TestTables(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		md   string
		want bool
	}{
		"usual":              {"|a|b|\n|-|:-:|\n|1|2|", true},
		"without outer bars": {"a|b\n-|-\n1|2", true},
		"the widest":         {table(MaxColumns, 3), true},
		"too wide":           {table(MaxColumns+1, 3), false},
		"3,000 × 6,000":      {table(3000, 6000), false},
		"long and narrow":    {table(3, 6000), true},
		"too many cells":     {table(50, 500), false},
		"too wide, quoted":   {"> " + strings.ReplaceAll(strings.TrimSpace(table(MaxColumns+1, 3)), "\n", "\n> "), false},
	} {
		html := convert(t, tt.md)
		if got := strings.Contains(html, "<table>"); got != tt.want {
			t.Errorf("%s: a table: %v", name, got)
		}
		if !strings.Contains(html, "1") {
			t.Errorf("%s: its text is lost", name)
		}
	}
}

// The number of nodes is bounded by the length of the text and the limit of cells, even if the text
// declares many more cells or references.
func TestMemory(t *testing.T) {
	t.Parallel()
	for name, md := range map[string]string{
		"one table":   table(3000, 6000),
		"many tables": strings.Repeat(table(100, 150)+"\n", 300),
		"references":  strings.Repeat("[^a]: b\n\n", 5000) + strings.Repeat("[^a]", 5000),
		"stars":       strings.Repeat("*a_ ", 50_000),
		"brackets":    strings.Repeat("[a](", 50_000),
		"backticks":   strings.Repeat("`a``b", 50_000),
		"quotes":      strings.Repeat("> ", 50_000),
		"one block":   "a\n" + strings.Repeat("2. *a_ b\n", 20_000),
		"bars":        strings.Repeat("| *a_ b\n", 20_000),
		"heading":     "# " + strings.Repeat("*a_ `", 20_000),
		"under":       strings.Repeat("*a_ `\n", 20_000) + "===",
		"no fence":    "a\n    ```\n" + strings.Repeat("    *a_ `\n", 20_000),
	} {
		if n := nodes(md); n > maxAll*2+len(md) {
			t.Errorf("%s: %d bytes become %d nodes", name, len(md), n)
		}
	}
}

// TestMarks checks that inline parsers are called for a bounded number of marks in a block. Otherwise
// pairing the marks could take time quadratic in the length of the block.
func TestMarks(t *testing.T) {
	t.Parallel()
	for _, n := range []int{400, 100_000, 400_000} {
		p := &counting{}
		m := New()
		m.Parser().AddOptions(limitedOption(p))
		m.Parser().Parse(text.NewReader([]byte(strings.Repeat("@a ", n))))
		if p.n > maxMarks || n < maxMarks && p.n != n || p.n*3*n > maxMarks*wholeBlock+minMarks*3*n {
			t.Errorf("%d marks: %d are looked at", n, p.n)
		}
	}
}

// Tildes are marks as well. After too many marks in a block, no further text is struck through.
func TestTildes(t *testing.T) {
	t.Parallel()
	const word = "~~a~~ "
	for n, want := range map[int]int{10: 10, 100_000: maxMarks * wholeBlock / (100_000 * len(word)) / 2} {
		if got := strings.Count(convert(t, strings.Repeat(word, n)), "<del>"); got != want {
			t.Errorf("of %d words %d are struck through, want %d", n, got, want)
		}
	}
}

// A paragraph of too many lines defines no references; its text is shown.
func TestDefinitions(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]bool{10: false, maxLines: false, maxLines + 1: true, 200_000: true} {
		html := convert(t, strings.Repeat("[a]: /b\n", n)+"\n[a]")
		if shown := strings.Contains(html, "[a]: /b"); shown != want || strings.Contains(html, "<a href=") == want {
			t.Errorf("%d definitions: %.100q", n, html)
		}
	}
}

func TestUsualTextsAreWhole(t *testing.T) {
	t.Parallel()
	md := strings.Repeat("一段**话**，有`代码`、[链接](https://example.com)与*重点*。\n", 60)
	if html := convert(t, md); strings.Count(html, "<strong>") != 60 || strings.Count(html, "<a ") != 60 {
		t.Error("marks of a usual paragraph are not read")
	}
	if html := convert(t, "甲[^1]\n\n[^1]: 注"); !strings.Contains(html, "footnote") {
		t.Error(html)
	}
}

func FuzzConvert(f *testing.F) {
	for _, s := range []string{table(3, 2), table(101, 2), "[^a]\n\n[^a]: b", "*a_ `b` [c](d) ~~e~ f~~", "> > - x", "a\n===\n", "![^a]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, md string) { convert(t, md) })
}
