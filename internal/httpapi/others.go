package httpapi

import (
	"reflect"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Others states how an operation answers a request that contains the id of another owner's row: with
// an error code, or as described at Nothing, Bearer and NoNames. With an error code or Nothing, the
// answer is the same as for an id that does not exist.
type Others string

// The usual answers. Any other code of package errs is possible, too.
const (
	NoNames Others = ""                          // the call names no rows; or it is for administrators, who may name rows of any owner
	Unknown Others = Others(errs.NotFound)       // 404: the named thing does not exist
	NoFile  Others = Others(errs.AttachmentGone) // 404: one of the files of a question does not exist
	Over    Others = Others(errs.LoginState)     // 400: a login, a proof or a hand-over that is not in progress
	NotOwn  Others = Others(errs.BadRequest)     // 400: the id must be the caller's own
	Nothing Others = "nothing"                   // 200 with an empty result
	Bearer  Others = "bearer"                    // whoever has the address may use it
)

// Refusal is the error code of a call refused under o; ok is false when o refuses no call.
func (o Others) Refusal() (code errs.Code, ok bool) {
	switch o {
	case NoNames, Nothing, Bearer:
		return "", false
	}
	return errs.Code(o), true
}

// Naming returns op with the answer for requests that name rows of another owner.
func (op Op) Naming(o Others) Op {
	op.Others = o
	return op
}

// Call is "METHOD path", the name of the operation.
func (op Op) Call() string { return op.Method + " " + op.Path }

// Inputs are the names of the parameters of a registered operation, and of the
// fields of its body.
func (op Op) Inputs() []string { return op.inputs }

// inputNames lists the names in an input type: the parameters, and the fields of its
// Body.
func inputNames(t reflect.Type) []string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	var out []string
	for _, f := range reflect.VisibleFields(t) {
		if f.Name == "Body" {
			out = append(out, inputNames(f.Type)...)
			continue
		}
		for _, kind := range []string{"path", "query", "header", "json"} {
			if name, _, _ := strings.Cut(f.Tag.Get(kind), ","); name != "" && name != "-" {
				out = append(out, name)
			}
		}
	}
	return out
}
