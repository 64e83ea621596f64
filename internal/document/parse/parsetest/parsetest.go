// Package parsetest contains helpers for the tests of all formats: the samples, a sink
// that keeps everything, and the invariants of every result.
package parsetest

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Sink is a sink that keeps everything.
type Sink struct {
	Units []parsed.Unit
	done  int
	total int
}

// Unit appends a unit.
func (k *Sink) Unit(u parsed.Unit) error { k.Units = append(k.Units, u); return nil }

// Progress stores the last counts.
func (k *Sink) Progress(done, total int) { k.done, k.total = done, total }

// Sample returns the content of a file in testdata, unpacked if the name ends with .gz. The
// folder testdata is in the folder of the test or in a folder above.
func Sample(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(Dir(), name))
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(name, ".gz") {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if data, err = io.ReadAll(z); err != nil {
			t.Fatal(err)
		}
	}
	return data
}

// Describe formats the result of reading a file: the error, the summary, the outline and the units, with
// a line for each block and each row of a table.
func Describe(sum parsed.Summary, units []parsed.Unit, err error) string {
	var b strings.Builder
	if err != nil {
		code, _ := parse.CodeOf(err)
		fmt.Fprintf(&b, "error %s\n", code)
	}
	fmt.Fprintf(&b, "%s %q units %d chars %d %v\n", sum.Format, sum.Title, sum.Units, sum.Chars, sum.Warnings)
	for _, h := range sum.Outline {
		fmt.Fprintf(&b, "%s %s → %d\n", strings.Repeat("#", h.Level), h.Text, h.Unit)
	}
	for _, u := range units {
		fmt.Fprintf(&b, "\n%s %d %q", u.Kind, u.Number, u.Name)
		if u.Width > 0 {
			fmt.Fprintf(&b, " %.0f×%.0f", u.Width, u.Height)
		}
		b.WriteByte('\n')
		for _, block := range u.Blocks {
			fmt.Fprintf(&b, "  %s", block.Kind)
			if block.Level > 0 {
				fmt.Fprintf(&b, " %d", block.Level)
			}
			if block.First > 0 {
				fmt.Fprintf(&b, " from %d", block.First)
			}
			if block.Kind != parsed.Table {
				fmt.Fprintf(&b, " %q\n", block.Text)
				continue
			}
			b.WriteByte('\n')
			for _, row := range block.Rows {
				fmt.Fprintf(&b, "    | %s |\n", strings.Join(row, " | "))
			}
		}
	}
	return b.String()
}

// Zip returns an archive. Each part has three arguments: its name, a text, and how many times the
// part contains the text.
func Zip(t testing.TB, parts ...any) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(parts); i += 3 {
		w, err := z.Create(parts[i].(string))
		if err != nil {
			t.Fatal(err)
		}
		for range parts[i+2].(int) {
			if _, err := io.WriteString(w, parts[i+1].(string)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Collect calls a reader with a collector and checks the invariants of the collected content. The check
// is skipped if the content has no text or if the last section exceeds a limit.
func Collect(t *testing.T, read func(c *parse.Collector) error) {
	t.Helper()
	k := &Sink{}
	c := parse.NewCollector(context.WithoutCancel(t.Context()), k, parse.Options{MaxChars: 100_000, MaxPages: 200})
	if err := read(c); err != nil && c.SinkFailed() {
		t.Fatal(err)
	}
	if c.Flush() == nil && c.Sum.Chars > 0 {
		Sound(t, c.Summary(), k.Units, nil, parse.Options{})
	}
}

// Sound checks the invariants of every result of a parser.
func Sound(t testing.TB, sum parsed.Summary, units []parsed.Unit, err error, o parse.Options) {
	t.Helper()
	if err != nil {
		if _, ours := parse.CodeOf(err); !ours && !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("an error of another type: %v", err)
		}
		return
	}
	runes := 0
	for i, u := range units {
		if u.Number != i+1 {
			t.Fatalf("unit %d has the number %d", i+1, u.Number)
		}
		if u.Kind == "" || !utf8.ValidString(u.Name) || utf8.RuneCountInString(u.Name) > 200 {
			t.Fatalf("unit %d: kind %q, name %q", i, u.Kind, u.Name)
		}
		for _, b := range u.Blocks {
			runes += utf8.RuneCountInString(b.Text)
			if b.Text == "" || !utf8.ValidString(b.Text) || strings.ContainsAny(b.Text, "\x00\r\u202e") {
				t.Fatalf("a block of %s: %q", b.Kind, b.Text)
			}
			if (b.Kind == parsed.Table) != (b.Rows != nil) || b.Kind == "" {
				t.Fatalf("a block of %q with %d rows", b.Kind, len(b.Rows))
			}
			if b.Kind == parsed.Title && (b.Level < 1 || b.Level > 9) {
				t.Fatalf("a heading of level %d", b.Level)
			}
			if len(b.Rows) > tableRows && u.Kind == parsed.Sheet {
				t.Fatalf("a table of %d rows", len(b.Rows))
			}
			if x := b.Box; x != nil && u.Width > 0 && (x.X0 > x.X1 || x.Y0 > x.Y1 || x.X1 < -100 || x.Y1 < -100) {
				t.Fatalf("a box %+v on a page of %v × %v", *x, u.Width, u.Height)
			}
		}
	}
	if sum.Chars != runes || runes == 0 || sum.Units < len(units) {
		t.Fatalf("%d runes and %d units, said to be %d and %d", runes, len(units), sum.Chars, sum.Units)
	}
	if o.MaxChars > 0 && runes > o.MaxChars {
		t.Fatalf("%d runes of at most %d", runes, o.MaxChars)
	}
	for _, h := range sum.Outline {
		if h.Unit < 1 || h.Unit > max(sum.Units, len(units)) || h.Level < 1 || h.Text == "" {
			t.Fatalf("a heading %+v of %d units", h, len(units))
		}
	}
}

// tableRows is the maximum number of rows in a block of a sheet.
const tableRows = 500

// Dir returns the folder of the samples.
func Dir() string {
	dir := "testdata"
	for range 4 {
		if _, err := os.Stat(filepath.Join(dir, "README.md")); err == nil {
			return dir
		}
		dir = filepath.Join("..", dir)
	}
	panic("parsetest: no testdata above this folder")
}
