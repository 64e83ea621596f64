package formats

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
)

// accepted lists extensions required in the table of formats, by group. The table has more extensions.
var accepted = map[FileType]string{
	CodeT: "bat c cpp cs css go h hpp html ini java js json log lua md php pl py rb sh sql swift tex toml vue xml yaml yml",
	Txt:   "txt",
	PDF:   "pdf",
	Doc:   "doc docx",
	PPT:   "ppt pptx",
	Excel: "xls xlsx csv",
	Image: "png jpg jpeg gif webp bmp",
	Video: "mp4 mov",
	Audio: "mp3 wav m4a",
	Cloud: "smartcanvas slide sheet form mind",
}

func TestFormatsAreTotal(t *testing.T) {
	t.Parallel()
	for _, group := range FileTypes() {
		if group == File {
			continue // an unknown extension
		}
		if accepted[group] == "" || len(Extensions(group)) == 0 {
			t.Errorf("%s has no formats", group)
		}
		for ext := range strings.FieldsSeq(accepted[group]) {
			if !slices.Contains(Extensions(group), ext) {
				t.Errorf("%s is not a format of %s", ext, group)
			}
		}
	}
	for ext, f := range formats {
		if !slices.Contains(FileTypes(), f.group) || f.group == File {
			t.Errorf("%s has the group %q", ext, f.group)
		}
		if (f.mime == "") != (f.group == Cloud) {
			t.Errorf("%s has the MIME type %q", ext, f.mime)
		}
		got := typeOf(ext)
		read := f.group == PDF || f.group == Txt || f.group == Doc || f.group == PPT || f.group == Excel || f.group == CodeT
		if got.Parsed != read {
			t.Errorf("%s: parsed is %t", ext, got.Parsed)
		}
	}
}

func TestDetect(t *testing.T) {
	t.Parallel()
	elf := parsetest.Sample(t, "tool.txt")
	png := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00")
	tests := []struct {
		name string
		data []byte
		want string // type and extension
	}{
		{"a.pdf", parsetest.Sample(t, "report.pdf"), "pdf pdf"},
		{"report", parsetest.Sample(t, "report.pdf"), "pdf pdf"},
		{"a.docx", parsetest.Sample(t, "report.pdf"), "pdf pdf"}, // the content counts more than the name
		{"a.pdf", append([]byte("junk of a mailer\n"), parsetest.Sample(t, "report.pdf")...), "pdf pdf"},
		{"a.docx", parsetest.Sample(t, "contract.docx"), "doc docx"},
		{"a.pdf", parsetest.Sample(t, "contract.docx"), "doc docx"},
		{"a.docm", parsetest.Sample(t, "contract.docx"), "doc docm"},
		{"合同.doc", parsetest.Sample(t, "contract.doc"), "doc doc"},
		{"a.wps", parsetest.Sample(t, "contract.doc"), "doc wps"},
		{"a.xls", parsetest.Sample(t, "contract.doc"), "doc doc"},
		{"a.ppt", parsetest.Sample(t, "deck.ppt.gz"), "ppt ppt"},
		{"a.bin", parsetest.Sample(t, "deck.pptx"), "ppt pptx"},
		{"a.xls", parsetest.Sample(t, "water.xls"), "excel xls"},
		{"a", parsetest.Sample(t, "water.xlsx"), "excel xlsx"},
		{"a.zip", parsetest.Sample(t, "book.epub"), "doc epub"},
		{"a.odt", parsetest.Sample(t, "contract.odt"), "doc odt"},
		{"a.txt", parsetest.Sample(t, "contract.rtf"), "doc rtf"},
		{"a.doc", parsetest.Sample(t, "wordpad.rtf"), "doc rtf"},
		{"a.txt", elf, "file so"}, // a program with a misleading name
		{"a.pdf", elf, "file so"},
		{"setup.pdf", []byte("MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff\x00\x00"), "file exe"},
		{"a.py", []byte("import os\nprint(1)\n"), "code py"},
		{"a.log", []byte("2024-05-01 10:00 started\n"), "code log"},
		{"a.docx", []byte("就是一段文字\n"), "txt txt"},
		{"a", []byte("<!DOCTYPE html><html><body>x</body></html>"), "code html"},
		{"a.txt", []byte("<!DOCTYPE html><html><body>x</body></html>"), "txt txt"}, // the name decides between kinds of text
		{"a.md", []byte("# 标题\n"), "code md"},
		{"README", []byte("plain words\n"), "txt txt"},
		{"Makefile", []byte("all:\n\techo\n"), "code makefile"},
		{"a.csv", parsetest.Sample(t, "gbk.csv"), "excel csv"},
		{"a.txt", parsetest.Sample(t, "utf16be-nomark.txt"), "txt txt"},
		{"BMW.txt", []byte("BM是宝马的简称。"), "txt txt"},
		{"合同.doc", []byte("MIME-Version: 1.0\nContent-Type: multipart/related; boundary=a\n\n--a\n"), "doc mht"},
		{"a.eml", []byte("From: a@b.cn\nMIME-Version: 1.0\nContent-Type: text/plain\n\nx"), "doc eml"},
		{"a.py", []byte("x: y\nMIME-Version: 1.0\nContent-Type: text/plain\n\nx"), "code py"},
		{"a.svg", []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>`), "image svg"},
		{"a.jpg", png, "image png"},
		{"a.txt", png, "image png"},
		{"a.jpeg", []byte("\xff\xd8\xff\xe0\x00\x10JFIF\x00"), "image jpeg"},
		{"a.mp3", append([]byte("ID3\x03\x00\x00\x00\x00\x00\x0aTIT2"), make([]byte, 60)...), "audio mp3"},
		{"a.mp4", []byte("\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom"), "video mp4"},
		{"文档.smartcanvas", nil, "cloud smartcanvas"},
		{`C:\x\y.PDF`, nil, "pdf pdf"},
		{"a/b\u202e.txt", nil, "txt txt"},
		{"a.unknown", nil, "file "},
		{"a.dat", []byte{0, 1, 2, 3, 0xff, 0xfe, 0, 0, 0, 9, 8, 7}, "file "},
	}
	for _, tt := range tests {
		got := DetectFile(bytes.NewReader(tt.data), int64(len(tt.data)), tt.name)
		if s := string(got.FileType) + " " + got.DocType; s != tt.want {
			t.Errorf("%s (%.12q): %s, want %s", tt.name, tt.data, s, tt.want)
		}
		// The format of a container (ZIP or OLE) may not show in its head. Then Detect may use the name.
		// For all other files, Detect finds the same group as DetectFile, or the group File.
		head := Detect(tt.data[:min(len(tt.data), HeadSize)], tt.name)
		if head.FileType != got.FileType && head.FileType != File && !strings.HasPrefix(string(tt.data), "PK") && !strings.HasPrefix(string(tt.data), "\xd0\xcf") {
			t.Errorf("%s: %v by its head, %v whole", tt.name, head, got)
		}
	}
}

func TestRenamedProgramIsRefused(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a.txt", "a.pdf", "a.docx", "a.png", "a"} {
		_, _, err := parseBytes(t, parsetest.Sample(t, "tool.txt"), parse.Options{Name: name})
		if code, _ := parse.CodeOf(err); code != parse.Unsupported {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzDetect(f *testing.F) {
	for _, name := range []string{"contract.doc", "contract.docx", "report.pdf", "gbk.csv", "tool.txt", "utf16le.txt", "book.epub"} {
		data := parsetest.Sample(f, name)
		f.Add(data[:min(len(data), 4096)], name)
	}
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		a := DetectFile(bytes.NewReader(data), int64(len(data)), name)
		b := Detect(data, name)
		for _, got := range []Type{a, b} {
			if !slices.Contains(FileTypes(), got.FileType) {
				t.Fatalf("%q is of type %q", name, got.FileType)
			}
			if _, known := formats[got.DocType]; got.Parsed && !known {
				t.Fatalf("%q is read, but %q is no format", name, got.DocType)
			}
		}
	})
}
