//go:build !font

package pdf

// fontFile is empty in a program built without the tag `font`. Requesting a PDF then fails with
// errs.NoFont.
var fontFile []byte
