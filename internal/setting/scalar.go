package setting

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Scalar describes a setting that is one number or one switch. It contains everything
// needed to show the setting on the page. If Default is not nil, it also contains
// everything needed to check the setting.
type Scalar struct {
	Path     string    // path in the document of its section, such as questionsPerDay.visitor
	Group    errs.Text // heading of the setting on the page
	Label    errs.Text
	Help     errs.Text // a further sentence; may be empty
	Switch   bool      // true: the setting is a switch; false: it is a whole number
	Min, Max int       // bounds of a number, in units of the page (see Unit)
	Unit     int       // how many units of the document are one unit on the page, such as 1<<20 for MB; 0 means 1
	// Default returns the value for a document without the setting. nil: the section itself finds
	// the default and checks the value.
	Default func() int
}

// Fields describes the settings in `rows` for the settings page.
func Fields(rows []Scalar, locale string) []Field {
	out := make([]Field, len(rows))
	for i, row := range rows {
		f := Field{
			Key: row.Path, Group: row.Group.In(locale), Label: row.Label.In(locale), Help: row.Help.In(locale),
			Kind: Number, Min: row.Min, Max: row.Max, Unit: max(1, row.Unit),
		}
		if row.Switch {
			f.Kind = Switch
		}
		if row.Default != nil {
			f.Default = strconv.Itoa(row.Default())
		}
		out[i] = f
	}
	return out
}

// Values are the numbers of a section, by path.
type Values map[string]int

// Defaults returns the default values of `rows`.
func Defaults(rows []Scalar) Values {
	values := Values{}
	for _, row := range rows {
		values[row.Path] = row.Default()
	}
	return values
}

// Read returns the values in a document. If the document lacks a value, Read returns its
// default.
func Read(rows []Scalar, raw json.RawMessage) (Values, error) {
	values := Defaults(rows)
	stated, err := parseStrictly(rows, raw)
	if err != nil {
		return nil, err
	}
	maps.Copy(values, stated)
	return values, nil
}

// parseStrictly returns the values in a document. An unknown setting or an invalid value
// is an error.
func parseStrictly(rows []Scalar, raw json.RawMessage) (Values, error) {
	if !json.Valid(raw) {
		return nil, Wrong(NotJSON, "")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var doc map[string]any
	if err := d.Decode(&doc); err != nil {
		return nil, err
	}
	stated := Values{}
	for path, v := range flattened(doc, "") {
		at := slices.IndexFunc(rows, func(row Scalar) bool { return row.Path == path })
		if at < 0 {
			return nil, Wrong(UnknownField, path)
		}
		number, _ := v.(json.Number)
		n, err := strconv.Atoi(string(number))
		if row := rows[at]; err != nil || n < row.Min || n > row.Max {
			return nil, Wrong(OutOfRange, path).Under(row.Group, row.Label).With("min", row.Min).With("max", row.Max)
		}
		stated[path] = n
	}
	return stated, nil
}

// flattened converts nested objects to values by path.
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

// Document converts the values to a document, the reverse of flattened.
func (v Values) Document() json.RawMessage {
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
	raw, _ := json.Marshal(doc) // cannot fail: these are plain values
	return raw
}

// Numbers makes a section of `rows`, which are all numbers with defaults. `use` is called with the
// values whenever a document is applied, and with the defaults when nil is applied.
func Numbers(name string, rows []Scalar, use func(Values)) Section {
	return Section{
		Name: name,
		Check: func(raw json.RawMessage) (json.RawMessage, error) {
			stated, err := parseStrictly(rows, raw)
			if err != nil {
				return nil, Bad(err)
			}
			return stated.Document(), nil
		},
		Apply: func(_ context.Context, raw json.RawMessage) error {
			if raw == nil {
				use(Defaults(rows))
				return nil
			}
			values, err := Read(rows, raw)
			if err == nil {
				use(values)
			}
			return err
		},
		Default: func() any { return Defaults(rows).Document() },
		Fields:  func(locale string) []Field { return Fields(rows, locale) },
	}
}
