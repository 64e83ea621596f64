// Package setting describes the settings that can be changed by administrators while the
// server runs. They are divided into sections, each a JSON document. The domain that uses
// a section also defines the section. The administration stores the section, seals its
// secrets and shows its fields, without depending on their meaning.
package setting

import (
	"bytes"
	"context"
	"encoding/json"
)

// Section is one part of the settings. If no document is stored for a section, the values of
// configuration files and environment variables apply, or else the defaults.
type Section struct {
	Name    string
	Secrets []string // names of secret fields, at any depth; their values are never shown
	// Check refuses an invalid document with an error that states what to correct. It
	// returns the document to store; secrets in it are not yet sealed.
	Check func(raw json.RawMessage) (json.RawMessage, error)
	// Apply puts the document into effect; nil restores the values of files and
	// variables.
	Apply func(ctx context.Context, raw json.RawMessage) error
	// Default returns the values of files and variables in the form of a document, as a
	// start for editing.
	Default func() any
	// Fields describes the values to show as fields on the page; nil: there are no fields.
	Fields func(locale string) []Field
}

// Field is one value of a section, shown as a field on the page.
type Field struct {
	Key      string // path in the document; a dot separates the names of nested objects
	Group    string // heading of the field; empty: the page chooses the heading
	Label    string
	Help     string
	Kind     Kind
	Default  string // the value for a document without this field; empty for a secret
	Secret   bool
	Choice   []string // the only valid values, such as on and off; nil: any
	Min, Max int      // bounds of a Number, in units of the page (see Unit)
	Unit     int      // how many units of the document are one unit on the page; at least 1 for a Number
}

// Kind is the type of a value.
type Kind string

// The kinds of fields.
const (
	Text   Kind = "text"
	Number Kind = "number" // a whole number
	Switch Kind = "switch" // true or false
)

// Of makes a section with values of T as documents. A new document may have only the fields of T.
// `check` refuses or normalises a new document. `apply` puts a document into effect; apply(nil)
// restores the values of files and variables.
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

// Parsed makes a section. Its documents are parsed by `parse`, and stored as they were typed. `use`
// puts a document into effect; use(nil) restores the values of files and variables.
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
