package stream

import (
	"encoding/json"
	"fmt"
	"reflect"
	"sync"
)

// typeTags describes the fields of a struct that have a limit, are shown to users, or contain structs
// with such fields.
type typeTags struct {
	of      reflect.Type
	fields  []fieldTags
	limited bool // a field, or a nested field, has a limit
}

type fieldTags struct {
	index  int
	limit  int       // limit of its text in bytes, or of its JSON by dataSize; 0: none
	items  int       // maximum number of entries; 0: no limit
	people bool      // users see the text
	list   bool      // a list of texts or of structs
	json   bool      // JSON of any form
	within *typeTags // the tags of the structs in the list; nil: not a list of structs
}

var knownTags sync.Map // reflect.Type → *typeTags

// tagsOf reads the tags of a struct's fields, once for each type.
func tagsOf(t reflect.Type) *typeTags {
	if known, ok := knownTags.Load(t); ok {
		return known.(*typeTags)
	}
	out := &typeTags{of: t}
	for i := range t.NumField() {
		field := t.Field(i)
		f := fieldTags{index: i, limit: limitOf(field, "limit"), items: limitOf(field, "items"), people: field.Tag.Get("read") == "people"}
		f.json = field.Type == reflect.TypeFor[json.RawMessage]()
		f.list = field.Type.Kind() == reflect.Slice && !f.json
		if f.list && field.Type.Elem().Kind() == reflect.Struct {
			f.within = tagsOf(field.Type.Elem())
		}
		if f.limit == 0 && f.items == 0 && !f.people && (f.within == nil || len(f.within.fields) == 0) {
			continue
		}
		out.limited = out.limited || f.limit > 0 || f.items > 0 || f.within != nil && f.within.limited
		out.fields = append(out.fields, f)
	}
	known, _ := knownTags.LoadOrStore(t, out)
	return known.(*typeTags)
}

// limitOf returns the limit for the tag with the key `tag`; 0 if the field has no such tag. It panics
// if the value of the tag is not in Limits.
func limitOf(f reflect.StructField, tag string) int {
	name, ok := f.Tag.Lookup(tag)
	if !ok {
		return 0
	}
	limit, ok := Limits[name]
	if !ok {
		panic(fmt.Sprintf("stream: %s of %s names no limit", tag, f.Name))
	}
	return limit
}

// copied returns a copy of the first `limit` entries of a list, or of all entries if `limit` is 0. An empty
// list is returned unchanged.
func copied(list reflect.Value, limit int) reflect.Value {
	n := list.Len()
	if limit > 0 {
		n = min(n, limit)
	}
	if n == 0 {
		return list
	}
	out := reflect.MakeSlice(list.Type(), n, n)
	reflect.Copy(out, list)
	return out
}
