package main

import (
	"bytes"
	"encoding/json"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// schema returns a JSON Schema (2020-12) of the events and of the message. It describes every event as
// the page's decoder returns it. If an event is not a JSON chunk, "x-wire" describes its form on the
// wire.
func schema(m model) ([]byte, error) {
	defs := map[string]any{
		"Kind":      map[string]any{"enum": stream.Kinds},
		"State":     map[string]any{"enum": stream.States},
		"PartState": map[string]any{"enum": stream.PartStates},
	}
	var all, items []any
	for _, o := range m.objects {
		props := map[string]any{}
		required := []string{}
		if o.member != nil {
			props["type"] = map[string]any{"const": o.member.Name}
			if o.name == "File" {
				props["type"] = map[string]any{"enum": stream.FileTypes}
			}
			required = append(required, "type")
			ref := map[string]any{"$ref": "#/$defs/" + o.name}
			all = append(all, ref)
			if o.member.Item {
				items = append(items, ref)
			}
		}
		if o.name == "Text" {
			props["kind"] = map[string]any{
				"enum":        stream.TextKinds,
				"description": "on the wire this is the chunk's type",
			}
		}
		for _, f := range o.fields {
			props[f.name] = f.schema()
			if !f.optional {
				required = append(required, f.name)
			}
		}
		def := map[string]any{"type": "object", "properties": props, "required": required}
		if o.doc != "" {
			def["description"] = o.doc
		}
		if o.member != nil && o.member.Form != stream.Chunk {
			wire := map[string]any{"form": o.member.Form}
			switch o.member.Form {
			case stream.Named:
				wire["event"] = o.member.Wire
			case stream.Marker:
				wire["data"] = o.member.Wire
			}
			def["x-wire"] = wire
		}
		defs[o.name] = def
	}
	defs["Event"] = map[string]any{"oneOf": all}
	defs["Item"] = map[string]any{"oneOf": items}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(map[string]any{
		"$schema":     "https://json-schema.org/draft/2020-12/schema",
		"title":       "Wenqu answer stream",
		"description": "Generated from internal/stream. The rules are in README.md beside this file.",
		"$ref":        "#/$defs/Event",
		"$defs":       defs,
	})
	return buf.Bytes(), err
}

func (f field) schema() any {
	var s map[string]any
	switch f.typ {
	case "int":
		s = map[string]any{"type": "integer"}
	case "json":
		s = map[string]any{}
	case "string", "boolean", "number":
		s = map[string]any{"type": f.typ}
	default:
		s = map[string]any{"$ref": "#/$defs/" + f.typ}
	}
	if f.list {
		return map[string]any{"type": "array", "items": s}
	}
	return s
}
