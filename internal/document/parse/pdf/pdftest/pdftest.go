// Package pdftest builds small PDFs for tests, with mistakes and rare features as in the
// files of real PDF writers.
package pdftest

import (
	"bytes"
	"fmt"
	"strings"
)

// File returns a PDF with the given objects, numbered from 1. The first object is the catalog.
func File(objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	places := make([]int, len(objects))
	for i, o := range objects {
		places[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range places {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table)
	return b.Bytes()
}

// Stream returns an object with data. dict is the content of its dictionary, without the
// length.
func Stream(dict, data string) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dict, len(data), data)
}

// Numbers of the objects of a Page.
const (
	Catalog = 1 + iota
	pages
	thePage
	content
	fonts
	Rest // the first number of further objects
)

// Page is a PDF of one page of 595 × 842 points.
type Page struct {
	Content string   // content stream of the page
	Fonts   string   // content of the dictionary of fonts
	Dict    string   // further entries of the page's dictionary
	Catalog string   // further entries of the catalog
	Objects []string // objects to which the entries refer, numbered from Rest
}

// Bytes writes the file.
func (p Page) Bytes() []byte {
	return File(append([]string{
		fmt.Sprintf("<< /Type /Catalog /Pages %d 0 R %s >>", pages, p.Catalog),
		fmt.Sprintf("<< /Type /Pages /Kids [%d 0 R] /Count 1 >>", thePage),
		fmt.Sprintf("<< /Type /Page /Parent %d 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font %d 0 R >> %s >>", pages, content, fonts, p.Dict),
		Stream("", p.Content),
		fmt.Sprintf("<< %s >>", p.Fonts),
	}, p.Objects...)...)
}

// Helvetica is a standard font, which need not be embedded.
const Helvetica = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"

// Codes returns the codes of a text for a font made by the function Unicode: UTF-16 in hex within angle
// brackets. The characters of the text must be below U+10000.
func Codes(text string) string {
	var b strings.Builder
	b.WriteByte('<')
	for _, r := range text {
		fmt.Fprintf(&b, "%04X", r)
	}
	b.WriteByte('>')
	return b.String()
}

// Unicode returns the four objects of a font that is not embedded. The function Codes returns text in
// the codes of this font. at is the object number of the font. If mapped, the font maps its codes to
// Unicode.
func Unicode(at int, mapped bool) []string {
	to := ""
	if mapped {
		to = fmt.Sprintf("/ToUnicode %d 0 R", at+2)
	}
	return []string{
		fmt.Sprintf("<< /Type /Font /Subtype /Type0 /BaseFont /SimSun /Encoding /Identity-H /DescendantFonts [%d 0 R] %s >>", at+1, to),
		fmt.Sprintf("<< /Type /Font /Subtype /CIDFontType2 /BaseFont /SimSun /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 1000 /FontDescriptor %d 0 R >>", at+3),
		Stream("", toUnicode()),
		"<< /Type /FontDescriptor /FontName /SimSun /Flags 4 /FontBBox [0 -141 1000 859] /ItalicAngle 0 /Ascent 859 /Descent -141 /CapHeight 700 /StemV 80 >>",
	}
}

// toUnicode returns a map of every code to the character with that number. Each range
// has one high byte.
func toUnicode() string {
	var b strings.Builder
	b.WriteString("/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def\n1 begincodespacerange <0000> <FFFF> endcodespacerange\n")
	for high := 0; high < 0x100; high += 0x40 {
		b.WriteString("64 beginbfrange\n")
		for h := high; h < high+0x40; h++ {
			fmt.Fprintf(&b, "<%02X00> <%02XFF> <%02X00>\n", h, h, h)
		}
		b.WriteString("endbfrange\n")
	}
	b.WriteString("endcmap end end")
	return b.String()
}
