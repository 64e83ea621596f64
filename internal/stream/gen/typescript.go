package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// typescript returns the TypeScript of the page: the events as a discriminated union, the message, the
// tables of the fold, and the shapes of valid input for decode.ts.
func typescript(m model) ([]byte, error) {
	var b strings.Builder
	p := func(format string, a ...any) { fmt.Fprintf(&b, format+"\n", a...) }
	p("// Generated from internal/stream by `go run ./internal/stream/gen`. Do not edit.")
	p("")
	list(p, "kinds", "Kind", stream.Kinds)
	list(p, "textKinds", "TextKind", stream.TextKinds)
	list(p, "keptKinds", "KeptKind", stream.KeptKinds)
	list(p, "states", "State", stream.States)
	list(p, "partStates", "PartState", stream.PartStates)
	list(p, "fileTypes", "FileType", stream.FileTypes)
	list(p, "chunkTypes", "ChunkType", m.chunkTypes())

	p("/** Failure codes whose answer can be continued; any other is an error. */")
	p("export const failureState: Readonly<Record<string, State>> = {")
	for _, code := range slices.Sorted(maps.Keys(stream.FailureState)) {
		p("  %q: %q,", code, stream.FailureState[code])
	}
	p("}")

	p("")
	p("/** Codes of steps, with the names of their args in this order. */")
	p("export const stepCodes = {")
	for _, code := range slices.Sorted(maps.Keys(stream.StepCodes)) {
		names := []string{}
		for _, name := range stream.StepCodes[code] {
			names = append(names, fmt.Sprintf("%q", name))
		}
		p("  %s: [%s],", code, strings.Join(names, ", "))
	}
	p("} as const")
	p("export type StepCode = keyof typeof stepCodes")
	p("")
	p("/** What a fold keeps at most: the limits of internal/stream/limits.go, by name. */")
	p("export const limits = {")
	for _, name := range slices.Sorted(maps.Keys(stream.Limits)) {
		p("  %s: %d,", name, stream.Limits[name])
	}
	p("} as const")

	var events, items []string
	for _, o := range m.objects {
		p("")
		if o.doc != "" {
			p("/** %s */", strings.ReplaceAll(o.doc, "*/", "* /"))
		}
		p("export interface %s {", o.tsName())
		if o.member != nil {
			events = append(events, o.tsName())
			if o.member.Item {
				items = append(items, o.tsName())
			}
			if o.name == "File" {
				p("  type: FileType")
			} else {
				p("  type: %q", o.member.Name)
			}
		}
		if o.name == "Text" {
			p("  /** on the wire this is the chunk's type; never in an item */")
			p("  kind?: TextKind")
		}
		for _, f := range o.fields {
			mark := ""
			if f.optional {
				mark = "?"
			}
			p("  %s%s: %s", f.name, mark, f.ts())
		}
		p("}")
	}
	p("")
	p("export type StreamEvent =\n  | %s", strings.Join(events, "\n  | "))
	p("")
	p("/** One folded item of a message. */")
	p("export type Item =\n  | %s", strings.Join(items, "\n  | "))
	p("")
	p("/** JSON bodies: field → type; `?` is left out when zero, `[]` is a list, a capital names another shape. */")
	p("export const shapes: Readonly<Record<string, Readonly<Record<string, string>>>> = {")
	for _, o := range m.objects {
		if !o.hasBody() {
			continue
		}
		var fields []string
		for _, f := range o.fields {
			typ := f.typ
			if typ == "PartState" { // the page accepts any string, so that it keeps unknown states
				typ = "string"
			}
			if f.list {
				typ += "[]"
			}
			if f.optional {
				typ += "?"
			}
			fields = append(fields, fmt.Sprintf("%s: %q", f.name, typ))
		}
		p("  %s: { %s },", o.shapeName(), strings.Join(fields, ", "))
	}
	p("}")
	bounds(p, m.objects)
	return []byte(b.String()), nil
}

// bounds writes the limits of the fields according to their tags.
func bounds(p func(string, ...any), objects []object) {
	p("")
	p("/** What a fold cuts: limit bounds a text or JSON, or each text of a list; items bounds a list; of is the shape in it. */")
	p("export interface Bound {")
	p("  limit?: keyof typeof limits")
	p("  items?: keyof typeof limits")
	p("  of?: string")
	p("  json?: boolean")
	p("}")
	p("")
	p("export const bounds: Readonly<Record<string, Readonly<Record<string, Bound>>>> = {")
	for _, o := range objects {
		var fields []string
		for _, f := range o.fields {
			var parts []string
			for _, part := range [][2]string{{"limit", f.limit}, {"items", f.items}} {
				if part[1] != "" {
					parts = append(parts, fmt.Sprintf("%s: %q", part[0], part[1]))
				}
			}
			if f.items != "" && f.typ != "string" {
				parts = append(parts, fmt.Sprintf("of: %q", f.typ))
			}
			if f.limit != "" && f.typ == "json" {
				parts = append(parts, "json: true")
			}
			if len(parts) > 0 {
				fields = append(fields, fmt.Sprintf("%s: { %s }", f.name, strings.Join(parts, ", ")))
			}
		}
		if len(fields) > 0 {
			p("  %s: { %s },", o.shapeName(), strings.Join(fields, ", "))
		}
	}
	p("}")
}

// chunkTypes returns the names of the members that are chunks. It leaves out "file", because a File has one
// of stream.FileTypes as its type on the wire. The type of a Text can also be one of stream.TextKinds.
func (m model) chunkTypes() []string {
	var out []string
	for _, mem := range m.members {
		if mem.Form == stream.Chunk && mem.Name != "file" {
			out = append(out, mem.Name)
		}
	}
	return out
}

// hasBody reports whether the decoder reads the object from JSON.
func (o object) hasBody() bool {
	switch {
	case o.name == "Message":
		return false
	case o.member == nil || o.member.Form == stream.Chunk:
		return true
	}
	return o.name == "Failure" || o.name == "Revoke"
}

// shapeName returns the type of an event, or the Go name of any other object.
func (o object) shapeName() string {
	if o.member != nil {
		return o.member.Name
	}
	return o.name
}

func (o object) tsName() string {
	if o.member != nil {
		return o.name + "Event"
	}
	return o.name
}

func (f field) ts() string {
	typ := f.typ
	switch typ {
	case "int":
		typ = "number"
	case "json":
		typ = "unknown"
	case "Meta":
		typ = "Omit<MetaEvent, \"type\">"
	}
	if f.list {
		typ += "[]"
	}
	return typ
}

func list[T ~string](p func(string, ...any), name, typ string, values []T) {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = fmt.Sprintf("%q", string(v))
	}
	p("export const %s = [%s] as const", name, strings.Join(quoted, ", "))
	p("export type %s = (typeof %s)[number]", typ, name)
	p("")
}
