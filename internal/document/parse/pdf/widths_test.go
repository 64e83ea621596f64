package pdf

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse/pdf/pdftest"
)

// widthOf returns the width of a code as PDFium does: the width of the first range that contains the code.
func widthOf(spans []span, code int, usual string) string {
	for _, s := range spans {
		if s.from <= code && code <= s.to {
			return s.width
		}
	}
	return usual
}

// latinWidths is the array of widths of a font with the usual codes of letters.
func latinWidths() string {
	var b strings.Builder
	b.WriteString("[ 3 [250 333] ")
	for code := 36; code < 130; code++ {
		fmt.Fprintf(&b, "%d [%d.5] ", code, 400+code%7)
	}
	return b.String() + "131 140 600 ]"
}

func noCharacters() *characters { return nil }

func TestQuickWidths(t *testing.T) {
	t.Parallel()
	for _, array := range []string{latinWidths(), "[9 [1 1 1 2] 13 20 2 5000 [3]]", "[7 8 500]", "[65535 [4]]", "[1 [2 3]4[5]]"} {
		const usual = "1000"
		before, quick := codeSpans([]byte(array)), quickWidths([]byte(array), usual, noCharacters)
		after := codeSpans(quick)
		if len(before) == 0 || len(after) == 0 {
			t.Errorf("%s became %s", array, quick)
			continue
		}
		for code := range lastCode + 1 {
			if got, want := widthOf(after, code, usual), widthOf(before, code, usual); got != want {
				t.Fatalf("%s: code %d is %s wide, not %s: %s", array, code, got, want, quick)
			}
		}
	}
	// Frequent letters, the space and a Han character are found early.
	spans := codeSpans(quickWidths([]byte(latinWidths()), "1000", noCharacters))
	for _, code := range []int{20_000, 3, 'e' - 'a' + 68, 'n' - 'a' + 68} {
		if i := slices.IndexFunc(spans, func(s span) bool { return s.from <= code && code <= s.to }); i < 0 || i > 5 {
			t.Errorf("code %d is in the place %d", code, i)
		}
	}
	for _, array := range []string{"", "[", "[]", "[1 [2]", "[1 2]", "[1 [2] 1 [3]]", "[3 1 500]", "[1 [2 /A]]", "[x [2]]", "[1 [2] 70000 [3]]", "<</W 1>>", "[65535 [1 2]]", "[1 2 3 0 R]"} {
		if got := quickWidths([]byte(array), "1000", noCharacters); got != nil {
			t.Errorf("%s became %s", array, got)
		}
	}
}

// withWidths returns a file with the given object as the widths of its composite font.
func withWidths(widths string, stream bool) []byte {
	p := composite(strings.Repeat("glyf", 200), "")
	number := pdftest.Rest + len(p.Objects)
	p.Objects[1] = strings.Replace(p.Objects[1], "/DW 1000", fmt.Sprintf("/DW 1000 /W %d 0 R", number), 1)
	p.Objects = append(p.Objects, widths)
	data := p.Bytes()
	if !stream {
		return data
	}
	// Replace the cross-reference table by a cross-reference stream.
	data = data[:bytes.LastIndex(data, []byte("xref\n0 "))]
	entries := []byte{0, 0, 0, 0}
	places := regexp.MustCompile(`(?m)^\d+ 0 obj`).FindAllIndex(data, -1)
	for _, at := range places {
		entries = append(entries, 1, byte(at[0]>>8), byte(at[0]), 0)
	}
	begin := len(data)
	size := len(places) + 1
	data = fmt.Appendf(data, "%d 0 obj\n<</Type/XRef/W[1 2 1]/Size %d/Root 1 0 R/Length %d>>\nstream\n%s\nendstream\nendobj\n", size, size+1, len(entries), entries)
	return fmt.Appendf(data, "startxref\n%d\n%%%%EOF\n", begin)
}

// TestRevision checks that PDFium reads the objects of a revision. The text of a file must
// keep its positions when the widths are in another order.
func TestRevision(t *testing.T) {
	t.Parallel()
	for _, stream := range []bool{false, true} {
		in := inputOf(withWidths("[ 97 [600 500 400] 112 [555] 115 [333] 121 [444] 30000 40000 900 200 [1 1 1 1 1 1] ]", stream))
		read := func(c changes) []glyph {
			d, err := openPDF(in, c)
			if err != nil {
				t.Fatal(stream, err)
			}
			defer d.close()
			p := d.page(0)
			for i := range p.glyphs {
				p.glyphs[i].font = nil
			}
			return slices.Clone(p.glyphs)
		}
		changed := quicker(in)
		if len(changed.tail) == 0 {
			t.Fatal(stream, "no revision")
		}
		want := read(changes{programs: changed.programs})
		if got := read(changed); len(got) == 0 || !slices.Equal(got, want) {
			t.Errorf("%v: %v, not %v", stream, got, want)
		}
		number := pdftest.Rest + 5
		other := changes{programs: changed.programs, tail: revision(in, map[int][]byte{number: []byte("[0 65535 123]")})}
		if got := read(other); slices.Equal(got, want) {
			t.Errorf("%v: the revision is not read", stream)
		}
	}
}

// TestNoRevision checks that only files with a simple structure get a revision.
func TestNoRevision(t *testing.T) {
	t.Parallel()
	good := withWidths(latinWidths(), false)
	replaced := func(old, by string) []byte { return bytes.Replace(good, []byte(old), []byte(by), 1) }
	for name, data := range map[string][]byte{
		"bytes before it":  append([]byte("junk\n"), good...),
		"no root":          replaced("/Root 1 0 R", "/Boot 1 0 R"),
		"no size":          replaced("/Size", "/Wide"),
		"a wrong place":    replaced("startxref\n", "startxref\n9"),
		"no end":           good[:len(good)-30],
		"encrypted":        replaced("/Root 1 0 R", "/Root 1 0 R /Encrypt 2 0 R"),
		"two arrays":       fmt.Appendf(bytes.Clone(good), "\n%d 0 obj\n%s\nendobj\n", pdftest.Rest+5, strings.Replace(latinWidths(), "250", "251", 1)),
		"an unclosed list": withWidths(strings.TrimSuffix(latinWidths(), "]"), false),
	} {
		if c := quicker(inputOf(data)); len(c.tail) > 0 {
			t.Errorf("%s: a revision was made", name)
		}
	}
	if c := quicker(inputOf(good)); len(c.tail) == 0 {
		t.Error("no revision was made")
	}
}

// FuzzRevision makes revisions of damaged files.
func FuzzRevision(f *testing.F) {
	f.Add(withWidths(latinWidths(), false))
	f.Add(withWidths(latinWidths(), true))
	mapped := withMap()
	f.Add(mapped.Bytes())
	f.Add([]byte("%PDF-1.4\nxref\n0 999999999\n0 999999999\ntrailer\nstartxref\n9\n%%EOF"))
	f.Fuzz(func(t *testing.T, data []byte) {
		const most = 16 // the appended bytes may be `most` times as long as the file, plus 1,000 bytes
		if c := quicker(inputOf(data)); len(c.tail) > most*len(data)+1_000 {
			t.Fatalf("%d bytes became %d", len(data), len(c.tail))
		}
	})
}
