package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// model is the union in the form that both generators use.
type model struct {
	members []stream.Member
	objects []object // the members in order, then the objects used by members, and Message
}

// object is a Go struct in its JSON form.
type object struct {
	name   string // Go name
	doc    string
	member *stream.Member // nil if the object is not an event of the union
	fields []field
}

type field struct {
	name     string
	optional bool // omitted when it has its zero value
	list     bool
	limit    string // key in stream.Limits: limit of its text or JSON, or of each text of the list; empty: none
	items    string // key in stream.Limits: limit of the length of the list; empty: none
	typ      string // string, int, number, boolean, json, Kind, State, PartState, Item, or the Go name of an object
}

func load(root string) (model, error) {
	docs, err := docs(root, "event.go", "message.go")
	if err != nil {
		return model{}, err
	}
	m := model{members: stream.Union()}
	seen := map[reflect.Type]bool{}
	var queue []reflect.Type
	add := func(t reflect.Type, mem *stream.Member) error {
		if seen[t] {
			return nil
		}
		seen[t] = true
		o := object{name: t.Name(), doc: docs[t.Name()], member: mem}
		for _, f := range reflect.VisibleFields(t) {
			name, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
			if !f.IsExported() || f.Anonymous || name == "-" || f.Type == reflect.TypeFor[error]() {
				continue
			}
			if name == "" {
				name = strings.ToLower(f.Name)
			}
			out := field{name: name, optional: opts == "omitempty", limit: f.Tag.Get("limit"), items: f.Tag.Get("items")}
			ft := f.Type
			if ft.Kind() == reflect.Pointer {
				ft = ft.Elem()
			}
			if ft.Kind() == reflect.Slice && ft != reflect.TypeFor[json.RawMessage]() {
				out.list, ft = true, ft.Elem()
			}
			switch {
			case ft == reflect.TypeFor[json.RawMessage]():
				out.typ = "json"
			case ft == reflect.TypeFor[stream.Kind](), ft == reflect.TypeFor[stream.State](),
				ft == reflect.TypeFor[stream.PartState](), ft == reflect.TypeFor[stream.Item]():
				out.typ = ft.Name()
			case ft.Kind() == reflect.Struct:
				out.typ = ft.Name()
				queue = append(queue, ft)
			case ft.Kind() == reflect.String:
				out.typ = "string"
			case ft.Kind() == reflect.Bool:
				out.typ = "boolean"
			case ft.Kind() == reflect.Float64:
				out.typ = "number"
			case ft.Kind() == reflect.Int, ft.Kind() == reflect.Int64:
				out.typ = "int"
			default:
				return fmt.Errorf("%s.%s has a type that the wire does not know", t, f.Name)
			}
			o.fields = append(o.fields, out)
		}
		m.objects = append(m.objects, o)
		return nil
	}
	for i := range m.members {
		if err := add(m.members[i].Type, &m.members[i]); err != nil {
			return m, err
		}
	}
	queue = append(queue, reflect.TypeFor[stream.Message]())
	for len(queue) > 0 {
		t := queue[0]
		queue = queue[1:]
		if err := add(t, nil); err != nil {
			return m, err
		}
	}
	return m, nil
}

// docs returns the doc comments of the package's types.
func docs(root string, files ...string) (map[string]string, error) {
	out := map[string]string{}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, "internal/stream", name), nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		for _, decl := range f.Decls {
			d, ok := decl.(*ast.GenDecl)
			if !ok || d.Tok != token.TYPE {
				continue
			}
			for _, spec := range d.Specs {
				t := spec.(*ast.TypeSpec)
				text := t.Doc.Text()
				if text == "" {
					text = d.Doc.Text()
				}
				out[t.Name.Name] = strings.Join(strings.Fields(text), " ")
			}
		}
	}
	return out, nil
}
