package formats

import "github.com/wenqu-ai/wenqu/internal/document/parse"

// A file of few bytes may say much, as a sheet does whose cells all refer to one
// long text. What is read of it is bounded by what it is.
const (
	freeChars      = 200_000 // runes that any file may have
	charsOfPacked  = 64      // runes for each byte of a file that is compressed
	charsOfWritten = 4       // runes for each byte of a file that is text as it stands
)

// mostChars is how many runes are read of a file of that type and size.
func mostChars(t Type, size int64) int {
	each := int64(charsOfPacked)
	if written[t.FileType] || t.DocType == "csv" || t.DocType == "tsv" {
		each = charsOfWritten
	}
	return int(min(freeChars+size*each, parse.MaxChars))
}

// written are the groups of files that are text as they stand.
var written = map[FileType]bool{Txt: true, CodeT: true}
