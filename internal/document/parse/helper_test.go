package parse

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// kept is a sink that keeps everything.
type kept struct {
	units []parsed.Unit
	done  int
	total int
}

func (k *kept) Unit(u parsed.Unit) error { k.units = append(k.units, u); return nil }

func (k *kept) Progress(done, total int) { k.done, k.total = done, total }

// tools are what every test may use: compiled code is kept between them.
func tools(t testing.TB) Tools {
	t.Helper()
	return Tools{Cache: filepath.Join(os.TempDir(), "wenqu-test-pdfium"), Temp: t.TempDir()}
}

func parseBytes(t testing.TB, data []byte, o Options) (parsed.Summary, []parsed.Unit, error) {
	t.Helper()
	if o.Tools == (Tools{}) {
		o.Tools = tools(t)
	}
	k := &kept{}
	sum, err := Parse(context.WithoutCancel(t.Context()), bytes.NewReader(data), int64(len(data)), o, k)
	return sum, k.units, err
}

func sample(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
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

// describe writes what was read of a file, a line a block.
func describe(sum parsed.Summary, units []parsed.Unit, err error) string {
	var b strings.Builder
	if err != nil {
		code, _ := CodeOf(err)
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
