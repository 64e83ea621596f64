//go:build !font

package pdf

// fontFile is empty in a binary that was built without the tag font: PDF files
// cannot be made, and asking for one says so.
var fontFile []byte
