// Package pdf reads PDF files with PDFium. It derives paragraphs, columns and tables
// from the positions of letters and drawn lines.
package pdf

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// maxCrashes is the maximum number of crashes of PDFium for one file. After each of these crashes, reading
// goes on with a new instance. After one more crash, reading the file fails. Crashes of pageReader.complete
// do not count.
const maxCrashes = 3

// Read reads a PDF page by page. A page is passed on only after the next `around` pages have been
// read, because they show which of its lines are headers or footers.
func Read(ctx context.Context, in *parse.Input, c *parse.Collector) error {
	changed := quicker(in)
	d, err := openPDF(in, changed)
	if err != nil && len(changed.tail) > 0 {
		changed.tail = nil
		d, err = openPDF(in, changed)
	}
	if err != nil {
		return err
	}
	defer func() { d.close() }()
	pages := d.pageCount()
	if pages <= 0 {
		return parse.Failf(parse.Broken, "a PDF without pages")
	}
	c.Total = pages
	c.Sum.Title = titleOf(d.meta("Title"))
	if d.scripts(in) {
		c.Warn(parsed.Scripts)
	}
	if mended(in) {
		c.Warn(parsed.Repaired)
	}
	r := &pageReader{ctx: ctx, in: in, c: c, letters: letters{sizes: map[int]int{}}, marks: d.bookmarks(pages)}
	defer r.closeComplete()
	for i := 0; i < min(pages, c.MaxUnits); i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if d.err != nil { // PDFium crashed before it read this page, for example while it drew an earlier page
			if d, err = r.reopen(d); err != nil {
				return err
			}
		}
		p := d.page(i)
		if d.err != nil {
			c.Warn(parsed.Unreadable)
			if d, err = r.reopen(d); err != nil {
				return err
			}
			d.withoutAnnotations = true // the annotations may have caused the crash
			p = page{failed: true}
		}
		l := p.layout(i + 1)
		r.letters.count(&l)
		r.add(l)
		if err := r.drain(d, around); err != nil {
			return err
		}
	}
	if err := r.drain(d, 0); err != nil {
		return err
	}
	if pages > c.MaxUnits {
		c.Warn(parsed.Truncated)
	}
	for _, m := range r.marks {
		c.Heading(m.Level, m.Text, m.Unit)
	}
	return nil
}

// pageReader passes a page on when enough of the pages after it are known.
type pageReader struct {
	ctx     context.Context
	in      *parse.Input
	c       *parse.Collector
	letters letters
	marks   []parsed.Heading // bookmarks
	crashes int

	recognised int       // number of pages on which recognition was tried, including failed tries
	complete   *document // the file with all its fonts, for drawing; nil before it is needed, and after a crash

	waiting []pageLayout
	margins map[int][]margin
}

// reopen replaces a crashed document by a new instance. After more than maxCrashes crashes, or if the file
// cannot be opened again, reopen fails and leaves the document as it is.
func (r *pageReader) reopen(d *document) (*document, error) {
	if r.crashes++; r.crashes > maxCrashes {
		return d, parse.Fail(parse.Broken, d.err)
	}
	again, err := openPDF(r.in, d.changed)
	if err != nil {
		return d, parse.Fail(parse.Broken, d.err)
	}
	again.withoutAnnotations = d.withoutAnnotations
	d.close()
	return again, nil
}

func (r *pageReader) add(l pageLayout) {
	if r.margins == nil {
		r.margins = map[int][]margin{}
	}
	r.margins[l.number] = l.margins()
	delete(r.margins, l.number-2*around-2)
	r.waiting = append(r.waiting, l)
}

// drain passes pages on until at most `keep` pages are waiting.
func (r *pageReader) drain(d *document, keep int) error {
	for len(r.waiting) > keep {
		l := r.waiting[0]
		r.waiting = r.waiting[1:]
		if err := r.hand(d, l); err != nil {
			return err
		}
	}
	return nil
}

func (r *pageReader) hand(d *document, l pageLayout) error {
	u := parsed.Unit{Kind: parsed.Page, Width: tenth(l.width), Height: tenth(l.height)}
	if l.failed {
		r.c.Warn(parsed.Unreadable)
	}
	if l.picture || l.garbled {
		blocks, err := r.recognise(d, l)
		if err != nil {
			return err
		}
		if blocks != nil {
			u.Blocks = blocks
			return r.c.Unit(u)
		}
		if l.garbled {
			r.c.Garbled = append(r.c.Garbled, r.c.Next())
		} else {
			r.c.Pictures++
		}
	}
	body := r.letters.usual()
	var neighbours [][]margin
	for n := l.number - around; n <= l.number+around; n++ {
		if m, ok := r.margins[n]; ok && n != l.number {
			neighbours = append(neighbours, m)
		}
	}
	l.withoutRepeats(neighbours, body.size)
	u.Blocks = l.blocks(body)
	r.head(u.Blocks)
	return r.c.Unit(u)
}

// head sets the title of a file without one: the first heading of level 1 on the first page. In a file with
// bookmarks, head then takes each bookmark of the page and makes a heading of the first block with the same
// text. In a file without bookmarks, head adds the headings of the page to the outline.
func (r *pageReader) head(blocks []parsed.Block) {
	for _, b := range blocks {
		if b.Kind == parsed.Title && b.Level == 1 && r.c.Next() == 1 && r.c.Sum.Title == "" {
			r.c.Sum.Title = b.Text
		}
	}
	if len(r.marks) == 0 {
		for _, b := range blocks {
			if b.Kind == parsed.Title {
				r.c.Heading(b.Level, parse.Clean(b.Text), r.c.Next())
			}
		}
		return
	}
	for _, m := range r.marks {
		if m.Unit != r.c.Next() {
			continue
		}
		want, longest := squeeze(m.Text), 3*len(m.Text)+100
		for i := range blocks {
			b := &blocks[i]
			if len(b.Text) > longest || b.Kind != parsed.Paragraph && b.Kind != parsed.List && b.Kind != parsed.Title {
				continue
			}
			if want != "" && squeeze(b.Text) == want {
				b.Kind, b.Level = parsed.Title, m.Level
				break
			}
		}
	}
}

// squeeze removes the spaces of a text, for comparisons.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, parse.Clean(s))
}

// recognise recognises the text of a page that is a picture or has unreadable text. It returns nil
// when no recogniser is available, the limit of pages is reached, the page cannot be drawn or
// recognised, or no text is found. It fails only when r.ctx has ended.
func (r *pageReader) recognise(d *document, l pageLayout) ([]parsed.Block, error) {
	if r.in.Recognise == nil || r.recognised == parse.MaxRecognised {
		return nil, nil
	}
	r.recognised++
	const dpi = 200
	drawn, err := r.draw(d, l.number-1, int(min(l.width, 1000)/72*dpi))
	if err != nil {
		return nil, nil
	}
	s, err := r.in.Recognise(r.ctx, drawn)
	if err != nil {
		if r.ctx.Err() != nil {
			return nil, r.ctx.Err()
		}
		return nil, nil // the page stays without text
	}
	blocks := parse.RecognisedBlocks(s)
	if len(blocks) > 0 {
		r.c.Warn(parsed.Recognised)
	}
	return blocks, nil
}

// draw draws a page with all its fonts; some of them are hidden while text is read. After a crash, an
// instance other than d draws, so that further crashes while drawing do not affect d.
func (r *pageReader) draw(d *document, index, width int) ([]byte, error) {
	if len(d.changed.programs) == 0 && d.err == nil && r.crashes == 0 {
		return d.render(index, width)
	}
	if r.complete == nil {
		complete, err := openPDF(r.in, changes{})
		if err != nil {
			return nil, err
		}
		r.complete = complete
	}
	drawn, err := r.complete.render(index, width)
	if r.complete.err != nil { // PDFium crashed; the next page is drawn by a new instance
		r.closeComplete()
	}
	return drawn, err
}

func (r *pageReader) closeComplete() {
	if r.complete != nil {
		r.complete.close()
		r.complete = nil
	}
}

// titleOf returns the title of a document. It is empty for default titles of programs and for
// file names.
func titleOf(s string) string {
	s = strings.TrimSpace(s)
	lower := strings.ToLower(s)
	for _, no := range []string{"untitled", "microsoft word", "microsoft powerpoint", "幻灯片", "about:blank", "无标题", "未命名"} {
		if strings.HasPrefix(lower, no) {
			return ""
		}
	}
	for _, ext := range []string{".doc", ".docx", ".ppt", ".pptx", ".pdf", ".html", ".tmp", ".wps", ".indd"} {
		if strings.HasSuffix(lower, ext) {
			return ""
		}
	}
	return s
}

// scripts reports whether a PDF contains JavaScript, which is never run.
func (d *document) scripts(in *parse.Input) bool {
	if int32(d.call("FPDFDoc_GetJavaScriptActionCount", d.doc)) > 0 {
		return true
	}
	found := false
	_ = eachChunk(in, 32, func(b []byte, _ int64) bool { // a read error ends the search
		found = bytes.Contains(b, []byte("/JavaScript")) || bytes.Contains(b, []byte("/JS(")) || bytes.Contains(b, []byte("/JS ("))
		return !found
	})
	return found
}

// eachChunk calls visit with the bytes of a file piece by piece, and with the offset of each
// piece, until visit returns false. Each piece except the first begins with the last `overlap` bytes
// of the previous piece.
func eachChunk(in *parse.Input, overlap int, visit func(b []byte, at int64) bool) error {
	const size = 1 << 20
	buf := make([]byte, size+overlap)
	have, at := 0, int64(0)
	r := in.Reader()
	for {
		n, err := io.ReadFull(r, buf[have:])
		if n > 0 && !visit(buf[:have+n], at) {
			return nil
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil
		}
		if err != nil {
			return err
		}
		at += int64(have + n - overlap)
		have = copy(buf, buf[have+n-overlap:have+n])
	}
}

// mended reports whether PDFium had to rebuild the cross-reference table: the end of the file states no
// offset of a table, or there is no table at the stated offset.
func mended(in *parse.Input) bool {
	at, ok := startOf(in)
	if !ok {
		return true
	}
	head := bytes.TrimLeft(bytesAt(in, at, 64), " \r\n\t\x00")
	return !bytes.HasPrefix(head, []byte("xref")) && !bytes.Contains(head, []byte(" obj"))
}

// bookmarks returns the outline made by the author of a document.
func (d *document) bookmarks(pages int) []parsed.Heading {
	var out []parsed.Heading
	seen := map[uint64]bool{}
	listed := 0
	var walk func(parent uint64, level int)
	walk = func(parent uint64, level int) {
		for b := d.call("FPDFBookmark_GetFirstChild", d.doc, parent); b != 0 && d.err == nil; b = d.call("FPDFBookmark_GetNextSibling", d.doc, b) {
			if seen[b] || len(out) >= parse.MaxOutline || level > 9 {
				return
			}
			seen[b] = true
			title := parse.OneLine(parse.Clean(d.textOf("FPDFBookmark_GetTitle", b)))
			dest := d.call("FPDFBookmark_GetDest", d.doc, b)
			if dest == 0 {
				if action := d.call("FPDFBookmark_GetAction", b); action != 0 {
					dest = d.call("FPDFAction_GetDest", d.doc, action)
				}
			}
			page := -1
			if dest != 0 {
				page = int(int32(d.call("FPDFDest_GetDestPageIndex", d.doc, dest)))
				// To find a page, PDFium starts at the first page that it has not loaded yet. Requesting the
				// sizes of all pages up to the found page loads them, which keeps later searches short.
				for ; listed <= min(page, pages-1) && d.err == nil; listed++ {
					d.call("FPDF_GetPageSizeByIndexF", d.doc, uint64(listed), uint64(d.scratch))
				}
			}
			if title != "" && page >= 0 && page < pages {
				out = append(out, parsed.Heading{Level: level, Text: title, Unit: page + 1})
			}
			walk(b, level+1)
		}
	}
	walk(0, 1)
	return out
}
