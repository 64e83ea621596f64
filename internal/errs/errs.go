// Package errs is the one error type of Wenqu: a machine code that clients
// switch on, a sentence that tells the user what to do next in their language,
// and a cause that goes to the log and never to a client.
package errs

import (
	"errors"
	"fmt"
	"time"
)

// Error is a failure that may be shown to a user. The zero Code is not valid.
type Error struct {
	Code       Code              // one row of the catalogue
	Params     map[string]string // values for {name} slots of the sentence; already safe to show
	RetryAfter time.Duration     // > 0: tell the client when a retry makes sense (429, 503)
	Cause      error             // for the log only
}

// New makes an error of the catalogue's row code.
func New(code Code) *Error { return &Error{Code: code} }

// Wrap makes an error of row code that remembers why it happened.
func Wrap(code Code, cause error) *Error { return &Error{Code: code, Cause: cause} }

// With returns a copy that fills the {name} slot of the sentence with value.
func (e *Error) With(name, value string) *Error {
	c := *e
	c.Params = make(map[string]string, len(e.Params)+1)
	for k, v := range e.Params {
		c.Params[k] = v
	}
	c.Params[name] = value
	return &c
}

// Retry returns a copy that tells the client to wait d before trying again.
func (e *Error) Retry(d time.Duration) *Error {
	c := *e
	c.RetryAfter = d
	return &c
}

// Error is for logs: code, name and cause, never shown to a user.
func (e *Error) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("%s %s: %v", e.Code, e.Code.Row().Name, e.Cause)
	}
	return fmt.Sprintf("%s %s", e.Code, e.Code.Row().Name)
}

// Unwrap gives the cause to errors.Is and errors.As.
func (e *Error) Unwrap() error { return e.Cause }

// From finds the *Error inside err; an error of any other type becomes
// Unknown with err as its cause, and nil stays nil.
func From(err error) *Error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return Wrap(Unknown, err)
}

// Is reports whether err is, or wraps, an error of row code.
func Is(err error, code Code) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Code == code
}
