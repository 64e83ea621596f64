// Package docx writes a document as a Word file.
package docx

import (
	"archive/zip"
	"context"
	"embed"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/export/content"
)

//go:embed templates/*.xml
var wordTemplates embed.FS

// wordParts are the files of a .docx made from templates. Write generates the other files.
var wordParts = []struct{ name, template string }{
	{"[Content_Types].xml", "content_types"}, // must come first, because some programs detect the type by the first bytes
	{"_rels/.rels", "rels"},
	{"docProps/core.xml", "core"},
	{"docProps/app.xml", "app"},
	{"docProps/custom.xml", "custom"},
	{"word/settings.xml", "settings"},
	{"word/styles.xml", "styles"},
	{"word/fontTable.xml", "font_table"},
	{"word/footer1.xml", "footer"},
}

// Write writes a .docx file. Headings, lists, tables and formulas are native elements, so that they
// can be edited.
func Write(ctx context.Context, w io.Writer, d *content.Document) error {
	word := &wordWriter{doc: d}
	if err := word.body(ctx); err != nil {
		return err
	}
	z := zip.NewWriter(w)
	fill := strings.NewReplacer(slots(d)...)
	for _, p := range wordParts {
		template, err := wordTemplates.ReadFile("templates/" + p.template + ".xml")
		if err != nil {
			return err
		}
		if err := addFile(z, p.name, fill.Replace(string(template)), d.Made); err != nil {
			return err
		}
	}
	for _, f := range []struct{ name, content string }{
		{"word/document.xml", word.document()},
		{"word/numbering.xml", word.numbering()},
		{"word/_rels/document.xml.rels", word.relations()},
	} {
		if err := addFile(z, f.name, f.content, d.Made); err != nil {
			return err
		}
	}
	for i, p := range word.pictures {
		if err := addFile(z, "word/"+mediaName(i), string(p), d.Made); err != nil {
			return err
		}
	}
	return z.Close()
}

func addFile(z *zip.Writer, name, content string, made time.Time) error {
	f, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: made.UTC()})
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, content)
	return err
}

// slots returns the {names} in the templates, each followed by its value. Values that may contain any
// text are escaped for XML.
func slots(d *content.Document) []string {
	safe := func(s string) string {
		var b strings.Builder
		escape(&b, s)
		return b.String()
	}
	return []string{
		"{title}", safe(d.Title), "{product}", safe(d.Product), "{label}", safe(d.Label), "{aigc}", safe(d.AIGCLabel()),
		"{latin}", d.Latin, "{han}", d.Han, "{hanName}", d.HanName, "{lang}", d.WordLang, "{docLang}", d.Lang,
		"{utc}", d.Made.UTC().Format(time.RFC3339),
	}
}

const (
	wordHead = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	wordRoot = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"` +
		` xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"` +
		` xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"` +
		` xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"` +
		` xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"` +
		` xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>`
	// The page is A4 with margins of 2.54 cm.
	wordEnd = `<w:sectPr><w:footerReference w:type="default" r:id="rId5"/><w:pgSz w:w="11906" w:h="16838"/>` +
		`<w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/>` +
		`</w:sectPr></w:body></w:document>`
	pageWidth = 9026 // width between the margins, in twentieths of a point
)

func (w *wordWriter) document() string { return wordHead + wordRoot + w.out.String() + wordEnd }

// relations returns the content of document.xml.rels. The file lists what the document refers to: other
// files of the .docx such as the styles, the targets of links, and the pictures.
func (w *wordWriter) relations() string {
	const kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	var b strings.Builder
	b.WriteString(wordHead + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`)
	for i, part := range []string{"styles", "numbering", "settings", "fontTable", "footer"} {
		target := part
		if part == "footer" {
			target = "footer1"
		}
		b.WriteString(`<Relationship Id="rId` + strconv.Itoa(i+1) + `" Type="` + kind + part + `" Target="` + target + `.xml"/>`)
	}
	for i, link := range w.links {
		b.WriteString(`<Relationship Id="link` + strconv.Itoa(i+1) + `" Type="` + kind + `hyperlink" Target="`)
		escape(&b, link)
		b.WriteString(`" TargetMode="External"/>`)
	}
	for i := range w.pictures {
		b.WriteString(`<Relationship Id="` + pictureID(i) + `" Type="` + kind + `image" Target="` + mediaName(i) + `"/>`)
	}
	b.WriteString("</Relationships>")
	return b.String()
}

// wordLevels is the maximum number of list levels in Word.
const wordLevels = 9

var bullets = []string{"•", "◦", "▪"}

// numbering defines the bullets, and a separate numbering for every ordered list, so that each list
// starts with its own first number.
func (w *wordWriter) numbering() string {
	var b strings.Builder
	b.WriteString(wordHead + `<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">`)
	level := func(i int, format, text string) {
		b.WriteString(`<w:lvl w:ilvl="` + strconv.Itoa(i) + `"><w:start w:val="1"/><w:numFmt w:val="` + format + `"/><w:lvlText w:val="` + text +
			`"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="` + strconv.Itoa(indent*(i+1)) + `" w:hanging="` + strconv.Itoa(indent) + `"/></w:pPr></w:lvl>`)
	}
	b.WriteString(`<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="hybridMultilevel"/>`)
	for i := range wordLevels {
		level(i, "bullet", bullets[i%len(bullets)])
	}
	b.WriteString(`</w:abstractNum><w:abstractNum w:abstractNumId="1"><w:multiLevelType w:val="hybridMultilevel"/>`)
	for i := range wordLevels {
		level(i, []string{"decimal", "lowerLetter", "lowerRoman"}[i%3], "%"+strconv.Itoa(i+1)+".")
	}
	b.WriteString(`</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`)
	for i, n := range w.numbered {
		b.WriteString(`<w:num w:numId="` + strconv.Itoa(i+2) + `"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="` + strconv.Itoa(n.level) +
			`"><w:startOverride w:val="` + strconv.Itoa(n.start) + `"/></w:lvlOverride></w:num>`)
	}
	b.WriteString("</w:numbering>")
	return b.String()
}
