package httpapi

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// OpenAPI is the document of all registered operations in YAML. Every field of a request's body is
// optional. In types that occur only in answers, every field is required unless its tag has
// omitempty or omitzero.
func (r *Router) OpenAPI() ([]byte, error) {
	// A server does not need the descriptions of the outputs, which would take 2.7 MB of memory.
	for _, describe := range r.undescribed {
		describe()
	}
	r.undescribed = nil
	doc := r.api.OpenAPI()
	schemas := doc.Components.Schemas
	var asked, answered []*huma.Schema
	for _, item := range doc.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op == nil {
				continue
			}
			if op.RequestBody != nil {
				asked = append(asked, contents(op.RequestBody.Content)...)
			}
			for _, res := range op.Responses {
				answered = append(answered, contents(res.Content)...)
			}
		}
	}
	for _, s := range schemas.Map() {
		if s.AdditionalProperties == any(true) {
			s.AdditionalProperties = nil // leaving the value out does not change the meaning of the schema, and generators of clients support the shorter form
		}
	}
	inRequests := reachable(schemas, asked)
	for name := range reachable(schemas, answered) {
		if inRequests[name] {
			continue
		}
		s := schemas.Map()[name]
		if t := schemas.TypeFromRef("#/components/schemas/" + name); t != nil {
			s.Required = required(t, s)
		}
	}
	return doc.YAML()
}

func contents(types map[string]*huma.MediaType) []*huma.Schema {
	var out []*huma.Schema
	for _, m := range types {
		if m.Schema != nil {
			out = append(out, m.Schema)
		}
	}
	return out
}

// reachable returns the names of all schemas to which `roots` refer, directly or
// indirectly.
func reachable(all huma.Registry, roots []*huma.Schema) map[string]bool {
	seen := map[string]bool{}
	var visit func(s *huma.Schema)
	visit = func(s *huma.Schema) {
		if s == nil {
			return
		}
		if name := s.Ref[strings.LastIndex(s.Ref, "/")+1:]; s.Ref != "" && !seen[name] {
			seen[name] = true
			visit(all.Map()[name])
		}
		visit(s.Items)
		for _, p := range s.Properties {
			visit(p)
		}
		if extra, ok := s.AdditionalProperties.(*huma.Schema); ok {
			visit(extra)
		}
		for _, list := range [][]*huma.Schema{s.OneOf, s.AnyOf, s.AllOf} {
			for _, p := range list {
				visit(p)
			}
		}
	}
	for _, s := range roots {
		visit(s)
	}
	return seen
}

// required lists the fields of t that are always written, including the fields of embedded types.
func required(t reflect.Type, s *huma.Schema) []string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	var out []string
	if t.Kind() != reflect.Struct {
		return s.Required
	}
	for _, f := range reflect.VisibleFields(t) {
		name, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" || strings.Contains(opts, "omitempty") || strings.Contains(opts, "omitzero") {
			continue
		}
		if _, ok := s.Properties[name]; ok && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// schemaNames names the schemas of the document. A type without a name is named after its place; if
// that name is already in use, a suffix is added. Huma's own naming could give the same schema to
// two types without a name.
func schemaNames() func(reflect.Type, string) string {
	names := map[reflect.Type]string{}
	taken := map[string]bool{}
	return func(t reflect.Type, hint string) string {
		s := t
		for s.Kind() == reflect.Pointer {
			s = s.Elem()
		}
		if s.Kind() != reflect.Struct || s.Name() != "" {
			name := huma.DefaultSchemaNamer(t, hint)
			taken[name] = true
			return name
		}
		if name, ok := names[s]; ok {
			return name
		}
		base := huma.DefaultSchemaNamer(t, hint)
		name := base
		for i := 1; taken[name]; i++ {
			name = base + strconv.Itoa(i)
		}
		names[s], taken[name] = name, true
		return name
	}
}

// mustDescribe panics when the document would describe an input or an answer incompletely: Huma
// leaves out the fields of an embedded type with an unexported name, but encoding/json reads and
// writes them.
func mustDescribe(op Op, t reflect.Type) {
	if hidden := hiddenEmbed(t, map[reflect.Type]bool{}); hidden != "" {
		panic("httpapi: " + op.Call() + " embeds " + hidden + ", which the API document leaves out: export its name")
	}
}

// hiddenEmbed returns the first embedded type in t, at any depth, with an unexported name;
// empty: there is no such type.
func hiddenEmbed(t reflect.Type, seen map[reflect.Type]bool) string {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || seen[t] {
		return ""
	}
	seen[t] = true
	for f := range t.Fields() {
		if f.Anonymous && !f.IsExported() {
			return f.Type.String()
		}
		if hidden := hiddenEmbed(f.Type, seen); hidden != "" && f.IsExported() {
			return hidden
		}
	}
	return ""
}
