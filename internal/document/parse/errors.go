package parse

import (
	"errors"
	"fmt"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Code is the reason why a file could not be read.
type Code string

// The codes.
const (
	Encrypted     Code = "encrypted"     // a password is needed, but none was given; or an entry of a ZIP file is encrypted
	WrongPassword Code = "wrongPassword" // the given password is wrong
	Empty         Code = "empty"         // no bytes, or neither text nor pictures
	NoText        Code = "noText"        // only pictures, and no text was recognised; for Render also: no such page
	Garbled       Code = "garbled"       // the characters cannot be identified, and no text was recognised
	Broken        Code = "broken"        // damaged or malicious, or a reader failed
	TooLarge      Code = "tooLarge"      // the content exceeds a limit, such as the limit of the unpacked size
	Unsupported   Code = "unsupported"   // no reader supports the format or its encryption
	TimedOut      Code = "timeout"       // reading took longer than allowed for a file with so many pages and pictures
	OutOfMemory   Code = "memory"        // reading needed more memory than a parser may use
)

// codes maps each code to its row of the error catalogue.
var codes = map[Code]errs.Code{
	Encrypted:     errs.FileEncrypted,
	WrongPassword: errs.FilePassword,
	Empty:         errs.FileEmpty,
	NoText:        errs.FileNoText,
	Garbled:       errs.FileGarbled,
	Broken:        errs.FileBroken,
	TooLarge:      errs.FileTooBig,
	Unsupported:   errs.FileUnsupported,
	TimedOut:      errs.FileSlow,
	OutOfMemory:   errs.FileMemory,
}

// Codes lists every code.
func Codes() []Code {
	out := make([]Code, 0, len(codes))
	for c := range codes {
		out = append(out, c)
	}
	return out
}

// Error describes why a file could not be read.
type Error struct {
	Code  Code
	Cause error // cause for the log
}

// Error returns a text for logs.
func (e *Error) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("parse: %s: %v", e.Code, e.Cause)
	}
	return "parse: " + string(e.Code)
}

// Unwrap returns the cause, for errors.Is and errors.As.
func (e *Error) Unwrap() error { return e.Cause }

// Row returns the code's row of the error catalogue. The text of the row states what the user
// should do next, and has the slot {file} for the file's name.
func (c Code) Row() errs.Code {
	if row, ok := codes[c]; ok {
		return row
	}
	return errs.FileBroken
}

// For returns the error to show to the user for the file with that name.
func (e *Error) For(name string) *errs.Error {
	return errs.Wrap(e.Code.Row(), e).With("file", name)
}

// CodeOf returns the code of the *Error in err's chain.
func CodeOf(err error) (Code, bool) {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		return "", false
	}
	return e.Code, true
}

// Fail returns an *Error with a cause.
func Fail(code Code, cause error) error { return &Error{Code: code, Cause: cause} }

// Failf is Fail with a formatted cause.
func Failf(code Code, format string, args ...any) error {
	return &Error{Code: code, Cause: fmt.Errorf(format, args...)}
}
