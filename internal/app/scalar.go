package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/admin"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// scalar is a setting of the administration that is one number or one switch. The
// row is all there is to write: it is checked, drawn on the page, and made to count
// from here.
type scalar struct {
	Path     string    // in the document of its section: questionsPerDay.visitor
	Group    errs.Text // under which heading the page shows it
	Label    errs.Text
	Help     errs.Text // a sentence more; may be empty
	Switch   bool      // true or false; else a whole number
	Min, Max int       // of a number, in Units
	Unit     int       // how many of the document are 1 on the page, such as 1<<20 for MB; 0: 1
	// Default is what counts where the section says nothing; nil: another file
	// says it, and the section has a check of its own.
	Default func(c *Config) int
	// Use makes the values count that a.limits holds; nil: whoever needs this one
	// looks it up there.
	Use func(a *App)
}

// scalarFields describes rows to the page.
func scalarFields(c *Config, rows []scalar, locale string) []admin.Field {
	out := make([]admin.Field, len(rows))
	for i, row := range rows {
		f := admin.Field{
			Key: row.Path, Group: row.Group.In(locale), Label: row.Label.In(locale), Help: row.Help.In(locale),
			Kind: admin.Number, Min: row.Min, Max: row.Max, Unit: max(1, row.Unit),
		}
		if row.Switch {
			f.Kind = admin.Switch
		}
		if row.Default != nil {
			f.Default = strconv.Itoa(row.Default(c))
		}
		out[i] = f
	}
	return out
}

// scalarValues are the numbers of a section by path.
type scalarValues map[string]int

// readScalars gives the values of a document, and the defaults where it says
// nothing. A nil document says nothing.
func readScalars(c *Config, rows []scalar, raw json.RawMessage) (scalarValues, error) {
	values := scalarValues{}
	for _, row := range rows {
		values[row.Path] = row.Default(c)
	}
	if raw == nil {
		return values, nil
	}
	said, err := saidScalars(rows, raw)
	if err != nil {
		return nil, err
	}
	maps.Copy(values, said)
	return values, nil
}

// saidScalars reads strictly what a document says.
func saidScalars(rows []scalar, raw json.RawMessage) (scalarValues, error) {
	if !json.Valid(raw) {
		return nil, errors.New("it is no JSON")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var doc map[string]any
	if err := d.Decode(&doc); err != nil {
		return nil, err
	}
	said := scalarValues{}
	for path, v := range flattened(doc, "") {
		at := slices.IndexFunc(rows, func(row scalar) bool { return row.Path == path })
		if at < 0 {
			return nil, fmt.Errorf("there is no setting %q", path)
		}
		number, _ := v.(json.Number)
		n, err := strconv.Atoi(string(number))
		if row := rows[at]; err != nil || n < row.Min || n > row.Max {
			return nil, fmt.Errorf("%s must be a whole number from %d to %d", path, row.Min, row.Max)
		}
		said[path] = n
	}
	return said, nil
}

// flattened gives the values of nested objects their paths.
func flattened(doc map[string]any, before string) map[string]any {
	out := map[string]any{}
	for key, v := range doc {
		inner, nested := v.(map[string]any)
		if !nested {
			out[before+key] = v
			continue
		}
		for path, v := range flattened(inner, before+key+".") {
			out[path] = v
		}
	}
	return out
}

// document is the values as a document: flattened the other way round.
func (v scalarValues) document() json.RawMessage {
	doc := map[string]any{}
	for path, n := range v {
		at := doc
		parts := strings.Split(path, ".")
		for _, part := range parts[:len(parts)-1] {
			inner, ok := at[part].(map[string]any)
			if !ok {
				inner = map[string]any{}
				at[part] = inner
			}
			at = inner
		}
		at[parts[len(parts)-1]] = n
	}
	raw, _ := json.Marshal(doc) // plain data: it cannot fail
	return raw
}

// scalarSection is a section whose settings are all rows of numbers, each with a
// default, and counted one by one.
func scalarSection(a *App, name string, rows []scalar) admin.Section {
	return admin.Section{
		Name: name,
		Check: func(raw json.RawMessage) (json.RawMessage, error) {
			said, err := saidScalars(rows, raw)
			if err != nil {
				return nil, badSetting(err)
			}
			return said.document(), nil
		},
		Apply: func(_ context.Context, raw json.RawMessage) error {
			values, err := readScalars(a.config, rows, raw)
			if err != nil {
				return err
			}
			a.limits.Store(&values)
			for _, row := range rows {
				if row.Use != nil {
					row.Use(a)
				}
			}
			return nil
		},
	}
}
