package formats

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// TestPicturesAlone checks that files with pictures and no text fail with NoText, unlike empty
// files. With a recogniser, a file with `read` set yields the recognised text. Other files still fail.
func TestPicturesAlone(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 40, 30))); err != nil {
		t.Fatal(err)
	}
	odf := func(kind, body string) []byte {
		return parsetest.Zip(t, "mimetype", "application/vnd.oasis.opendocument."+kind, 1, "content.xml", "<office:body>"+body+"</office:body>", 1, "Pictures/a.png", b.String(), 1)
	}
	for _, tt := range []struct {
		name string
		data []byte
		read bool // the pictures of the file are extracted and recognised
	}{
		{"pictures.docx", parsetest.Sample(t, "pictures.docx"), true},
		{"pictures.pptx", parsetest.Sample(t, "pictures.pptx"), true},
		{"pictures.odp", parsetest.Sample(t, "pictures.odp"), true},
		{"pictures.doc", parsetest.Sample(t, "pictures.doc"), false},
		{"pictures.ppt", parsetest.Sample(t, "pictures.ppt.gz"), false},
		{"pictures.xls", parsetest.Sample(t, "pictures.xls"), false},
		{"a.odt", odf("text", `<text:p><draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame></text:p>`), true},
		{"a.ods", odf("spreadsheet", `<table:table table:name="a"><table:shapes><draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame></table:shapes></table:table>`), true},
		{"pictures.xlsx", parsetest.Sample(t, "pictures.xlsx"), true},
		{"a.epub", parsetest.Zip(t, "mimetype", "application/epub+zip", 1, "META-INF/container.xml", `<rootfile full-path="a.opf"/>`, 1, "a.opf", `<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>`, 1, "a.xhtml", `<html><body><img src="a.png"/></body></html>`, 1, "a.png", b.String(), 1), true},
		{"a.html", []byte(`<html><body><img src="a.png"></body></html>`), false},
		{"a.md", []byte("![](a.png)\n"), false},
		{"a.rtf", []byte(`{\rtf1{\pict\pngblip 8950}}`), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, _, err := parseBytes(t, tt.data, parse.Options{Name: tt.name})
			if code, _ := parse.CodeOf(err); code != parse.NoText {
				t.Errorf("%v, want that it has pictures alone", err)
			}
			sum, units, err := parseBytes(t, tt.data, parse.Options{Name: tt.name, Recognise: func(context.Context, []byte) (string, error) { return "图里的字", nil }})
			if !tt.read {
				if code, _ := parse.CodeOf(err); code != parse.NoText {
					t.Errorf("%v", err)
				}
				return
			}
			if err != nil || !strings.Contains(units[0].Text(), "图里的字") || !slices.Contains(sum.Warnings, parsed.Recognised) {
				t.Errorf("%v %+v %v", err, units, sum.Warnings)
			}
		})
	}
}

// TestEmptyStaysEmpty checks that a file with neither text nor pictures is reported as
// empty.
func TestEmptyStaysEmpty(t *testing.T) {
	t.Parallel()
	for name, data := range map[string][]byte{
		"a.docx": parsetest.Zip(t, "word/document.xml", "<w:document/>", 1), "a.html": []byte("<html><body> </body></html>"), "a.md": []byte("\n \n"), "a.rtf": []byte(`{\rtf1 }`),
	} {
		if _, _, err := parseBytes(t, data, parse.Options{Name: name}); err == nil || !strings.Contains(err.Error(), string(parse.Empty)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
