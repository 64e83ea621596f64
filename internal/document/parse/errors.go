package parse

import (
	"errors"
	"fmt"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Code says why a file could not be read.
type Code string

// The codes.
const (
	Encrypted     Code = "encrypted"     // it opens with a password, and none was given
	WrongPassword Code = "wrongPassword" // the password does not open it
	Empty         Code = "empty"         // no bytes, or nothing but white space
	NoText        Code = "noText"        // only pictures, and no text recognition is available
	Garbled       Code = "garbled"       // its characters cannot be identified, and no text recognition is available
	Broken        Code = "broken"        // damaged or malicious
	TooLarge      Code = "tooLarge"      // it would unpack to more than the limit
	Unsupported   Code = "unsupported"   // a format that is not read
	NeedsOffice   Code = "needsOffice"   // an old format that only LibreOffice reads, which is not installed
	TimedOut      Code = "timeout"       // it took longer than a file of its size may take
	OutOfMemory   Code = "memory"        // it needed more memory than a parser gets
)

// codes is the row of the catalogue for each code.
var codes = map[Code]errs.Code{
	Encrypted:     errs.FileEncrypted,
	WrongPassword: errs.FilePassword,
	Empty:         errs.FileEmpty,
	NoText:        errs.FileNoText,
	Garbled:       errs.FileGarbled,
	Broken:        errs.FileBroken,
	TooLarge:      errs.FileTooBig,
	Unsupported:   errs.FileUnsupported,
	NeedsOffice:   errs.FileNeedsOffice,
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

// Error is why a file could not be read.
type Error struct {
	Code  Code
	Cause error // for the log
}

// Error is for logs.
func (e *Error) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("parse: %s: %v", e.Code, e.Cause)
	}
	return "parse: " + string(e.Code)
}

// Unwrap returns the cause to errors.Is and errors.As.
func (e *Error) Unwrap() error { return e.Cause }

// Row is the row of the error catalogue that tells a person what to do next.
// Its sentence has a {file} slot for the name.
func (c Code) Row() errs.Code {
	if row, ok := codes[c]; ok {
		return row
	}
	return errs.FileBroken
}

// For makes the failure to show, of the file that a person knows as name.
func (e *Error) For(name string) *errs.Error {
	return errs.Wrap(e.Code.Row(), e).With("file", name)
}

// CodeOf returns the code of an *Error inside err.
func CodeOf(err error) (Code, bool) {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		return "", false
	}
	return e.Code, true
}

// Fail is an *Error with its cause.
func Fail(code Code, cause error) error { return &Error{Code: code, Cause: cause} }

// Failf is Fail with a cause in words.
func Failf(code Code, format string, args ...any) error {
	return &Error{Code: code, Cause: fmt.Errorf(format, args...)}
}
