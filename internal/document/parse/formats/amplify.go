package formats

import "github.com/wenqu-ai/wenqu/internal/document/parse"

// A small file can contain much text, for example a sheet whose cells all refer to one
// long string. The number of characters read from a file is therefore limited by its
// size.
const (
	freeChars      = 200_000 // characters that may be read from any file, whatever its size
	charsOfPacked  = 64      // further characters for each byte of a file that may be compressed: any file but plain text
	charsOfWritten = 4       // further characters for each byte of a plain text file
)

// mostChars returns the maximum number of runes read from a file of the type `t` with `size`
// bytes.
func mostChars(t Type, size int64) int {
	each := int64(charsOfPacked)
	if written[t.FileType] || t.DocType == "csv" || t.DocType == "tsv" {
		each = charsOfWritten
	}
	return int(min(freeChars+size*each, parse.MaxChars))
}

// written contains the types of plain text files.
var written = map[FileType]bool{Txt: true, CodeT: true}
