// Package errs defines the only type of errors that users see. An error has a machine code for
// clients, a sentence with advice in the user's language, and a cause. The cause is logged but never
// sent to a client.
package errs

import (
	"errors"
	"fmt"
	"time"
)

// Error is a failure that may be shown to a user. A zero Code is not valid.
type Error struct {
	Code       Code            // the code of a row in the catalogue
	Params     map[string]Text // values for the {name} slots of the sentence; users may see them
	RetryAfter time.Duration   // if positive, the client may try again after this time
	Cause      error           // for the log only
}

// New makes an error with the code of a catalogue row.
func New(code Code) *Error { return &Error{Code: code} }

// Wrap makes an error with a cause.
func Wrap(code Code, cause error) *Error { return &Error{Code: code, Cause: cause} }

// With returns a copy that fills the {name} slot of the sentence with `value`, in every language.
func (e *Error) With(name, value string) *Error { return e.WithText(name, Same(value)) }

// WithText returns a copy that fills the {name} slot of the sentence with `value` in the language of the
// sentence.
func (e *Error) WithText(name string, value Text) *Error {
	c := *e
	c.Params = make(map[string]Text, len(e.Params)+1)
	for k, v := range e.Params {
		c.Params[k] = v
	}
	c.Params[name] = value
	return &c
}

// Retry returns a copy with RetryAfter set to d.
func (e *Error) Retry(d time.Duration) *Error {
	c := *e
	c.RetryAfter = d
	return &c
}

// Error returns the text for logs: code, name and cause. It is never shown to a user.
func (e *Error) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("%s %s: %v", e.Code, e.Code.Row().Name, e.Cause)
	}
	return fmt.Sprintf("%s %s", e.Code, e.Code.Row().Name)
}

// Unwrap returns the cause, for errors.Is and errors.As.
func (e *Error) Unwrap() error { return e.Cause }

// From returns the outermost *Error in err. Without an *Error, err becomes the cause of Unknown; nil
// stays nil.
func From(err error) *Error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return Wrap(Unknown, err)
}

// Is reports whether the outermost *Error in err has `code`.
func Is(err error, code Code) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Code == code
}
