package httpapi

import (
	"reflect"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Others says how an operation answers somebody who names rows of another owner: the
// code of an error, or Nothing, Bearer or NoNames. The answer is always the same as for
// an id that does not exist.
type Others string

// The usual answers. Any other code of internal/errs can be one, too.
const (
	NoNames Others = ""                          // the call names nobody's rows, or is an administrator's, who may name all
	Unknown Others = Others(errs.NotFound)       // 404: there is no such thing
	NoFile  Others = Others(errs.AttachmentGone) // 404: one of the files of a question is not there
	Over    Others = Others(errs.LoginState)     // 400: a login, a proof or a hand-over that is not under way
	NotOwn  Others = Others(errs.BadRequest)     // 400: the id must be the caller's own
	Nothing Others = "nothing"                   // 200, and nothing is found
	Bearer  Others = "bearer"                    // the address itself is the right: whoever has it may
)

// Refusal is the error code with which a call is refused under o; ok is false when o
// refuses nothing.
func (o Others) Refusal() (code errs.Code, ok bool) {
	switch o {
	case NoNames, Nothing, Bearer:
		return "", false
	}
	return errs.Code(o), true
}

// Naming is op with what others get who name rows of another owner.
func (op Op) Naming(o Others) Op {
	op.Others = o
	return op
}

// Call is "METHOD path", the name of the operation.
func (op Op) Call() string { return op.Method + " " + op.Path }

// Inputs are the names of the parameters of a registered operation, and of the
// fields of its body.
func (op Op) Inputs() []string { return op.inputs }

// inputNames lists what an input type is given by name: the parameters, and the
// fields of its Body.
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
