package pdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
	"github.com/wenqu-ai/wenqu/internal/document/parse/pdf/pdftest"
)

func inputOf(data []byte) *parse.Input {
	return &parse.Input{ReaderAt: bytes.NewReader(data), Size: int64(len(data)), Ext: "pdf", Options: parse.Options{Tools: cacheForTests()}}
}

// composite returns a page with a single font, which is composite and embedded. `rest` is put into
// the dictionary of the font program.
func composite(program, rest string) pdftest.Page {
	objects := pdftest.Unicode(pdftest.Rest, true)
	last := len(objects) - 1
	objects[last] = strings.TrimSuffix(objects[last], ">>") + fmt.Sprintf("/FontFile2 %d 0 R >>", pdftest.Rest+len(objects))
	return pdftest.Page{
		Fonts:   fmt.Sprintf("/F1 %d 0 R", pdftest.Rest),
		Content: "BT /F1 12 Tf 1 0 0 1 100 700 Tm " + pdftest.Codes("甲方 pays 乙方") + " Tj ET",
		Objects: append(objects, pdftest.Stream(fmt.Sprintf("/Length1 %d %s", len(program), rest), program)),
	}
}

// deflated returns s compressed, as the data of a stream.
func deflated(s string) string {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, _ = z.Write([]byte(s)) // writing to a buffer returns no error
	_ = z.Close()
	return b.String()
}

// TestCompositePrograms checks which font programs are read without their outlines.
func TestCompositePrograms(t *testing.T) {
	t.Parallel()
	program := strings.Repeat("glyf", 200)
	simple := pdftest.Page{Fonts: "/F1 << /Type /Font /Subtype /TrueType /BaseFont /A /FontDescriptor 6 0 R >>", Objects: []string{
		"<< /Type /FontDescriptor /FontName /A /FontFile2 7 0 R >>", pdftest.Stream("/Length1 800", program),
	}}
	shared := composite(program, "")
	shared.Objects = append(shared.Objects, "<< /Type /Font /Subtype /TrueType /BaseFont /A /FontDescriptor 9 0 R >>")
	encrypted := composite(program, "")
	encrypted.Catalog = "/Encrypt 1 0 R"
	// The font and its descriptor are in an object stream.
	index := "11 0 12 70 "
	members := fmt.Sprintf("%-69s %s", "<< /Type /Font /Subtype /CIDFontType2 /FontDescriptor 12 0 R >>", "<< /Type /FontDescriptor /FontFile2 6 0 R >>")
	packed := pdftest.Page{Objects: []string{
		pdftest.Stream("/Length1 800", program),
		pdftest.Stream(fmt.Sprintf("/Type /ObjStm /N 2 /First %d /Filter /FlateDecode", len(index)), deflated(index+members)),
	}}
	crowded := composite(program, "").Bytes()
	for i := range 3*maxPrograms + 1 {
		crowded = fmt.Appendf(crowded, "\n%d 0 obj << /FontDescriptor %d 0 R >> endobj", 100+i, 10_000+i)
	}
	for name, tt := range map[string]struct {
		data []byte
		want int
	}{
		"too many fonts":      {crowded, 0},
		"composite":           {composite(program, "").Bytes(), 1},
		"CFF":                 {pdftest.Page{Objects: []string{pdftest.Stream("/Subtype /CIDFontType0C", program)}}.Bytes(), 1},
		"in an object stream": {packed.Bytes(), 1},
		"simple":              {simple.Bytes(), 0},
		"of both kinds":       {shared.Bytes(), 0},
		"encrypted":           {encrypted.Bytes(), 0},
		"too short":           {composite("glyf", "").Bytes(), 0},
		"another filter":      {composite(program, "/Filter /LZWDecode").Bytes(), 0},
		"two filters":         {composite(program, "/Filter [/ASCII85Decode /FlateDecode]").Bytes(), 0},
		"type 1":              {composite(program, "/Length2 10").Bytes(), 0},
		"across two pieces":   {append(bytes.Repeat([]byte("%"), 1<<20+maxHead-200), composite(program, "").Bytes()...), 1},
	} {
		got := quicker(inputOf(tt.data)).programs
		if len(got) != tt.want {
			t.Errorf("%s: %v", name, got)
		}
		for _, h := range got {
			if !bytes.HasPrefix(tt.data[h.at:], []byte(program)) {
				t.Errorf("%s: %d is not where the program is", name, h.at)
			}
		}
	}
}

// TestReplacedPrograms replaces two programs in a file that is read in pieces of several sizes.
func TestReplacedPrograms(t *testing.T) {
	t.Parallel()
	data := bytes.Repeat([]byte("x"), 2_000)
	programs := []hiddenProgram{{300, false}, {1_800, true}}
	want := slices.Clone(data)
	copy(want[300:], emptyFont)
	copy(want[1_800:], emptyFontPacked)
	for size := 1; size < 700; size += 13 {
		r := &withoutOutlines{ReadSeeker: bytes.NewReader(data), programs: programs}
		for at := 0; at < len(data); at += size {
			if _, err := r.Seek(int64(at), io.SeekStart); err != nil {
				t.Fatal(err)
			}
			piece := make([]byte, size)
			n, err := r.Read(piece)
			if err != nil || !bytes.Equal(piece[:n], want[at:at+n]) {
				t.Fatalf("%d bytes at %d: %v", size, at, err)
			}
		}
	}
}

// TestWithoutOutlines checks that text is read correctly when the outlines of a font are hidden from
// PDFium. Pages must still be drawn with the outlines.
func TestWithoutOutlines(t *testing.T) {
	t.Parallel()
	if got := text(t, composite(strings.Repeat("glyf", 200), "").Bytes()); got != "甲方 pays 乙方" {
		t.Errorf("%q", got)
	}
	in := inputOf(parsetest.Sample(t, "report.pdf"))
	changed := quicker(in)
	if len(changed.programs) == 0 {
		t.Fatal("the sample has no composite font")
	}
	d, err := openPDF(in, changed)
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	r := pageReader{in: in}
	defer r.closeComplete()
	const width = 200
	want, err := Render(t.Context(), in, 1, width)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := r.draw(d, 0, width); err != nil || !bytes.Equal(got, want) {
		t.Errorf("the page is drawn without its fonts: %v", err)
	}
	if got, err := d.render(0, width); err != nil || bytes.Equal(got, want) {
		t.Errorf("the fonts have outlines: %v", err)
	}
}

// FuzzCompositePrograms looks for font programs in arbitrary bytes.
func FuzzCompositePrograms(f *testing.F) {
	f.Add(composite(strings.Repeat("glyf", 200), "").Bytes())
	f.Add([]byte(strings.Repeat("1 0 obj ", 1_000)))
	f.Add([]byte("1 0 obj << /Type /ObjStm /First 9 /FlateDecode >> stream\n" + deflated("1 0 2 9 3 <<>>") + "2 0 obj << /Length1 4 >> stream\n" + strings.Repeat("x", 300)))
	f.Fuzz(func(t *testing.T, data []byte) {
		last := int64(0)
		for _, h := range quicker(inputOf(data)).programs {
			if h.at < last || h.at+int64(len(h.replacement())) > int64(len(data)) {
				t.Fatal(h)
			}
			last = h.at
		}
	})
}
