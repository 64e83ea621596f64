// Package setting describes the settings that administrators change while the
// server runs. They are divided into sections, each a JSON document. The domain
// that uses a section defines it; the administration stores it, seals its
// secrets and draws its fields without knowing what they mean.
package setting

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Section is one part of the settings. Without a document, files and variables
// decide.
type Section struct {
	Name    string
	Secrets []string // names of fields, at any depth, whose values are never shown
	// Check refuses a document that cannot be used, with a sentence that says
	// what to correct, and returns the document to be stored. Secrets are in it
	// as they were typed.
	Check func(raw json.RawMessage) (json.RawMessage, error)
	// Apply puts the document into effect; nil returns to files and variables.
	Apply func(ctx context.Context, raw json.RawMessage) error
	// Default is what files and variables say, in the form of a document, as a
	// start for editing.
	Default func() any
	// Fields describes the values that the page draws as fields; nil: there are
	// none.
	Fields func(locale string) []Field
}

// Field is one value of a section that the page draws as a field.
type Field struct {
	Key      string // path in the document; a dot stands for a nested object
	Group    string // the heading under which it stands; empty: the page has its own
	Label    string
	Help     string
	Kind     Kind
	Default  string // the value when the section does not state one; empty for a secret
	Secret   bool
	Choice   []string // the only valid values, such as on and off; nil: any
	Min, Max int      // bounds of a Number, in Units
	Unit     int      // how many of the document's units make one on the page; at least 1 for a Number
}

// Kind is the type of a value.
type Kind string

// The kinds of fields.
const (
	Text   Kind = "text"
	Number Kind = "number" // a whole number
	Switch Kind = "switch" // true or false
)

// Of makes a section whose documents are values of T, decoded strictly. check
// normalises a document; apply puts it into effect, and nil takes it out of
// effect.
func Of[T any](name string, secrets []string, check func(*T) error, apply func(ctx context.Context, v *T) error) Section {
	return Section{
		Name: name, Secrets: secrets,
		Check: func(raw json.RawMessage) (json.RawMessage, error) {
			var v T
			d := json.NewDecoder(bytes.NewReader(raw))
			d.DisallowUnknownFields()
			if err := d.Decode(&v); err != nil {
				return nil, Bad(err)
			}
			if err := check(&v); err != nil {
				return nil, err
			}
			return json.Marshal(v)
		},
		Apply: func(ctx context.Context, raw json.RawMessage) error {
			if raw == nil {
				return apply(ctx, nil)
			}
			var v T
			if err := json.Unmarshal(raw, &v); err != nil {
				return err
			}
			return apply(ctx, &v)
		},
	}
}

// Parsed makes a section whose documents are read by parse and stored as they
// were typed. use puts a document into effect, and nil takes it out of effect.
func Parsed[T any](name string, parse func([]byte) (*T, error), use func(*T) error) Section {
	return Section{
		Name: name,
		Check: func(raw json.RawMessage) (json.RawMessage, error) {
			if _, err := parse(raw); err != nil {
				return nil, Bad(err)
			}
			return raw, nil
		},
		Apply: func(_ context.Context, raw json.RawMessage) error {
			if raw == nil {
				return use(nil)
			}
			v, err := parse(raw)
			if err != nil {
				return err
			}
			return use(v)
		},
	}
}

// Bad turns the error of a strict decoder into one for the administrator.
func Bad(err error) error { return errs.Wrap(errs.SettingBad, err).With("detail", err.Error()) }
