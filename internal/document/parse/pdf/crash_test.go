package pdf

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
	"github.com/wenqu-ai/wenqu/internal/document/parse/pdf/pdftest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// fragile is a file. Reading its bytes from `from` to `to` crashes PDFium.
type fragile struct {
	io.ReaderAt
	from, to int64
}

func (f fragile) ReadAt(p []byte, at int64) (int, error) {
	if at > 0 && at < f.to && at+int64(len(p)) > f.from { // a read of the whole file begins at 0, and may succeed
		panic("read")
	}
	return f.ReaderAt.ReadAt(p, at)
}

// TestCrashWhileDrawing lets PDFium crash while it draws a page for recognition. The text of the next
// pages and the drawing of the other pictures must not be affected.
func TestCrashWhileDrawing(t *testing.T) {
	t.Parallel()
	const pages, mask, first = 8, 4, 5 // `mask` and `first` are numbers of objects
	const gray = "/Type /XObject /Subtype /Image /Width 100 /Height 100 /BitsPerComponent 8 /ColorSpace /DeviceGray "
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>",
		pdftest.Stream(gray, strings.Repeat("m", 100*100))} // PDFium reads this object when it draws page 1
	var kids strings.Builder
	for i := range pages {
		at := first + 3*i
		fmt.Fprintf(&kids, "%d 0 R ", at)
		content, resources := fmt.Sprintf("BT /F1 12 Tf 100 700 Td (The text of the page with the number %d) Tj ET", i+1), "3 0 R"
		if i == 0 || i == pages-1 {
			content, resources = "q 500 0 0 700 50 50 cm /P Do Q", fmt.Sprintf("<< /XObject << /P %d 0 R >> >>", at+2)
		}
		masked := ""
		if i == 0 {
			masked = fmt.Sprintf("/SMask %d 0 R", mask)
		}
		objects = append(objects,
			fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources %s >>", at+1, resources),
			pdftest.Stream("", content),
			pdftest.Stream(gray+masked, strings.Repeat("p", 100*100)))
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids.String(), pages)
	data := pdftest.File(objects...)
	in := inputOf(data)
	from := int64(bytes.Index(data, []byte("mmmm")))
	in.ReaderAt = fragile{in.ReaderAt, from + 1000, from + 9000} // the object without its first and last 1000 bytes, which PDFium reads with neighbouring objects
	in.Recognise = func(context.Context, []byte) (string, error) { return "图里的字", nil }
	k := &parsetest.Sink{}
	c := parse.NewCollector(t.Context(), k, parse.Options{})
	if err := Read(t.Context(), in, c); err != nil {
		t.Fatal(err)
	}
	for i, u := range k.Units {
		want := fmt.Sprintf("paragraph:The text of the page with the number %d", i+1)
		switch i {
		case 0:
			want = ""
		case pages - 1:
			want = "paragraph:图里的字"
		}
		if got := texts(u.Blocks); got != want {
			t.Errorf("page %d: %q, want %q", i+1, got, want)
		}
	}
	if sum := c.Summary(); slices.Contains(sum.Warnings, parsed.Unreadable) {
		t.Errorf("the warnings are %v", sum.Warnings)
	}
}
