// Package setting describes the settings that administrators change while the
// server runs. A section is a JSON document with a meaning of its own, which the
// domain that acts on it states; the administration stores it, seals its secrets
// and draws its fields without knowing what they mean.
package setting

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Section is one part of the settings. Without a document it is as files and
// variables say.
type Section struct {
	Name    string
	Secrets []string // names of fields, at any depth, that are never shown
	// Check refuses what cannot be used, with a sentence that says what to mend,
	// and gives the document that is stored. Secrets are as they were typed.
	Check func(raw json.RawMessage) (json.RawMessage, error)
	// Apply makes the document count; nil takes it away again.
	Apply func(ctx context.Context, raw json.RawMessage) error
	// Default is the document as files and variables say, for an editor to begin
	// with.
	Default func() any
	// Fields describes the values that the page draws as fields; nil: none.
	Fields func(locale string) []Field
}

// Field is one value of a section that the page draws as a field.
type Field struct {
	Key      string // in the document; a dot stands for a nested object
	Group    string // the heading under which it stands; empty: the page knows
	Label    string
	Help     string
	Kind     Kind
	Default  string // what counts where the section says nothing; empty for a secret
	Secret   bool
	Choice   []string // the only values, such as on and off; nil: any
	Min, Max int      // of a Number, in Units
	Unit     int      // how many of the document are 1 on the page; at least 1 for a Number
}

// Kind is what a value looks like.
type Kind string

// The kinds of fields.
const (
	Text   Kind = "text"
	Number Kind = "number" // a whole number
	Switch Kind = "switch" // true or false
)

// Of makes a section whose documents are values of T, read strictly. check
// normalises one; apply makes it count, and nil takes it away again.
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

// Parsed makes a section whose documents parse reads. They are stored as they
// were typed; use makes one count, and nil takes it away again.
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

// Bad passes on what a strict reader says of a document.
func Bad(err error) error { return errs.Wrap(errs.SettingBad, err).With("detail", err.Error()) }
