package stream

import (
	"encoding/json"
	"reflect"
)

// Map returns a changed copy of the part. It applies `doc` to every source, and then `text` to every
// text for people. In the Data of a Card, `text` is applied to every string except keys. In other
// fields, ids, addresses, codes and names for machines stay the same.
func (it Item) Map(text func(string) string, doc func(Doc) Doc) Item {
	if it.Event == nil {
		return it
	}
	fields := tagsOf(reflect.TypeOf(it.Event))
	v := reflect.New(fields.of).Elem()
	v.Set(reflect.ValueOf(it.Event))
	fields.change(v, text, doc)
	it.Event = v.Interface().(Event)
	return it
}

// change changes the fields of the struct v in place.
func (t *typeTags) change(v reflect.Value, text func(string) string, doc func(Doc) Doc) {
	if source, ok := v.Addr().Interface().(*Doc); ok {
		*source = doc(*source)
	}
	for _, f := range t.fields {
		field := v.Field(f.index)
		switch {
		case f.list:
			list := copied(field, 0)
			for i := range list.Len() {
				if f.within != nil {
					f.within.change(list.Index(i), text, doc)
				} else if f.people {
					list.Index(i).SetString(text(list.Index(i).String()))
				}
			}
			field.Set(list)
		case !f.people:
		case f.json:
			field.SetBytes(mapData(field.Bytes(), text))
		default:
			field.SetString(text(field.String()))
		}
	}
}

// mapData applies `text` to every string of JSON except its keys. It returns nil for invalid JSON.
func mapData(data json.RawMessage, text func(string) string) json.RawMessage {
	var v any
	if len(data) == 0 || json.Unmarshal(data, &v) != nil {
		return nil
	}
	out, err := json.Marshal(mapValue(v, text))
	if err != nil {
		return nil
	}
	return out
}

func mapValue(v any, text func(string) string) any {
	switch v := v.(type) {
	case string:
		return text(v)
	case []any:
		for i, e := range v {
			v[i] = mapValue(e, text)
		}
	case map[string]any:
		for key, e := range v {
			v[key] = mapValue(e, text)
		}
	}
	return v
}
