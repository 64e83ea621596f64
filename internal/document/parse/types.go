package parse

import (
	"path"
	"slices"
	"strings"
)

// FileType is the group of a file, as attachments and the library show it.
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
	Cloud FileType = "cloud" // documents of a cloud account, which are no files
	File  FileType = "file"  // anything else
)

// FileTypes lists the groups.
func FileTypes() []FileType {
	return []FileType{Image, Video, PDF, Txt, Doc, Audio, PPT, Excel, CodeT, Cloud, File}
}

// Type is what a file is.
type Type struct {
	FileType FileType `json:"type"`
	DocType  string   `json:"docType"` // the extension of the format, without its dot; empty when unknown
	MIME     string   `json:"mime"`
	Parsed   bool     `json:"parsed"` // its text is read; else the file is only kept
}

// format is a row of the table of formats.
type format struct {
	group FileType
	mime  string
	read  reader // nil: the file is kept and not read
}

// formats is every extension that is known. An extension is the name of its
// format; what is recognised by content is mapped to it.
var formats = map[string]format{
	"pdf": {PDF, "application/pdf", readPDF},

	"docx": {Doc, "application/vnd.openxmlformats-officedocument.wordprocessingml.document", readDocx},
	"docm": {Doc, "application/vnd.ms-word.document.macroenabled.12", readDocx},
	"dotx": {Doc, "application/vnd.openxmlformats-officedocument.wordprocessingml.template", readDocx},
	"doc":  {Doc, "application/msword", legacy("docx", readDocx, readDoc)},
	"dot":  {Doc, "application/msword", legacy("docx", readDocx, readDoc)},
	"wps":  {Doc, "application/vnd.ms-works", legacy("docx", readDocx, readDoc)},
	"rtf":  {Doc, "text/rtf", legacy("docx", readDocx, nil)},
	"odt":  {Doc, "application/vnd.oasis.opendocument.text", legacy("docx", readDocx, nil)},
	"epub": {Doc, "application/epub+zip", readEPUB},

	"pptx": {PPT, "application/vnd.openxmlformats-officedocument.presentationml.presentation", readPptx},
	"pptm": {PPT, "application/vnd.ms-powerpoint.presentation.macroenabled.12", readPptx},
	"ppsx": {PPT, "application/vnd.openxmlformats-officedocument.presentationml.slideshow", readPptx},
	"ppt":  {PPT, "application/vnd.ms-powerpoint", legacy("pptx", readPptx, readPpt)},
	"pps":  {PPT, "application/vnd.ms-powerpoint", legacy("pptx", readPptx, readPpt)},
	"dps":  {PPT, "application/vnd.ms-powerpoint", legacy("pptx", readPptx, readPpt)},
	"odp":  {PPT, "application/vnd.oasis.opendocument.presentation", legacy("pptx", readPptx, nil)},

	"xlsx": {Excel, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", readXlsx},
	"xlsm": {Excel, "application/vnd.ms-excel.sheet.macroenabled.12", readXlsx},
	"xltx": {Excel, "application/vnd.openxmlformats-officedocument.spreadsheetml.template", readXlsx},
	"xls":  {Excel, "application/vnd.ms-excel", legacy("xlsx", readXlsx, nil)},
	"et":   {Excel, "application/vnd.ms-excel", legacy("xlsx", readXlsx, nil)},
	"ods":  {Excel, "application/vnd.oasis.opendocument.spreadsheet", legacy("xlsx", readXlsx, nil)},
	"csv":  {Excel, "text/csv", readCSV},
	"tsv":  {Excel, "text/tab-separated-values", readCSV},

	"txt":   {Txt, "text/plain", readText},
	"html":  {CodeT, "text/html", readHTML},
	"htm":   {CodeT, "text/html", readHTML},
	"xhtml": {CodeT, "application/xhtml+xml", readHTML},
	"md":    {CodeT, "text/markdown", readMarkdown},
	"json":  {CodeT, "application/json", readJSON},

	"png": {Image, "image/png", readImage}, "jpg": {Image, "image/jpeg", readImage}, "jpeg": {Image, "image/jpeg", readImage},
	"gif": {Image, "image/gif", nil}, "webp": {Image, "image/webp", nil}, "bmp": {Image, "image/bmp", nil}, "svg": {Image, "image/svg+xml", nil},
	"heic": {Image, "image/heic", nil}, "avif": {Image, "image/avif", nil}, "tiff": {Image, "image/tiff", nil}, "tif": {Image, "image/tiff", nil}, "ico": {Image, "image/x-icon", nil},

	"mp4": {Video, "video/mp4", nil}, "mov": {Video, "video/quicktime", nil}, "webm": {Video, "video/webm", nil}, "mkv": {Video, "video/x-matroska", nil},
	"avi": {Video, "video/x-msvideo", nil}, "mpg": {Video, "video/mpeg", nil}, "flv": {Video, "video/x-flv", nil}, "3gp": {Video, "video/3gpp", nil},
	"m4v": {Video, "video/x-m4v", nil}, "wmv": {Video, "video/x-ms-asf", nil},

	"mp3": {Audio, "audio/mpeg", nil}, "wav": {Audio, "audio/wav", nil}, "m4a": {Audio, "audio/x-m4a", nil}, "flac": {Audio, "audio/flac", nil},
	"ogg": {Audio, "audio/ogg", nil}, "aac": {Audio, "audio/aac", nil}, "amr": {Audio, "audio/amr", nil}, "mid": {Audio, "audio/midi", nil}, "aiff": {Audio, "audio/aiff", nil},

	"smartcanvas": {group: Cloud}, "slide": {group: Cloud}, "sheet": {group: Cloud}, "form": {group: Cloud}, "mind": {group: Cloud},
}

// plain are the extensions of files that are text as they stand: those of the
// specification, and others that people keep beside them.
var plain = strings.Fields(`
	bat c cpp cs css go h hpp ini java js log lua php pl py rb sh sql swift tex toml vue xml yaml yml
	asm bash bib cc cfg clj cmd conf cxx dart diff dockerfile env erl ex f90 fs gradle graphql groovy hs hxx ics ipynb jl jsonl jsx kt kts less
	lisp m makefile mjs mk ml mm org pas patch plist properties proto ps1 r rs rst rtx sass scala scm scss srt svelte tf ts tsx v vb vbs vcf vhdl vtt wat zig zsh`)

func init() {
	for _, ext := range plain {
		formats[ext] = format{CodeT, "text/plain", readCode}
	}
	formats["log"] = format{CodeT, "text/plain", readText}
	formats["xml"] = format{CodeT, "text/xml", readCode}
}

// typeOf makes the Type of a row.
func typeOf(ext string) Type {
	f, ok := formats[ext]
	if !ok {
		return Type{FileType: File, MIME: octets}
	}
	return Type{FileType: f.group, DocType: ext, MIME: f.mime, Parsed: f.read != nil && f.group != Image}
}

// Extensions lists every extension that is known of a group, sorted.
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

// extOf is the extension of a name in lower case, without its dot. A name
// may come from any system, so both slashes part folders.
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
