package setting

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Fault states why a document is not valid, in the language of its reader.
type Fault struct {
	reason Reason
	slots  map[string]errs.Text
}

// Wrong returns a Fault. `field` is the path of the field; it is empty if the reason concerns the whole
// document, or if the caller names the field later (see Named). The path is cut after 80 characters, because
// it may come from the document.
func Wrong(r Reason, field string) *Fault {
	return &Fault{reason: r, slots: map[string]errs.Text{fieldSlot: errs.Same(fmt.Sprintf("%.80s", field))}}
}

const fieldSlot = "field"

// With returns a copy that fills the {slot} of the sentence with `value`.
func (f *Fault) With(slot string, value any) *Fault {
	return f.with(slot, errs.Same(fmt.Sprint(value)))
}

// Named returns a copy that calls the field by its label on the page.
func (f *Fault) Named(label errs.Text) *Fault { return f.with(fieldSlot, label) }

// Under returns a copy that calls the field by its label under its heading on the page.
func (f *Fault) Under(group, label errs.Text) *Fault {
	return f.Named(errs.Same("{group} · {label}").Fill(map[string]errs.Text{"group": group, "label": label}))
}

func (f *Fault) with(slot string, value errs.Text) *Fault {
	slots := maps.Clone(f.slots)
	slots[slot] = value
	return &Fault{f.reason, slots}
}

// Text returns the sentence for the administrator, without a full stop.
func (f *Fault) Text() errs.Text { return reasons[f.reason].Fill(f.slots) }

// Error returns the English sentence, for logs and for the terminal. If the field has no name yet, the
// sentence begins after it.
func (f *Fault) Error() string { return strings.TrimSpace(f.Text().En) }

// Bad converts the error of a check or of a strict decoder to an error for the administrator.
func Bad(err error) error {
	return errs.Wrap(errs.SettingBad, err).WithText("detail", faultOf(err).Text())
}

// Invalid converts a Fault in what an administrator enters outside of the sections, such as a site, to an
// error for the administrator.
func Invalid(f *Fault) error {
	return errs.Wrap(errs.BadRequest, f).WithText("detail", f.Text())
}

// unknownField is the beginning of the error of a strict decoder about an unknown field, which has
// no type of its own.
const unknownField = "json: unknown field "

// faultOf returns the *Fault in err, or the Fault for an error of encoding/json.
func faultOf(err error) *Fault {
	var (
		fault  *Fault
		syntax *json.SyntaxError
		typed  *json.UnmarshalTypeError
	)
	switch {
	case errors.As(err, &fault):
		return fault
	case errors.As(err, &syntax), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return Wrong(NotJSON, "")
	case errors.As(err, &typed) && typed.Field != "":
		return Wrong(WrongType, typed.Field)
	case typed != nil && (typed.Type.Kind() == reflect.Struct || typed.Type.Kind() == reflect.Map):
		return Wrong(NotObject, "")
	case strings.HasPrefix(err.Error(), unknownField):
		return Wrong(UnknownField, strings.Trim(strings.TrimPrefix(err.Error(), unknownField), `"`))
	}
	return Wrong(Other, "")
}
