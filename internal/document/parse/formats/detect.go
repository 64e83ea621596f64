package formats

import (
	"bytes"
	"io"
	"strings"

	"github.com/gabriel-vasile/mimetype"
	"github.com/richardlehane/mscfb"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parse/charset"
	"github.com/wenqu-ai/wenqu/internal/document/parse/mail"
	"github.com/wenqu-ai/wenqu/internal/document/parse/ole"
)

// HeadSize is the number of bytes needed by Detect, from the start of a file. Of a smaller
// file, Detect needs all bytes.
const HeadSize = 4096

const octets = "application/octet-stream"

// families maps the MIME type of a container to the extensions of the formats in such containers. If
// only the container is recognised, and the file's name has one of these extensions, the name decides.
var families = map[string][]string{
	"application/zip":           {"docx", "docm", "dotx", "pptx", "pptm", "ppsx", "xlsx", "xlsm", "xltx", "epub", "odt", "ods", "odp"},
	"application/x-ole-storage": {"doc", "dot", "wps", "ppt", "pps", "dps", "xls", "et", "docx", "pptx", "xlsx", "docm", "pptm", "xlsm"},
}

// aliases maps the MIME library's extensions to those in the table of formats. An empty value
// means that the table does not have the format.
var aliases = map[string]string{
	"htm": "html", "jpe": "jpg", "jpeg": "jpg", "oga": "ogg", "ogv": "ogg", "qt": "mov", "m4b": "m4a", "mpeg": "mpg", "asf": "wmv",
	"tif": "tiff", "heif": "heic", "ndjson": "jsonl", "geojson": "json", "har": "json", "gltf": "json", "midi": "mid", "odf": "", "dotm": "docm",
	"ppsm": "pptm", "potx": "pptx", "xlam": "xlsm", "xltm": "xlsm", "xlsb": "",
}

// mails maps the extension of a MIME message to its format: word processors and
// spreadsheets save web pages as MIME with the extensions doc and xls.
var mails = map[string]string{"eml": "eml", "mht": "mht", "mhtml": "mhtml", "doc": "mht", "xls": "mht", "docx": "mht", "html": "mht", "htm": "mht", "": "eml", "txt": "eml"}

// Detect finds the type of a file from its first HeadSize bytes and its name. The content decides.
// The name is used only where the content is empty or fits several types, for example two
// programming languages.
func Detect(head []byte, name string) Type {
	ext := extOf(name)
	if formats[ext].group == Cloud && len(head) == 0 {
		return typeOf(ext)
	}
	if len(head) == 0 {
		return typeOf(ext)
	}
	if at := bytes.Index(head[:min(len(head), 1024)], []byte("%PDF-")); at == 0 || at > 0 && ext == "pdf" {
		return typeOf("pdf")
	}
	if bytes.HasPrefix(head, []byte(`{\rtf`)) { // some RTF files end with a zero byte, which text must not contain
		return typeOf("rtf")
	}
	if mail.Looks(head) && mails[ext] != "" {
		return typeOf(mails[ext])
	}
	found := mimetype.Detect(head)
	for m := found; m != nil; m = m.Parent() {
		if family, ok := families[m.String()]; ok {
			return inFamily(found, family, ext)
		}
		if strings.HasPrefix(m.String(), "text/plain") {
			return ofText(found, ext)
		}
	}
	if found.Is(octets) {
		if _, ok := charset.Of(head); ok && !binaryish(head) {
			return ofText(found, ext)
		}
		return Type{FileType: File, MIME: octets}
	}
	if known := byRecogniser(found); known != "" {
		if same := formats[ext]; same.mime == formats[known].mime && same.group == formats[known].group {
			known = ext // keep another extension of the same format, such as jpeg for jpg
		}
		return typeOf(known)
	}
	return Type{FileType: File, DocType: strings.TrimPrefix(found.Extension(), "."), MIME: mimeOnly(found)}
}

// DetectFile is Detect with access to the whole file: it also looks into containers for the format of
// the document.
func DetectFile(r io.ReaderAt, size int64, name string) Type {
	head := make([]byte, min(HeadSize, max(size, 0)))
	n, _ := r.ReadAt(head, 0) // after a read error, the bytes before it are used
	head = head[:n]
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		if ext := insideZip(r, size); ext != "" {
			return typeOf(keepVariant(ext, extOf(name)))
		}
	case bytes.HasPrefix(head, ole.Magic):
		if ext := insideOLE(r, extOf(name)); ext != "" {
			return typeOf(keepVariant(ext, extOf(name)))
		}
	}
	return Detect(head, name)
}

// variants maps each format to its further extensions. If the file's name has such an extension,
// the type keeps the extension.
var variants = map[string][]string{
	"docx": {"docm", "dotx"}, "pptx": {"pptm", "ppsx"}, "xlsx": {"xlsm", "xltx"}, "doc": {"dot", "wps"}, "ppt": {"pps", "dps"}, "xls": {"et"},
}

func keepVariant(ext, named string) string {
	for _, v := range variants[ext] {
		if v == named {
			return named
		}
	}
	return ext
}

func inFamily(found *mimetype.MIME, family []string, ext string) Type {
	if known := byRecogniser(found); known != "" && formats[known].read != nil {
		return typeOf(keepVariant(known, ext))
	}
	if found.Is("application/zip") || found.Is("application/x-ole-storage") {
		for _, member := range family {
			if member == ext {
				return typeOf(ext)
			}
		}
	}
	return Type{FileType: File, DocType: strings.TrimPrefix(found.Extension(), "."), MIME: mimeOnly(found)}
}

// ofText returns the type of a text file. If the content is SVG or RTF, the content decides. Otherwise,
// an extension of plain text, code, CSV or TSV decides. With any other extension, the content decides.
func ofText(found *mimetype.MIME, ext string) Type {
	if found.Is("image/svg+xml") {
		return typeOf("svg")
	}
	if found.Is("text/rtf") {
		return typeOf("rtf")
	}
	f, known := formats[ext]
	textual := known && (f.group == Txt || f.group == CodeT || ext == "csv" || ext == "tsv")
	if textual {
		return typeOf(ext)
	}
	switch ext := byRecogniser(found); ext {
	case "html", "json", "csv", "tsv", "xml", "php", "js", "py", "lua", "pl", "sh", "jsonl", "srt", "vtt", "vcf", "ics", "rb":
		return typeOf(ext)
	}
	return typeOf("txt")
}

func byRecogniser(m *mimetype.MIME) string {
	ext := strings.TrimPrefix(m.Extension(), ".")
	if other, ok := aliases[ext]; ok {
		ext = other
	}
	if _, ok := formats[ext]; !ok || formats[ext].group == Cloud {
		return ""
	}
	return ext
}

func mimeOnly(m *mimetype.MIME) string {
	s, _, _ := strings.Cut(m.String(), ";")
	return s
}

// binaryish reports whether head begins with the mark of an executable file.
func binaryish(head []byte) bool {
	for _, magic := range [][]byte{{0x7f, 'E', 'L', 'F'}, []byte("MZ"), {0xca, 0xfe, 0xba, 0xbe}, {0xcf, 0xfa, 0xed, 0xfe}} {
		if bytes.HasPrefix(head, magic) {
			return true
		}
	}
	return false
}

// insideOLE finds the format of a compound file by its streams. An encrypted Office file of a
// modern format is also a compound file. Then the extension of the name decides: the format is pptx for
// a presentation, xlsx for a workbook, and docx for any other extension.
func insideOLE(r io.ReaderAt, named string) (ext string) {
	defer func() { _ = recover() }() // the library may panic on a damaged directory
	c, err := mscfb.New(r)
	if err != nil {
		return ""
	}
	for i, f := range c.File {
		if i > parse.MaxEntries {
			return ""
		}
		switch f.Name {
		case "WordDocument":
			return "doc"
		case "PowerPoint Document":
			return "ppt"
		case "Workbook", "Book":
			return "xls"
		case "EncryptedPackage":
			switch formats[named].group {
			case PPT:
				return "pptx"
			case Excel:
				return "xlsx"
			default:
				return "docx"
			}
		}
	}
	return ""
}

// insideZip finds the format of the document in an archive, by the archive's parts.
func insideZip(r io.ReaderAt, size int64) string {
	a, err := archive.Open(r, size)
	if err != nil {
		return ""
	}
	if b, err := a.ReadShort("mimetype", 100); err == nil {
		switch strings.TrimSpace(string(b)) {
		case "application/epub+zip":
			return "epub"
		case "application/vnd.oasis.opendocument.text":
			return "odt"
		case "application/vnd.oasis.opendocument.spreadsheet":
			return "ods"
		case "application/vnd.oasis.opendocument.presentation":
			return "odp"
		}
	}
	switch {
	case a.Has("word/document.xml"):
		return "docx"
	case a.Has("ppt/presentation.xml"):
		return "pptx"
	case a.Has("xl/workbook.xml"):
		return "xlsx"
	case a.Has("META-INF/container.xml"):
		return "epub"
	}
	if b, err := a.ReadShort("[Content_Types].xml", 64<<10); err == nil {
		for ext, main := range map[string]string{"docx": "wordprocessingml.document.main", "pptx": "presentationml.presentation.main", "xlsx": "spreadsheetml.sheet.main"} {
			if bytes.Contains(b, []byte(main)) {
				return ext
			}
		}
	}
	return ""
}
