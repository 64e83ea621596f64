package parse

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"

	"github.com/gabriel-vasile/mimetype"
	"github.com/richardlehane/mscfb"
)

// HeadSize is how many bytes from the start of a file Detect wants; fewer are
// enough for a smaller file.
const HeadSize = 4096

const octets = "application/octet-stream"

// families are the containers that hold several formats: their rows tell which
// extensions a name may claim once the container is recognised.
var families = map[string][]string{
	"application/zip":           {"docx", "docm", "dotx", "pptx", "pptm", "ppsx", "xlsx", "xlsm", "xltx", "epub", "odt", "ods", "odp"},
	"application/x-ole-storage": {"doc", "dot", "wps", "ppt", "pps", "dps", "xls", "et", "docx", "pptx", "xlsx", "docm", "pptm", "xlsm"},
}

// aliases are extensions that the recogniser uses and the table does not.
var aliases = map[string]string{
	"htm": "html", "jpe": "jpg", "jpeg": "jpg", "oga": "ogg", "ogv": "ogg", "qt": "mov", "m4b": "m4a", "mpeg": "mpg", "asf": "wmv",
	"tif": "tiff", "heif": "heic", "ndjson": "jsonl", "geojson": "json", "har": "json", "gltf": "json", "midi": "mid", "odf": "", "dotm": "docm",
	"ppsm": "pptm", "potx": "pptx", "xlam": "xlsm", "xltm": "xlsm", "xlsb": "",
}

// Detect says what a file is from its first HeadSize bytes and its name. The
// content decides; the name only chooses between what the content leaves open,
// as between two programming languages.
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
		if _, ok := charsetOf(head); ok && !binaryish(head) {
			return ofText(found, ext)
		}
		return Type{FileType: File, MIME: octets}
	}
	if known := byRecogniser(found); known != "" {
		if same := formats[ext]; same.mime == formats[known].mime && same.group == formats[known].group {
			known = ext // jpeg stays jpeg
		}
		return typeOf(known)
	}
	return Type{FileType: File, DocType: strings.TrimPrefix(found.Extension(), "."), MIME: mimeOnly(found)}
}

// DetectFile is Detect with the whole file at hand, so that it also knows
// which document a container holds.
func DetectFile(r io.ReaderAt, size int64, name string) Type {
	head := make([]byte, min(HeadSize, max(size, 0)))
	n, _ := r.ReadAt(head, 0) // what can be read decides
	head = head[:n]
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		if ext := insideZip(r, size); ext != "" {
			return typeOf(keepVariant(ext, extOf(name)))
		}
	case bytes.HasPrefix(head, oleMagic):
		if ext := insideOLE(r, extOf(name)); ext != "" {
			return typeOf(keepVariant(ext, extOf(name)))
		}
	}
	return Detect(head, name)
}

// variants are formats with several extensions: the name may choose its own.
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

// ofText is the type of a file that is text: its name says which kind, unless
// it names something that is never text.
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

// binaryish reports bytes that no text has, however it is encoded.
func binaryish(head []byte) bool {
	for _, magic := range [][]byte{{0x7f, 'E', 'L', 'F'}, []byte("MZ"), {0xca, 0xfe, 0xba, 0xbe}, {0xcf, 0xfa, 0xed, 0xfe}} {
		if bytes.HasPrefix(head, magic) {
			return true
		}
	}
	return false
}

var oleMagic = []byte{0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1}

// insideOLE looks at the streams of a compound file. An encrypted Office file
// of today is one, too; only its name tells which.
func insideOLE(r io.ReaderAt, named string) (ext string) {
	defer func() { _ = recover() }() // a damaged directory
	c, err := mscfb.New(r)
	if err != nil {
		return ""
	}
	for i, f := range c.File {
		if i > maxEntries {
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

// looksUTF16 tells UTF-16 without a mark from other bytes: one of the two byte
// positions is mostly zero for Latin text, or holds few distinct values for
// Chinese.
func looksUTF16(b []byte) (binary.ByteOrder, bool) {
	n := min(len(b), 4096) &^ 1
	if n < 4 {
		return nil, false
	}
	var zero [2]int
	for i, c := range b[:n] {
		if c == 0 {
			zero[i&1]++
		}
	}
	var best binary.ByteOrder
	top := 0.0
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		good, bad := 0, 0
		for i := 0; i < n; i += 2 {
			u := order.Uint16(b[i:])
			switch {
			case u == '\n', u == '\r', u == '\t', u >= 0x20 && u < 0x7f, u >= 0x4e00 && u <= 0x9fa5, u >= 0x3000 && u <= 0x30ff, u >= 0xff00 && u <= 0xff5e, u == 0x201c, u == 0x201d, u == 0x2014, u == 0x2026:
				good++
			case u < 0x20, u == 0xffff, u == 0xfffe:
				bad += 4
			case u >= 0xe000 && u < 0xf900:
				bad++
			}
		}
		if score := float64(good-bad) / float64(n/2); score > top {
			top, best = score, order
		}
	}
	// Bytes of other encodings read as UTF-16 are Han characters, too, but
	// never so many with line feeds, spaces or Chinese punctuation at even places.
	if top < 0.9 {
		return nil, false
	}
	marks := 0
	for i := 0; i < n; i += 2 {
		switch best.Uint16(b[i:]) {
		case '\n', ' ', '\t', 0x3002, 0xff0c, 0x3001, '0', '1', '2', 'e', 'a', ',':
			marks++
		}
	}
	return best, zero[0]+zero[1] > 0 && marks > 0
}
