package formats

import (
	"path"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/epub"
	"github.com/wenqu-ai/wenqu/internal/document/parse/html"
	"github.com/wenqu-ai/wenqu/internal/document/parse/libreoffice"
	"github.com/wenqu-ai/wenqu/internal/document/parse/mail"
	"github.com/wenqu-ai/wenqu/internal/document/parse/odf"
	"github.com/wenqu-ai/wenqu/internal/document/parse/office/docx"
	"github.com/wenqu-ai/wenqu/internal/document/parse/office/pptx"
	"github.com/wenqu-ai/wenqu/internal/document/parse/office/xlsx"
	"github.com/wenqu-ai/wenqu/internal/document/parse/ole"
	"github.com/wenqu-ai/wenqu/internal/document/parse/ole/ppt"
	"github.com/wenqu-ai/wenqu/internal/document/parse/ole/xls"
	"github.com/wenqu-ai/wenqu/internal/document/parse/pdf"
	"github.com/wenqu-ai/wenqu/internal/document/parse/picture"
	"github.com/wenqu-ai/wenqu/internal/document/parse/rtf"
	"github.com/wenqu-ai/wenqu/internal/document/parse/text"
)

// FileType is the group of a file, as shown for attachments and in the library.
type FileType string

// The groups.
const (
	Image FileType = "image"
	Video FileType = "video"
	PDF   FileType = "pdf"
	Txt   FileType = "txt"
	Doc   FileType = "doc"
	Audio FileType = "audio"
	PPT   FileType = "ppt"
	Excel FileType = "excel"
	CodeT FileType = "code"
	Cloud FileType = "cloud" // documents of a cloud account, which are not files
	File  FileType = "file"  // anything else
)

// FileTypes lists the groups.
func FileTypes() []FileType {
	return []FileType{Image, Video, PDF, Txt, Doc, Audio, PPT, Excel, CodeT, Cloud, File}
}

// Type describes a file's format.
type Type struct {
	FileType FileType `json:"type"`
	DocType  string   `json:"docType"` // the extension of the format, without its dot; empty when unknown
	MIME     string   `json:"mime"`
	Parsed   bool     `json:"parsed"` // the text is read; false for pictures, audio, video and unsupported formats
}

// format is a row of the table of formats.
type format struct {
	group FileType
	mime  string
	read  parse.Reader // nil: files of this format are not read
}

// formats contains the format of every known extension. The extension is also the name of the format.
// For a file recognised by its content, Detect and DetectFile return this name as the DocType.
var formats = map[string]format{
	"pdf": {PDF, "application/pdf", pdf.Read},

	"docx":  {Doc, "application/vnd.openxmlformats-officedocument.wordprocessingml.document", docx.Read},
	"docm":  {Doc, "application/vnd.ms-word.document.macroenabled.12", docx.Read},
	"dotx":  {Doc, "application/vnd.openxmlformats-officedocument.wordprocessingml.template", docx.Read},
	"doc":   {Doc, "application/msword", libreoffice.Reader("docx", docx.Read, ole.ReadDoc)},
	"dot":   {Doc, "application/msword", libreoffice.Reader("docx", docx.Read, ole.ReadDoc)},
	"wps":   {Doc, "application/vnd.ms-works", libreoffice.Reader("docx", docx.Read, ole.ReadDoc)},
	"rtf":   {Doc, "text/rtf", rtf.Read},
	"odt":   {Doc, "application/vnd.oasis.opendocument.text", odf.ReadText},
	"epub":  {Doc, "application/epub+zip", epub.Read},
	"mht":   {Doc, "multipart/related", mail.Read},
	"mhtml": {Doc, "multipart/related", mail.Read},
	"eml":   {Doc, "message/rfc822", mail.Read},

	"pptx": {PPT, "application/vnd.openxmlformats-officedocument.presentationml.presentation", pptx.Read},
	"pptm": {PPT, "application/vnd.ms-powerpoint.presentation.macroenabled.12", pptx.Read},
	"ppsx": {PPT, "application/vnd.openxmlformats-officedocument.presentationml.slideshow", pptx.Read},
	"ppt":  {PPT, "application/vnd.ms-powerpoint", libreoffice.Reader("pptx", pptx.Read, ppt.Read)},
	"pps":  {PPT, "application/vnd.ms-powerpoint", libreoffice.Reader("pptx", pptx.Read, ppt.Read)},
	"dps":  {PPT, "application/vnd.ms-powerpoint", libreoffice.Reader("pptx", pptx.Read, ppt.Read)},
	"odp":  {PPT, "application/vnd.oasis.opendocument.presentation", odf.ReadSlides},

	"xlsx": {Excel, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", xlsx.Read},
	"xlsm": {Excel, "application/vnd.ms-excel.sheet.macroenabled.12", xlsx.Read},
	"xltx": {Excel, "application/vnd.openxmlformats-officedocument.spreadsheetml.template", xlsx.Read},
	"xls":  {Excel, "application/vnd.ms-excel", xls.Read},
	"et":   {Excel, "application/vnd.ms-excel", xls.Read},
	"ods":  {Excel, "application/vnd.oasis.opendocument.spreadsheet", odf.ReadSheets},
	"csv":  {Excel, "text/csv", text.ReadCSV},
	"tsv":  {Excel, "text/tab-separated-values", text.ReadCSV},

	"txt":      {Txt, "text/plain", text.Read},
	"text":     {Txt, "text/plain", text.Read},
	"html":     {CodeT, "text/html", html.Read},
	"htm":      {CodeT, "text/html", html.Read},
	"xhtml":    {CodeT, "application/xhtml+xml", html.Read},
	"md":       {CodeT, "text/markdown", text.ReadMarkdown},
	"markdown": {CodeT, "text/markdown", text.ReadMarkdown},
	"json":     {CodeT, "application/json", text.ReadJSON},

	"png": {Image, "image/png", picture.Read}, "jpg": {Image, "image/jpeg", picture.Read}, "jpeg": {Image, "image/jpeg", picture.Read},
	"gif": {Image, "image/gif", nil}, "webp": {Image, "image/webp", nil}, "bmp": {Image, "image/bmp", nil}, "svg": {Image, "image/svg+xml", nil},
	"heic": {Image, "image/heic", nil}, "heif": {Image, "image/heic", nil}, "avif": {Image, "image/avif", nil}, "tiff": {Image, "image/tiff", nil}, "tif": {Image, "image/tiff", nil}, "ico": {Image, "image/x-icon", nil},

	"mp4": {Video, "video/mp4", nil}, "mov": {Video, "video/quicktime", nil}, "webm": {Video, "video/webm", nil}, "mkv": {Video, "video/x-matroska", nil},
	"avi": {Video, "video/x-msvideo", nil}, "mpg": {Video, "video/mpeg", nil}, "flv": {Video, "video/x-flv", nil}, "3gp": {Video, "video/3gpp", nil},
	"m4v": {Video, "video/x-m4v", nil}, "wmv": {Video, "video/x-ms-asf", nil},

	"mp3": {Audio, "audio/mpeg", nil}, "wav": {Audio, "audio/wav", nil}, "m4a": {Audio, "audio/x-m4a", nil}, "flac": {Audio, "audio/flac", nil},
	"ogg": {Audio, "audio/ogg", nil}, "opus": {Audio, "audio/ogg", nil}, "aac": {Audio, "audio/aac", nil}, "amr": {Audio, "audio/amr", nil}, "mid": {Audio, "audio/midi", nil}, "aiff": {Audio, "audio/aiff", nil},

	"smartcanvas": {group: Cloud}, "slide": {group: Cloud}, "sheet": {group: Cloud}, "form": {group: Cloud}, "mind": {group: Cloud},
}

// plain lists extensions of program text and other plain text. init adds them to formats.
var plain = strings.Fields(`
	bat c cpp cs css go h hpp ini java js log lua php pl py rb sh sql swift tex toml vue xml yaml yml
	asm bash bib cc cfg clj cmd conf cxx dart diff dockerfile env erl ex f90 fs gradle graphql groovy hs hxx ics ipynb jl jsonl jsx kt kts less
	lisp m makefile mjs mk ml mm org pas patch plist properties proto ps1 r rs rst rtx sass scala scm scss srt svelte tf ts tsx v vb vbs vcf vhdl vtt wat zig zsh`)

func init() {
	for _, ext := range plain {
		formats[ext] = format{CodeT, "text/plain", text.ReadCode}
	}
	formats["log"] = format{CodeT, "text/plain", text.Read}
	formats["xml"] = format{CodeT, "text/xml", text.ReadCode}
}

// typeOf returns the Type for an extension.
func typeOf(ext string) Type {
	f, ok := formats[ext]
	if !ok {
		return Type{FileType: File, MIME: octets}
	}
	return Type{FileType: f.group, DocType: ext, MIME: f.mime, Parsed: f.read != nil && f.group != Image}
}

// Extensions returns the known extensions of a group, sorted.
func Extensions(group FileType) []string {
	var out []string
	for ext, f := range formats {
		if f.group == group {
			out = append(out, ext)
		}
	}
	slices.Sort(out)
	return out
}

// extOf returns the extension of a name in lower case, without its dot. A name may come
// from any operating system, so both slashes separate folders.
func extOf(name string) string {
	name = strings.ToLower(strings.TrimSpace(path.Base(strings.ReplaceAll(name, `\`, "/"))))
	if ext := path.Ext(name); ext != "" {
		return ext[1:]
	}
	switch name {
	case "makefile", "dockerfile":
		return name
	}
	return ""
}
