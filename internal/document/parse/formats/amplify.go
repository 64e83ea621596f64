package formats

import "github.com/wenqu-ai/wenqu/internal/document/parse"

// A small file can stand for much text, such as a sheet whose cells all refer to one
// long string. What is read of a file is therefore bounded by its size.
const (
	freeChars      = 200_000 // characters that are read of any file
	charsOfPacked  = 64      // characters for each byte of a compressed file
	charsOfWritten = 4       // characters for each byte of a plain text file
)

// mostChars is how many runes are read of a file of that type and size.
func mostChars(t Type, size int64) int {
	each := int64(charsOfPacked)
	if written[t.FileType] || t.DocType == "csv" || t.DocType == "tsv" {
		each = charsOfWritten
	}
	return int(min(freeChars+size*each, parse.MaxChars))
}

// written are the groups of plain text files.
var written = map[FileType]bool{Txt: true, CodeT: true}
